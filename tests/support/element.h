#ifndef OPGEN_TESTS_ELEMENT_H
#define OPGEN_TESTS_ELEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/dtype.h"

struct arena;

/* Elements of every type as the tests see them. Half types are converted here without
   the runtime, so that a mistake there is not made twice. */

/* Stores a number in a float or half type, rounded to nearest even. */
void element_store(enum dtype dtype, double value, void *at);

/* The number that an element of a float or half type is. */
double element_load(enum dtype dtype, const void *at);

/* What the elements of made-up data are. */
enum mixture {
	MIXTURE_FINITE,  /* numbers of many sizes, subnormals and signed zeros */
	MIXTURE_ANY,     /* NaN and infinities among them */
	MIXTURE_NEAR_ONE /* numbers of a size from 1/4 to 4 */
};

/* Fills n elements with data that depends on the seed alone. Integers and complex
   numbers get any bits that are a value of the type. */
void elements_fill(
	enum dtype dtype, enum mixture mixture, uint64_t seed, void *at, size_t n);

/* The first place where bits differ, as a message, or NULL. With any_nan, one NaN is as
   good as another. */
const char *elements_compare_bits(enum dtype dtype, int any_nan, const void *expected,
	const void *actual, size_t n, struct arena *arena);

/* How far a number may be off. */
struct tolerance {
	double relative, absolute;
	int of_largest; /* relative to the largest expected value, not to each its own */
};

/* The first element of a float or half type that is further off than it may be, as a
   message, or NULL. */
const char *elements_compare(enum dtype dtype, const struct tolerance *tolerance,
	const void *expected, const void *actual, size_t n, struct arena *arena);

#endif
