/* Loops that measure the work on one type: calibrate.c includes this for plain floats and
   for each vector type, having defined KIND, TARGET and, for vectors, LANES and the lanes
   of shuffles: BLENDED, WITHIN, ACROSS. No other file includes it.

   Each kind of work has two loops: `apart`, on values that do not wait for each other,
   and `chain`, where each operation waits for the last one. A turn has TWELVE operations.
 */

#define JOIN_NAMES(kind, name) kind##_##name
#define JOIN(kind, name) JOIN_NAMES(kind, name)
#define OF(name) JOIN(KIND, name)

/* A function of a register. */
#define OPERATION(name) OPGEN_ALWAYS_INLINE TARGET KIND OF(turn_##name)(KIND x, KIND y)

#define DECLARE(i, start) KIND x##i = start;
#define APART(i, turn) \
	x##i = turn(x##i, y); \
	KEEP(x##i);
#define CHAIN(i, turn) \
	x = turn(x, y); \
	KEEP(x);
#define LOOPS(name) \
	static TARGET void OF(apart_##name)(void *memory, int64_t turns) \
	{ \
		KIND y = OF(set1)(*(const float *)memory + 0.75f); \
		TWELVE(DECLARE, y) \
		for (; turns > 0; turns--) { \
			TWELVE(APART, OF(turn_##name)) \
		} \
	} \
	static TARGET void OF(chain_##name)(void *memory, int64_t turns) \
	{ \
		KIND y = OF(set1)(*(const float *)memory + 0.75f), x = y; \
		for (; turns > 0; turns--) { \
			TWELVE(CHAIN, OF(turn_##name)) \
		} \
	}

OPERATION(add)
{
	return x + y;
}
LOOPS(add)

OPERATION(fma)
{
	return OF(fma)(x, y, y);
}
LOOPS(fma)

OPERATION(logic)
{
	(void)y;
	return OF(abs)(x);
}
LOOPS(logic)

OPERATION(divide)
{
	return y / x;
}
LOOPS(divide)

OPERATION(sqrt)
{
	(void)y;
	return OF(sqrt)(x);
}
LOOPS(sqrt)

/* Neither a square root nor a cube root, which have ways of their own. */
OPERATION(root)
{
	(void)y;
	return OF(root)(x, 5);
}
LOOPS(root)

#ifdef LANES

OPERATION(blend)
{
	return OPGEN_SHUFFLE(KIND, x, y, BLENDED);
}
LOOPS(blend)

OPERATION(shuffle)
{
	return OPGEN_SHUFFLE(KIND, x, y, WITHIN);
}
LOOPS(shuffle)

OPERATION(cross)
{
	return OPGEN_SHUFFLE(KIND, x, y, ACROSS);
}
LOOPS(cross)

OPGEN_ALWAYS_INLINE TARGET uint32_t
OF(first)(KIND x)
{
	return ((OF(bits))x)[0];
}

OPGEN_ALWAYS_INLINE TARGET KIND
OF(from)(uint32_t word)
{
	const OF(bits) x = {word};

	return (KIND)x;
}

#else

OPERATION(power)
{
	(void)y;
	return (float)pow((double)x, 0.7);
}
LOOPS(power)

#endif

/* Loads. The memory is zeros, so that its words are places of the next load; a line that
   nothing else lies in is read, as most loads do that nothing keeps from it. */
#define LOADS_APART(i, take) \
	{ \
		KIND x = take(p + LINE_FLOATS * i, 0); \
		KEEP(x); \
	}
#define LOADS_CHAIN(i, take) \
	{ \
		KIND x = take(p, at); \
		KEEP(x); \
		at = OF(first)(x); \
	}
#define LOADS(name) \
	static TARGET void OF(apart_##name)(void *memory, int64_t turns) \
	{ \
		const float *p = memory; \
		for (; turns > 0; turns--) { \
			TWELVE(LOADS_APART, OF(turn_##name)) \
			KEEP_MEMORY; \
		} \
	} \
	static TARGET void OF(chain_##name)(void *memory, int64_t turns) \
	{ \
		const float *p = memory; \
		uint32_t at = 0; \
		for (; turns > 0; turns--) { \
			TWELVE(LOADS_CHAIN, OF(turn_##name)) \
		} \
	}
#define LOAD(name) \
	OPGEN_ALWAYS_INLINE TARGET KIND OF(turn_##name)(const float *p, uint32_t at)

LOAD(load)
{
	return OF(load)(p + at);
}
LOADS(load)

LOAD(convert)
{
	return OF(load_float16)((const opgen_float16 *)(const void *)p + at);
}
LOADS(convert)

#ifdef LANES

LOAD(load_part)
{
	return OF(load_n)(p + at, LANES / 2 + 1);
}
LOADS(load_part)

LOAD(set1_load)
{
	return OF(set1)(p[at]);
}
LOADS(set1_load)

#endif

/* From a number to a register of this kind and back, which chains of loads do half of. */
#define THERE_AND_BACK(i, from) \
	{ \
		KIND x = from(at); \
		KEEP(x); \
		at = OF(first)(x); \
		KEEP_WORD(at); \
	}
static TARGET void
OF(there_and_back)(void *memory, int64_t turns)
{
	uint32_t at = *(const uint32_t *)memory;

	for (; turns > 0; turns--) {
		TWELVE(THERE_AND_BACK, OF(from))
	}
}

/* Stores, side by side as in a row. */
#define STORE(i, lanes) OF(store)(p + lanes * i, x);
/* And of all numbers of lanes, in lines of their own. */
#define STORE_PART(i, lanes) \
	OF(store_n)(p + LINE_FLOATS * i, x, 1 + i * 4 % (lanes - 1));
#define STORES(name, store, lanes) \
	static TARGET void OF(apart_##name)(void *memory, int64_t turns) \
	{ \
		float *p = memory; \
		KIND x = OF(set1)(*p); \
		for (; turns > 0; turns--) { \
			TWELVE(store, lanes) \
			KEEP_MEMORY; \
		} \
	}
#ifdef LANES
STORES(store, STORE, LANES)
STORES(store_part, STORE_PART, LANES)
#else
STORES(store, STORE, 1)
#endif

/* Nobody waits for a store. */
static const struct loops OF(loops)[WORKS] = {
	[WORK_ADD] = {OF(apart_add), OF(chain_add)},
	[WORK_FMA] = {OF(apart_fma), OF(chain_fma)},
	[WORK_LOGIC] = {OF(apart_logic), OF(chain_logic)},
	[WORK_DIVIDE] = {OF(apart_divide), OF(chain_divide)},
	[WORK_SQRT] = {OF(apart_sqrt), OF(chain_sqrt)},
	[WORK_ROOT] = {OF(apart_root), OF(chain_root)},
	[WORK_CONVERT] = {OF(apart_convert), OF(chain_convert)},
	[WORK_LOAD] = {OF(apart_load), OF(chain_load)},
	[WORK_STORE] = {OF(apart_store), NULL},
#ifdef LANES
	[WORK_BLEND] = {OF(apart_blend), OF(chain_blend)},
	[WORK_SHUFFLE] = {OF(apart_shuffle), OF(chain_shuffle)},
	[WORK_CROSS] = {OF(apart_cross), OF(chain_cross)},
	[WORK_LOAD_PART] = {OF(apart_load_part), OF(chain_load_part)},
	[WORK_SET1_LOAD] = {OF(apart_set1_load), OF(chain_set1_load)},
	[WORK_STORE_PART] = {OF(apart_store_part), NULL},
#else
	[WORK_POWER] = {OF(apart_power), OF(chain_power)},
#endif
};

#undef JOIN_NAMES
#undef JOIN
#undef OF
#undef OPERATION
#undef DECLARE
#undef APART
#undef CHAIN
#undef LOOPS
#undef LOADS_APART
#undef LOADS_CHAIN
#undef LOADS
#undef LOAD
#undef THERE_AND_BACK
#undef STORE
#undef STORE_PART
#undef STORES
#undef KIND
#undef TARGET
#undef LANES
#undef BLENDED
#undef WITHIN
#undef ACROSS
