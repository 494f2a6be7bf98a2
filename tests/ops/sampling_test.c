/* The places that Resize samples, and the elements nearest to them, against the formulas
   of its document with the scale as a fraction. */

#include "support/rows.h"

#include <math.h>

#include "ops/common/sampling.h"

enum {
	LONGEST = 40,
	DRAWN = 2000,
	DRAWN_LONGEST = 4096
};

struct coordinates_row {
	const char *name;
	enum coordinates coordinates;
};

static const struct coordinates_row rows[] = {
	{"half_pixel", HALF_PIXEL},
	{"half_pixel_symmetric", HALF_PIXEL_SYMMETRIC},
	{"pytorch_half_pixel", PYTORCH_HALF_PIXEL},
	{"align_corners", ALIGN_CORNERS},
	{"asymmetric", ASYMMETRIC},
	{"tf_half_pixel_for_nn", TF_HALF_PIXEL_FOR_NN},
};

/* The place of output i as n / d, for a scale of p / q. */
struct fraction {
	int64_t n, d;
};

static struct fraction
place_of(const struct sampling *s, int64_t p, int64_t q, int64_t i)
{
	struct fraction half_pixel = {(2 * i + 1) * q - p, 2 * p};

	if (p == q)
		return (struct fraction){i, 1};
	switch (s->coordinates) {
	case HALF_PIXEL:
		return half_pixel;
	case HALF_PIXEL_SYMMETRIC:
		half_pixel.n += s->in * p - s->out * q;
		return half_pixel;
	case PYTORCH_HALF_PIXEL:
		return s->out > 1 ? half_pixel : (struct fraction){0, 1};
	case ALIGN_CORNERS:
		return s->out > 1 ? (struct fraction){i * (s->in - 1), s->out - 1}
				  : (struct fraction){0, 1};
	case ASYMMETRIC:
		return (struct fraction){i * q, p};
	default:
		return (struct fraction){(2 * i + 1) * q, 2 * p};
	}
}

/* Whether an element is nearest to a place, by the mode's definition; those at the ends
   also to places beyond them. */
static bool
is_nearest(const struct sampling *s, enum nearest nearest, int64_t element,
	struct fraction place)
{
	int64_t n = place.n, d = place.d;
	bool not_too_low = element == s->in - 1, not_too_high = element == 0;

	switch (nearest) {
	case ROUND_PREFER_FLOOR:
		not_too_low = not_too_low || 2 * n <= (2 * element + 1) * d;
		not_too_high = not_too_high || 2 * n > (2 * element - 1) * d;
		break;
	case ROUND_PREFER_CEIL:
		not_too_low = not_too_low || 2 * n < (2 * element + 1) * d;
		not_too_high = not_too_high || 2 * n >= (2 * element - 1) * d;
		break;
	case NEAREST_FLOOR:
		not_too_low = not_too_low || n < (element + 1) * d;
		not_too_high = not_too_high || n >= element * d;
		break;
	default:
		not_too_low = not_too_low || n <= element * d;
		not_too_high = not_too_high || n > (element - 1) * d;
		break;
	}
	return not_too_low && not_too_high && element >= 0 && element < s->in;
}

static void
check_axis(enum coordinates coordinates, int64_t in, int64_t out, int64_t p, int64_t q)
{
	struct sampling s = {.coordinates = coordinates, .in = in, .out = out};

	sampling_set_fraction(&s, p, q);
	for (int64_t i = 0; i < out; i++) {
		struct fraction place = place_of(&s, p, q, i);
		struct sample_point point = sampling_point(&s, i);
		int64_t rest = place.n - point.whole * place.d;

		assert_true(rest >= 0 && rest < place.d);
		assert_true(point.part == (double)rest / (double)place.d);
		for (int nearest = ROUND_PREFER_FLOOR; nearest <= NEAREST_CEIL; nearest++)
			assert_true(is_nearest(&s, (enum nearest)nearest,
				sampling_nearest(&s, (enum nearest)nearest, i), place));
	}
}

/* An axis alone, whose scale is out / in, and one that has the scale of another axis. */
static void
sizes_are_fractions(void **state)
{
	const struct coordinates_row *row = *state;
	uint32_t seed = 1;

	for (int64_t in = 1; in <= LONGEST; in++)
		for (int64_t out = 1; out <= LONGEST; out++)
			check_axis(row->coordinates, in, out, out, in);
	for (int n = 0; n < DRAWN; n++) {
		int64_t in = 1 + draw(&seed, 256), q = 1 + draw(&seed, 256);
		int64_t p = 1 + draw(&seed, 256), out = (2 * in * p + q) / (2 * q);

		if (out && out <= DRAWN_LONGEST)
			check_axis(row->coordinates, in, out, p, q);
	}
}

