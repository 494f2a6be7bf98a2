#ifndef OPGEN_TESTS_ELEMENTARY_CASES_H
#define OPGEN_TESTS_ELEMENTARY_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An elementary function of one number: the runtime's, of floats also that of the fma
   numerics, and the C library's as reference; and the largest errors, in ulps, that
   runtime/README.md states. */
struct elementary_case {
	const char *name;
	float (*single)(float x);
	float (*fused)(float x);
	double (*wide)(double x);
	double (*reference)(double x);
	long double (*wide_reference)(long double x);
	double single_most, fused_most, wide_most;
};

extern const struct elementary_case elementary_case[];
extern const size_t nelementary_case;

/* The case of a function that there is. */
const struct elementary_case *elementary_find(const char *name);

/* The largest error of opgen_pow that it states. */
extern const double elementary_power_most;

/* A double of any size, or one of those for which functions do most. */
double elementary_any_double(uint64_t *random);

/* A power whose result is a number: its error in ulps. Exponents reach from where powers
   vanish to where they overflow, whose logarithms need most digits; bases lie everywhere,
   and close to 1. */
double elementary_any_power(uint64_t *random, double *x, double *y);

/* A result's error in ulps of the expected one, which are at least 2^-149 or 2^-1074. An
   infinity in place of a number, or the reverse, counts as the next power of two. */
double elementary_error(float got, double expected);
double elementary_wide_error(double got, long double expected);

/* The same of any type: how many digits its numbers have, and the exponents of the
   smallest ulp and of the first power of two that is no number. */
struct elementary_format {
	int digits, least, top;
};
double elementary_error_of(
	const struct elementary_format *format, double got, long double expected);
double elementary_power_error(double x, double y);

/* Whether NaNs, and the signs of zeros, are as expected. */
bool elementary_is_special(double got, long double expected);

#endif
