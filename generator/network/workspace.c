#include "network/workspace.h"

#include "base/arena.h"
#include "base/checked.h"
#include "network/layout.h"

#include <string.h>

static struct network_tensor *
place_of(struct network *network, size_t tensor)
{
	return &network->tensor[network->tensor[tensor].place];
}

void
network_settle(struct network *network, const struct tensor *tensor)
{
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < network->ntensor; i++) {
		struct network_tensor *to = &network->tensor[i];
		const struct tensor *from = &tensor[i];

		operand_set_dtype(&to->operand, from->dtype);
		to->operand.rank = from->rank;
		memcpy(to->operand.shape, from->shape, sizeof to->operand.shape);
		to->operand.nelement = from->nelement;
		to->operand.constant = from->constant;
		to->home = from->constant ? HOME_CONSTANT : HOME_WORKSPACE;
		to->bytes_of = i;
	}
	for (size_t i = 0; i < graph->function.ninput; i++)
		place_of(network, graph->function.input[i].tensor)->home = HOME_ARGUMENT;
	for (size_t i = 0; i < graph->noutput; i++)
		place_of(network, graph->output[i])->home = HOME_ARGUMENT;
	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < step->plan->noperand; k++)
			if (!step->plan->operand[k].constant)
				place_of(network, step->input[k])->last = i;
		for (size_t k = 0; k < step->nresult; k++) {
			struct network_tensor *place = place_of(network, step->result[k]);

			place->first = place->made ? place->first : i;
			place->made = true;
			place->last = i;
		}
	}
}

static int64_t
round_up(int64_t bytes)
{
	return (bytes + WORKSPACE_ALIGNMENT - 1) / WORKSPACE_ALIGNMENT *
	       WORKSPACE_ALIGNMENT;
}

/* Whether a tensor represents a place in the workspace. */
static bool
is_placed(const struct network *network, size_t tensor)
{
	const struct network_tensor *t = &network->tensor[tensor];

	return t->home == HOME_WORKSPACE && t->place == tensor && t->bytes_of == tensor &&
	       t->made;
}

/* Finds the most bytes of n tensors that live at one step, and that step. */
static void
find_peak(struct network *network, struct network_tensor *const *tensor, size_t n,
	struct arena *arena)
{
	/* The bytes of tensors that begin to live at each step, less those of tensors
	   that have ceased to. */
	int64_t *change = arena_array(arena, int64_t, network->nstep + 1);
	int64_t alive = 0;

	for (size_t i = 0; i < n; i++) {
		change[tensor[i]->first] += tensor[i]->bytes;
		change[tensor[i]->last + 1] -= tensor[i]->bytes;
	}
	network->alive = 0;
	for (size_t i = 0; i < network->nstep; i++) {
		alive += change[i];
		if (alive <= network->alive)
			continue;
		network->alive = alive;
		network->peak = i;
	}
}

/* Whether the bytes of all tensors together fit an int64_t; no placement takes more. */
static bool
fits(const struct network *network)
{
	int64_t sum = 0;

	for (size_t i = 0; i < network->ntensor; i++)
		if (is_placed(network, i) &&
			(network->tensor[i].bytes > INT64_MAX - WORKSPACE_ALIGNMENT ||
				add_overflows(
					sum, round_up(network->tensor[i].bytes), &sum)))
			return false;
	return true;
}

/* For each place, the place whose bytes it has: its own; or, where a step writes one
   tensor over another one, that of the first of them all. */
static size_t *
find_first_tensors(const struct network *network, struct arena *arena)
{
	size_t *first = arena_array(arena, size_t, network->ntensor);

	for (size_t i = 0; i < network->ntensor; i++)
		first[i] = i;
	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];
		const struct network_tensor *over = network_overwritten(network, step);

		if (over)
			first[network->tensor[step->result[0]].place] =
				first[over->place];
	}
	return first;
}

