#include "kernels/direct_oc/direct_oc.h"
#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "plan/epilogue.h"

#include <math.h>
#include <string.h>

/* The functions of kernel_direct_oc or kernel_direct_ow without loops: input channels and
   calls are written out. */

enum {
	/* The most that a function may have if straight-line code is asked for: larger
	   ones take compilers long. */
	MOST_OPERATIONS = 9216,
	/* Bytes of code with loops that may be planned whatever the limit, so that there
	   is something to estimate. */
	PLANNED = 1 << 20
};

/* Text of statements, without the stems of names. */
enum {
	FUNCTION_TEXT = 250, /* a comment, the name and its arguments, braces */
	CALL_TEXT = 46,      /* of a function, at a place in src and dst */
	COMMENT_TEXT = 26,   /* which outputs follow */
	CHANNEL_TEXT = 34,   /* "{", "Input channel 12.", "}" */
	ORDER_TEXT = 20,
	LOAD_TEXT = 52, /* a vector that is loaded, or one number in all lanes */
	SUM_TEXT = 26,  /* "sum1_2 = sum1_2 + x10;", or another function's name */
	PRODUCT_TEXT = 54,
	SHUFFLE_TEXT = 40,
	LANE_TEXT = 4,   /* of a shuffle */
	BEGIN_TEXT = 46, /* a sum is declared, and is zero */
	STORE_TEXT = 50,
	FINISH_TEXT = 30 /* the bias, the divisor or the root */
};

/* The size of what is written out. */
struct written {
	uint64_t hottest, operations; /* of one function, and of all */
	uint64_t calls;
	uint64_t bytes;
};

/* The size of a function: approximate vector operations of an input channel; bytes of
   each input channel, and of the rest. */
struct function_text {
	uint64_t operations, channel, once;
};

static void
add_oc_text(struct function_text *text, const struct micro_kernel *kernel)
{
	const struct channel_kernel *own = kernel->own;
	uint64_t vectors = (uint64_t)own->vectors;

	text->operations += own->nterm * vectors;
	text->channel += own->ntap * (ORDER_TEXT + vectors * LOAD_TEXT) +
			 own->nterm * (LOAD_TEXT + vectors * PRODUCT_TEXT);
	text->once += (uint64_t)kernel->positions * vectors *
		      (BEGIN_TEXT + STORE_TEXT + FINISH_TEXT);
}

/* The number of weights that are broadcast, for one output channel or for each. */
static uint64_t
count_weights(const struct tile_plan *p, const struct micro_kernel *kernel)
{
	const struct ow_kernel *own = kernel->own;
	uint64_t count = 0;
	size_t n;

	for (size_t i = 0; i < own->nterm; i += n) {
		bool once;

		n = own->weights ? 1 : vectors_of_tap(own, i);
		once = shares_weights(kernel, n) ||
		       holds_factors(p, own, kernel->channels, i, n);
		if (own->weights)
			count += own->term[i].fills ? 1 : 0;
		else
			count += once ? 1 : n;
	}
	return count;
}

static void
add_ow_text(struct function_text *text, const struct tile_plan *p,
	const struct micro_kernel *kernel, uint64_t stem)
{
	const struct ow_kernel *own = kernel->own;
	const struct reduction *row = p->window.reduction;
	uint64_t shuffle = SHUFFLE_TEXT + LANE_TEXT * (uint64_t)p->vector->lanes;
	uint64_t channels = (uint64_t)kernel->channels, terms, masked = 0;

	/* A term of one output channel, and the load of its weight. */
	if (row->weighted)
		terms = own->nterm * PRODUCT_TEXT + count_weights(p, kernel) * LOAD_TEXT;
	else
		terms = own->nterm * (SUM_TEXT + (row->calls ? stem : 0));
	for (size_t i = 0; i < own->npermute; i++) {
		const struct permute *g = &own->permute[i];
		bool whole = g->base == NO_PERMUTE && g->nstep && g->step->whole;

		text->channel += (g->nstep - (whole ? 1 : 0)) * shuffle;
	}
	for (size_t i = 0; i < own->nterm; i++)
		masked += own->term[i].lanes != ALL_LANES;
	text->operations += own->nload + own->npermute + channels * (own->nterm + masked);
	text->channel += own->nload * LOAD_TEXT + (terms + masked * shuffle) * channels;
	text->once +=
		own->ncolumn * channels *
		(BEGIN_TEXT + STORE_TEXT + FINISH_TEXT + (own->order ? shuffle : 0));
}

/* The number of an oc_block's calls in a plane. */
static uint64_t
calls_of(const struct oc_block *block)
{
	uint64_t all = 0;

	for (size_t i = 0; i < block->nnest; i++) {
		uint64_t calls = 1;

		for (int k = 0; k < block->nest[i].nloop; k++)
			calls = count_mul(calls, (uint64_t)block->nest[i].loop[k].count);
		all = count_add(all, calls);
	}
	return all;
}

