#include "ops/microsoft/microsoft.h"

#include "ops/common/quantized.h"

const int microsoft_versions[] = {1, 0};

bool
microsoft_scale_fits(const struct operation *operation, int scale, struct source *source,
	struct arena *arena)
{
	bool good = quantized_scale_fits(operation, scale, source, arena);

	good = quantized_shape_fits(operation, scale, 0, "", source, arena) && good;
	return quantized_shape_fits(operation, scale + 1, 0, "", source, arena) && good;
}
