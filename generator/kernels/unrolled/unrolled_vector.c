#include "kernels/common/tile_code.h"
#include "kernels/kernel.h"

#include "arena.h"
#include "kernels/common/size.h"
#include "kernels/common/vector.h"

#include <math.h>
#include <string.h>

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
	/* Bytes of code with loops that are planned however few are allowed, so that
	   there is something to estimate. */
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

/* What is written out. */
struct written {
	uint64_t hottest, operations; /* of one function, and of all */
	uint64_t calls;
	uint64_t bytes;
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

/* Bytes of a function: of each input channel, and once. */
struct function_text {
	uint64_t stem; /* of a name */
	uint64_t channel, once;
};

/* Those of TILE_VECTOR_CHANNELS. */
static void
add_channels_text(struct function_text *text, const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t vectors = (uint64_t)code->vectors;

	for (size_t k = 0; k < code->ntap; k++)
		text->channel += ORDER_TEXT + vectors * LOAD_TEXT +
				 code->tap[k].nuse * (LOAD_TEXT + vectors * PRODUCT_TEXT);
	text->once += (uint64_t)tile->positions * vectors *
		      (BEGIN_TEXT + STORE_TEXT + FINISH_TEXT);
}

/* Weights that are put into all lanes, for one output channel or for each. */
static uint64_t
count_weights(const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t count = 0;
	size_t n;

	for (size_t i = 0; i < code->nterm; i += n) {
		n = code->weights ? 1 : vectors_of_tap(code, i);
		if (code->weights)
			count += code->term[i].fills ? 1 : 0;
		else
			count += shares_weights(tile, n) ? 1 : n;
	}
	return count;
}

/* A term of one output channel, and what brings its weight. */
static uint64_t
terms_text(const struct tiles *t, const struct tile *tile, uint64_t stem)
{
	const struct reduction *row = t->window.reduction;

	if (row->weighted)
		return tile->code->nterm * PRODUCT_TEXT + count_weights(tile) * LOAD_TEXT;
	return tile->code->nterm * (SUM_TEXT + (row->calls ? stem : 0));
}

/* Those of TILE_VECTOR_COLUMNS. */
static void
add_columns_text(
	struct function_text *text, const struct tiles *t, const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	uint64_t shuffle = SHUFFLE_TEXT + LANE_TEXT * (uint64_t)t->vector->lanes;
	uint64_t terms = terms_text(t, tile, text->stem);
	uint64_t channels = (uint64_t)tile->channels;

	text->channel += code->nload * LOAD_TEXT;
	for (size_t i = 0; i < code->ngather; i++) {
		const struct gather *g = &code->gather[i];
		bool whole = g->base == NO_GATHER && g->nstep && g->step->whole;

		text->channel += (g->nstep - (whole ? 1 : 0)) * shuffle;
	}
	for (size_t i = 0; i < code->nterm; i++)
		terms += code->term[i].lanes == ALL_LANES ? 0 : shuffle;
	text->channel += terms * channels;
	text->once +=
		code->ncolumn * channels *
		(BEGIN_TEXT + STORE_TEXT + FINISH_TEXT + (code->order ? shuffle : 0));
}

/* Bytes of a function, nearly. */
static uint64_t
function_bytes(const struct tiles *t, const struct tile *tile, uint64_t stem)
{
	struct function_text text = {stem, CHANNEL_TEXT, FUNCTION_TEXT + stem};

	if (tile->kind == TILE_VECTOR_CHANNELS)
		add_channels_text(&text, tile);
	else
		add_columns_text(&text, t, tile);
	return count_add(text.once, count_mul(text.channel, (uint64_t)t->window.ic));
}

/* A class' calls of functions for every place of a plane. */
static uint64_t
calls_of(const struct channel_class *class)
{
	uint64_t all = 0;

	for (size_t i = 0; i < class->nnest; i++) {
		uint64_t calls = 1;

		for (int k = 0; k < class->nest[i].nloop; k++)
			calls = count_mul(calls, (uint64_t) class->nest[i].loop[k].count);
		all = count_add(all, calls);
	}
	return all;
}

static struct written
count_written(const struct tiles *t, uint64_t stem)
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
			n.bytes = count_add(
				n.bytes, function_bytes(t, class->tile[i], stem));
		}
		n.bytes += FUNCTION_TEXT + stem + class->nnest * COMMENT_TEXT;
		n.calls = count_add(n.calls, calls_of(class));
		n.calls = count_add(n.calls, count_mul(images, (uint64_t) class->count));
	}
	n.bytes = count_add(n.bytes, count_mul(n.calls, CALL_TEXT + stem));
	return n;
}

/* Loops over taps, and weights that have to be packed first, are not written out, nor
   what compilers take long for. */
static const char *
written_obstacle(const struct tiles *t, uint64_t stem, struct written *n)
{
	for (size_t c = 0; c < t->nclass; c++)
		for (size_t i = 0; i < t->class[c].ntile; i++)
			if (t->class[c].tile[i]->loops)
				return "the kernel has too many taps to be written out";
	if (t->packs)
		return "weights that are packed at run time are not written out";
	*n = count_written(t, stem);
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
	obstacle = written_obstacle(t, strlen(schedule->stem), &n);
	if (obstacle) {
		schedule->why = obstacle;
		return false;
	}
	schedule->estimate = count_add(size_around(schedule), n.bytes);
	return schedule->estimate / NEARLY <= max_output &&
	       (asked || (n.operations <= AUTO_OPERATIONS && n.calls <= AUTO_CALLS));
}

/* What the code of a design with loops takes; HUGE_VAL: it does not take the plan. */
static double
time_of(const struct schedule *schedule, const struct kernel *design, uint64_t max_output,
	struct arena *arena)
{
	struct schedule s = *schedule;

	s.kernel = design;
	return design->obstacle(s.plan, s.target) || !design->plan(&s, max_output, arena)
		       ? HUGE_VAL
		       : schedule_time(&s);
}

/* Whether `auto` could take it, seen from afar: a vector operation has at most so many
   terms. Planning the designs takes far longer. */
static bool
may_be_short(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	size_t size = dtype_info[dtype_accumulator(plan->dst.dtype)].size;

	return terms_of_output(&plan->u.window) * (double)plan->dst.nelement <=
	       (double)AUTO_OPERATIONS * schedule->target->vector_bytes / (double)size;
}

/* The faster design; where straight-line code is asked for, the other one if the first
   cannot do without loops. Where both would be too large, the estimate is the lower one.
 */
static bool
plan_unrolled_vector(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *design[] = {&kernel_direct_oc, &kernel_direct_ow};
	const struct schedule before = *schedule;
	bool asked =
		schedule->settings.kernel || schedule->settings.unroll == UNROLL_FULL;
	uint64_t planned = max_output > PLANNED ? max_output : PLANNED, least = 0;
	double time[2];
	int first;

	if (!asked && !may_be_short(schedule))
		return false;
	for (int i = 0; i < 2; i++)
		time[i] = time_of(schedule, design[i], planned, arena);
	first = time[1] < time[0];
	for (int i = 0; i < (asked ? 2 : 1); i++) {
		int d = first ^ i;

		if (time[d] == HUGE_VAL)
			break;
		*schedule = before;
		if (design[d]->plan(schedule, planned, arena) &&
			unroll(schedule, asked, max_output, arena))
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
	.loops = false,
	.vectors = true,
	.summary = "straight-line code of vectors, every index a literal",
	.obstacle = vector_obstacle,
	.plan = plan_unrolled_vector,
	.lower = tiles_lower,
};
