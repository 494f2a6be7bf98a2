/* Loops that measure the work on one type: calibrate.c includes this for plain floats and
   for each vector type, having defined KIND, its NAME here, TARGET and, for vectors,
   LANES and the lanes of shuffles: BLENDED, NEAR, WITHIN, ACROSS. No other file includes
   it.

   Each kind of work has two loops: `apart`, on values that do not wait for each other,
   and `chain`, where each operation waits for the last one. A turn has TWELVE operations.
 */

#define JOIN_NAMES(kind, name) kind##_##name
#define JOIN(kind, name) JOIN_NAMES(kind, name)
#define OF(name) JOIN(KIND, name)
#define OWN(name) JOIN(NAME, name)

/* What is done to x in step i of a turn, and the loops of it. With y, which is 1, no
   number gets too small to be normal. */
#define DECLARE(i, start) KIND x##i = (start)*1.7f;
#define APART(i, turn) \
	x##i = turn(x##i, y, 1); \
	KEEP(x##i);
#define CHAIN(i, turn) \
	x = turn(x, y, i); \
	KEEP(x);
#define OPERATION(name, ...) \
	OPGEN_ALWAYS_INLINE TARGET KIND OWN(turn_##name)(KIND x, KIND y, int i) \
	{ \
		(void)y; \
		(void)i; \
		return __VA_ARGS__; \
	} \
	static TARGET void OWN(apart_##name)(void *memory, int64_t turns) \
	{ \
		KIND y = OF(set1)(*(const float *)memory + 1.0f); \
		TWELVE(DECLARE, y) \
		for (; turns > 0; turns--) { \
			TWELVE(APART, OWN(turn_##name)) \
		} \
	} \
	static TARGET void OWN(chain_##name)(void *memory, int64_t turns) \
	{ \
		KIND y = OF(set1)(*(const float *)memory + 1.0f), x = y * 1.7f; \
		for (; turns > 0; turns--) { \
			TWELVE(CHAIN, OWN(turn_##name)) \
		} \
	}

/* Sums and products are one row, and chains of both. Mixed ones that do not wait may find
   a unit more than sums alone. Roots are neither square nor cube roots, which have ways
   of their own. */
OPERATION(add, i % 2 ? x + y : x * y)
OPERATION(fma, OF(fma)(x, y, y))
OPERATION(logic, OF(abs)(x))
OPERATION(divide, y / x)
OPERATION(sqrt, OF(sqrt)(x))
OPERATION(root, OF(root)(x, 5))

#ifdef LANES

OPERATION(blend, OPGEN_SHUFFLE(KIND, x, y, BLENDED))
OPERATION(near, OPGEN_SHUFFLE(KIND, x, y, NEAR))
OPERATION(shuffle, OPGEN_SHUFFLE(KIND, x, y, WITHIN))
OPERATION(cross, OPGEN_SHUFFLE(KIND, x, y, ACROSS))

OPGEN_ALWAYS_INLINE TARGET uint32_t
OWN(first)(KIND x)
{
	return ((OF(bits))x)[0];
}

OPGEN_ALWAYS_INLINE TARGET KIND
OWN(from)(uint32_t word)
{
	const OF(bits) x = {word};

	return (KIND)x;
}

#else

OPERATION(power, (float)opgen_pow((double)x, 0.7))

#endif

/* Loads, side by side as in a row. The memory is zeros, so that its words are places of
   the next load. */
#define LOADS_APART(i, take, step) \
	{ \
		KIND x = take(memory, step * i); \
		KEEP(x); \
	}
#define LOADS_CHAIN(i, take) \
	{ \
		KIND x = take(memory, at); \
		KEEP(x); \
		at = OWN(first)(x); \
	}
#define LOADS(name, type, step, ...) \
	OPGEN_ALWAYS_INLINE TARGET KIND OWN(turn_##name)( \
		const void *memory, uint32_t at) \
	{ \
		const type *p = (const type *)memory + at; \
		return __VA_ARGS__; \
	} \
	static TARGET void OWN(apart_##name)(void *memory, int64_t turns) \
	{ \
		for (; turns > 0; turns--) { \
			TWELVE(LOADS_APART, OWN(turn_##name), step) \
			KEEP_MEMORY; \
		} \
	} \
	static TARGET void OWN(chain_##name)(void *memory, int64_t turns) \
	{ \
		uint32_t at = 0; \
		for (; turns > 0; turns--) { \
			TWELVE(LOADS_CHAIN, OWN(turn_##name)) \
		} \
	}

#ifdef LANES
LOADS(load, float, LANES, OF(load)(p))
LOADS(convert, opgen_float16, LANES, OF(load_float16)(p))
LOADS(load_part, float, LANES, OF(load_n)(p, LANES / 2 + 1))
LOADS(set1_load, float, 1, OF(set1)(*p))
#else
LOADS(load, float, 1, OF(load)(p))
LOADS(convert, opgen_float16, 1, OF(load_float16)(p))
#endif

/* From a number to a register of this kind and back, which chains of loads do half of. */
#define THERE_AND_BACK(i, from) \
	{ \
		KIND x = from(at); \
		KEEP(x); \
		at = OWN(first)(x); \
		KEEP_WORD(at); \
	}
static TARGET void
OWN(there_and_back)(void *memory, int64_t turns)
{
	uint32_t at = *(const uint32_t *)memory;

	for (; turns > 0; turns--) {
		TWELVE(THERE_AND_BACK, OWN(from))
	}
}

/* Stores, side by side as in a row. */
#define STORE(i, lanes) \
	OF(store)(p + lanes * i, x); \
	KEEP_MEMORY;
/* And of all numbers of lanes, in lines of their own. */
#define STORE_PART(i, lanes) \
	OF(store_n)(p + LINE_FLOATS * i, x, 1 + i * 4 % (lanes - 1)); \
	KEEP_MEMORY;
#define STORES(name, store, lanes) \
	static TARGET void OWN(apart_##name)(void *memory, int64_t turns) \
	{ \
		float *p = memory; \
		KIND x = OF(set1)(*p); \
		for (; turns > 0; turns--) { \
			TWELVE(store, lanes) \
		} \
	}
#ifdef LANES
STORES(store, STORE, LANES)
STORES(store_part, STORE_PART, LANES)
#else
STORES(store, STORE, 1)
#endif

/* Nobody waits for a store. */
static const struct loops OWN(loops)[WORKS] = {
	[WORK_ADD] = {OWN(apart_add), OWN(chain_add)},
	[WORK_FMA] = {OWN(apart_fma), OWN(chain_fma)},
	[WORK_LOGIC] = {OWN(apart_logic), OWN(chain_logic)},
	[WORK_DIVIDE] = {OWN(apart_divide), OWN(chain_divide)},
	[WORK_SQRT] = {OWN(apart_sqrt), OWN(chain_sqrt)},
	[WORK_ROOT] = {OWN(apart_root), OWN(chain_root)},
	[WORK_CONVERT] = {OWN(apart_convert), OWN(chain_convert)},
	[WORK_LOAD] = {OWN(apart_load), OWN(chain_load)},
	[WORK_STORE] = {OWN(apart_store), NULL},
#ifdef LANES
	[WORK_BLEND] = {OWN(apart_blend), OWN(chain_blend)},
	[WORK_SHUFFLE] = {OWN(apart_shuffle), OWN(chain_shuffle)},
	[WORK_NEAR] = {OWN(apart_near), OWN(chain_near)},
	[WORK_CROSS] = {OWN(apart_cross), OWN(chain_cross)},
	[WORK_LOAD_PART] = {OWN(apart_load_part), OWN(chain_load_part)},
	[WORK_SET1_LOAD] = {OWN(apart_set1_load), OWN(chain_set1_load)},
	[WORK_STORE_PART] = {OWN(apart_store_part), NULL},
#else
	[WORK_POWER] = {OWN(apart_power), OWN(chain_power)},
#endif
};

#undef JOIN_NAMES
#undef JOIN
#undef OF
#undef OWN
#undef OPERATION
#undef DECLARE
#undef APART
#undef CHAIN
#undef LOADS_APART
#undef LOADS_CHAIN
#undef LOADS
#undef THERE_AND_BACK
#undef STORE
#undef STORE_PART
#undef STORES
#undef KIND
#undef NAME
#undef TARGET
#undef LANES
#undef BLENDED
#undef NEAR
#undef WITHIN
#undef ACROSS
