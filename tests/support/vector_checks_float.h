/* The checks of a vector of floats, and of halves in memory. */

#define ELEMENT float
#define RANDOM random_float
#define SAME same_float
#define SCALAR_FMA opgen_fmaf
#define SCALAR_MULADD opgen_muladdf
#define SCALAR_ABS fabsf
#define SCALAR_SQRT sqrtf
#define SCALAR_ROOT opgen_rootf
#define SCALAR(name) opgen_##name##f
#define BITS opgen_float_bits
#define DIGESTS float_digest
#include "support/vector_checks_type.h"

/* The elementary functions of the fma numerics, a row each. */
static TARGET void
CHECK(compute_fused)(const float *from, float to[FUSED_FUNCTIONS][LANES])
{
	const VECTOR x = OF(load)(from);

	OF(store)(to[0], OF(fused_exp)(x));
	OF(store)(to[1], OF(fused_expm1)(x));
	OF(store)(to[2], OF(fused_log)(x));
	OF(store)(to[3], OF(fused_log1p)(x));
	OF(store)(to[4], OF(fused_tanh)(x));
	OF(store)(to[5], OF(fused_erf)(x));
	OF(store)(to[6], OF(fused_sigmoid)(x));
	OF(store)(to[7], OF(fused_gelu)(x));
}

/* Like CHECK(elementary). */
static bool
CHECK(fused_elementary)(void)
{
	float x[LANES], to[FUSED_FUNCTIONS][LANES];
	uint64_t digest[FUSED_FUNCTIONS] = {0};
	bool all = true;

	state = 1;
	for (int sample = 0; sample < ELEMENTARY_SAMPLE; sample += LANES) {
		for (int i = 0; i < LANES; i++)
			x[i] = (sample + i) % 3 ? random_float() : 50 * random_float();
		CHECK(compute_fused)(x, to);
		for (int i = 0; i < LANES; i++) {
			const float scalar[FUSED_FUNCTIONS] = {opgen_fused_expf(x[i]),
				opgen_fused_expm1f(x[i]), opgen_fused_logf(x[i]),
				opgen_fused_log1pf(x[i]), opgen_fused_tanhf(x[i]),
				opgen_fused_erff(x[i]), opgen_fused_sigmoidf(x[i]),
				opgen_fused_geluf(x[i])};

			for (int f = 0; f < FUSED_FUNCTIONS; f++) {
				all &= same_float(to[f][i], scalar[f]);
				digest[f] = digest_more(digest[f],
					isnan(to[f][i]) ? 1 : opgen_float_bits(to[f][i]));
			}
		}
	}
	for (int f = 0; f < FUSED_FUNCTIONS; f++)
		all &= is_digest(elementary_name[f], digest[f], fused_digest[f]);
	return all;
}

/* Every way to load halves, and what each lane becomes. */
static TARGET void
CHECK(widen)(const uint16_t *from, float to[6][LANES])
{
	OF(store)(to[0], OF(load_float16)(from));
	OF(store)(to[1], OF(load_float16_n)(from, LANES - 1));
	OF(store)(to[2], OF(set1_float16)(from[0]));
	OF(store)(to[3], OF(load_bfloat16)(from));
	OF(store)(to[4], OF(load_bfloat16_n)(from, LANES - 1));
	OF(store)(to[5], OF(set1_bfloat16)(from[0]));
}

static bool
CHECK(loads_of_every_half)(void)
{
	bool all = true;

	for (uint32_t first = 0; first < 0x10000; first++) {
		uint16_t from[LANES];
		float to[6][LANES];

		for (uint32_t i = 0; i < LANES; i++)
			from[i] = (uint16_t)(first + i);
		CHECK(widen)(from, to);
		for (int i = 0; i < LANES; i++) {
			const float x = opgen_float16_to_float(from[i]);
			const float y = opgen_bfloat16_to_float(from[i]);

			all &= same_float(to[0][i], x);
			all &= same_float(to[1][i], i < LANES - 1 ? x : 0);
			all &= same_float(to[2][i], opgen_float16_to_float(from[0]));
			all &= same_float(to[3][i], y);
			all &= same_float(to[4][i], i < LANES - 1 ? y : 0);
			all &= same_float(to[5][i], opgen_bfloat16_to_float(from[0]));
		}
	}
	return all;
}

static TARGET void
CHECK(narrow)(const float *from, uint16_t to[4][LANES])
{
	OF(store_float16)(to[0], OF(load)(from));
	OF(store_float16_n)(to[1], OF(load)(from), LANES - 1);
	OF(store_bfloat16)(to[2], OF(load)(from));
	OF(store_bfloat16_n)(to[3], OF(load)(from), LANES - 1);
}

