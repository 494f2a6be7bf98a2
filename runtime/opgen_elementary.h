/* exp, expm1, log, log1p, tanh, erf, sigmoid, gelu and, of doubles, pow of one type,
   written once for numbers and vectors of them, of both widths: opgen_runtime.h and
   opgen_vector_type.h include this for each type, having defined

   OPGEN_OF(name)      the name of the type's function
   OPGEN_FUNCTION      what stands before a function
   OPGEN_WIDTH         32 or 64, of an element in bits
   OPGEN_NUMBER        the type
   OPGEN_BITS          unsigned integers as wide
   OPGEN_TO_BITS(x), OPGEN_FROM_BITS(bits)
   OPGEN_WHERE(test)   a comparison as bits: ones where it holds, else zeros
   OPGEN_SET1(e)       one element in every lane
   OPGEN_AT_MOST(x, y) the lesser of two; x where that is NaN
   OPGEN_AT_LEAST(x, y) the greater of two; x where that is NaN
   OPGEN_FUSE(x, y, z) for the functions of the fma numerics: x * y + z, rounded once
   OPGEN_ADD_EXACT(x, y, z) optional: x * y + z, where x * y is exact
   OPGEN_SCALE(x, y)   optional: x * 2^y, rounded once, y whole

   With OPGEN_FUSE products are fused with the sums that take them; without it only where
   they are exact, which changes no bit. Each operation is one of IEEE 754's, to nearest,
   in a statement of its own, or one on bits; nothing branches. So the bits are the same
   on every machine and in every lane.

   Of a NaN all of them are a NaN. Largest errors: README, Numerics.

   SPDX-License-Identifier: 0BSD */

#if OPGEN_WIDTH == 32
#define OPGEN_ELEMENT float
#define OPGEN_BY_WIDTH(single, wide) (single)
#define OPGEN_ELEMENT_OF(bits) opgen_float_from_bits(bits)
#define OPGEN_BITS_OF(e) opgen_float_bits(e)
#define OPGEN_MANTISSA 23
#define OPGEN_BIAS 127
#else
#define OPGEN_ELEMENT double
#define OPGEN_BY_WIDTH(single, wide) (wide)
#define OPGEN_ELEMENT_OF(bits) opgen_double_from_bits(bits)
#define OPGEN_BITS_OF(e) opgen_double_bits(e)
#define OPGEN_MANTISSA 52
#define OPGEN_BIAS 1023
#endif

/* x * y + z: rounded once in the fma numerics, else twice. */
#ifdef OPGEN_FUSE
#define OPGEN_MULADD(x, y, z) OPGEN_FUSE(x, y, z)
#else
#define OPGEN_MULADD(x, y, z) OPGEN_OF(muladd)(x, y, z)
#endif
#ifndef OPGEN_ADD_EXACT
#define OPGEN_ADD_EXACT(x, y, z) OPGEN_MULADD(x, y, z)
#endif

#define OPGEN_SIGN OPGEN_BY_WIDTH(UINT32_C(0x80000000), UINT64_C(0x8000000000000000))
#define OPGEN_INFINITY OPGEN_BY_WIDTH(UINT32_C(0x7f800000), UINT64_C(0x7ff0000000000000))
#define OPGEN_TWO OPGEN_BY_WIDTH(UINT32_C(0x40000000), UINT64_C(0x4000000000000000))
/* sqrt(1/2) */
#define OPGEN_HALF_ROOT OPGEN_BY_WIDTH(0.707106769f, 0.7071067811865475)
/* 1.5 * 2^OPGEN_MANTISSA: what is added to it is rounded to an integer, in its bits. */
#define OPGEN_INTEGER OPGEN_BY_WIDTH(12582912.0f, 6755399441055744.0)
#define OPGEN_INTEGER_BITS \
	OPGEN_BY_WIDTH(UINT32_C(0x4b400000), UINT64_C(0x4338000000000000))
/* ln(2) in two parts; any exponent times the first is exact. */
#define OPGEN_LN2_HIGH OPGEN_BY_WIDTH(0.693145752f, 0.6931471805598903)
#define OPGEN_LN2_LOW OPGEN_BY_WIDTH(1.42860677e-06f, 5.497923018708371e-14)
/* Of a number the upper half of its digits, so that products of two are exact. */
#define OPGEN_UPPER OPGEN_BY_WIDTH(UINT32_C(0xfffff000), UINT64_C(0xfffffffff8000000))

/* One step of a polynomial. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(horner)(OPGEN_NUMBER x, OPGEN_NUMBER series, OPGEN_ELEMENT coefficient)
{
	return OPGEN_MULADD(x, series, OPGEN_SET1(coefficient));
}

/* Polynomials, nearly minimax: of (e^r - 1 - r - r^2 / 2) / r^3 for r between -ln(2) / 2
   and ln(2) / 2; of (2 artanh(s) - 2 s) / s where z = s^2, s between -0.172 and 0.172; of
   (tanh(x) - x) / x^3 + 1/4 where z = x^2, x up to 0.9; of (erf(x) - x) / x where z =
   x^2, x up to 1; of -ln(1 - erf(x)) - x^2 for x from 0.78 on, to where erf(x) is 1; of
   (F(x) - 1/2) / x where z = x^2, x up to 0.6, F being the normal distribution function;
   and of (x + k) * F(-x) * e^(x^2 / 2) where c = x / (x + k) - 7/16, x from 0.5 on, to
   where e^(-x^2 / 2) vanishes, k being 4.5 of floats and 5.5 of doubles. The fma numerics
   have (e^r - 1 - r) / r^2 and (tanh(x) - x) / x^3 whole: a sum that is
   rounded once has room for the half and the quarter. */
