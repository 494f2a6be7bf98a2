#ifndef OPGEN_PLAN_ELEMENTARY_H
#define OPGEN_PLAN_ELEMENTARY_H

/* The runtime comes first, as in reference_arithmetic.h. */
#include "opgen_runtime.h"

#include <assert.h>
#include <stdbool.h>

#include "plan/value_kind.h"

/* The runtime's functions by number; only pow reads b. */

static inline float
elementaryf(enum elementary function, float a, float b)
{
	switch (function) {
	case ELEMENTARY_EXP:
		return opgen_expf(a);
	case ELEMENTARY_EXPM1:
		return opgen_expm1f(a);
	case ELEMENTARY_LOG:
		return opgen_logf(a);
	case ELEMENTARY_LOG1P:
		return opgen_log1pf(a);
	case ELEMENTARY_TANH:
		return opgen_tanhf(a);
	case ELEMENTARY_ERF:
		return opgen_erff(a);
	case ELEMENTARY_SIGMOID:
		return opgen_sigmoidf(a);
	case ELEMENTARY_GELU:
		return opgen_geluf(a);
	case ELEMENTARY_POW:
		return opgen_powf(a, b);
	case ELEMENTARY_FUSED_EXP:
		return opgen_fused_expf(a);
	case ELEMENTARY_FUSED_EXPM1:
		return opgen_fused_expm1f(a);
	case ELEMENTARY_FUSED_LOG:
		return opgen_fused_logf(a);
	case ELEMENTARY_FUSED_LOG1P:
		return opgen_fused_log1pf(a);
	case ELEMENTARY_FUSED_TANH:
		return opgen_fused_tanhf(a);
	case ELEMENTARY_FUSED_ERF:
		return opgen_fused_erff(a);
	case ELEMENTARY_FUSED_SIGMOID:
		return opgen_fused_sigmoidf(a);
	case ELEMENTARY_FUSED_GELU:
		return opgen_fused_geluf(a);
	}
	return a;
}

static inline double
elementary(enum elementary function, double a, double b)
{
	switch (function) {
	case ELEMENTARY_EXP:
		return opgen_exp(a);
	case ELEMENTARY_EXPM1:
		return opgen_expm1(a);
	case ELEMENTARY_LOG:
		return opgen_log(a);
	case ELEMENTARY_LOG1P:
		return opgen_log1p(a);
	case ELEMENTARY_TANH:
		return opgen_tanh(a);
	case ELEMENTARY_ERF:
		return opgen_erf(a);
	case ELEMENTARY_SIGMOID:
		return opgen_sigmoid(a);
	case ELEMENTARY_GELU:
		return opgen_gelu(a);
	case ELEMENTARY_POW:
		return opgen_pow(a, b);
	default:
		assert(false && "a function of doubles");
		return a;
	}
}

#endif