static bool
CHECK(narrows)(const float *from)
{
	uint16_t to[4][LANES];
	bool all = true;

	to[1][LANES - 1] = to[3][LANES - 1] = 42;
	CHECK(narrow)(from, to);
	all &= to[1][LANES - 1] == 42 && to[3][LANES - 1] == 42;
	for (int i = 0; i < LANES; i++) {
		if (isnan(from[i])) {
			all &= (to[0][i] & 0x7fff) > 0x7c00;
			all &= (to[2][i] & 0x7fff) > 0x7f80;
		} else {
			all &= to[0][i] == opgen_float_to_float16(from[i]);
			all &= to[2][i] == opgen_float_to_bfloat16(from[i]);
		}
		all &= i == LANES - 1 || to[1][i] == to[0][i];
		all &= i == LANES - 1 || to[3][i] == to[2][i];
	}
	return all;
}

/* The values of every half, what lies halfway between two of them, the floats beside
   these; and floats of every kind. */
static bool
CHECK(stores_of_halves)(void)
{
	bool all = true;

	for (uint32_t half = 0; half < 0x10000; half++) {
		const uint32_t bits[] = {
			opgen_float_bits(opgen_float16_to_float((uint16_t)half)),
			half << 16};
		float from[LANES];

		for (int type = 0; type < 2; type++) {
			const uint32_t halfway = type ? 0x8000 : 0x1000;

			for (uint32_t i = 0; i < LANES; i++)
				from[i] = opgen_float_from_bits(bits[type] +
								(i & 2 ? halfway : 0) +
								(i & 1) - (i >> 2 & 1));
			all &= CHECK(narrows)(from);
		}
		for (int i = 0; i < LANES; i++)
			from[i] = opgen_float_from_bits((uint32_t)next_random(&state));
		all &= CHECK(narrows)(from);
		for (int i = 0; i < LANES; i++)
			from[i] = random_float();
		all &= CHECK(narrows)(from);
	}
	return all;
}

/* Copies n halves, and then the lanes of what was loaded. */
#define COPY(n) \
	OF(store_float16_n)(to, OF(load_float16_n)(from, n), n); \
	OF(store)(lanes, OF(load_bfloat16_n)(from, n))

static TARGET void
CHECK(copy_halves_constant)(const uint16_t *from, uint16_t *to, float *lanes, int n)
{
	WITH_CONSTANT_N(n, COPY)
}

static TARGET void
CHECK(copy_halves)(const uint16_t *from, uint16_t *to, float *lanes, int n)
{
	COPY(n);
}

/* The same; none of the halves is NaN in either type. */
static bool
CHECK(copies_halves)(uint16_t *at, int n, bool constant)
{
	uint16_t source[LANES], to[LANES + 1];
	float lanes[LANES];
	bool all = true;

	for (int i = 0; i < LANES; i++)
		source[i] = (uint16_t)(next_random(&state) & 0xb3ff);
	for (int i = 0; i <= LANES; i++)
		to[i] = 42;
	for (int i = 0; i < n; i++)
		at[i] = source[i];
	(constant ? CHECK(copy_halves_constant) : CHECK(copy_halves))(at, to, lanes, n);
	for (int i = 0; i <= LANES; i++)
		all &= to[i] == (i < n ? source[i] : 42);
	for (int i = 0; i < LANES; i++)
		all &= same_float(
			lanes[i], i < n ? opgen_bfloat16_to_float(source[i]) : 0);
	(constant ? CHECK(copy_halves_constant) : CHECK(copy_halves))(to, at, lanes, n);
	for (int i = 0; i < n; i++)
		all &= at[i] == source[i];
	return all;
}

static bool
CHECK(partial_loads_and_stores_of_halves)(void)
{
	bool all = true;

	for (int i = 0; i < 4 * (LANES + 1); i++) {
		const int n = i / 4;
		struct fenced fenced = fenced_make((size_t)n * sizeof(uint16_t),
			i & 1 ? PLACED_AT_END : PLACED_AT_BEGIN);

		all &= CHECK(copies_halves)(fenced.elements, n, i & 2);
		fenced_free(&fenced);
	}
	return all;
}

#undef COPY
#undef VECTOR
#undef TARGET
#undef LANES
#undef ELEMENT
#undef RANDOM
#undef SAME
#undef SCALAR_FMA
#undef SCALAR_MULADD
#undef SCALAR_ABS
#undef SCALAR_SQRT
#undef SCALAR_ROOT
#undef SCALAR
#undef BITS
#undef DIGESTS