#if OPGEN_WIDTH == 32

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_series)(OPGEN_NUMBER r)
{
	OPGEN_NUMBER series;

#ifdef OPGEN_FUSE
	series = OPGEN_OF(horner)(r, OPGEN_SET1(0.00136966875f), 0.00836945232f);
	series = OPGEN_OF(horner)(r, series, 0.0416701734f);
	series = OPGEN_OF(horner)(r, series, 0.166665122f);
	return OPGEN_OF(horner)(r, series, 0.499999881f);
#else
	series = OPGEN_OF(horner)(r, OPGEN_SET1(0.0013866018f), 0.008367574f);
	series = OPGEN_OF(horner)(r, series, 0.04166721f);
	return OPGEN_OF(horner)(r, series, 0.16666533f);
#endif
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(z, OPGEN_SET1(0.29889935f), 0.3997687f);
	series = OPGEN_OF(horner)(z, series, 0.6666678f);
	return z * series;
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(tanh_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

#ifdef OPGEN_FUSE
	series = OPGEN_OF(horner)(z, OPGEN_SET1(-0.000482234784f), 0.00266184704f);
	series = OPGEN_OF(horner)(z, series, -0.00835711323f);
	series = OPGEN_OF(horner)(z, series, 0.0217176117f);
	series = OPGEN_OF(horner)(z, series, -0.053945642f);
	series = OPGEN_OF(horner)(z, series, 0.133332133f);
	return OPGEN_OF(horner)(z, series, -0.333333343f);
#else
	series = OPGEN_OF(horner)(z, OPGEN_SET1(-0.0005207578f), 0.0027615258f);
	series = OPGEN_OF(horner)(z, series, -0.008454448f);
	series = OPGEN_OF(horner)(z, series, 0.02176155f);
	series = OPGEN_OF(horner)(z, series, -0.053954437f);
	series = OPGEN_OF(horner)(z, series, 0.13333267f);
	return OPGEN_OF(horner)(z, series, -0.08333333f);
#endif
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(erf_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(z, OPGEN_SET1(8.408686e-05f), -0.0008147504f);
	series = OPGEN_OF(horner)(z, series, 0.005200964f);
	series = OPGEN_OF(horner)(z, series, -0.026859095f);
	series = OPGEN_OF(horner)(z, series, 0.11283682f);
	series = OPGEN_OF(horner)(z, series, -0.37612632f);
	return OPGEN_OF(horner)(z, series, 0.12837917f);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(erfc_series)(OPGEN_NUMBER x)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(x, OPGEN_SET1(-0.0002004258f), 0.0030870647f);
	series = OPGEN_OF(horner)(x, series, -0.022400904f);
	series = OPGEN_OF(horner)(x, series, 0.10429068f);
	series = OPGEN_OF(horner)(x, series, -0.36322454f);
	series = OPGEN_OF(horner)(x, series, 1.1279156f);
	return OPGEN_OF(horner)(x, series, 0.00013801716f);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(normal_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(z, OPGEN_SET1(0.00012612007f), -0.0012001126f);
	series = OPGEN_OF(horner)(z, series, 0.00997739f);
	series = OPGEN_OF(horner)(z, series, -0.066490784f);
	return OPGEN_OF(horner)(z, series, 0.3989423f);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(mills_series)(OPGEN_NUMBER c)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(c, OPGEN_SET1(-0.06680418f), -0.18505165f);
	series = OPGEN_OF(horner)(c, series, 0.33750978f);
	series = OPGEN_OF(horner)(c, series, 0.14405493f);
	series = OPGEN_OF(horner)(c, series, -1.1636412f);
	series = OPGEN_OF(horner)(c, series, 2.1346295f);
	series = OPGEN_OF(horner)(c, series, -2.5141933f);
	series = OPGEN_OF(horner)(c, series, 2.2099926f);
	series = OPGEN_OF(horner)(c, series, -1.5292983f);
	return OPGEN_OF(horner)(c, series, 0.85076123f);
}

#else

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_series)(OPGEN_NUMBER r)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		r, OPGEN_SET1(2.1525397404634356e-09), 2.5110786633624115e-08);
	series = OPGEN_OF(horner)(r, series, 2.7555224389608445e-07);
	series = OPGEN_OF(horner)(r, series, 2.755723786020766e-06);
	series = OPGEN_OF(horner)(r, series, 2.48015897806808e-05);
	series = OPGEN_OF(horner)(r, series, 0.0001984126989401955);
	series = OPGEN_OF(horner)(r, series, 0.0013888888887658584);
	series = OPGEN_OF(horner)(r, series, 0.00833333333331778);
	series = OPGEN_OF(horner)(r, series, 0.04166666666666877);
	return OPGEN_OF(horner)(r, series, 0.16666666666666682);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series =
		OPGEN_OF(horner)(z, OPGEN_SET1(0.14812008372596494), 0.15312524625671375);
	series = OPGEN_OF(horner)(z, series, 0.18183620694987124);
	series = OPGEN_OF(horner)(z, series, 0.2222219755571426);
	series = OPGEN_OF(horner)(z, series, 0.2857142875159971);
	series = OPGEN_OF(horner)(z, series, 0.3999999999937669);
	series = OPGEN_OF(horner)(z, series, 0.666666666666674);
	return z * series;
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(tanh_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		z, OPGEN_SET1(-1.1510968910717788e-07), 9.8888843069715e-07);
	series = OPGEN_OF(horner)(z, series, -4.381698758631047e-06);
	series = OPGEN_OF(horner)(z, series, 1.3989872763708043e-05);
	series = OPGEN_OF(horner)(z, series, -3.795874708676634e-05);
	series = OPGEN_OF(horner)(z, series, 9.625118818524577e-05);
	series = OPGEN_OF(horner)(z, series, -0.000238883828170348);
	series = OPGEN_OF(horner)(z, series, 0.0005899616560860494);
	series = OPGEN_OF(horner)(z, series, -0.0014558218225667512);
	series = OPGEN_OF(horner)(z, series, 0.0035921263815556063);
	series = OPGEN_OF(horner)(z, series, -0.00886323538693849);
	series = OPGEN_OF(horner)(z, series, 0.021869488528682524);
	series = OPGEN_OF(horner)(z, series, -0.05396825396804801);
	series = OPGEN_OF(horner)(z, series, 0.13333333333333106);
	return OPGEN_OF(horner)(z, series, -0.08333333333333333);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(erf_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		z, OPGEN_SET1(6.763673045037708e-11), -1.1877050408903301e-09);
	series = OPGEN_OF(horner)(z, series, 1.4798478798207956e-08);
	series = OPGEN_OF(horner)(z, series, -1.6372388792945082e-07);
	series = OPGEN_OF(horner)(z, series, 1.6463248766607857e-06);
	series = OPGEN_OF(horner)(z, series, -1.4925748260975493e-05);
	series = OPGEN_OF(horner)(z, series, 0.00012055338164247336);
	series = OPGEN_OF(horner)(z, series, -0.0008548327199419399);
	series = OPGEN_OF(horner)(z, series, 0.005223977629246368);
	series = OPGEN_OF(horner)(z, series, -0.02686617064563193);
	series = OPGEN_OF(horner)(z, series, 0.11283791670958783);
	series = OPGEN_OF(horner)(z, series, -0.37612638903183876);
	return OPGEN_OF(horner)(z, series, 0.1283791670955126);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(erfc_series)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER t = x - 1;
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		t, OPGEN_SET1(2.2448754097807226e-13), -6.709001435269947e-12);
	series = OPGEN_OF(horner)(t, series, 9.375412938932041e-11);
	series = OPGEN_OF(horner)(t, series, -8.152235471593649e-10);
	series = OPGEN_OF(horner)(t, series, 4.929922290445954e-09);
	series = OPGEN_OF(horner)(t, series, -2.16976598594001e-08);
	series = OPGEN_OF(horner)(t, series, 6.839538415745509e-08);
	series = OPGEN_OF(horner)(t, series, -1.2700149252707816e-07);
	series = OPGEN_OF(horner)(t, series, -1.0291284622841149e-07);
	series = OPGEN_OF(horner)(t, series, 2.018854600514413e-06);
	series = OPGEN_OF(horner)(t, series, -9.577429736694897e-06);
	series = OPGEN_OF(horner)(t, series, 2.7141124565501983e-05);
	series = OPGEN_OF(horner)(t, series, -2.6270367966902046e-05);
	series = OPGEN_OF(horner)(t, series, -0.0002373247102669891);
	series = OPGEN_OF(horner)(t, series, 0.001977903021266502);
	series = OPGEN_OF(horner)(t, series, -0.010033825434219198);
	series = OPGEN_OF(horner)(t, series, 0.04156109804651702);
	series = OPGEN_OF(horner)(t, series, -0.15689274364151556);
	series = OPGEN_OF(horner)(t, series, 0.6389675142347913);
	return OPGEN_OF(horner)(t, series, 0.8496055099332482);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(normal_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		z, OPGEN_SET1(2.432116480674183e-09), -4.1621867923120985e-08);
	series = OPGEN_OF(horner)(z, series, 6.662502967096125e-07);
	series = OPGEN_OF(horner)(z, series, -9.444755603505596e-06);
	series = OPGEN_OF(horner)(z, series, 0.00011543470717115546);
	series = OPGEN_OF(horner)(z, series, -0.0011873282176411983);
	series = OPGEN_OF(horner)(z, series, 0.00997355701016173);
	series = OPGEN_OF(horner)(z, series, -0.06649038006690873);
	return OPGEN_OF(horner)(z, series, 0.3989422804014327);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(mills_series)(OPGEN_NUMBER c)
{
	OPGEN_NUMBER series;

	series = OPGEN_OF(horner)(
		c, OPGEN_SET1(-0.004989492816603736), 0.0006027135403754616);
	series = OPGEN_OF(horner)(c, series, 0.014980404599007978);
	series = OPGEN_OF(horner)(c, series, -0.003429197036977109);
	series = OPGEN_OF(horner)(c, series, -0.0289886758931058);
	series = OPGEN_OF(horner)(c, series, 0.011804229970411017);
	series = OPGEN_OF(horner)(c, series, 0.051991539255313204);
	series = OPGEN_OF(horner)(c, series, -0.04215382412997799);
	series = OPGEN_OF(horner)(c, series, -0.08427113638206493);
	series = OPGEN_OF(horner)(c, series, 0.1443699672957712);
	series = OPGEN_OF(horner)(c, series, 0.06629171216261538);
	series = OPGEN_OF(horner)(c, series, -0.40873150726029445);
	series = OPGEN_OF(horner)(c, series, 0.37248188700082746);
	series = OPGEN_OF(horner)(c, series, 0.48407866084607004);
	series = OPGEN_OF(horner)(c, series, -2.065088163258787);
	series = OPGEN_OF(horner)(c, series, 3.7304094736565245);
	series = OPGEN_OF(horner)(c, series, -4.74723906361757);
	series = OPGEN_OF(horner)(c, series, 4.767981678569775);
	series = OPGEN_OF(horner)(c, series, -3.9600884678104973);
	series = OPGEN_OF(horner)(c, series, 2.78392959375035);
	series = OPGEN_OF(horner)(c, series, -1.6762652992465668);
	return OPGEN_OF(horner)(c, series, 0.8685598678961582);
}

