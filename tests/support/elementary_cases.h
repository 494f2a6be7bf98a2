#ifndef OPGEN_TESTS_ELEMENTARY_CASES_H
#define OPGEN_TESTS_ELEMENTARY_CASES_H

#include <stdbool.h>
#include <stddef.h>

/* An elementary function of one number: the runtime's, of floats also that of the fma
   numerics, and the C library's as reference. */
struct elementary_case {
	const char *name;
	float (*single)(float x);
	float (*fused)(float x);
	double (*wide)(double x);
	double (*reference)(double x);
	long double (*wide_reference)(long double x);
};

extern const struct elementary_case elementary_case[];
extern const size_t nelementary_case;

/* A result's error in ulps of the expected one, which are at least 2^-149 or 2^-1074. An
   infinity in place of a number, or the reverse, counts as the next power of two. */
double elementary_error(float got, double expected);
double elementary_wide_error(double got, long double expected);

/* Whether NaNs, and the signs of zeros, are as expected. */
bool elementary_is_special(float got, double expected);

#endif