static struct written
count_written(const struct tile_plan *p, bool oc, uint64_t stem)
{
	struct written n = {0};
	uint64_t images = (uint64_t)(p->window.batch * p->window.group);
	uint64_t ic = (uint64_t)p->window.ic;

	for (size_t b = 0; b < p->noc_block; b++) {
		const struct oc_block *block = &p->oc_block[b];

		for (size_t i = 0; i < block->nkernel; i++) {
			struct function_text text = {
				0, CHANNEL_TEXT, FUNCTION_TEXT + stem};
			uint64_t one;

			if (oc)
				add_oc_text(&text, block->kernel[i]);
			else
				add_ow_text(&text, p, block->kernel[i], stem);
			one = count_mul(text.operations, ic);
			n.operations = count_add(n.operations, one);
			n.hottest = one > n.hottest ? one : n.hottest;
			n.bytes = count_add(n.bytes,
				count_add(text.once, count_mul(text.channel, ic)));
		}
		n.bytes += FUNCTION_TEXT + stem + block->nnest * COMMENT_TEXT;
		n.calls = count_add(n.calls, calls_of(block));
		n.calls = count_add(n.calls, count_mul(images, (uint64_t)block->count));
	}
	n.bytes = count_add(n.bytes, count_mul(n.calls, CALL_TEXT + stem));
	return n;
}

/* Not written out: loops over taps, weights that must be packed first, and code that
   takes compilers long. */
static const char *
written_obstacle(const struct tile_plan *p, bool oc, uint64_t stem, struct written *n)
{
	for (size_t b = 0; b < p->noc_block; b++)
		for (size_t i = 0; i < p->oc_block[b].nkernel; i++)
			if (p->oc_block[b].kernel[i]->loops)
				return "the kernel has too many taps to be written out";
	if (p->packs)
		return "weights that are packed at run time are not written out";
	*n = count_written(p, oc, stem);
	return n->hottest > MOST_OPERATIONS
		       ? "a function of all input channels would be too long"
		       : NULL;
}

/* Whether the plan of a design with loops can be unrolled, and is short enough. */
static bool
unroll(struct schedule *schedule, bool oc, bool asked, uint64_t max_output,
	struct arena *arena)
{
	const struct planning *limit = &schedule->target->processor->planning;
	struct tile_plan *p = arena_new(arena, struct tile_plan);
	const char *obstacle;
	struct written n;

	*p = *(const struct tile_plan *)schedule->own;
	tile_plan_unroll(p);
	schedule->estimate = 0;
	obstacle = written_obstacle(p, oc, strlen(schedule->stem), &n);
	if (obstacle) {
		schedule->why = obstacle;
		return false;
	}
	tile_plan_end(p, schedule, arena);
	schedule->estimate = count_add(size_around(schedule), n.bytes);
	return schedule->estimate / NEARLY <= max_output &&
	       (asked || (n.operations <= limit->straight_operations &&
				 n.calls <= limit->straight_calls));
}

/* Plans a design's code with loops. Returns its time; HUGE_VAL: the design does not take
   the plan. */
static double
plan_design(struct schedule *schedule, const struct kernel *design, uint64_t max_output,
	struct arena *arena)
{
	return design->obstacle(schedule->plan, schedule->target) ||
			       !design->plan(schedule, max_output, arena)
		       ? HUGE_VAL
		       : schedule_time(schedule);
}

/* Whether `auto` could choose it, from a quick bound: the most terms of a vector
   operation. Planning the designs takes far longer. */
static bool
may_be_short(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	size_t size = dtype_info[dtype_accumulator(epilogue_from(plan))].size;

	return terms_of_output(&plan->u.window) * (double)plan->dst.nelement <=
	       (double)schedule->target->processor->planning.straight_operations *
		       schedule->target->vector_bytes / (double)size;
}

/* Plans the faster design, unrolled; if straight-line code is asked for and that one
   cannot be unrolled, the other. If both would be too large, the estimate is the lower
   one. */
static bool
plan_unrolled_vector(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *design[] = {&kernel_direct_oc, &kernel_direct_ow};
	struct schedule planned[] = {*schedule, *schedule};
	bool asked =
		schedule->settings.kernel || schedule->settings.unroll == UNROLL_FULL;
	uint64_t most = max_output > PLANNED ? max_output : PLANNED, least = 0;
	double time[2];
	int first;

	if (!asked && !may_be_short(schedule))
		return false;
	for (int i = 0; i < 2; i++)
		time[i] = plan_design(&planned[i], design[i], most, arena);
	first = time[1] < time[0];
	for (int i = 0; i < (asked ? 2 : 1); i++) {
		int d = first ^ i;

		if (time[d] == HUGE_VAL)
			break;
		*schedule = planned[d];
		if (unroll(schedule, d == 0, asked, max_output, arena))
			return true;
		if (schedule->estimate > max_output &&
			(!least || schedule->estimate < least))
			least = schedule->estimate;
	}
	schedule->estimate = least;
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
	.straight = true,
	.vectors = true,
	.summary = "straight-line code of vectors, every index a literal",
	.obstacle = vector_obstacle,
	.plan = plan_unrolled_vector,
	.lower = tile_plan_lower,
};