/* Of (3 artanh(s) / s - 3 - z) / z^2 where z = s^2, s between -0.102 and 0.102. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(power_series)(OPGEN_NUMBER z)
{
	OPGEN_NUMBER series;

	series =
		OPGEN_OF(horner)(z, OPGEN_SET1(0.20558267845038167), 0.23070367291238883);
	series = OPGEN_OF(horner)(z, series, 0.2727276275684245);
	series = OPGEN_OF(horner)(z, series, 0.33333333246065117);
	series = OPGEN_OF(horner)(z, series, 0.4285714285722277);
	return OPGEN_OF(horner)(z, series, 0.5999999999999999);
}

#endif

/* x, but not above, or not below, a limit; NaN stays. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(at_most)(OPGEN_NUMBER x, OPGEN_ELEMENT limit)
{
	return OPGEN_AT_MOST(x, OPGEN_SET1(limit));
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(at_least)(OPGEN_NUMBER x, OPGEN_ELEMENT limit)
{
	return OPGEN_AT_LEAST(x, OPGEN_SET1(limit));
}

/* yes where the bits are ones, no where they are zeros. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(where)(OPGEN_BITS mask, OPGEN_NUMBER yes, OPGEN_NUMBER no)
{
	return OPGEN_FROM_BITS((OPGEN_TO_BITS(yes) & mask) | (OPGEN_TO_BITS(no) & ~mask));
}

/* x with the sign of y, too. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(signed)(OPGEN_NUMBER x, OPGEN_NUMBER y)
{
	return OPGEN_FROM_BITS(OPGEN_TO_BITS(x) | (OPGEN_TO_BITS(y) & OPGEN_SIGN));
}

/* The upper half of a number's digits. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(upper)(OPGEN_NUMBER x)
{
	return OPGEN_FROM_BITS(OPGEN_TO_BITS(x) & OPGEN_UPPER);
}

/* OPGEN_INTEGER and x / ln(2) - lean, rounded to an integer. No float leans. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(nearest_power)(OPGEN_NUMBER x, OPGEN_ELEMENT lean)
{
#if OPGEN_WIDTH == 32
	(void)lean;
	return OPGEN_MULADD(x, OPGEN_SET1(1.44269502f), OPGEN_SET1(OPGEN_INTEGER));
#else
	const OPGEN_NUMBER log2_x = x * 1.4426950408889634;
	const OPGEN_NUMBER leaning = log2_x - lean;

	return leaning + OPGEN_INTEGER;
#endif
}

/* e^(x - lack) is 2^n * (1 + p), p between -0.3 and 0.42, n nearest; lack is at most an
   ulp of x. n is what n + OPGEN_INTEGER lacks of that.

   x - lack - n * ln(2) is high - low, and high is exact, low being `fine` and lack. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_high)(
	OPGEN_NUMBER x, OPGEN_ELEMENT lean, OPGEN_NUMBER *n, OPGEN_NUMBER *fine)
{
	const OPGEN_NUMBER shifted = OPGEN_OF(nearest_power)(x, lean);
	const OPGEN_NUMBER whole = shifted - OPGEN_INTEGER;
	const OPGEN_NUMBER high = OPGEN_ADD_EXACT(whole, OPGEN_SET1(-OPGEN_LN2_HIGH), x);

	*n = shifted;
	*fine = whole * OPGEN_LN2_LOW;
	return high;
}

/* p is high and this, which is far smaller. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_rest)(OPGEN_NUMBER high, OPGEN_NUMBER low)
{
	const OPGEN_NUMBER r = high - low;
	const OPGEN_NUMBER square = r * r;
#ifdef OPGEN_FUSE
	return OPGEN_FUSE(square, OPGEN_OF(exp_series)(r), -low);
#else
	const OPGEN_NUMBER series = r * OPGEN_OF(exp_series)(r);
	const OPGEN_NUMBER cube = square * series;
	const OPGEN_NUMBER less = cube - low;

	/* The half has all its digits, or is nothing beside high. */
	return OPGEN_ADD_EXACT(square, OPGEN_SET1(OPGEN_BY_WIDTH(0.5f, 0.5)), less);
