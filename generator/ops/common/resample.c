#include "ops/common/resample.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/filter.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"

/* In mode nearest, each axis takes the elements of the source that sampling.c chooses,
   which is a movement. The modes linear and cubic weigh the elements around that place,
   as in filter.c, one axis after the other.

   Linear and cubic samples of integers, which the documents leave open: those of 8 and 16
   bits and bools are summed in float32, those of 32 and 64 bits in double, with weights
   of that type. The last sum alone becomes an integer, as Cast has it: truncated, and out
   of range the nearest number of the type. ONNX's reference implementation truncates,
   too, and so does onnxruntime except with antialias, where it rounds after each axis. */

enum {
	SRC,                            /* the input that is sampled */
	MOST_SAMPLES = SAMPLING_RESIZED /* outputs along an axis */
};

/* The type of weighted sums: float32 for types whose numbers that has, else double. */
static enum dtype
sum_dtype(enum dtype dtype)
{
	const struct dtype_info *info = &dtype_info[dtype];

	if (info->kind == KIND_FLOAT)
		return dtype;
	return info->size < 4 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
}

/* Finds the outputs of an axis that lie on the input: first..*end-1. */
static int64_t
find_inside(const struct sampling *s, int64_t *end)
{
	int64_t first = 0;

	while (first < s->out && !sampling_is_inside(s, first))
		first++;
	*end = first;
	while (*end < s->out && sampling_is_inside(s, *end))
		++*end;
	return first;
}

/* Plans tf_crop_and_resize, where elements outside of the input are the fill. */
static void
plan_crop(const struct resampling *r, struct plan *plan, const struct operand *fill,
	struct arena *arena)
{
	struct move_plan *move = move_begin(plan, plan->src, &plan->dst, arena);
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];

	move->fill = fill;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	for (int i = 0; i < r->rank; i++) {
		const struct sampling *s = &r->sampling[i];
		int64_t end, first = find_inside(s, &end);
		int64_t *table = arena_array(arena, int64_t, s->out);

		for (int64_t k = 0; k < s->out; k++)
			table[k] = sampling_nearest(s, r->nearest, k) * src_inc[i];
		move_add_listed_run(move, table, s->out, dst_inc[i], first, end, arena);
	}
}

static bool
plan_nearest(const struct resampling *r, struct plan *plan, struct arena *arena)
{
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct pieces pieces[MAX_RANK] = {0};

	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	for (int i = 0; i < r->rank; i++) {
		const struct sampling *s = &r->sampling[i];
		int64_t *from;

		if (sampling_keeps(s) && s->out == s->in) {
			pieces_add(&pieces[i], s->out, 0, dst_inc[i], 0, 1, src_inc[i],
				arena);
			continue;
		}
		from = arena_array(arena, int64_t, s->out);
		for (int64_t k = 0; k < s->out; k++)
			from[k] = sampling_nearest(s, r->nearest, k);
		pieces_add_places(
			&pieces[i], s->out, dst_inc[i], from, src_inc[i], arena);
	}
	return move_pieces(plan, plan->src, &plan->dst, pieces, r->rank, arena);
}

/* Whether outputs along an axis equal its inputs. */
static bool
stays(const struct resampling *r, int axis)
{
	const struct sampling *s = &r->sampling[axis];

	if (r->crops && (s->roi_begin != 0 || s->roi_end != 1))
		return false;
	return s->in == s->out && (r->crops || sampling_keeps(s));
}

/* Appends an unchanged axis, or merges it with the last one. */
static void
add_kept(struct sample_plan *sample, int64_t extent)
{
	struct sample_axis *last =
		sample->naxis ? &sample->axis[sample->naxis - 1] : NULL;

	if (!last || last->sampled) {
		last = &sample->axis[sample->naxis++];
		*last = (struct sample_axis){.in = 1, .out = 1};
	}
	last->in *= extent;
	last->out *= extent;
}

static bool
plan_weighted(const struct resampling *r, struct plan *plan, double outside,
	struct source *source, struct arena *arena)
{
	const struct operation *operation = r->operation;
	const struct filter filter = {.cubic = !strcmp(r->mode, "cubic"),
		.a = operation_float(operation, "cubic_coeff_a", -0.75),
		.excludes_outside = operation_int(operation, "exclude_outside", 0) != 0,
		.antialiases = operation_int(operation, "antialias", 0) != 0};
	struct sample_plan *sample = &plan->u.sample;

	plan->kind = PLAN_SAMPLE;
	plan->sum = sum_dtype(operation->dtype);
	*sample = (struct sample_plan){.fill = outside};
	for (int i = 0; i < r->rank; i++) {
		const struct sampling *s = &r->sampling[i];
		struct sample_axis *axis = &sample->axis[sample->naxis];

		if (stays(r, i)) {
			add_kept(sample, s->in);
			continue;
		}
		*axis = (struct sample_axis){.sampled = true, .in = s->in, .out = s->out};
		axis->begin = find_inside(s, &axis->end);
		sample->naxis++;
		if (filter_taps(&filter, s, plan->sum, MOST_SAMPLES, axis, arena))
			continue;
		source_error(source, operation->input_where[SRC],
			"X: expected at most %d taps of outputs along an axis",
			MOST_SAMPLES);
		return false;
	}
	return true;
}

static bool
keeps_all(const struct resampling *r)
{
	for (int i = 0; i < r->rank; i++)
		if (!stays(r, i))
			return false;
	return true;
}

/* Whether all outputs lie outside of the input: those along some axis do. */
static bool
is_outside(const struct resampling *r)
{
	int64_t end;

	for (int i = 0; i < r->rank; i++)
		if (find_inside(&r->sampling[i], &end) == end)
			return true;
	return false;
}

bool
resample_plan(const struct resampling *r, struct plan *plan, struct source *source,
	struct arena *arena)
{
	double outside = operation_float(r->operation, "extrapolation_value", 0);
	int64_t shape[MAX_RANK] = {0};

	for (int i = 0; i < r->rank; i++) {
		const struct sampling *s = &r->sampling[i];

		shape[i] = s->out;
		if (s->out <= MOST_SAMPLES || stays(r, i))
			continue;
		source_error(source, r->operation->input_where[SRC],
			"X: expected at most %d outputs along an axis that is sampled",
			MOST_SAMPLES);
		return false;
	}
	if (!plan_set_output(plan, r->operation, shape, r->rank, source))
		return false;
	if (!plan->dst.nelement)
		return true;
	if (strcmp(r->mode, "nearest") != 0 && !keeps_all(r) && !is_outside(r))
		return plan_weighted(r, plan, outside, source, arena);
	if (r->crops) {
		plan_crop(r, plan,
			outside != 0 || signbit(outside)
				? plan_add_number(
					  plan, "extrapolation_value", outside, arena)
				: NULL,
			arena);
		return true;
	}
	if (plan_nearest(r, plan, arena))
		return true;
	source_error(source, r->operation->input_where[SRC],
		"X: it is sampled in more ways than opgen writes out");
	return false;
}
