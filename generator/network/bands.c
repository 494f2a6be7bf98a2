#include "network/bands.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "network/in_place.h"
#include "network/name.h"
#include "network/step_time.h"
#include "network/workspace.h"
#include "plan/restrict.h"
#include "plan/restrict_window.h"

enum {
	MOST_BANDS = 16,  /* of two steps: each band is two calls, which take flash */
	MOST_ASKED = 256, /* where a size of the workspace is asked for */
};

/* How much longer two steps may take in bands. Each band of planes finds the taps of all
   positions again: of the keyword spotter of samples/cortex_m/README.md, 4 bands at level
   small take 25 % more instructions and 60 % less workspace, 8 bands 59 % and 66 %. */
static const double LONGER = 1.5;

/* What bands are made for: a workspace of so many bytes, in so many bands of two steps
   and so many times their time at most. */
struct goal {
	int64_t bytes;
	int64_t most_bands;
	double longer;
};

/* A network whose tensors have no places yet, and the spec's table of them. */
struct state {
	struct network network;
	const struct tensor *tensor;
};

/* A range along an axis of a window's outputs. */
struct range {
	int axis;
	int64_t begin, end;
};

/* How two windows are cut, along images, planes or rows, so that a band of the second
   one's outputs, and what it reads, lie side by side in memory. */
struct cutting {
	/* How many bands there may be, at most; at most 1: it does not fit. */
	int64_t (*extent)(const struct plan *from, const struct plan *to);
	int axis; /* of the second window */
	/* The dimension of a window's result along which a range of it is fewer. */
	int (*dimension)(const struct window_plan *window);
	/* What the first one computes for a range of the second one, whose box this is.
	 */
	struct range (*made)(const struct plan *from, const struct plan_box *to,
		const struct range *range);
	/* Whether bands of other sizes are left out: each would have code of its own. */
	bool equal;
	/* Whether the first band and the last one read other taps, so that they have
	   code, and weights, of their own. */
	bool edges;
};

/* Two steps in a row, and how they are cut. */
struct pair {
	size_t step; /* the first one */
	const struct cutting *cutting;
	int64_t extent;
};

static int64_t
channels_of(const struct window_plan *w)
{
	return w->group * w->oc;
}

/* Images. */

static int64_t
images_extent(const struct plan *from, const struct plan *to)
{
	int64_t n = restrict_extent(to, RESTRICT_IMAGES);

	return restrict_extent(from, RESTRICT_IMAGES) == n ? n : 1;
}

static int
images_dimension(const struct window_plan *w)
{
	(void)w;
	return 0;
}

static struct range
images_made(const struct plan *from, const struct plan_box *to, const struct range *range)
{
	(void)from;
	(void)to;
	return *range;
}

/* Planes: groups of the second window, which read channels of the first one. */

/* The axis of a window along which its channels are cut, and how many are cut at once. */
static int
channel_axis(const struct window_plan *w, int64_t *channels)
{
	*channels = w->group == 1 ? 1 : w->oc;
	return w->group == 1 ? RESTRICT_CHANNELS : RESTRICT_GROUPS;
}

static int64_t
planes_extent(const struct plan *from, const struct plan *to)
{
	const struct window_plan *first = &from->u.window, *second = &to->u.window;
	int64_t channels;
	int axis = channel_axis(first, &channels);

	if (first->batch != 1 || first->dst_layout != WINDOW_NCHW ||
		!window_is_planar(second) || second->ic % channels ||
		restrict_extent(from, axis) != channels_of(first) / channels)
		return 1;
	return restrict_extent(to, RESTRICT_GROUPS);
}

static int
planes_dimension(const struct window_plan *w)
{
	(void)w;
	return 1;
}

static struct range
planes_made(const struct plan *from, const struct plan_box *to, const struct range *range)
{
	int64_t ic = to->plan->u.window.ic, channels;
	int axis = channel_axis(&from->u.window, &channels);

	return (struct range){
		axis, range->begin * ic / channels, range->end * ic / channels};
}