#endif
}

/* p as one number; nothing is lacking. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_part)(OPGEN_NUMBER x, OPGEN_NUMBER *n)
{
	OPGEN_NUMBER fine;
	const OPGEN_NUMBER high = OPGEN_OF(exp_high)(x, 0, n, &fine);
	const OPGEN_NUMBER p = high + OPGEN_OF(exp_rest)(high, fine);

	return p;
}

#ifdef OPGEN_FUSE

/* The same, but that x - n * ln(2) is rounded first. The polynomial is that of exp_series
   in an order of which less has to wait. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_brief)(OPGEN_NUMBER x, OPGEN_NUMBER *n)
{
	const OPGEN_NUMBER shifted = OPGEN_OF(nearest_power)(x, 0);
	const OPGEN_NUMBER whole = shifted - OPGEN_INTEGER;
	const OPGEN_NUMBER high = OPGEN_FUSE(whole, OPGEN_SET1(-0.693147182f), x);
	const OPGEN_NUMBER r = OPGEN_FUSE(whole, OPGEN_SET1(1.90465421e-09f), high);
	const OPGEN_NUMBER square = r * r;
	const OPGEN_NUMBER first =
		OPGEN_OF(horner)(r, OPGEN_SET1(0.166665122f), 0.499999881f);
	const OPGEN_NUMBER next =
		OPGEN_OF(horner)(r, OPGEN_SET1(0.00836945232f), 0.0416701734f);
	const OPGEN_NUMBER last = OPGEN_FUSE(square, OPGEN_SET1(0.00136966875f), next);
	const OPGEN_NUMBER series = OPGEN_FUSE(square, last, first);

	*n = shifted;
	return OPGEN_FUSE(square, series, r);
}

#endif

/* 2^n, where that is a number with all its digits; n as exp_high leaves it. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(power_of_two)(OPGEN_NUMBER n)
{
	const OPGEN_BITS field = OPGEN_TO_BITS(n) - (OPGEN_INTEGER_BITS - OPGEN_BIAS);

	return OPGEN_FROM_BITS(field << OPGEN_MANTISSA);
}

/* x * 2^n, rounded once: as two factors, for x around 1 and any n that does not take it
   beyond twice the range of numbers. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(scale)(OPGEN_NUMBER x, OPGEN_NUMBER n)
{
#ifdef OPGEN_SCALE
	return OPGEN_SCALE(x, n - OPGEN_INTEGER);
#else
	const OPGEN_BITS fields =
		OPGEN_TO_BITS(n) - (OPGEN_INTEGER_BITS - 2 * OPGEN_BIAS);
	const OPGEN_BITS first = fields >> 1;
	const OPGEN_BITS second = fields - first;
	const OPGEN_NUMBER scaled = x * OPGEN_FROM_BITS(first << OPGEN_MANTISSA);
	const OPGEN_NUMBER result = scaled * OPGEN_FROM_BITS(second << OPGEN_MANTISSA);

	return result;
#endif
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER clamped =
		OPGEN_OF(at_least)(OPGEN_OF(at_most)(x, OPGEN_BY_WIDTH(89.0f, 710.0)),
			OPGEN_BY_WIDTH(-104.0f, -746.0));
	OPGEN_NUMBER n;
	const OPGEN_NUMBER p = OPGEN_OF(exp_part)(clamped, &n);
	const OPGEN_NUMBER power = p + 1;

	return OPGEN_OF(scale)(power, n);
}

/* e^x - 1, which is 2^n * (p + (1 - 2^-n)). */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(expm1)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER clamped =
		OPGEN_OF(at_least)(OPGEN_OF(at_most)(x, OPGEN_BY_WIDTH(89.0f, 710.0)),
			OPGEN_BY_WIDTH(-18.0f, -38.0));
	OPGEN_NUMBER n, fine;

	/* Leaning keeps sums of doubles above 1/4 where n is 1. */
	const OPGEN_NUMBER high =
		OPGEN_OF(exp_high)(clamped, OPGEN_BY_WIDTH(0, 0.0843), &n, &fine);
	const OPGEN_NUMBER rest = OPGEN_OF(exp_rest)(high, fine);

	/* Beyond these n nothing of 2^-n is left in the sum. */
	const OPGEN_NUMBER turned = 2 * OPGEN_INTEGER - n;
	const OPGEN_NUMBER one =
		OPGEN_OF(power_of_two)(OPGEN_OF(at_least)(turned, OPGEN_INTEGER - 100));
	const OPGEN_NUMBER one_high = 1 - one;
	const OPGEN_NUMBER one_kept = 1 - one_high;
	const OPGEN_NUMBER one_low = one_kept - one;

	/* Both high parts may nearly cancel, or lose something, too. */
	const OPGEN_NUMBER sum = one_high + high;
	const OPGEN_NUMBER kept = sum - one_high;
	const OPGEN_NUMBER lost = high - kept;
	const OPGEN_NUMBER low = one_low + lost;
	const OPGEN_NUMBER all_low = rest + low;
	const OPGEN_NUMBER all = sum + all_low;

	return OPGEN_OF(signed)(OPGEN_OF(scale)(all, n), x);
}

