#ifndef OPGEN_TESTS_ELEMENT_H
#define OPGEN_TESTS_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/dtype.h"

struct arena;

/* Elements of every type, for tests. Half types are converted without the runtime, so
   that its mistakes are not repeated. */

/* Stores a number in a float or half type, rounded to nearest even. */
void element_store(enum dtype dtype, double value, void *at);

/* The value of an element of a float or half type. */
double element_load(enum dtype dtype, const void *at);

/* The kinds of made-up data. */
enum mixture {
	MIXTURE_FINITE,  /* numbers of many sizes, subnormals and signed zeros */
	MIXTURE_ANY,     /* NaN and infinities among them */
	MIXTURE_NEAR_ONE /* numbers of a size from 1/4 to 4 */
};

/* Fills n elements with data that depends only on the seed. Integers and complex numbers
   get any valid bits. */
void elements_fill(
	enum dtype dtype, enum mixture mixture, uint64_t seed, void *at, size_t n);

/* The first difference of bits, as a message, or NULL. With any_nan, all NaNs are
   equal. */
const char *elements_compare_bits(enum dtype dtype, int any_nan, const void *expected,
	const void *actual, size_t n, struct arena *arena);

/* How large an error may be. */
struct tolerance {
	double relative, absolute;
	int of_largest; /* relative to the largest expected value, not to each value */
};

/* The first element of a float or half type beyond the tolerance, as a message, or
   NULL. */
const char *elements_compare(enum dtype dtype, const struct tolerance *tolerance,
	const void *expected, const void *actual, size_t n, struct arena *arena);

#endif
