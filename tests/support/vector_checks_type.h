/* The checks of one vector type; included by vector_checks_float.h and
   vector_checks_double.h, once for each type. */

/* The results of every operation on three vectors, lane by lane. */
struct CHECK(results) {
	ELEMENT fma[LANES], muladd[LANES], abs[LANES], sqrt[LANES], set1[LANES],
		max[LANES];
};

static TARGET void
CHECK(compute)(const ELEMENT *a, const ELEMENT *b, const ELEMENT *c,
	struct CHECK(results) * results)
{
	const VECTOR x = OF(load)(a), y = OF(load)(b), z = OF(load)(c);

	OF(store)(results->fma, OF(fma)(x, y, z));
	OF(store)(results->muladd, OF(muladd)(x, y, z));
	OF(store)(results->abs, OF(abs)(x));
	OF(store)(results->sqrt, OF(sqrt)(x));
	OF(store)(results->set1, OF(set1)(a[0]));
	OF(store)(results->max, OF(max)(x, y));
}

static bool
CHECK(arithmetic)(void)
{
	struct CHECK(results) results;
	ELEMENT a[LANES], b[LANES], c[LANES];
	bool all = true;

	for (int round = 0; round < 40000; round++) {
		for (int i = 0; i < LANES; i++) {
			a[i] = RANDOM();
			b[i] = round % 8 ? RANDOM() : -(a[i] - a[i]);
			c[i] = round & 1 ? -(a[i] * b[i]) : RANDOM();
		}
		CHECK(compute)(a, b, c, &results);
		for (int i = 0; i < LANES; i++) {
			all &= SAME(results.fma[i], SCALAR_FMA(a[i], b[i], c[i]));
			all &= SAME(results.muladd[i], SCALAR_MULADD(a[i], b[i], c[i]));
			all &= SAME(results.abs[i], SCALAR_ABS(a[i]));
			all &= SAME(results.sqrt[i], SCALAR_SQRT(a[i]));
			all &= SAME(results.set1[i], a[0]);
			all &= SAME(results.max[i], a[i] > b[i] ? a[i] : b[i]);
		}
	}
	return all;
}

static TARGET void
CHECK(root)(const ELEMENT *x, int64_t p, ELEMENT *y)
{
	OF(store)(y, OF(root)(OF(load)(x), p));
}

static bool
CHECK(roots)(void)
{
	ELEMENT x[LANES], y[LANES];
	bool all = true;

	for (size_t n = 0; n < sizeof powers / sizeof powers[0]; n++)
		for (int round = 0; round < 10000; round++) {
			for (int i = 0; i < LANES; i++)
				x[i] = round & 1 ? RANDOM() : SCALAR_ABS(RANDOM());
			CHECK(root)(x, powers[n], y);
			for (int i = 0; i < LANES; i++)
				all &= SAME(y[i], SCALAR_ROOT(x[i], powers[n]));
		}
	return all;
}

/* The elementary functions of one vector, a row each. */
static TARGET void
CHECK(compute_elementary)(const ELEMENT *from_x, const ELEMENT *from_y,
	ELEMENT to[ELEMENTARY_FUNCTIONS][LANES])
{
	const VECTOR x = OF(load)(from_x), y = OF(load)(from_y);

	OF(store)(to[0], OF(exp)(x));
	OF(store)(to[1], OF(expm1)(x));
	OF(store)(to[2], OF(log)(x));
	OF(store)(to[3], OF(log1p)(x));
	OF(store)(to[4], OF(tanh)(x));
	OF(store)(to[5], OF(erf)(x));
	OF(store)(to[6], OF(sigmoid)(x));
	OF(store)(to[7], OF(gelu)(x));
	OF(store)(to[8], OF(pow)(x, y));
}

static void
CHECK(compute_scalars)(ELEMENT x, ELEMENT y, ELEMENT to[ELEMENTARY_FUNCTIONS])
{
	to[0] = SCALAR(exp)(x);
	to[1] = SCALAR(expm1)(x);
	to[2] = SCALAR(log)(x);
	to[3] = SCALAR(log1p)(x);
	to[4] = SCALAR(tanh)(x);
	to[5] = SCALAR(erf)(x);
	to[6] = SCALAR(sigmoid)(x);
	to[7] = SCALAR(gelu)(x);
	to[8] = SCALAR(pow)(x, y);
}

/* The same sample on every machine, and of every vector type: each lane has the bits of
   the function of numbers, and all of them have the digest that they always had. */
static bool
CHECK(elementary)(void)
{
	ELEMENT x[LANES], y[LANES], to[ELEMENTARY_FUNCTIONS][LANES];
	ELEMENT scalar[ELEMENTARY_FUNCTIONS];
	uint64_t digest[ELEMENTARY_FUNCTIONS] = {0};
	bool all = true;

	state = 1;
	for (int sample = 0; sample < ELEMENTARY_SAMPLE; sample += LANES) {
		for (int i = 0; i < LANES; i++) {
			x[i] = (sample + i) % 3 ? RANDOM() : 50 * RANDOM();
			y[i] = (sample + i) % 5 ? RANDOM() : 20 * RANDOM();
		}
		CHECK(compute_elementary)(x, y, to);
		for (int i = 0; i < LANES; i++) {
			CHECK(compute_scalars)(x[i], y[i], scalar);
			for (int f = 0; f < ELEMENTARY_FUNCTIONS; f++) {
				all &= SAME(to[f][i], scalar[f]);
				digest[f] = digest_more(
					digest[f], isnan(to[f][i]) ? 1 : BITS(to[f][i]));
			}
		}
	}
	for (int f = 0; f < ELEMENTARY_FUNCTIONS; f++)
		all &= is_digest(elementary_name[f], digest[f], DIGESTS[f]);
	return all;
}

