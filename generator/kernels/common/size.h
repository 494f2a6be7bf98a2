#ifndef OPGEN_KERNELS_COMMON_SIZE_H
#define OPGEN_KERNELS_COMMON_SIZE_H

#include <stdint.h>

struct schedule;

/* Bytes of straight-line code, nearly, before any of it is there. */

enum {
	NEARLY = 2 /* an estimate may be so many times the bytes that are written */
};

/* Characters of a number. */
uint64_t size_of_number(int64_t n);

/* What is around a node's statements, in a file of its own: the head, the prototypes, and
   the functions that users call. */
uint64_t size_around(const struct schedule *schedule);

#endif
