#include "network/pad.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "plan/reduction.h"

/* The pads of a Pad that is one movement, of zeros, of spatial axes alone. */
struct pads {
	int64_t begin[MAX_AXIS], end[MAX_AXIS];
};

static const struct network_step *
find_pad(const struct network *network, const struct network_step *step)
{
	for (size_t i = 0; i < step->number; i++) {
		const struct network_step *s = &network->step[i];

		if (s->plan && s->plan->kind == PLAN_MOVE &&
			!strcmp(s->node->op, "Pad") && s->result[0] == step->input[0])
			return s;
	}
	return NULL;
}

/* Elements that a movement copies. */
static int64_t
copied(const struct move_plan *move)
{
	int64_t all = 1;

	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *axis = &move->axis[i];
		int64_t n = 0;

		for (size_t r = 0; r < axis->nrun; r++)
			n += axis->run[r].nphase *
			     (axis->run[r].end - axis->run[r].begin);
		all *= n;
	}
	return all;
}

/* What a movement with zeros around it skips of src is written as one number; its digits
   are the pads, each less than the extent that it stands for. */
static bool
read_pads(const struct plan *plan, struct pads *pads)
{
	const struct movement *m = &plan->u.move;
	const struct operand *src = plan->src, *dst = &plan->dst;
	int64_t skipped;

	if (m->npart != 1 || m->part->crops || m->part->fill || m->part->dst_base ||
		m->part->src_base > 0 || src->constant || !src->nelement ||
		src->shape[0] != dst->shape[0] || src->shape[1] != dst->shape[1] ||
		copied(m->part) != src->nelement)
		return false;
	skipped = -m->part->src_base;
	for (int i = src->rank - 1; i >= 2; i--) {
		int64_t more = dst->shape[i] - src->shape[i], begin;

		begin = skipped % src->shape[i];
		skipped /= src->shape[i];
		if (more < 0 || more >= src->shape[i] || begin > more)
			return false;
		pads->begin[i - 2] = begin;
		pads->end[i - 2] = more - begin;
	}
	return !skipped;
}

/* Whether all of a constant is finite, and none of it -0. */
static bool
is_tame(const struct operand *operand, bool zeros)
{
	if (!operand)
		return true;
	for (int64_t i = 0; operand->constant && i < operand->nelement; i++) {
		double x = operand_number(operand, i);

		if (!isfinite(x) || (!zeros && x == 0 && signbit(x)))
			return false;
	}
	return operand->constant;
}

/* The node's attribute of a name; NULL: it has none. */
static struct attribute *
find_attribute(const struct node *node, struct attribute *all, const char *name)
{
	for (size_t i = 0; i < node->nattribute; i++)
		if (!strcmp(all[i].name, name))
			return &all[i];
	return NULL;
}

static bool
add_pads(struct node *node, const struct pads *pads, int naxis, struct arena *arena)
{
	struct attribute *all =
		arena_array(arena, struct attribute, node->nattribute + 1);
	int64_t *ints = arena_array(arena, int64_t, 2 * naxis);
	struct attribute *own, *rule;

	if (node->nattribute)
		memcpy(all, node->attribute, node->nattribute * sizeof *all);
	rule = find_attribute(node, all, "auto_pad");
	if (rule && strcmp(rule->s, "NOTSET") != 0)
		return false;
	own = find_attribute(node, all, "pads");
	for (int i = 0; i < naxis; i++) {
		ints[i] = pads->begin[i] + (own ? own->ints[i] : 0);
		ints[naxis + i] = pads->end[i] + (own ? own->ints[naxis + i] : 0);
	}
	if (!own)
		own = &all[node->nattribute++];
	*own = (struct attribute){.name = "pads",
		.type = ATTRIBUTE_INTS,
		.ints = ints,
		.nint = 2 * (size_t)naxis,
		.where = own->where};
	node->attribute = all;
	return true;
}

bool
network_pad(const struct network *network, const struct network_step *step,
	struct node *node, struct arena *arena)
{
	const struct plan *plan = step->plan;
	const struct network_step *pad;
	struct input *input;
	struct pads pads;

	if (plan->kind != PLAN_WINDOW || !plan->u.window.reduction->weighted ||
		strcmp(node->op, "Conv") != 0 || !plan->dst.nelement ||
		!is_tame(plan->weights, true) || !is_tame(plan->bias, false))
		return false;
	pad = find_pad(network, step);
	if (!pad || !read_pads(pad->plan, &pads) ||
		!add_pads(node, &pads, plan->u.window.naxis, arena))
		return false;
	input = arena_array(arena, struct input, node->ninput);
	memcpy(input, node->input, node->ninput * sizeof *input);
	for (size_t i = 0; i < node->ninput; i++)
		if (input[i].tensor == step->input[0])
			input[i].tensor = pad->input[0];
	node->input = input;
	return true;
}
