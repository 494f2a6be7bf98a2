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