/* Gives the bytes of arguments to the places over which results in them are written. */
static void
find_arguments(struct network *network)
{
	for (size_t i = network->nstep; i-- > 0;) {
		const struct network_step *step = &network->step[i];
		const struct network_tensor *over = network_overwritten(network, step);
		size_t result = network_place_number(network, step->result[0]);

		if (over && network->tensor[result].home == HOME_ARGUMENT)
			network->tensor[over->place].bytes_of = result;
	}
}

/* Gives places their offsets in a workspace whose size fits a number. */
static void
place(struct network *network, struct arena *arena)
{
	const size_t *first = find_first_tensors(network, arena);
	/* Of each place: how long its bytes are used, if it is the first to have them. */
	struct network_tensor **life =
		arena_array(arena, struct network_tensor *, network->ntensor);
	struct network_tensor **placed =
		arena_array(arena, struct network_tensor *, network->ntensor);
	size_t n = 0;

	for (size_t i = 0; i < network->ntensor; i++)
		if (is_placed(network, i) && first[i] == i)
			life[i] = placed[n++] =
				arena_copy(arena, &network->tensor[i], 1, sizeof **life);
	for (size_t i = 0; i < network->ntensor; i++) {
		struct network_tensor *whole = life[first[i]];

		if (whole && is_placed(network, i) &&
			whole->last < network->tensor[i].last)
			whole->last = network->tensor[i].last;
	}
	find_peak(network, placed, n, arena);
	network->workspace =
		layout_place(placed, n, network->nstep, network->alive, arena);
	for (size_t i = 0; i < network->ntensor; i++)
		if (life[first[i]])
			network->tensor[i].offset = life[first[i]]->offset;
}

bool
network_place(struct network *network)
{
	struct arena own = {0};

	find_arguments(network);
	if (!fits(network))
		return false;
	place(network, &own);
	arena_free(&own);
	return true;
}