/* m, from least on and below twice that, and k, where x = m * 2^k is not subnormal;
   zeros, negative numbers, infinities and NaN give anything. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_part)(OPGEN_NUMBER x, OPGEN_ELEMENT least, OPGEN_NUMBER *k)
{
	/* What is added to the bits lifts the least m to 2. Bits after those of
	   2^OPGEN_MANTISSA are an integer added to it. */
	const OPGEN_BITS bits = OPGEN_TO_BITS(x);
	const OPGEN_BITS field =
		(bits + (OPGEN_TWO - OPGEN_BITS_OF(least))) >> OPGEN_MANTISSA;
	const OPGEN_BITS shifted = field | OPGEN_BY_WIDTH(UINT32_C(0x4b000000),
						   UINT64_C(0x4330000000000000));
	const OPGEN_BITS m = bits - (field << OPGEN_MANTISSA) + OPGEN_TWO;

	*k = OPGEN_FROM_BITS(shifted) -
	     OPGEN_BY_WIDTH(8388608.0f + 128, 4503599627370496.0 + 1024);
	return OPGEN_FROM_BITS(m);
}

/* The same where x may be subnormal. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_part_of_any)(OPGEN_NUMBER x, OPGEN_ELEMENT least, OPGEN_NUMBER *k)
{
	const OPGEN_BITS is_subnormal =
		OPGEN_WHERE(x < OPGEN_BY_WIDTH(1.17549435e-38f, 2.2250738585072014e-308));
	const OPGEN_NUMBER scaled =
		x * OPGEN_BY_WIDTH(16777216.0f, 18014398509481984.0); /* 2^24, 2^54 */
	const OPGEN_NUMBER m =
		OPGEN_OF(log_part)(OPGEN_OF(where)(is_subnormal, scaled, x), least, k);
	const OPGEN_NUMBER down = OPGEN_OF(where)(
		is_subnormal, OPGEN_SET1(OPGEN_BY_WIDTH(24, 54)), OPGEN_SET1(0));

	*k -= down;
	return m;
}

/* ln(1 + f) + k * ln(2) - lack for f = m - 1; lack is at most an ulp of the result. With
   s = f / (2 + f), ln(1 + f) is 2 artanh(s), which is f - (f^2 / 2 - s * (f^2 / 2 + R)),
   R being artanh's series from its second term on. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_sum)(OPGEN_NUMBER f, OPGEN_NUMBER k, OPGEN_NUMBER lack)
{
	const OPGEN_NUMBER divisor = f + 2;
	const OPGEN_NUMBER s = f / divisor;
	const OPGEN_NUMBER z = s * s;
	const OPGEN_NUMBER series = OPGEN_OF(log_series)(z);
	const OPGEN_NUMBER half = f * OPGEN_BY_WIDTH(0.5f, 0.5);
	const OPGEN_NUMBER square = f * half;
	const OPGEN_NUMBER factor = square + series;
	const OPGEN_NUMBER fine = k * OPGEN_LN2_LOW;
	const OPGEN_NUMBER low = OPGEN_MULADD(s, factor, fine);
	const OPGEN_NUMBER rest = low - lack;
	const OPGEN_NUMBER less = square - rest;
	const OPGEN_NUMBER sum = f - less;

	return OPGEN_ADD_EXACT(k, OPGEN_SET1(OPGEN_LN2_HIGH), sum);
}

/* The logarithm of x: y where x is above 0 and finite. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(logged)(OPGEN_NUMBER x, OPGEN_NUMBER y)
{
	const OPGEN_NUMBER infinity = OPGEN_SET1(OPGEN_ELEMENT_OF(OPGEN_INFINITY));
	const OPGEN_NUMBER quiet = x + x;
	const OPGEN_NUMBER above = OPGEN_OF(where)(OPGEN_WHERE(x < infinity), y, quiet);
	const OPGEN_NUMBER all =
		OPGEN_FROM_BITS(OPGEN_TO_BITS(above) | OPGEN_WHERE(x < 0));

	return OPGEN_OF(where)(OPGEN_WHERE(x == 0), -infinity, all);
}

OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log)(OPGEN_NUMBER x)
{
	OPGEN_NUMBER k;
	const OPGEN_NUMBER m = OPGEN_OF(log_part_of_any)(x, OPGEN_HALF_ROOT, &k);
	const OPGEN_NUMBER f = m - 1;

	return OPGEN_OF(logged)(x, OPGEN_OF(log_sum)(f, k, OPGEN_SET1(0)));
}

/* ln(1 + x). u is 1 + x rounded, c what that loses: ln(u) + c / u. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log1p)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER u = x + 1;
	const OPGEN_NUMBER x_share = u - 1;
	const OPGEN_NUMBER one_share = u - x_share;
	const OPGEN_NUMBER x_lost = x_share - x;
	const OPGEN_NUMBER one_lost = one_share - 1;
	const OPGEN_NUMBER lost = x_lost + one_lost;
	const OPGEN_NUMBER lack = lost / u;
	OPGEN_NUMBER k;
	const OPGEN_NUMBER m = OPGEN_OF(log_part)(u, OPGEN_HALF_ROOT, &k);
	const OPGEN_NUMBER f = m - 1;
	const OPGEN_NUMBER sum = OPGEN_OF(log_sum)(f, k, lack);

	return OPGEN_OF(signed)(OPGEN_OF(logged)(u, sum), x);
}

/* Up to 0.9 a polynomial; from there on 1 - 2 / (e^(2 |x|) + 1). */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(tanh)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER size = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) & ~OPGEN_SIGN);
	const OPGEN_NUMBER z = x * x;
	const OPGEN_NUMBER cube = size * z;
#ifdef OPGEN_FUSE
	const OPGEN_NUMBER small = OPGEN_FUSE(cube, OPGEN_OF(tanh_series)(z), size);
#else
	const OPGEN_NUMBER part = cube * OPGEN_OF(tanh_series)(z);

	/* The quarter has all its digits, or is nothing beside x. */
	const OPGEN_NUMBER down =
		OPGEN_ADD_EXACT(cube, OPGEN_SET1(OPGEN_BY_WIDTH(-0.25f, -0.25)), part);
	const OPGEN_NUMBER small = size + down;
#endif

	const OPGEN_NUMBER clamped = OPGEN_OF(at_most)(size, OPGEN_BY_WIDTH(9.5f, 20.0));
	const OPGEN_NUMBER twice = clamped + clamped;
	OPGEN_NUMBER n;
	const OPGEN_NUMBER p = OPGEN_OF(exp_part)(twice, &n);
	const OPGEN_NUMBER power = OPGEN_OF(power_of_two)(n);
	const OPGEN_NUMBER whole = power + 1;
	const OPGEN_NUMBER divisor = OPGEN_ADD_EXACT(power, p, whole);
	const OPGEN_NUMBER less = 2 / divisor;
	const OPGEN_NUMBER large = 1 - less;

	return OPGEN_OF(signed)(
		OPGEN_OF(where)(
			OPGEN_WHERE(size < OPGEN_BY_WIDTH(0.9f, 0.9)), small, large),
		x);
}

