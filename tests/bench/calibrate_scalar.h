#ifndef CALIBRATE_SCALAR_H
#define CALIBRATE_SCALAR_H

#include "calibrate_sample.h"
#include "target/processor.h"

#include "opgen_runtime.h"
#if defined(__x86_64__) || defined(__aarch64__)
#include "opgen_vector.h"
#else
#define OPGEN_ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

#include <math.h>

/* The loops of plain floats. */

/* The two loops of a kind of work; NULL: there is none. */
struct loops {
	void (*apart)(void *memory, int64_t turns);
	void (*chain)(void *memory, int64_t turns);
};

/* Plain floats, by the names that vectors' operations have. */
typedef float scalar;
#define scalar_set1(x) (x)
#define scalar_fma(x, y, z) opgen_fmaf(x, y, z)
#define scalar_abs(x) fabsf(x)
#define scalar_sqrt(x) sqrtf(x)
#define scalar_root(x, p) opgen_rootf(x, p)
#define scalar_load(p) (*(p))
#define scalar_load_float16(p) opgen_float16_to_float(*(p))
#define scalar_store(p, x) (*(p) = (x))
#define scalar_first(x) opgen_float_bits(x)
#define scalar_from(x) opgen_float_from_bits(x)

#define KIND scalar
#define NAME scalar
#define TARGET
#include "calibrate_type.h"

#endif
