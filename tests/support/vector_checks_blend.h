/* Blends of one type of vectors, in a function of x86-64-v4. Set VECTOR, ELEMENT and
   LANES. */

static const int CHECK(blend_masks)[] = {0, 1, 0x7ffe, 0x2481, (1 << LANES) - 1};

static OPGEN_X86_64_V4 void
CHECK(blend)(const ELEMENT *from_a, const ELEMENT *from_b, ELEMENT to[5][LANES])
{
	const VECTOR a = OF(load)(from_a), b = OF(load)(from_b);

	OF(store)(to[0], OF(blend)(a, b, 0));
	OF(store)(to[1], OF(blend)(a, b, 1));
	OF(store)(to[2], OF(blend)(a, b, 0x7ffe));
	OF(store)(to[3], OF(blend)(a, b, 0x2481));
	OF(store)(to[4], OF(blend)(a, b, (1 << LANES) - 1));
}

static bool
CHECK(blends)(void)
{
	ELEMENT a[LANES], b[LANES], c[5][LANES];
	bool all = true;

	for (int i = 0; i < LANES; i++) {
		a[i] = (ELEMENT)i;
		b[i] = (ELEMENT)(LANES + i);
	}
	CHECK(blend)(a, b, c);
	for (int k = 0; k < 5; k++)
		for (int i = 0; i < LANES; i++)
			all &= c[k][i] == (CHECK(blend_masks)[k] >> i & 1 ? b : a)[i];
	return all;
}

#undef VECTOR
#undef ELEMENT
#undef LANES