/* x^2 as a number of which the products that follow are exact, and the rest. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(square)(OPGEN_NUMBER x, OPGEN_NUMBER *rest)
{
#ifdef OPGEN_FUSE
	const OPGEN_NUMBER square = x * x;

	*rest = OPGEN_FUSE(x, x, -square);
#else
	const OPGEN_NUMBER upper = OPGEN_OF(upper)(x);
	const OPGEN_NUMBER lower = x - upper;
	const OPGEN_NUMBER both = x + upper;
	const OPGEN_NUMBER square = upper * upper;

	*rest = lower * both;
#endif
	return square;
}

/* e^-(square + addend) is 2^n * (1 + p), n as exp_high leaves it; the sum is not rounded.
 */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(exp_of_minus)(OPGEN_NUMBER square, OPGEN_NUMBER addend, OPGEN_NUMBER *n)
{
	const OPGEN_NUMBER power = square + addend;
	const OPGEN_NUMBER kept = power - square;
	const OPGEN_NUMBER lack = addend - kept;
	OPGEN_NUMBER fine;
	const OPGEN_NUMBER high = OPGEN_OF(exp_high)(-power, 0, n, &fine);

	return high + OPGEN_OF(exp_rest)(high, fine + lack);
}

/* Up to 0.9, of doubles 0.8, a polynomial; from there on 1 - (1 - erf(|x|)) by the
   latter's logarithm. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(erf)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER size = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) & ~OPGEN_SIGN);
	const OPGEN_NUMBER z = x * x;
	const OPGEN_NUMBER small = OPGEN_MULADD(x, OPGEN_OF(erf_series)(z), x);

	const OPGEN_NUMBER clamped = OPGEN_OF(at_most)(size, OPGEN_BY_WIDTH(4.0f, 6.0));
	OPGEN_NUMBER more, n;
	const OPGEN_NUMBER square = OPGEN_OF(square)(clamped, &more);
	const OPGEN_NUMBER addend = more + OPGEN_OF(erfc_series)(clamped);
	const OPGEN_NUMBER p = OPGEN_OF(exp_of_minus)(square, addend, &n);
	const OPGEN_NUMBER s = OPGEN_OF(power_of_two)(n);
	const OPGEN_NUMBER whole = 1 - s;
	const OPGEN_NUMBER large = OPGEN_MULADD(-s, p, whole);

	return OPGEN_OF(where)(OPGEN_WHERE(size < OPGEN_BY_WIDTH(0.9f, 0.8)), small,
		OPGEN_OF(signed)(large, x));
}

/* x * F(x), F being the normal distribution function, (1 + erf(x / sqrt(2))) / 2. Up to
   |x| = 1/2 it is x / 2 and a polynomial; from there on max(x, 0) - |x| * F(-|x|), whose
   second term is e^(-x^2 / 2) times the polynomial, of w = |x| / (|x| + k). It has its
   digits as far below 0 as there are numbers, where 1 + erf has lost them. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(gelu)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER size = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) & ~OPGEN_SIGN);
	const OPGEN_NUMBER z = x * x;
	const OPGEN_NUMBER half = x * OPGEN_BY_WIDTH(0.5f, 0.5);
	const OPGEN_NUMBER sum = OPGEN_MULADD(z, OPGEN_OF(normal_series)(z), half);
	const OPGEN_NUMBER small = OPGEN_OF(signed)(sum, x);

	const OPGEN_NUMBER clamped = OPGEN_OF(at_most)(size, OPGEN_BY_WIDTH(14.5f, 38.7));
	OPGEN_NUMBER more, n;
	const OPGEN_NUMBER square = OPGEN_OF(square)(clamped, &more);
	const OPGEN_NUMBER p = OPGEN_OF(exp_of_minus)(
		square * OPGEN_BY_WIDTH(0.5f, 0.5), more * OPGEN_BY_WIDTH(0.5f, 0.5), &n);
	const OPGEN_NUMBER divisor = clamped + OPGEN_BY_WIDTH(4.5f, 5.5);
	const OPGEN_NUMBER w = clamped / divisor;
	const OPGEN_NUMBER c = w - OPGEN_BY_WIDTH(0.4375f, 0.4375);
	const OPGEN_NUMBER factor = w * OPGEN_OF(mills_series)(c);
	const OPGEN_NUMBER unscaled = OPGEN_MULADD(factor, p, factor);
	const OPGEN_NUMBER tail = OPGEN_OF(scale)(unscaled, n);
	const OPGEN_NUMBER above = x - tail;

	return OPGEN_OF(where)(OPGEN_WHERE(size < OPGEN_BY_WIDTH(0.5f, 0.5)), small,
		OPGEN_OF(where)(OPGEN_WHERE(x < 0), -tail, above));
}

#ifdef OPGEN_FUSE

/* 1 / (1 + e^-x): where x is negative, s * (1 + p) / D, else 1 / D, both of e = s * (1 +
   p) = e^-|x| and D = 1 + e. q is the quotient without the leading s. What q * D lacks of
   the dividend is nearly exact, for the last digit of q is 0; so the quotient is right
   before it is rounded. Where no instruction scales by powers, s, e and D are 2^64 times
   as large, and q as small, for s to have all its digits: the bits are the same. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(sigmoid)(OPGEN_NUMBER x)
{
	const OPGEN_BITS is_minus = 0 - (OPGEN_TO_BITS(x) >> 31);
	const OPGEN_NUMBER minus = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) | OPGEN_SIGN);
	const OPGEN_NUMBER clamped = OPGEN_OF(at_least)(minus, -104.0f);
	OPGEN_NUMBER n;
	const OPGEN_NUMBER p = OPGEN_OF(exp_brief)(clamped, &n);
#ifdef OPGEN_SCALE
	const OPGEN_NUMBER one = OPGEN_SET1(1);
	const OPGEN_NUMBER power = n - OPGEN_INTEGER;
	const OPGEN_NUMBER s = OPGEN_SCALE(one, power);
#else
	const OPGEN_NUMBER one = OPGEN_SET1(18446744073709551616.0f);
	const OPGEN_BITS field = OPGEN_TO_BITS(n) - (OPGEN_INTEGER_BITS - 127 - 64);
	const OPGEN_NUMBER s = OPGEN_FROM_BITS(field << OPGEN_MANTISSA);
#endif
	const OPGEN_NUMBER e = OPGEN_FUSE(s, p, s);
	const OPGEN_NUMBER divisor = e + one;
	const OPGEN_NUMBER inverse = 1 / divisor;

	const OPGEN_NUMBER over_one = OPGEN_FROM_BITS(OPGEN_TO_BITS(p) & is_minus);
	const OPGEN_NUMBER quotient = OPGEN_FUSE(inverse, over_one, inverse);
	const OPGEN_NUMBER q = OPGEN_FROM_BITS(OPGEN_TO_BITS(quotient) & ~UINT32_C(1));
#ifdef OPGEN_SCALE
	const OPGEN_NUMBER lack_one = 1 - q;
#else
	const OPGEN_NUMBER lack_one = OPGEN_FUSE(q, -one, OPGEN_SET1(1));
#endif
	const OPGEN_NUMBER lack_high = lack_one + over_one;
	const OPGEN_NUMBER lack = OPGEN_FUSE(-q, e, lack_high);
	const OPGEN_NUMBER all = OPGEN_FUSE(lack, inverse, q);
#ifdef OPGEN_SCALE
	return OPGEN_SCALE(all, OPGEN_FROM_BITS(OPGEN_TO_BITS(power) & is_minus));
#else
	const OPGEN_NUMBER result = all * OPGEN_OF(where)(is_minus, s, one);

	return result;
#endif
}

#else

/* 1 / (1 + e^-x): where x is negative, s * (1 + p) / D, else 1 / D, both of e = s * (1 +
   p) = e^-|x| and D = 1 + e. The quotient is right before it is rounded: its upper half
   is q; and with D in two parts of which the first times q is exact, what q * D lacks of
   the dividend is, too. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(sigmoid)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER minus = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) | OPGEN_SIGN);
	const OPGEN_NUMBER clamped =
		OPGEN_OF(at_least)(minus, OPGEN_BY_WIDTH(-104.0f, -746.0));
	OPGEN_NUMBER n;
	const OPGEN_NUMBER p = OPGEN_OF(exp_part)(clamped, &n);

	/* Beyond these n nothing of e is left in D. */
	const OPGEN_NUMBER s =
		OPGEN_OF(power_of_two)(OPGEN_OF(at_least)(n, OPGEN_INTEGER - 100));
	const OPGEN_NUMBER e = OPGEN_ADD_EXACT(s, p, s);
	const OPGEN_NUMBER divisor = e + 1;
	const OPGEN_NUMBER divisor_high = OPGEN_OF(upper)(divisor);
	const OPGEN_NUMBER lost = 1 - divisor_high;
	const OPGEN_NUMBER lost_more = lost + s;
	const OPGEN_NUMBER divisor_low = OPGEN_ADD_EXACT(s, p, lost_more);

	const OPGEN_BITS is_negative = OPGEN_WHERE(x < 0);
	const OPGEN_NUMBER over_one = OPGEN_FROM_BITS(OPGEN_TO_BITS(p) & is_negative);
	const OPGEN_NUMBER inverse = 1 / divisor;
	const OPGEN_NUMBER more = inverse * over_one;
	const OPGEN_NUMBER quotient = inverse + more;
	const OPGEN_NUMBER q = OPGEN_OF(upper)(quotient);
	const OPGEN_NUMBER product_low = q * divisor_low;
	const OPGEN_NUMBER lack_one = OPGEN_ADD_EXACT(-q, divisor_high, OPGEN_SET1(1));
	const OPGEN_NUMBER lack_high = lack_one + over_one;
	const OPGEN_NUMBER lack = lack_high - product_low;
	const OPGEN_NUMBER rest = lack * inverse;
	const OPGEN_NUMBER result = q + rest;

	return OPGEN_OF(scale)(
		result, OPGEN_OF(where)(is_negative, n, OPGEN_SET1(OPGEN_INTEGER)));
}