/* Rows. Those that two bands read are computed twice. */

/* Whether a tensor's rows follow each other. */
static bool
has_rows(enum window_layout layout, int64_t channels)
{
	return layout == WINDOW_NHWC || channels == 1;
}

static int64_t
rows_extent(const struct plan *from, const struct plan *to)
{
	const struct window_plan *first = &from->u.window, *second = &to->u.window;
	int64_t channels = channels_of(first);

	if (first->batch != 1 || second->batch != 1 || first->naxis != second->naxis ||
		!has_rows(first->dst_layout, channels) ||
		!has_rows(second->src_layout, channels) ||
		!has_rows(second->dst_layout, channels_of(second)) ||
		restrict_extent(from, RESTRICT_POSITIONS) != second->axis[0].in)
		return 1;
	return restrict_extent(to, RESTRICT_POSITIONS);
}

static int
rows_dimension(const struct window_plan *w)
{
	return w->shaped_by_layout && w->dst_layout == WINDOW_NHWC ? 1 : 2;
}

static struct range
rows_made(const struct plan *from, const struct plan_box *to, const struct range *range)
{
	const struct window_plan *w = &to->plan->u.window;
	int64_t begin = to->input[to->plan->src - to->plan->operand] / w->src.axis[0];

	(void)from;
	(void)range;
	return (struct range){RESTRICT_POSITIONS, begin, begin + w->axis[0].in};
}

/* The ways that compute nothing twice come first. */
static const struct cutting cutting_table[] = {
	{images_extent, RESTRICT_IMAGES, images_dimension, images_made, false, false},
	{planes_extent, RESTRICT_GROUPS, planes_dimension, planes_made, true, false},
	{rows_extent, RESTRICT_POSITIONS, rows_dimension, rows_made, false, true},
};

/* Gives the tensors of a copy their places. */
static struct network
measure(const struct state *state, struct arena *arena)
{
	struct network network = state->network;

	network.tensor = arena_copy(
		arena, network.tensor, network.ntensor, sizeof *network.tensor);
	network.step =
		arena_copy(arena, network.step, network.nstep, sizeof *network.step);
	for (size_t i = 0; i < network.nstep; i++)
		network.step[i].own = NULL;
	network_settle(&network, state->tensor);
	network_in_place(&network, arena);
	if (!network_place(&network))
		network.workspace = INT64_MAX;
	return network;
}

/* How often a step reads a place. */
static size_t
nread(const struct network *network, const struct network_step *step, size_t place)
{
	size_t n = 0;

	for (size_t i = 0; i < step->plan->noperand; i++)
		n += !step->plan->operand[i].constant &&
		     network->tensor[step->input[i]].place == place;
	return n;
}

/* Whether a step is a window with one result of its own shape. */
static bool
is_window(const struct network *network, const struct network_step *step)
{
	const struct network_tensor *t = &network->tensor[step->result[0]];

	return step->plan->kind == PLAN_WINDOW && step->nresult == 1 &&
	       t->operand.nelement > 0 &&
	       t->operand.rank == step->plan->u.window.naxis + 2;
}

/* Whether nothing but the src of step i + 1 is in the place of what step i makes. */
static bool
is_between(const struct network *network, size_t i)
{
	const struct network_step *from = &network->step[i], *to = from + 1;
	size_t made = from->result[0];
	const struct network_tensor *t = &network->tensor[made];

	for (size_t k = 0; k < network->ntensor; k++)
		if (k != made && network->tensor[k].place == made)
			return false;
	return t->home == HOME_WORKSPACE && t->place == made && t->first == i &&
	       t->last == i + 1 && nread(network, to, made) == 1 &&
	       !to->plan->src->constant &&
	       to->input[to->plan->src - to->plan->operand] == made;
}

/* Bytes of a step's constants. */
static int64_t
constants_of(const struct network_step *step)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < step->plan->noperand; i++) {
		const struct operand *o = &step->plan->operand[i];

		if (o->constant)
			bytes += o->nelement * (int64_t)dtype_info[o->dtype].size;
	}
	return bytes;
}

