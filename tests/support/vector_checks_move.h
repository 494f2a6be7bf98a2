/* The checks of one type that bits are moved in, ELEMENT by ELEMENT; included by
   vector_checks.c once for each type. */

/* Every other lane of y, from its end, and those of x between them. */
static TARGET void
CHECK(shuffle)(const void *from_x, const void *from_y, void *to)
{
	const VECTOR x = OF(load)(from_x, 0), y = OF(load)(from_y, 0);

#if LANES == 2
	OF(store)(to, 0, OPGEN_SHUFFLE(VECTOR, x, y, 3, 0));
#elif LANES == 4
	OF(store)(to, 0, OPGEN_SHUFFLE(VECTOR, x, y, 7, 0, 5, 2));
#elif LANES == 8
	OF(store)(to, 0, OPGEN_SHUFFLE(VECTOR, x, y, 15, 0, 13, 2, 11, 4, 9, 6));
#else
	OF(store)
	(to, 0,
		OPGEN_SHUFFLE(VECTOR, x, y, 31, 0, 29, 2, 27, 4, 25, 6, 23, 8, 21, 10, 19,
			12, 17, 14));
#endif
}

static bool
CHECK(shuffles)(void)
{
	ELEMENT x[LANES], y[LANES], z[LANES];
	bool all = true;

	for (int i = 0; i < LANES; i++) {
		x[i] = (ELEMENT)next_random(&state);
		y[i] = (ELEMENT)next_random(&state);
	}
	CHECK(shuffle)(x, y, z);
	for (int i = 0; i < LANES; i++)
		all &= z[i] == (i & 1 ? x[i - 1] : y[LANES - 1 - i]);
	return all;
}

static TARGET void
CHECK(copy)(const void *from, ptrdiff_t from_at, void *to, ptrdiff_t to_at)
{
	OF(store)(to, to_at, OF(load)(from, from_at));
}

/* The last elements before a fence, or the first ones after it, at odd addresses: a
   vector is read, and one is written there. */
static bool
CHECK(moves_beside)(enum placement placement)
{
	const size_t size = sizeof(ELEMENT), bytes = 2 * LANES * size + 1;
	struct fenced fenced = fenced_make(bytes, placement);
	unsigned char *at = fenced.elements, copy[LANES * sizeof(ELEMENT) + 1] = {0};
	const bool end = placement == PLACED_AT_END;
	const ptrdiff_t first = end ? LANES : 0;
	bool all;

	at += end;
	for (size_t i = 0; i < bytes - 1; i++)
		at[i] = (unsigned char)next_random(&state);
	CHECK(copy)(at, first, copy + 1, 0);
	all = !memcmp(copy + 1, at + (size_t)first * size, LANES * size);
	copy[1]++;
	CHECK(copy)(copy + 1, 0, at, first);
	all &= !memcmp(copy + 1, at + (size_t)first * size, LANES * size);
	fenced_free(&fenced);
	return all;
}

static bool
CHECK(loads_and_stores)(void)
{
	return CHECK(moves_beside)(PLACED_AT_BEGIN) && CHECK(moves_beside)(PLACED_AT_END);
}

#undef ELEMENT
#undef LANES
#undef TARGET
#undef VECTOR