#endif

#if OPGEN_WIDTH == 64

/* ln(m * 2^k), m between 0.866 and 1.732, as the sum of two numbers, the first with half
   of the digits: right to 2^-65 of it. With c = 1 or 3/2 and s = (m - c) / (m + c), ln(m)
   is ln(c) + 2/3 * s * t where t = 3 + s^2 + 3/5 s^4 + …; s, t, their product and ln(c) +
   k * ln(2) are sums of two, too, each first one with so few digits that products with it
   are exact. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(log_parts)(OPGEN_NUMBER m, OPGEN_NUMBER k, OPGEN_NUMBER *rest)
{
	const OPGEN_BITS is_large = OPGEN_WHERE(m > 1.224744871391589);
	const OPGEN_NUMBER c = OPGEN_OF(where)(is_large, OPGEN_SET1(1.5), OPGEN_SET1(1));
	const OPGEN_NUMBER log_c =
		OPGEN_OF(where)(is_large, OPGEN_SET1(0.40546510810827385), OPGEN_SET1(0));
	const OPGEN_NUMBER log_c_low = OPGEN_OF(where)(
		is_large, OPGEN_SET1(-1.094708713660664e-13), OPGEN_SET1(0));

	const OPGEN_NUMBER f = m - c;
	const OPGEN_NUMBER divisor = m + c;
	const OPGEN_NUMBER divisor_high = OPGEN_OF(upper)(divisor);
	const OPGEN_NUMBER divisor_above = divisor_high - c;
	const OPGEN_NUMBER divisor_low = m - divisor_above;
	const OPGEN_NUMBER inverse = 1 / divisor;
	const OPGEN_NUMBER s = f * inverse;
	const OPGEN_NUMBER s_high = OPGEN_OF(upper)(s);
	const OPGEN_NUMBER product_high = s_high * divisor_high;
	const OPGEN_NUMBER product_low = s_high * divisor_low;
	const OPGEN_NUMBER lack_high = f - product_high;
	const OPGEN_NUMBER lack = lack_high - product_low;
	const OPGEN_NUMBER s_low = lack * inverse;

	const OPGEN_NUMBER z = s * s;
	const OPGEN_NUMBER z_square = z * z;
	const OPGEN_NUMBER series = z_square * OPGEN_OF(power_series)(z);
	const OPGEN_NUMBER square = s_high * s_high;
	const OPGEN_NUMBER both = s + s_high;
	const OPGEN_NUMBER square_low = s_low * both;
	const OPGEN_NUMBER small = square_low + series;
	const OPGEN_NUMBER t_coarse = square + 3;
	const OPGEN_NUMBER t = t_coarse + small;
	const OPGEN_NUMBER t_high = OPGEN_OF(upper)(t);
	const OPGEN_NUMBER t_above = t_high - 3;
	const OPGEN_NUMBER t_kept = t_above - square;
	const OPGEN_NUMBER t_low = small - t_kept;

	const OPGEN_NUMBER u = s_high * t_high;
	const OPGEN_NUMBER u_rest = s_low * t_high;
	const OPGEN_NUMBER u_more = s * t_low;
	const OPGEN_NUMBER v = u_rest + u_more;
	const OPGEN_NUMBER sum = u + v;
	const OPGEN_NUMBER sum_high = OPGEN_OF(upper)(sum);
	const OPGEN_NUMBER sum_above = sum_high - u;
	const OPGEN_NUMBER sum_low = v - sum_above;

	/* 2/3 in two parts. */
	const OPGEN_NUMBER log = sum_high * 0.6666666567325592;
	const OPGEN_NUMBER log_rest = sum_high * 9.934107462565104e-09;
	const OPGEN_NUMBER log_more = sum_low * 0.6666666666666666;
	const OPGEN_NUMBER log_low = log_rest + log_more;

	const OPGEN_NUMBER k_high = k * OPGEN_LN2_HIGH;
	const OPGEN_NUMBER k_low = k * OPGEN_LN2_LOW;
	const OPGEN_NUMBER coarse = k_high + log_c;
	const OPGEN_NUMBER fine = k_low + log_c_low;
	const OPGEN_NUMBER all = coarse + log;
	const OPGEN_NUMBER kept = all - coarse;
	const OPGEN_NUMBER lost = log - kept;
	const OPGEN_NUMBER fine_low = log_low + fine;
	const OPGEN_NUMBER low = lost + fine_low;
	const OPGEN_NUMBER result = all + low;
	const OPGEN_NUMBER high = OPGEN_OF(upper)(result);
	const OPGEN_NUMBER above = high - all;

	*rest = low - above;
	return high;
}

