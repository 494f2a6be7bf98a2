/* The checks of conversions between floats and integers, and of whole numbers, lane by
   lane those of the runtime's scalars; included by vector_checks.c once for each vector
   of floats. */

/* Each type of integers: its name, the vector's, and the scalar conversion. */
#define CONVERSIONS(ROW) \
	ROW(int8, i8, opgen_to_int8f(x)) \
	ROW(uint8, u8, opgen_to_uint8f(x)) \
	ROW(int16, i16, opgen_to_int16f(x)) \
	ROW(uint16, u16, opgen_to_uint16f(x)) \
	ROW(int32, i32, opgen_to_int32((double)x))

#define CHECK_CONVERSION(name, type, scalar) \
	static TARGET void CHECK(compute_to_##name)(const float *from, name##_t *to) \
	{ \
		INTEGERS_OF(type, store)(to, 0, OF(to_##name)(OF(load)(from))); \
	} \
	static TARGET void CHECK(compute_from_##name)(const name##_t *from, float *to) \
	{ \
		OF(store)(to, OF(from_##name)(INTEGERS_OF(type, load)(from, 0))); \
	} \
	static bool CHECK(to_##name)(const float *from) \
	{ \
		name##_t to[LANES]; \
		bool all = true; \
\
		CHECK(compute_to_##name)(from, to); \
		for (int i = 0; i < LANES; i++) { \
			const float x = from[i]; \
\
			all &= to[i] == scalar; \
		} \
		return all; \
	} \
	static bool CHECK(from_##name)(const int32_t *number) \
	{ \
		name##_t from[LANES]; \
		float to[LANES]; \
		bool all = true; \
\
		for (int i = 0; i < LANES; i++) \
			from[i] = (name##_t)number[i]; \
		CHECK(compute_from_##name)(from, to); \
		for (int i = 0; i < LANES; i++) \
			all &= opgen_float_bits(to[i]) == \
			       opgen_float_bits((float)from[i]); \
		return all; \
	}

CONVERSIONS(CHECK_CONVERSION)

static TARGET void
CHECK(compute_whole)(const float *from, float to[3][LANES])
{
	const VECTOR x = OF(load)(from);

	OF(store)(to[0], OF(nearest)(x));
	OF(store)(to[1], OF(floor)(x));
	OF(store)(to[2], OF(ceil)(x));
}

static bool
CHECK(whole)(const float *from)
{
	float to[3][LANES];
	bool all = true;

	CHECK(compute_whole)(from, to);
	for (int i = 0; i < LANES; i++) {
		all &= same_float(to[0][i], opgen_nearestf(from[i]));
		all &= same_float(to[1][i], floorf(from[i]));
		all &= same_float(to[2][i], ceilf(from[i]));
	}
	return all;
}

#define TO(name, type, scalar) all &= CHECK(to_##name)(x);
#define FROM(name, type, scalar) all &= CHECK(from_##name)(number);

/* Floats beside the ends of every type and beside ties, and then some of every sign,
   exponent and beginning of a mantissa. */
static bool
CHECK(conversions_to_integers)(void)
{
	float x[LANES];
	bool all = true;

	for (uint32_t first = 0; first < 1 << 16; first += LANES) {
		for (uint32_t i = 0; i < LANES; i++)
			x[i] = opgen_float_from_bits(
				(first + i) << 16 | (next_random(&state) & 0xffff));
		CONVERSIONS(TO)
		all &= CHECK(whole)(x);
	}
	for (size_t end = 0; end < sizeof ends / sizeof ends[0]; end++)
		for (uint32_t first = 0; first < 64; first += LANES) {
			for (uint32_t i = 0; i < LANES; i++)
				x[i] = opgen_float_from_bits(
					opgen_float_bits(ends[end]) + first + i - 32);
			CONVERSIONS(TO)
			all &= CHECK(whole)(x);
		}
	return all;
}

/* Every integer of 16 bits, and some of each size. */
static bool
CHECK(conversions_from_integers)(void)
{
	int32_t number[LANES];
	bool all = true;

	for (int first = 0; first < 1 << 16; first += LANES) {
		for (int i = 0; i < LANES; i++)
			number[i] = first + i;
		CONVERSIONS(FROM)
		for (int i = 0; i < LANES; i++)
			number[i] = (int32_t)(uint32_t)next_random(&state) >>
				    (first + i) % 31;
		CONVERSIONS(FROM)
	}
	return all;
}

#undef TO
#undef FROM
#undef CHECK_CONVERSION
#undef CONVERSIONS
#undef INTEGERS_OF
#undef VECTOR
#undef TARGET
#undef LANES
