#include "network/pad.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "plan/reduction.h"

/* The pads of a Pad that is a single movement and adds zeros to spatial axes only. */
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

/* The offset of a padding movement encodes the pads as a mixed-radix number; each is less
   than its axis' extent. */
static bool
read_pads(const struct plan *plan, struct pads *pads)
{
	const struct movement *m = &plan->u.move;
	const struct operand *src = plan->src, *dst = &plan->dst;
	int64_t skipped;

	if (m->npart != 1 || m->part->crops || m->part->fill || m->part->dst_base ||
		m->part->src_base > 0 || src->constant || !src->nelement ||
		src->shape[0] != dst->shape[0] || src->shape[1] != dst->shape[1] ||
		move_copied(m->part) != src->nelement)
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

/* Whether all elements of a constant are finite, and none is -0. */
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

/* The node's attribute of that name, or NULL. */
static struct attribute *
find_attribute(const struct node *node, struct attribute *all, const char *name)
{
	for (size_t i = 0; i < node->nattribute; i++)
		if (!strcmp(all[i].name, name))
			return &all[i];
	return NULL;
}

/* The same; the attribute is added if the node has none. `all` has space for it. */
static struct attribute *
need_attribute(struct node *node, struct attribute *all, const char *name)
{
	struct attribute *own = find_attribute(node, all, name);

	if (own)
		return own;
	own = &all[node->nattribute++];
	*own = (struct attribute){.name = name};
	return own;
}

/* Adds pads to a node's own. The divisor of an average then counts them. */
static bool
add_pads(struct node *node, const struct pads *pads, const struct window_plan *window,
	struct arena *arena)
{
	struct attribute *all =
		arena_array(arena, struct attribute, node->nattribute + 2);
	size_t n = (size_t)window->naxis;
	int64_t *ints = arena_array(arena, int64_t, 2 * n);
	struct attribute *own, *rule;

	if (node->nattribute)
		memcpy(all, node->attribute, node->nattribute * sizeof *all);
	rule = find_attribute(node, all, "auto_pad");
	if (rule && strcmp(rule->s, "NOTSET") != 0)
		return false;
	node->attribute = all;
	own = need_attribute(node, all, "pads");
	for (size_t i = 0; i < n; i++) {
		ints[i] = pads->begin[i] + (own->nint ? own->ints[i] : 0);
		ints[n + i] = pads->end[i] + (own->nint ? own->ints[n + i] : 0);
	}
	own->type = ATTRIBUTE_INTS;
	own->ints = ints;
	own->nint = 2 * n;
	if (window->reduction->counts) {
		own = need_attribute(node, all, "count_include_pad");
		own->type = ATTRIBUTE_INT;
		own->i = 1;
	}
	return true;
}

/* Whether taps of a Conv that read a zero change nothing. */
static bool
conv_takes_zeros(const struct network_step *step)
{
	return strcmp(step->node->op, "Conv") == 0 &&
	       is_tame(step->plan->weights, true) && is_tame(step->plan->bias, false);
}

/* The same of a pool. No window may be a whole plane, with the zeros or without,
   because the elements of a plane are summed in another order. An average counts pads,
   or it has none and is of a version that can count them. */
static bool
pool_takes_zeros(const struct network_step *step, const struct pads *pads)
{
	const struct plan *plan = step->plan;
	const struct window_plan *w = &plan->u.window;
	bool is_part = false, has_pads = false;

	if (!w->reduction->skips_zeros || plan->nmore)
		return false;
	for (int i = 0; i < w->naxis; i++) {
		const struct axis *a = &w->axis[i];

		if (a->ceil_mode)
			return false;
		is_part |= (a->kernel - 1) * a->dilation + 1 <
			   a->in - pads->begin[i] - pads->end[i];
		has_pads |= a->pad_begin || a->pad_end;
	}
	return is_part && (!w->reduction->counts || w->count_include_pad ||
				  (!has_pads && strcmp(plan->op, "AveragePool-1") != 0));
}

bool
network_pad(const struct network *network, const struct network_step *step,
	struct node *node, struct arena *arena)
{
	const struct plan *plan = step->plan;
	const struct network_step *pad;
	struct input *input;
	struct pads pads;

	if (plan->kind != PLAN_WINDOW || !plan->dst.nelement)
		return false;
	pad = find_pad(network, step);
	if (!pad || !read_pads(pad->plan, &pads) ||
		!(plan->u.window.reduction->weighted ? conv_takes_zeros(step)
						     : pool_takes_zeros(step, &pads)) ||
		!add_pads(node, &pads, &plan->u.window, arena))
		return false;
	input = arena_array(arena, struct input, node->ninput);
	memcpy(input, node->input, node->ninput * sizeof *input);
	for (size_t i = 0; i < node->ninput; i++)
		if (input[i].tensor == step->input[0])
			input[i].tensor = pad->input[0];
	node->input = input;
	return true;
}