/* Whether x, which is not negative, is an integer, or infinite. */
OPGEN_FUNCTION OPGEN_BITS
OPGEN_OF(is_whole)(OPGEN_NUMBER x)
{
	const OPGEN_NUMBER shifted = x + 4503599627370496.0;
	const OPGEN_NUMBER rounded = shifted - 4503599627370496.0;

	return OPGEN_WHERE(rounded == x) | OPGEN_WHERE(x >= 4503599627370496.0);
}

/* |x|^y = e^(y * ln|x|) where power = e^(y * ln|x|) as it is; now all that is special. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(powered)(OPGEN_NUMBER x, OPGEN_NUMBER y, OPGEN_NUMBER power)
{
	const OPGEN_NUMBER infinity = OPGEN_SET1(OPGEN_ELEMENT_OF(OPGEN_INFINITY));
	const OPGEN_NUMBER y_size = OPGEN_FROM_BITS(OPGEN_TO_BITS(y) & ~OPGEN_SIGN);
	const OPGEN_NUMBER half = y_size * 0.5;
	const OPGEN_BITS is_whole = OPGEN_OF(is_whole)(y_size);
	const OPGEN_BITS is_odd = is_whole & ~OPGEN_OF(is_whole)(half);
	const OPGEN_BITS sign = OPGEN_TO_BITS(x) & OPGEN_SIGN & is_odd;
	const OPGEN_BITS is_nan =
		OPGEN_WHERE(x < 0) & OPGEN_WHERE(x > -infinity) & ~is_whole;
	const OPGEN_BITS is_one =
		OPGEN_WHERE(y == 0) | OPGEN_WHERE(x == 1) |
		(OPGEN_WHERE(x == -1) & OPGEN_WHERE(y_size == infinity));

	return OPGEN_OF(where)(is_one, OPGEN_SET1(1),
		OPGEN_FROM_BITS(OPGEN_TO_BITS(power) | sign | is_nan));
}

/* As C's pow, special arguments included. */
OPGEN_FUNCTION OPGEN_NUMBER
OPGEN_OF(pow)(OPGEN_NUMBER x, OPGEN_NUMBER y)
{
	const OPGEN_NUMBER size = OPGEN_FROM_BITS(OPGEN_TO_BITS(x) & ~OPGEN_SIGN);
	OPGEN_NUMBER k, log_low, n, exp_low;
	const OPGEN_NUMBER m = OPGEN_OF(log_part_of_any)(size, 0.8660254037844386, &k);
	const OPGEN_NUMBER log_high = OPGEN_OF(log_parts)(m, k, &log_low);

	/* y * ln|x|: as one number where the power is infinite, zero or NaN. */
	const OPGEN_NUMBER log = log_high + log_low;
	const OPGEN_NUMBER plain = y * OPGEN_OF(logged)(size, log);
	const OPGEN_NUMBER plain_size =
		OPGEN_FROM_BITS(OPGEN_TO_BITS(plain) & ~OPGEN_SIGN);
	const OPGEN_BITS is_moderate = OPGEN_WHERE(plain_size < 800);
	const OPGEN_NUMBER y_high = OPGEN_OF(upper)(y);
	const OPGEN_NUMBER y_low = y - y_high;
	const OPGEN_NUMBER product_high = y_high * log_high;
	const OPGEN_NUMBER product_rest = y_low * log_high;
	const OPGEN_NUMBER product_more = y * log_low;
	const OPGEN_NUMBER product_low = product_rest + product_more;
	const OPGEN_NUMBER product = product_high + product_low;
	const OPGEN_NUMBER kept = product - product_high;
	const OPGEN_NUMBER lack = kept - product_low;

	const OPGEN_NUMBER clamped = OPGEN_OF(at_least)(
		OPGEN_OF(at_most)(OPGEN_OF(where)(is_moderate, product, plain), 710),
		-746);
	const OPGEN_NUMBER high = OPGEN_OF(exp_high)(clamped, 0, &n, &exp_low);
	const OPGEN_NUMBER rest = OPGEN_OF(exp_rest)(
		high, exp_low + OPGEN_FROM_BITS(OPGEN_TO_BITS(lack) & is_moderate));
	const OPGEN_NUMBER coarse = high + 1;
	const OPGEN_NUMBER high_kept = coarse - 1;
	const OPGEN_NUMBER high_lost = high - high_kept;
	const OPGEN_NUMBER fine = high_lost + rest;
	const OPGEN_NUMBER power = coarse + fine;

	return OPGEN_OF(powered)(x, y, OPGEN_OF(scale)(power, n));
}

#endif

#undef OPGEN_ELEMENT
#undef OPGEN_BY_WIDTH
#undef OPGEN_ELEMENT_OF
#undef OPGEN_BITS_OF
#undef OPGEN_MANTISSA
#undef OPGEN_BIAS
#undef OPGEN_SIGN
#undef OPGEN_INFINITY
#undef OPGEN_TWO
#undef OPGEN_HALF_ROOT
#undef OPGEN_INTEGER
#undef OPGEN_INTEGER_BITS
#undef OPGEN_LN2_HIGH
#undef OPGEN_LN2_LOW
#undef OPGEN_UPPER
#undef OPGEN_ADD_EXACT
#undef OPGEN_MULADD