/* Scales that are given, which are powers of two here: so places differ from those of the
   fraction by the roundings of doubles, and where only the scale is divided by, float32
   has the same ones. */
static void
check_scale(enum coordinates coordinates, int64_t in, int64_t p, int64_t q)
{
	const double close = 1e-12;
	bool is_exact =
		coordinates != ALIGN_CORNERS && coordinates != HALF_PIXEL_SYMMETRIC;
	struct sampling s = {.coordinates = coordinates, .in = in, .out = in * p / q};

	sampling_set_scale(&s, (float)p / (float)q);
	for (int64_t i = 0; i < s.out; i++) {
		struct fraction place = place_of(&s, p, q, i);
		struct sample_point point = sampling_point(&s, i);
		double wanted = (double)place.n / (double)place.d;

		assert_true(fabs((double)point.whole + point.part - wanted) <=
			    close * (double)in);
		for (int n = ROUND_PREFER_FLOOR; is_exact && n <= NEAREST_CEIL; n++)
			assert_true(is_nearest(&s, (enum nearest)n,
				sampling_nearest(&s, (enum nearest)n, i), place));
	}
}

static void
scales_are_in_double(void **state)
{
	static const struct fraction scale[] = {{1, 4}, {1, 2}, {1, 1}, {2, 1}, {4, 1}};
	const struct coordinates_row *row = *state;

	for (int64_t in = 1; in <= LONGEST; in++)
		for (size_t i = 0; i < countof(scale); i++)
			check_scale(row->coordinates, in, scale[i].n, scale[i].d);
}

/* A crop from a part of the axis to another: its ends are outputs, and others lie evenly
   between. A single output is in the middle. */
static void
crops_lie_between_their_ends(void **state)
{
	struct sampling s = {.coordinates = TF_CROP_AND_RESIZE,
		.in = 9,
		.out = 5,
		.roi_begin = 0.25f,
		.roi_end = 1.25f};

	(void)state;
	sampling_set_scale(&s, 1);
	for (int64_t i = 0; i < s.out; i++) {
		struct sample_point point = sampling_point(&s, i);

		assert_true((double)point.whole + point.part == 2 + 2 * (double)i);
		assert_int_equal(sampling_nearest(&s, NEAREST_FLOOR, i),
			i < 3 ? 2 + 2 * i : s.in - 1);
		assert_int_equal(sampling_is_inside(&s, i), i <= 3);
	}
	s.roi_begin = -0.25f;
	assert_false(sampling_is_inside(&s, 0));
	s.out = 1;
	assert_true(sampling_point(&s, 0).whole == 4);
	assert_true(sampling_point(&s, 0).part == 0);
	assert_int_equal(sampling_nearest(&s, ROUND_PREFER_CEIL, 0), 4);
}

/* No product of these may overflow. */
static void
long_axes_have_places(void **state)
{
	const int64_t in = INT64_C(1) << 58, out = SAMPLING_RESIZED;
	const struct coordinates_row *row = *state;
	struct sampling s = {.coordinates = row->coordinates, .in = in, .out = out};
	int64_t last;

	sampling_set_fraction(&s, out, in);
	last = sampling_nearest(&s, NEAREST_FLOOR, out - 1);
	assert_true(last < in && last >= in - in / out);
	assert_true(sampling_nearest(&s, NEAREST_FLOOR, 0) <= in / out);
}

/* A place in float32, just below a half, is not rounded up: the sum of both would be. */
static void
places_of_scales_are_rounded_once(void **state)
{
	struct sampling s = {.coordinates = ASYMMETRIC, .in = 4, .out = 24};

	(void)state;
	sampling_set_scale(&s, 0x1.800002p+2f);
	assert_true(3 / 0x1.800002p+2f == 0x1.fffffep-2f);
	assert_int_equal(sampling_nearest(&s, ROUND_PREFER_CEIL, 3), 0);
	sampling_set_scale(&s, 6);
	assert_int_equal(sampling_nearest(&s, ROUND_PREFER_CEIL, 3), 1);
	assert_int_equal(sampling_nearest(&s, ROUND_PREFER_FLOOR, 3), 0);
}

static const struct CMUnitTest scales[] = {
	cmocka_unit_test(places_of_scales_are_rounded_once),
	cmocka_unit_test(crops_lie_between_their_ends),
};

int
main(void)
{
	int failed = 0;

	failed += run_table("sizes are fractions", rows, sizes_are_fractions);
	failed += run_table("scales are in double", rows, scales_are_in_double);
	failed += run_table("long axes", rows, long_axes_have_places);
	failed += cmocka_run_group_tests_name("scales", scales, NULL, NULL);
	return failed;
}
