#include "network/fusion.h"

#include "base/arena.h"
#include "network/name.h"

#include <string.h>

enum {
	FEW_STEPS = 4 /* a longer chain has room for the most */
};

size_t
fusion_place(const struct network *network, size_t tensor)
{
	return network->tensor[tensor].place;
}

/* The place of an operand's tensor; NO_TENSOR if that is a constant, or the place of an
   operand before it. A step that reads a tensor twice is one reader. */
static size_t
place_read(const struct network *network, const struct network_step *step, size_t operand)
{
	size_t tensor = network_input(network, step, operand), place;

	if (tensor == NO_TENSOR)
		return NO_TENSOR;
	place = fusion_place(network, tensor);
	for (size_t n = 0; n < operand; n++) {
		tensor = network_input(network, step, n);
		if (tensor != NO_TENSOR && fusion_place(network, tensor) == place)
			return NO_TENSOR;
	}
	return place;
}

void
fusion_count_readers(const struct network *network, size_t *nreader)
{
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < network->nstep; i++)
		for (size_t k = 0; k < network_ninput(network, &network->step[i]); k++) {
			size_t place = place_read(network, &network->step[i], k);

			if (place != NO_TENSOR)
				nreader[place]++;
		}
	for (size_t i = 0; i < graph->noutput; i++)
		nreader[fusion_place(network, graph->output[i])]++;
}

/* Whether a step reads a place. */
static bool
reads_place(const struct network *network, const struct network_step *step, size_t place)
{
	for (size_t i = 0; i < network_ninput(network, step); i++)
		if (place_read(network, step, i) == place)
			return true;
	return false;
}

void
fusion_join_readers(struct fusion *f)
{
	const struct network *network = f->network;

	for (size_t i = 0; i < f->to->plan->noperand; i++) {
		size_t place = place_read(network, f->to, i);

		if (place != NO_TENSOR)
			f->nreader[place] -= reads_place(network, f->from, place);
	}
}

struct own *
fusion_own(const struct fusion *f, const struct network_step *step)
{
	return &f->own[step - f->network->step];
}

struct own *
fusion_hand_on(const struct fusion *f)
{
	struct own *from = fusion_own(f, f->from), *to = fusion_own(f, f->to);

	*to = *from;
	*from = (struct own){0};
	if (!to->plan)
		to->plan = plan_duplicate(f->from->plan, f->arena);
	return to;
}

const char *
fusion_join_titles(const struct fusion *f, struct own *own)
{
	struct arena once = {0};
	const char *title = network_join_titles(f->from, f->to, &once);
	size_t size = strlen(title) + 1;

	if (size > own->room) {
		own->room = 2 * size;
		own->title = arena_alloc(f->arena, own->room);
	}
	memmove(own->title, title, size);
	arena_free(&once);
	return own->title;
}

const struct pointwise_chain *
fusion_join_chains(const struct fusion *f, struct own *own,
	const struct pointwise_chain *first, struct chain_value made,
	const struct chain_value *operand)
{
	const struct plan *to = f->to->plan;
	size_t nstep = (first ? first->nstep : 0) + to->u.pointwise.chain->nstep;
	struct chain_value value[MAX_OPERAND];

	if (!own->chain)
		own->chain = arena_new(f->arena, struct pointwise_chain);
	if (first)
		*own->chain = *first;
	if (nstep > FEW_STEPS)
		chain_reserve(own->chain, FUSION_STEPS, f->arena);
	for (size_t i = 0; i < to->noperand; i++)
		value[i] = f->to->input[i] == f->made ? made : operand[i];
	chain_append(own->chain, to->u.pointwise.chain, value, f->arena);
	return own->chain;
}

/* Whether a constant is a tensor of a step's node; else the plan made it. */
static bool
is_given(const struct fusion *f, const struct network_step *step, const void *constant)
{
	for (size_t i = 0; i < step->node->ninput; i++)
		if (f->network->spec.tensor[step->node->input[i].tensor].constant ==
			constant)
			return true;
	return false;
}

struct operand
fusion_kept_operand(const struct fusion *f, size_t operand)
{
	struct operand kept = f->to->plan->operand[operand];

	if (f->to->plan == f->forgotten && kept.constant &&
		!is_given(f, f->to, kept.constant))
		kept.constant = arena_copy(f->arena, kept.constant, (size_t)kept.nelement,
			dtype_info[kept.dtype].size);
	return kept;
}
