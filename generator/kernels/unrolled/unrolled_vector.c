#include "kernels/common/tile_code.h"
#include "kernels/kernel.h"

#include "arena.h"
#include "kernels/common/vector.h"

#include <math.h>

/* The functions of kernel_direct_oc or kernel_direct_ow without a loop: a function writes
   its input channels out, and every call of it is written out. */

enum {
	/* Vector operations and calls that `auto` takes. Measured: within these
	   straight-line code is faster than loops over the input channels, by up to a
	   tenth; beyond, as often as not it is slower. */
	AUTO_OPERATIONS = 256,
	AUTO_CALLS = 64,
	/* What a function may have where straight-line code is asked for: compilers take
	   long for larger ones. */
	MOST_OPERATIONS = 9216,
	/* Bytes of code, at least. */
	OPERATION_BYTES = 60,
	CALL_BYTES = 60
};

/* What is written out. */
struct written {
	uint64_t hottest, operations; /* of one function, and of all */
	uint64_t calls;
};

/* Vector operations of a function for an input channel, roughly. */
static uint64_t
operations_of(const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t n = code->nload + code->ngather;

	for (size_t i = 0; i < code->nterm; i++)
		n += (uint64_t)tile->channels *
		     (code->term[i].lanes == ALL_LANES ? 1 : 2);
	for (size_t k = 0; k < code->ntap; k++)
		n += code->tap[k].nuse * (uint64_t)code->vectors;
	return n;
}

static struct written
count_written(const struct tiles *t)
{
	struct written n = {0};
	uint64_t images = (uint64_t)(t->window.batch * t->window.group);

	for (size_t c = 0; c < t->nclass; c++) {
		const struct channel_class *class = &t->class[c];

		for (size_t i = 0; i < class->ntile; i++) {
			uint64_t one = count_mul(
				operations_of(class->tile[i]), (uint64_t)t->window.ic);

			n.operations = count_add(n.operations, one);
			if (one > n.hottest)
				n.hottest = one;
		}
		for (size_t i = 0; i < class->nnest; i++) {
			uint64_t calls = 1;

			for (int k = 0; k < class->nest[i].nloop; k++)
				calls = count_mul(
					calls, (uint64_t) class->nest[i].loop[k].count);
			n.calls = count_add(n.calls, calls);
		}
		n.calls = count_add(n.calls, count_mul(images, (uint64_t) class->count));
	}
	return n;
}

/* Loops over taps, and weights that have to be packed first, are not written out, nor
   what compilers take long for. */
static const char *
written_obstacle(const struct tiles *t, struct written *n)
{
	for (size_t c = 0; c < t->nclass; c++)
		for (size_t i = 0; i < t->class[c].ntile; i++)
			if (t->class[c].tile[i]->loops)
				return "the kernel has too many taps to be written out";
	if (t->packs)
		return "weights that are packed at run time are not written out";
	*n = count_written(t);
	return n->hottest > MOST_OPERATIONS
		       ? "a function of all input channels would be too long"
		       : NULL;
}

/* Whether the plan of a design with loops can do without, and is short enough. */
static bool
unroll(struct schedule *schedule, bool asked, uint64_t max_output, struct arena *arena)
{
	struct tiles *t = arena_new(arena, struct tiles);
	const char *obstacle;
	struct written n;

	*t = *schedule->u.tiles;
	t->unrolled = true;
	for (size_t c = 0; c < t->nclass; c++)
		t->class[c].inside = false;
	schedule->u.tiles = t;
	schedule->estimate = 0;
	obstacle = written_obstacle(t, &n);
	if (obstacle) {
		schedule->why = obstacle;
		return false;
	}
	schedule->estimate = count_add(
		count_mul(n.operations, OPERATION_BYTES), count_mul(n.calls, CALL_BYTES));
	return schedule->estimate <= max_output &&
	       (asked || (n.operations <= AUTO_OPERATIONS && n.calls <= AUTO_CALLS));
}

/* The faster design; where straight-line code is asked for, the other one if the first
   cannot do without loops. */
static bool
plan_unrolled_vector(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *design[] = {&kernel_direct_oc, &kernel_direct_ow};
	const struct schedule before = *schedule;
	bool asked =
		schedule->settings.kernel || schedule->settings.unroll == UNROLL_FULL;
	double time[2];
	int first;

	for (int i = 0; i < 2; i++)
		time[i] = design[i]->obstacle(schedule->plan, schedule->target)
				  ? HUGE_VAL
				  : design[i]->estimate(schedule->plan, schedule->target);
	first = time[1] < time[0];
	for (int i = 0; i < (asked ? 2 : 1); i++) {
		int d = first ^ i;

		if (time[d] == HUGE_VAL)
			return false;
		*schedule = before;
		if (design[d]->plan(schedule, max_output, arena) &&
			unroll(schedule, asked, max_output, arena))
			return true;
	}
	return false;
}

static const char *
vector_obstacle(const struct plan *plan, const struct target *target)
{
	const char *channels = kernel_direct_oc.obstacle(plan, target);

	return channels ? kernel_direct_ow.obstacle(plan, target) : NULL;
}

const struct kernel kernel_unrolled_vector = {
	.name = "unrolled-vector",
	.kind = PLAN_WINDOW,
	.loops = false,
	.vectors = true,
	.summary = "straight-line code of vectors, every index a literal",
	.obstacle = vector_obstacle,
	.plan = plan_unrolled_vector,
	.lower = tiles_lower,
};
