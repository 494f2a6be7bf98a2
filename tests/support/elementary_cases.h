#ifndef OPGEN_TESTS_ELEMENTARY_CASES_H
#define OPGEN_TESTS_ELEMENTARY_CASES_H

#include <stdbool.h>
#include <stddef.h>

/* An elementary function of one number, of the runtime's and of the C library's. */
struct elementary_case {
	const char *name;
	float (*single)(float x);
	double (*wide)(double x);
	double (*reference)(double x);
	long double (*wide_reference)(long double x);
};

extern const struct elementary_case elementary_case[];
extern const size_t nelementary_case;

/* A result's error in units of the expected one's last place, 2^-149 or 2^-1074 at least.
   Where an infinity stands for a number, or a number for what is beyond numbers, they
   count as the next power of two. */
double elementary_error(float got, double expected);
double elementary_wide_error(double got, long double expected);

/* Whether a NaN, and a zero's sign, are where they are expected. */
bool elementary_is_special(float got, double expected);

#endif
