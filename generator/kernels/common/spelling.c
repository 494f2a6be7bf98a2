#include "kernels/kernel.h"

#include <math.h>

struct spelling
spelling_of(const struct plan *plan, enum numerics numerics)
{
	enum dtype dtype = plan->dst.dtype, accumulator = dtype_accumulator(dtype);
	bool wide = accumulator == DTYPE_FLOAT64, fused = numerics == NUMERICS_FMA;
	bool baked = plan->weights && plan->weights->constant;
	bool baked_bias = plan->bias && plan->bias->constant;
	struct spelling s = {.dtype = dtype,
		.accumulator = accumulator,
		.storage = dtype_info[dtype].c_type,
		.sum = dtype_info[accumulator].c_type,
		.load = "",
		.store = "",
		.weight = dtype_info[baked ? accumulator : dtype].c_type,
		.load_weight = "",
		.bias = dtype_info[baked_bias ? accumulator : dtype].c_type,
		.load_bias = "",
		.absolute = wide ? "fabs" : "fabsf",
		.square_root = wide ? "sqrt" : "sqrtf",
		.root = wide ? "opgen_root" : "opgen_rootf"};

	if (fused)
		s.muladd = wide ? "opgen_fma" : "opgen_fmaf";
	else
		s.muladd = wide ? "opgen_muladd" : "opgen_muladdf";
	if (dtype_info[dtype].kind == KIND_HALF) {
		bool ieee = dtype == DTYPE_FLOAT16;

		s.load = ieee ? "opgen_float16_to_float" : "opgen_bfloat16_to_float";
		s.store = ieee ? "opgen_float_to_float16" : "opgen_float_to_bfloat16";
		if (!baked)
			s.load_weight = s.load;
		if (!baked_bias)
			s.load_bias = s.load;
	}
	return s;
}

bool
constant_is_finite(const struct operand *operand)
{
	if (!operand || !operand->constant)
		return false;
	for (int64_t i = 0; i < operand->nelement; i++)
		if (!isfinite(operand_number(operand, i)))
			return false;
	return true;
}
