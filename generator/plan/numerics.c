#include "plan/numerics.h"

const char *const numerics_names[NNUMERICS] = {
	[NUMERICS_DEFAULT] = "default",
	[NUMERICS_STRICT] = "strict",
	[NUMERICS_FMA] = "fma",
	[NUMERICS_FAST] = "fast",
	[NUMERICS_FAST4] = "fast:4",
};

const char *
numerics_name(enum numerics numerics)
{
	return numerics_names[numerics];
}

int64_t
numerics_tile(enum numerics numerics)
{
	return numerics == NUMERICS_FAST ? 2 : numerics == NUMERICS_FAST4 ? 4 : 0;
}

enum elementary
numerics_elementary(enum elementary function, bool fused, enum dtype dtype)
{
	static const enum elementary fused_function[] = {
		[ELEMENTARY_EXP] = ELEMENTARY_FUSED_EXP,
		[ELEMENTARY_EXPM1] = ELEMENTARY_FUSED_EXPM1,
		[ELEMENTARY_LOG] = ELEMENTARY_FUSED_LOG,
		[ELEMENTARY_LOG1P] = ELEMENTARY_FUSED_LOG1P,
		[ELEMENTARY_TANH] = ELEMENTARY_FUSED_TANH,
		[ELEMENTARY_ERF] = ELEMENTARY_FUSED_ERF,
		[ELEMENTARY_SIGMOID] = ELEMENTARY_FUSED_SIGMOID,
		[ELEMENTARY_GELU] = ELEMENTARY_FUSED_GELU,
		[ELEMENTARY_POW] = ELEMENTARY_POW,
	};

	return fused && dtype == DTYPE_FLOAT32 ? fused_function[function] : function;
}