/* Whether more constants would be added than the tensor between two steps has bytes. */
static bool
adds_constants(const struct network *network, const struct network_step *from,
	const struct cutting *cutting)
{
	return cutting->edges && 2 * (constants_of(from) + constants_of(from + 1)) >
					 network->tensor[from->result[0]].bytes;
}

/* Finds how step i and the one after it can be cut. n: how many tensors there were before
   any were. */
static bool
find_cutting(const struct network *network, size_t i, size_t n, struct pair *pair)
{
	const struct network_step *from = &network->step[i];

	if (i + 1 >= network->nstep || !is_window(network, from) ||
		!is_window(network, from + 1) || from->result[0] >= n ||
		!is_between(network, i))
		return false;
	for (size_t k = 0; k < sizeof cutting_table / sizeof *cutting_table; k++) {
		pair->step = i;
		pair->cutting = &cutting_table[k];
		pair->extent = pair->cutting->extent(from->plan, from[1].plan);
		if (pair->extent > 1 && !adds_constants(network, from, pair->cutting))
			return true;
	}
	return false;
}

/* The state while two steps become several. */
struct build {
	const struct network *before;
	struct network *network;         /* whose steps are not complete */
	struct tensor *table;            /* of the spec; both tables have room */
	const struct network_step *from; /* the two steps */
	struct network_step *step;       /* the next one */
	size_t band;                     /* the current one, from 1 */
	struct tensor_names names;
	struct arena *arena;
};

/* Adds a tensor for a box of another one. */
static size_t
add_tensor(struct build *b, size_t whole, const struct operand *box, int64_t begin)
{
	size_t n = b->network->ntensor++;
	struct network_tensor *t = &b->network->tensor[n];
	struct tensor *row = &b->table[n];
	int64_t size;

	*row = b->table[whole];
	row->name = NULL;
	row->nelement = box->nelement;
	row->rank = box->rank;
	memcpy(row->shape, box->shape, sizeof row->shape);
	size = (int64_t)dtype_info[row->dtype].size;
	*t = b->network->tensor[whole];
	t->title = NULL;
	t->within += begin * size;
	t->bytes = box->nelement * size;
	return n;
}

/* Gives a box the shape of a tensor with fewer elements along one dimension. */
static void
set_shape(struct operand *box, const struct tensor *whole, int dimension)
{
	int64_t n = whole->nelement / whole->shape[dimension];

	box->rank = whole->rank;
	memcpy(box->shape, whole->shape, sizeof box->shape);
	box->shape[dimension] = box->nelement / n;
}

static const char *
free_step_name(const struct build *b, const char *name)
{
	const struct network *network = b->before;

	for (size_t i = 0; i < network->nstep; i++)
		if (!strcmp(network->step[i].name, name))
			return free_step_name(b, arena_format(b->arena, "%s_", name));
	return name;
}

/* The tensor that an operand of a box is. */
static size_t
part_of(struct build *b, const struct network_step *whole, const struct plan_box *box,
	size_t operand)
{
	const struct operand *o = &box->plan->operand[operand];
	size_t tensor = whole->input[operand];

	if (o->constant || (!box->input[operand] &&
				   o->nelement == whole->plan->operand[operand].nelement))
		return tensor;
	return add_tensor(b, tensor, o, box->input[operand]);
}

/* Adds a step for a box of another one. between: the tensor that it reads as src, or
   NO_TENSOR; made: what it makes. */
static void
add_step(struct build *b, const struct network_step *whole, const struct plan_box *box,
	size_t between, size_t made)
{
	struct network_step *step = b->step++;
	struct plan *plan = box->plan;
	size_t *input = arena_copy(b->arena, whole->input, plan->noperand, sizeof *input);

	for (size_t i = 0; i < plan->noperand; i++)
		input[i] = between != NO_TENSOR && &plan->operand[i] == plan->src
				   ? between
				   : part_of(b, whole, box, i);
	*step = *whole;
	step->name = free_step_name(
		b, arena_format(b->arena, "%s_band_%zu", whole->name, b->band));
	step->own = plan;
	step->own->name = network_step_name(b->network, step, b->arena);
	step->plan = plan;
	step->input = input;
	step->result = arena_copy(b->arena, &made, 1, sizeof made);
}

