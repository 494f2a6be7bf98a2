/* Types of emitted prototypes that C does not have; opgen_runtime.h has their operations.

   SPDX-License-Identifier: 0BSD */
#ifndef OPGEN_TYPES_H
#define OPGEN_TYPES_H

#include <stdint.h>

/* Before a declaration: what emitted files and the runtime share, and what a shared
   library that has them does not export. Who makes a shared library of the runtime
   itself defines it as nothing. */
#ifndef OPGEN_HIDDEN
#if defined(__GNUC__) && !defined(_WIN32) && !defined(__CYGWIN__)
#define OPGEN_HIDDEN __attribute__((visibility("hidden")))
#else
#define OPGEN_HIDDEN
#endif
#endif

/* Half-precision numbers, as bits: IEEE 754 binary16, and the upper half of a
   binary32. */
typedef uint16_t opgen_float16;
typedef uint16_t opgen_bfloat16;

struct opgen_complex64 {
	float re, im;
};

struct opgen_complex128 {
	double re, im;
};

#endif