static bool
share_bytes(const struct network_tensor *a, const struct network_tensor *b)
{
	return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

/* Whether a step writes its result, of place o, over an operand of place t. */
static bool
is_in_place(const struct network *network, const struct network_step *step,
	const struct network_tensor *t, const struct network_tensor *o)
{
	const struct network_tensor *over = network_overwritten(network, step);

	return over && &network->tensor[over->place] == t && o->offset == t->offset &&
	       o->bytes == t->bytes;
}

/* The step that overwrites a place before another one reads it, or while it does, unless
   that is in place; network->nstep: none. */
static size_t
find_writer(const struct network *network, const struct network_tensor *t, size_t reader)
{
	for (size_t i = t->first + 1; i <= reader; i++)
		for (size_t k = 0; k < network->step[i].nresult; k++) {
			const struct network_step *step = &network->step[i];
			const struct network_tensor *o =
				network_place_of(network, step->result[k]);

			if (o != t && o->home == HOME_WORKSPACE && share_bytes(t, o) &&
				(i < reader || !is_in_place(network, step, t, o)))
				return i;
		}
	return network->nstep;
}

/* The number of bytes that two tensors share. */
static int64_t
common_bytes(const struct network *network, size_t a, size_t b)
{
	const struct network_tensor *one = &network->tensor[a],
				    *other = &network->tensor[b];
	int64_t begin = one->within > other->within ? one->within : other->within;
	int64_t end = one->within + one->bytes;

	if (one->place != other->place)
		return 0;
	if (end > other->within + other->bytes)
		end = other->within + other->bytes;
	return end > begin ? end - begin : 0;
}

/* A result, and the next one of the same place, in the order of the steps. */
struct made {
	size_t step, tensor;
	const struct made *next;
};

/* The results of each place. */
static const struct made *const *
list_made(const struct network *network, struct arena *arena)
{
	const struct made **list =
		arena_array(arena, const struct made *, network->ntensor);

	for (size_t i = network->nstep; i-- > 0;)
		for (size_t k = network->step[i].nresult; k-- > 0;) {
			size_t tensor = network->step[i].result[k];
			size_t place = network->tensor[tensor].place;
			struct made *m = arena_new(arena, struct made);

			*m = (struct made){i, tensor, list[place]};
			list[place] = m;
		}
	return list;
}

/* The bytes of a tensor that are made before a step. */
static int64_t
made_bytes(const struct network *network, const struct made *const *list, size_t tensor,
	size_t before)
{
	const struct made *m = list[network->tensor[tensor].place];
	int64_t bytes = 0;

	for (; m && m->step < before; m = m->next)
		bytes += common_bytes(network, m->tensor, tensor);
	return bytes;
}

static const char *
check_read(const struct network *network, const struct made *const *list, size_t i,
	size_t tensor, struct arena *arena)
{
	const struct network_tensor *t = network_place_of(network, tensor);
	size_t writer;

	if (t->home != HOME_WORKSPACE)
		return NULL;
	if (made_bytes(network, list, tensor, i) != network->tensor[tensor].bytes)
		return arena_format(arena, "%s is read before it is made",
			network->tensor[tensor].operand.name);
	writer = find_writer(network, t, i);
	if (writer == network->nstep)
		return NULL;
	return arena_format(arena, "%s is overwritten by %s before %s reads it",
		network->tensor[tensor].operand.name, network->step[writer].name,
		network->step[i].name);
}

/* Checks that no byte is made twice, be it as another tensor, and that none is outside
   of its place. */
static const char *
check_result(const struct network *network, const struct made *const *list, size_t i,
	size_t tensor, struct arena *arena)
{
	const struct network_tensor *t = &network->tensor[tensor];

	if (made_bytes(network, list, tensor, i) ||
		t->within + t->bytes > network_place_of(network, tensor)->bytes)
		return arena_format(arena, "%s makes bytes of %s that are not its own",
			network->step[i].name, t->operand.name);
	return NULL;
}

/* Checks that a step reads of an argument that steps write what was written there last,
   and writes over nothing but an operand that it may. written: by place, the number of
   what an argument's bytes were written as last, plus 1. */
static const char *
check_arguments(
	const struct network *network, size_t i, size_t *written, struct arena *arena)
{
	const struct network_step *step = &network->step[i];
	const struct network_tensor *over = network_overwritten(network, step);

	for (size_t k = 0; k < step->plan->noperand; k++) {
		size_t tensor = step->input[k], place;

		if (step->plan->operand[k].constant)
			continue;
		place = network_place_number(network, tensor);
		if (written[place] && written[place] != network->tensor[tensor].place + 1)
			return arena_format(arena, "%s is overwritten before %s reads it",
				network->tensor[tensor].operand.name, step->name);
	}
	for (size_t k = 0; k < step->nresult; k++) {
		size_t tensor = step->result[k];
		size_t place = network_place_number(network, tensor);
		size_t own = network->tensor[tensor].place + 1;

		if (written[place] && written[place] != own &&
			(!over || written[place] != over->place + 1))
			return arena_format(arena, "%s overwrites what is in %s",
				step->name, network->tensor[place].operand.name);
		if (network->tensor[place].home == HOME_ARGUMENT)
			written[place] = own;
	}
	return NULL;
}

const char *
network_failure(const struct network *network, struct arena *arena)
{
	const struct made *const *list = list_made(network, arena);
	size_t *written = arena_array(arena, size_t, network->ntensor);
	const char *failure = NULL;

	for (size_t i = 0; i < network->nstep && !failure; i++) {
		const struct network_step *step = &network->step[i];

		failure = check_arguments(network, i, written, arena);
		for (size_t k = 0; k < step->plan->noperand && !failure; k++)
			if (!step->plan->operand[k].constant)
				failure = check_read(
					network, list, i, step->input[k], arena);
		for (size_t k = 0; k < step->nresult && !failure; k++)
			failure = check_result(network, list, i, step->result[k], arena);
	}
	return failure;
}

size_t
network_workspace_types(const struct network *network, enum dtype *type)
{
	bool listed[DTYPE_COUNT] = {false};
	size_t n = 0;

	for (size_t i = 0; i < network->ntensor; i++) {
		const struct network_tensor *t = &network->tensor[i];

		if (t->home != HOME_WORKSPACE || !t->made || listed[t->operand.dtype])
			continue;
		listed[t->operand.dtype] = true;
		type[n++] = t->operand.dtype;
	}
	return n;
}
