#include "network/workspace.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/checked.h"

/* Tensors are placed from the largest down, each at the lowest offset where it overlaps
   no tensor that lives at the same time. */

static int64_t
round_up(int64_t bytes)
{
	return (bytes + WORKSPACE_ALIGNMENT - 1) / WORKSPACE_ALIGNMENT *
	       WORKSPACE_ALIGNMENT;
}

/* Larger ones first; then those that are made earlier. */
static int
compare_sizes(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;

	if (one->bytes != other->bytes)
		return one->bytes < other->bytes ? 1 : -1;
	if (one->first != other->first)
		return one->first > other->first ? 1 : -1;
	return (one > other) - (one < other);
}

static int
compare_offsets(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;

	return (one->offset > other->offset) - (one->offset < other->offset);
}

static bool
live_together(const struct network_tensor *a, const struct network_tensor *b)
{
	return a->first <= b->last && b->first <= a->last;
}

/* Places a tensor among those placed already; beside[] has room for them. */
static void
place(struct network_tensor *tensor, struct network_tensor *const *placed, size_t nplaced,
	struct network_tensor **beside)
{
	size_t n = 0;
	int64_t offset = 0;

	for (size_t i = 0; i < nplaced; i++)
		if (live_together(placed[i], tensor))
			beside[n++] = placed[i];
	qsort(beside, n, sizeof(struct network_tensor *), compare_offsets);
	for (size_t i = 0; i < n; i++) {
		int64_t end = round_up(beside[i]->offset + beside[i]->bytes);

		if (offset + tensor->bytes <= beside[i]->offset)
			break;
		offset = end > offset ? end : offset;
	}
	tensor->offset = offset;
}

/* Whether a tensor represents a place in the workspace. */
static bool
is_placed(const struct network *network, size_t tensor)
{
	const struct network_tensor *t = &network->tensor[tensor];

	return t->home == HOME_WORKSPACE && t->place == tensor && t->made;
}

/* The most bytes of tensors that live at one step. */
static int64_t
most_alive(const struct network *network, struct arena *arena)
{
	/* The bytes that begin to live at each step, less those that cease to. */
	int64_t *change = arena_array(arena, int64_t, network->nstep + 1);
	int64_t alive = 0, most = 0;

	for (size_t i = 0; i < network->ntensor; i++) {
		const struct network_tensor *t = &network->tensor[i];

		if (!is_placed(network, i))
			continue;
		change[t->first] += t->bytes;
		change[t->last + 1] -= t->bytes;
	}
	for (size_t i = 0; i < network->nstep; i++) {
		alive += change[i];
		most = alive > most ? alive : most;
	}
	return most;
}

/* Whether the bytes of all tensors together fit a number, because no placement takes
   more. */
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

bool
network_place(struct network *network, struct arena *arena)
{
	struct network_tensor **sorted =
		arena_array(arena, struct network_tensor *, network->ntensor);
	struct network_tensor **beside =
		arena_array(arena, struct network_tensor *, network->ntensor);
	size_t n = 0;

	if (!fits(network))
		return false;
	for (size_t i = 0; i < network->ntensor; i++)
		if (is_placed(network, i))
			sorted[n++] = &network->tensor[i];
	qsort(sorted, n, sizeof(struct network_tensor *), compare_sizes);
	for (size_t i = 0; i < n; i++) {
		int64_t end;

		place(sorted[i], sorted, i, beside);
		end = round_up(sorted[i]->offset + sorted[i]->bytes);
		network->workspace = end > network->workspace ? end : network->workspace;
	}
	network->alive = most_alive(network, arena);
	return true;
}

static bool
share_bytes(const struct network_tensor *a, const struct network_tensor *b)
{
	return a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

/* The step that overwrites a place before another one reads it; network->nstep: none. */
static size_t
find_writer(const struct network *network, const struct network_tensor *t, size_t reader)
{
	for (size_t i = t->first + 1; i <= reader; i++)
		for (size_t k = 0; k < network->step[i].nresult; k++) {
			const struct network_tensor *o =
				network_place_of(network, network->step[i].result[k]);

			if (o != t && o->home == HOME_WORKSPACE && share_bytes(t, o))
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

/* The bytes of a tensor that are made before a step. */
static int64_t
made_bytes(const struct network *network, size_t tensor, size_t before)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < before; i++)
		for (size_t k = 0; k < network->step[i].nresult; k++)
			bytes +=
				common_bytes(network, network->step[i].result[k], tensor);
	return bytes;
}

static const char *
check_read(const struct network *network, size_t i, size_t tensor, struct arena *arena)
{
	const struct network_tensor *t = network_place_of(network, tensor);
	size_t writer;

	if (t->home != HOME_WORKSPACE)
		return NULL;
	if (made_bytes(network, tensor, i) != network->tensor[tensor].bytes)
		return arena_format(arena, "%s is read before it is made",
			network->tensor[tensor].operand.name);
	writer = find_writer(network, t, i);
	if (writer == network->nstep)
		return NULL;
	return arena_format(arena, "%s is overwritten by %s before %s reads it",
		network->tensor[tensor].operand.name, network->step[writer].name,
		network->step[i].name);
}

/* Checks that no byte is made twice, under whatever name, and that none is outside of its
   place. */
static const char *
check_result(const struct network *network, size_t i, size_t tensor, struct arena *arena)
{
	const struct network_tensor *t = &network->tensor[tensor];

	if (made_bytes(network, tensor, i) ||
		t->within + t->bytes > network_place_of(network, tensor)->bytes)
		return arena_format(arena, "%s makes bytes of %s that are not its own",
			network->step[i].name, t->operand.name);
	return NULL;
}

const char *
network_failure(const struct network *network, struct arena *arena)
{
	const char *failure = NULL;

	for (size_t i = 0; i < network->nstep && !failure; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < step->plan->noperand && !failure; k++)
			if (!step->plan->operand[k].constant)
				failure = check_read(network, i, step->input[k], arena);
		for (size_t k = 0; k < step->nresult && !failure; k++)
			failure = check_result(network, i, step->result[k], arena);
	}
	return failure;
}
