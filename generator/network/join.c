#include "network/join.h"

/* How many of the graph's inputs and outputs share a tensor's place. */
static unsigned
roles(const struct network *network, size_t tensor)
{
	size_t place = network->tensor[tensor].place;
	const struct graph *graph = network->graph;
	unsigned n = 0;

	for (size_t i = 0; i < graph->function.ninput; i++)
		n += network->tensor[graph->function.input[i].tensor].place == place;
	for (size_t i = 0; i < graph->noutput; i++)
		n += network->tensor[graph->output[i]].place == place;
	return n;
}

/* Whether a tensor covers all of its place. */
static bool
is_whole(const struct network *network, size_t tensor)
{
	return network->tensor[tensor].bytes == network_place_of(network, tensor)->bytes;
}

/* The elements that a part of a movement moves as one block; 0: not one block. */
static int64_t
block_of(const struct move_plan *part)
{
	int64_t n = 1;

	if (!move_is_block(part))
		return 0;
	for (int i = 0; i < part->naxis; i++)
		n *= part->axis[i].grid * part->axis[i].phase;
	return n;
}

static size_t
tensor_of(const struct network_step *step, const struct operand *operand)
{
	return step->input[operand - step->plan->operand];
}

static int64_t
bytes_of(const struct operand *operand, int64_t elements)
{
	return elements * (int64_t)dtype_info[operand->dtype].size;
}

/* Whether an output can be part of an input's bytes. */
static bool
is_view(const struct network *network, const struct network_step *step,
	const struct move_plan *part, const char **why)
{
	size_t to = step->result[plan_output_number(step->plan, part->dst)];
	size_t from;
	bool whole;

	*why = "its elements do not lie side by side";
	if (part->dst_base || block_of(part) != part->dst->nelement)
		return false;
	*why = "it is of a constant";
	if (part->src->constant)
		return false;
	from = tensor_of(step, part->src);
	whole = part->src->nelement == part->dst->nelement && is_whole(network, from);
	*why = "its output is an argument";
	return !roles(network, to) ||
	       (whole && roles(network, from) + roles(network, to) == 1);
}

static bool
join_outputs(struct network *network, const struct network_step *step, const char **why)
{
	const struct movement *movement = &step->plan->u.move;

	for (size_t i = 0; i < movement->npart; i++)
		if (!is_view(network, step, &movement->part[i], why))
			return false;
	for (size_t i = 0; i < movement->npart; i++) {
		const struct move_plan *part = &movement->part[i];
		size_t from = tensor_of(step, part->src);
		struct network_tensor *to =
			&network->tensor[step->result[plan_output_number(
				step->plan, part->dst)]];

		to->place = network->tensor[from].place;
		to->within = network->tensor[from].within +
			     bytes_of(part->src, part->src_base);
	}
	return true;
}

/* Whether an input can be part of the output's bytes. */
static bool
is_piece(const struct network *network, const struct network_step *step,
	const struct move_plan *part, const char **why)
{
	size_t from;

	*why = "its elements do not lie side by side";
	if (part->src_base || block_of(part) != part->src->nelement)
		return false;
	*why = "an input is a constant";
	if (part->src->constant)
		return false;
	from = tensor_of(step, part->src);
	*why = "an input is an argument";
	if (roles(network, from))
		return false;
	*why = "an input is a part of another tensor";
	return is_whole(network, from);
}

/* Makes a place, with all tensors in it, part of another one. */
static void
move_place(struct network *network, size_t from, size_t to, int64_t within)
{
	for (size_t i = 0; i < network->ntensor; i++)
		if (network->tensor[i].place == from) {
			network->tensor[i].place = to;
			network->tensor[i].within += within;
		}
}

static bool
join_inputs(struct network *network, const struct network_step *step, const char **why)
{
	const struct movement *movement = &step->plan->u.move;
	const struct network_tensor *tensor = network->tensor;
	int64_t elements = 0;

	for (size_t i = 0; i < movement->npart; i++) {
		const struct move_plan *part = &movement->part[i];

		if (!is_piece(network, step, part, why))
			return false;
		*why = "it has an input twice";
		for (size_t n = 0; n < i; n++)
			if (tensor[tensor_of(step, movement->part[n].src)].place ==
				tensor[tensor_of(step, part->src)].place)
				return false;
		elements += part->src->nelement;
	}
	*why = "it fills";
	if (elements != step->plan->dst.nelement)
		return false;
	for (size_t i = 0; i < movement->npart; i++) {
		const struct move_plan *part = &movement->part[i];

		move_place(network, tensor[tensor_of(step, part->src)].place,
			step->result[0], bytes_of(part->src, part->dst_base));
	}
	return true;
}

bool
network_join(struct network *network, const struct network_step *step, const char **why)
{
	const struct plan *plan = step->plan;

	*why = NULL;
	if (plan->kind != PLAN_MOVE || !plan->u.move.npart)
		return false;
	if (plan->u.move.npart == plan_noutput(plan))
		return join_outputs(network, step, why);
	*why = "its elements do not lie side by side";
	return plan_noutput(plan) == 1 && join_inputs(network, step, why);
}

bool
network_join_copy(
	struct network *network, const struct network_step *step, const char **why)
{
	const struct network_tensor *tensor = network->tensor;
	size_t to = step->result[0], place = tensor[to].place, from;

	if (place == to) {
		if (!network_join(network, step, why))
			return false;
		move_place(network, to, tensor[to].place, tensor[to].within);
		return true;
	}
	if (!is_piece(network, step, step->plan->u.move.part, why))
		return false;
	from = tensor_of(step, step->plan->u.move.part->src);
	move_place(network, tensor[from].place, place, tensor[to].within);
	return true;
}
