#ifndef OPGEN_BASE_CHECKED_H
#define OPGEN_BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

/* 64-bit arithmetic on numbers that a spec chose. Each stores the result and returns
   false, or returns true when the result does not fit and stores nothing. */

static inline bool
add_overflows(int64_t a, int64_t b, int64_t *sum)
{
	if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b))
		return true;
	*sum = a + b;
	return false;
}

/* Both factors must be 0 or more. */
static inline bool
mul_overflows(int64_t a, int64_t b, int64_t *product)
{
	if (b && a > INT64_MAX / b)
		return true;
	*product = a * b;
	return false;
}

/* a / b rounded towards minus infinity, for b > 0; C's own / rounds towards zero. */
static inline int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* The remainder of floor_div: 0..b-1. */
static inline int64_t
floor_mod(int64_t a, int64_t b)
{
	return a % b < 0 ? a % b + b : a % b;
}

/* a / b rounded towards plus infinity, for b > 0. */
static inline int64_t
ceil_div(int64_t a, int64_t b)
{
	return a / b + (a % b > 0);
}

static inline int64_t
min_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t
max_of(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* A real number as an integer. False if it is none, or beyond 2^53, where reals are none
   but by chance. */
static inline bool
whole_number(double real, int64_t *number)
{
	if (!(real > -0x1p53 && real < 0x1p53) || (double)(int64_t)real != real)
		return false;
	*number = (int64_t)real;
	return true;
}

/* Of two such numbers, for qsort() and bsearch(). */
static inline int
compare_int64(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

#endif
