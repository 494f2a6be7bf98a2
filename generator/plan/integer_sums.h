#ifndef OPGEN_PLAN_INTEGER_SUMS_H
#define OPGEN_PLAN_INTEGER_SUMS_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* Sums of integers' products, which are not rounded and may wrap around. */

/* Whether a plan has them; whether they are wider integers than src's elements are. */
bool plan_sums_integers(const struct plan *plan);
bool plan_widens(const struct plan *plan);

/* The largest absolute value of a sum of integers' products, in whatever order its terms
   and what is added to them come: by the elements of constants, else by types. INT64_MAX:
   that, or more. */
int64_t sum_bound(const struct plan *plan);

/* What is known of the sums of a plan that are wider integers than their terms. */
enum wide_sums {
	WIDE_SUMS_NONE, /* there are none */
	WIDE_SUMS_FIT,  /* none leaves its type */
	WIDE_SUMS_WRAP  /* they may wrap around */
};
enum wide_sums plan_wide_sums(const struct plan *plan);

/* Whether no such sum leaves the type of sums, so that nothing wraps around. */
bool sum_fits(const struct plan *plan);

#endif