/* Adds the tensor that a step makes of a box of its result. */
static size_t
add_result(struct build *b, const struct network_step *whole, const struct plan_box *box)
{
	size_t like = whole->result[0];
	size_t made = add_tensor(b, like, &box->plan->dst, box->output);
	struct network_tensor *t = &b->network->tensor[made];

	t->operand.name = network_free_name(&b->names, b->network,
		arena_format(b->arena, "%s_band_%zu", t->operand.name, b->band),
		b->arena);
	return made;
}

/* Adds the two steps of a band. */
static void
add_band(struct build *b, const struct pair *pair, int64_t begin, int64_t end)
{
	const struct network_step *from = &b->from[0], *to = &b->from[1];
	const struct cutting *cutting = pair->cutting;
	const struct range range = {cutting->axis, begin, end};
	const struct plan_box first = plan_box(from->plan, b->arena);
	const struct plan_box second = plan_box(to->plan, b->arena);
	struct plan_box reader = plan_restrict(&second, range.axis, begin, end, b->arena);
	const struct range made = cutting->made(from->plan, &reader, &range);
	struct plan_box maker =
		plan_restrict(&first, made.axis, made.begin, made.end, b->arena);
	struct operand *src =
		&reader.plan->operand[reader.plan->src - reader.plan->operand];
	struct network_tensor *between;
	size_t tensor;

	b->band++;
	set_shape(&maker.plan->dst, &b->table[from->result[0]],
		cutting->dimension(&from->plan->u.window));
	set_shape(&reader.plan->dst, &b->table[to->result[0]],
		cutting->dimension(&to->plan->u.window));
	src->nelement = maker.plan->dst.nelement;
	src->rank = maker.plan->dst.rank;
	memcpy(src->shape, maker.plan->dst.shape, sizeof src->shape);
	tensor = add_result(b, from, &maker);
	between = &b->network->tensor[tensor];
	between->place = between->bytes_of = tensor;
	between->within = 0;
	add_step(b, from, &maker, NO_TENSOR, tensor);
	add_step(b, to, &reader, tensor, add_result(b, to, &reader));
}

/* How many bands of so many outputs there are. */
static size_t
count_bands(const struct pair *pair, int64_t size)
{
	return (size_t)((pair->extent + size - 1) / size);
}

/* The network with two steps in bands of so many outputs along an axis. */
static struct state
build(const struct state *from, const struct pair *pair, int64_t size,
	struct arena *arena)
{
	const struct network *network = &from->network;
	size_t nband = count_bands(pair, size), behind = pair->step + 2;
	size_t more = nband * 2 * (MAX_OPERAND + 1);
	struct state state = *from;
	struct build b = {.before = network,
		.network = &state.network,
		.from = &network->step[pair->step],
		.arena = arena};

	b.table = arena_array(arena, struct tensor, network->ntensor + more);
	memcpy(b.table, from->tensor, network->ntensor * sizeof *b.table);
	state.network.tensor =
		arena_array(arena, struct network_tensor, network->ntensor + more);
	memcpy(state.network.tensor, network->tensor,
		network->ntensor * sizeof *network->tensor);
	state.network.step =
		arena_array(arena, struct network_step, network->nstep + 2 * nband);
	memcpy(state.network.step, network->step, pair->step * sizeof *network->step);
	b.step = &state.network.step[pair->step];
	for (int64_t i = 0; i < pair->extent; i += size)
		add_band(&b, pair, i, i + size < pair->extent ? i + size : pair->extent);
	memcpy(b.step, &network->step[behind],
		(network->nstep - behind) * sizeof *network->step);
	state.network.nstep = network->nstep + 2 * nband - 2;
	state.tensor = state.network.spec.tensor = b.table;
	state.network.spec.ntensor = state.network.ntensor;
	return state;
}