static TARGET void
CHECK(shuffle)(ELEMENT *from_a, ELEMENT *from_b, ELEMENT *to)
{
	const VECTOR a = OF(load)(from_a), b = OF(load)(from_b);

	OF(store)(to, OF(low)(a, b));
	OF(store)(to + LANES, OF(high)(a, b));
#if LANES == 2
	OF(store)(to + 2 * LANES, OPGEN_SHUFFLE(VECTOR, a, b, 3, 0));
#elif LANES == 4
	OF(store)(to + 2 * LANES, OPGEN_SHUFFLE(VECTOR, a, b, 7, 0, 5, 2));
#elif LANES == 8
	OF(store)(to + 2 * LANES, OPGEN_SHUFFLE(VECTOR, a, b, 15, 0, 13, 2, 11, 4, 9, 6));
#else
	OF(store)
	(to + 2 * LANES, OPGEN_SHUFFLE(VECTOR, a, b, 31, 0, 29, 2, 27, 4, 25, 6, 23, 8,
				 21, 10, 19, 12, 17, 14));
#endif
}

static TARGET bool
CHECK(parts)(void)
{
	const int part = 16 / (int)sizeof(ELEMENT), step = part + 1;
	ELEMENT from[2 * LANES], to[LANES];
	bool all = true;

	for (int i = 0; i < 2 * LANES; i++)
		from[i] = (ELEMENT)(i + 1);
	for (int n = 1; n <= LANES / part; n++) {
		OF(store)(to, OF(load_parts)(from, step, n));
		for (int i = 0; i < LANES; i++)
			all &= SAME(to[i],
				i / part < n ? from[i / part * step + i % part] : 0);
	}
	return all;
}

static bool
CHECK(shuffles)(void)
{
	const int part = 16 / (int)sizeof(ELEMENT), half = part / 2;
	ELEMENT a[LANES], b[LANES], c[3 * LANES];
	bool all = true;

	for (int i = 0; i < LANES; i++) {
		a[i] = (ELEMENT)i;
		b[i] = (ELEMENT)(LANES + i);
	}
	CHECK(shuffle)(a, b, c);
	for (int i = 0; i < LANES; i++) {
		const int first = i / part * part, at = i % part;
		const int to = (at < half ? 0 : LANES) + first + at % half * 2;

		all &= SAME(c[to], a[i]) && SAME(c[to + 1], b[i]);
		all &= SAME(c[2 * LANES + i],
			i & 1 ? (ELEMENT)(i - 1) : (ELEMENT)(2 * LANES - 1 - i));
	}
	return all;
}

/* Copies n elements, and then the lanes of what was loaded. */
#define COPY(n) \
	OF(store_n)(to, OF(load_n)(from, n), n); \
	OF(store)(lanes, OF(load_n)(from, n))

static TARGET void
CHECK(copy_constant)(const ELEMENT *from, ELEMENT *to, ELEMENT *lanes, int n)
{
	WITH_CONSTANT_N(n, COPY)
}

static TARGET void
CHECK(copy)(const ELEMENT *from, ELEMENT *to, ELEMENT *lanes, int n)
{
	COPY(n);
}

/* at is beside a fence: it is read, then written. */
static bool
CHECK(copies)(ELEMENT *at, int n, bool constant)
{
	ELEMENT source[LANES], to[LANES + 1], lanes[LANES];
	bool all = true;

	for (int i = 0; i < LANES; i++)
		source[i] = RANDOM();
	for (int i = 0; i <= LANES; i++)
		to[i] = 42;
	for (int i = 0; i < n; i++)
		at[i] = source[i];
	(constant ? CHECK(copy_constant) : CHECK(copy))(at, to, lanes, n);
	for (int i = 0; i <= LANES; i++)
		all &= SAME(to[i], i < n ? source[i] : 42);
	for (int i = 0; i < LANES; i++)
		all &= SAME(lanes[i], i < n ? source[i] : 0);
	(constant ? CHECK(copy_constant) : CHECK(copy))(to, at, lanes, n);
	for (int i = 0; i < n; i++)
		all &= SAME(at[i], source[i]);
	return all;
}

static bool
CHECK(partial_loads_and_stores)(void)
{
	bool all = true;

	for (int i = 0; i < 4 * (LANES + 1); i++) {
		const int n = i / 4;
		struct fenced fenced = fenced_make((size_t)n * sizeof(ELEMENT),
			i & 1 ? PLACED_AT_END : PLACED_AT_BEGIN);

		all &= CHECK(copies)(fenced.elements, n, i & 2);
		fenced_free(&fenced);
	}
	return all;
}

#undef COPY