/* Finds the steps to be cut at the one where the most bytes live, of two pairs those with
   the larger tensor between them, or the first. n: as of find_cutting(). */
static bool
find_pair(const struct network *network, size_t n, struct pair *pair)
{
	struct pair other;
	bool found = find_cutting(network, network->peak, n, pair);

	if (!network->peak || !find_cutting(network, network->peak - 1, n, &other))
		return found;
	if (!found || network->tensor[network->step[other.step].result[0]].bytes >=
			      network->tensor[network->step[pair->step].result[0]].bytes)
		*pair = other;
	return true;
}

/* The estimated time of n steps, in cycles; -1: one of them cannot be done. */
static int64_t
time_of(struct step_timer *timer, const struct network_step *step, size_t n)
{
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t cycles = step_time(timer, step[i].plan, &step[i], NULL).cycles;

		if (cycles < 0)
			return -1;
		sum += cycles;
	}
	return sum;
}

/* Finds how many outputs a band has: so many that the workspace is small enough, or the
   most bytes live elsewhere; else those that make the workspace smallest. 0: none that
   are fast enough do. */
static int64_t
find_size(const struct state *state, const struct pair *pair, const struct goal *goal,
	uint64_t max_output)
{
	struct arena own = {0};
	struct step_timer timer = {.max_output = max_output, .arena = &own};
	const int64_t whole = time_of(&timer, &state->network.step[pair->step], 2);
	int64_t best = 0, least = INT64_MAX;

	for (int64_t n = 2; n <= goal->most_bands && n <= pair->extent; n++) {
		int64_t size = (pair->extent + n - 1) / n, cycles;
		struct state trial;
		struct network measured;

		if (count_bands(pair, size) != (size_t)n ||
			(pair->cutting->equal && pair->extent % size))
			continue;
		trial = build(state, pair, size, &own);
		cycles = time_of(&timer, &trial.network.step[pair->step], 2 * (size_t)n);
		if (cycles < 0 || (double)cycles > goal->longer * (double)whole)
			break;
		measured = measure(&trial, &own);
		if (measured.workspace < least) {
			least = measured.workspace;
			best = size;
		}
		if (least <= goal->bytes || measured.peak < pair->step ||
			measured.peak >= pair->step + 2 * (size_t)n)
			break;
	}
	arena_free(&own);
	return best;
}

/* Makes bands of a state as long as they lower the workspace, which is above the goal. n:
   as of find_cutting(). Returns the last state with a lower workspace. */
static struct state
make_bands(struct state state, size_t n, const struct goal *goal, uint64_t max_output,
	struct arena *arena)
{
	struct arena own = {0};
	struct network measured = measure(&state, &own);
	int64_t least = measured.workspace;
	struct state best = state;
	struct pair pair;

	while (least > goal->bytes && find_pair(&measured, n, &pair)) {
		int64_t size = find_size(&state, &pair, goal, max_output);

		if (!size)
			break;
		state = build(&state, &pair, size, arena);
		arena_clear(&own);
		measured = measure(&state, &own);
		if (measured.workspace >= least)
			continue;
		least = measured.workspace;
		best = state;
	}
	arena_free(&own);
	return best;
}

void
network_bands(struct network *network, const struct tensor **tensor,
	const struct settings *settings, uint64_t max_output, struct arena *arena)
{
	const struct goal pays = {0, MOST_BANDS, LONGER};
	const struct goal asked = {settings->max_workspace > INT64_MAX
					   ? INT64_MAX
					   : (int64_t)settings->max_workspace,
		MOST_ASKED, HUGE_VAL};
	struct state state = {*network, *tensor};
	size_t n = network->ntensor;

	if (settings->unroll == UNROLL_SMALL)
		state = make_bands(state, n, &pays, max_output, arena);
	if (settings->limits_workspace)
		state = make_bands(state, n, &asked, max_output, arena);
	*network = state.network;
	*tensor = state.tensor;
}
