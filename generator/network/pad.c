#include "network/pad.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "plan/reduction.h"

/* The pads of a Pad that is a single movement and adds zeros to spatial axes only. */
struct pads {
	int64_t begin[MAX_AXIS], end[MAX_AXIS];
};

static bool
is_pad(const struct node *node)
{
	return !strcmp(node->op, "Pad") || !strcmp(node->op, "PadV2");
}

static const struct network_step *
find_pad(const struct network *network, const struct network_step *step)
{
	for (size_t i = 0; i < step->number; i++) {
		const struct network_step *s = &network->step[i];

		if (s->plan && s->plan->kind == PLAN_MOVE && is_pad(s->node) &&
			s->result[0] == step->input[0])
			return s;
	}
	return NULL;
}

/* The offset of a padding movement encodes the pads as a mixed-radix number; each is less
   than its axis' extent. first: the first spatial dimension. */
static bool
read_pads(const struct plan *plan, int first, int naxis, struct pads *pads)
{
	const struct movement *m = &plan->u.move;
	const struct operand *src = plan->src, *dst = &plan->dst;
	int64_t skipped;

	if (m->npart != 1 || m->part->crops || m->part->fill || m->part->dst_base ||
		m->part->src_base > 0 || src->constant || !src->nelement ||
		move_copied(m->part) != src->nelement)
		return false;
	skipped = -m->part->src_base;
	for (int i = src->rank - 1; i >= 0; i--) {
		int64_t more = dst->shape[i] - src->shape[i], begin;
		bool spatial = i >= first && i < first + naxis;

		begin = skipped % src->shape[i];
		skipped /= src->shape[i];
		if (more < 0 || more >= src->shape[i] || begin > more ||
			(more && !spatial))
			return false;
		if (!spatial)
			continue;
		pads->begin[i - first] = begin;
		pads->end[i - first] = more - begin;
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

static void
set_ints(struct attribute *own, const int64_t *ints, size_t n)
{
	own->type = ATTRIBUTE_INTS;
	own->ints = ints;
	own->nint = n;
}

/* Adds the numbers that an attribute has, if any, to others. */
static void
add_own(const struct attribute *own, int64_t *ints, size_t n)
{
	for (size_t i = 0; i < n && own->nint == n; i++)
		ints[i] += own->ints[i];
}

/* Whether an attribute is absent, or has that word. */
static bool
says(const struct attribute *own, const char *word)
{
	return !own || !strcmp(own->s, word);
}

/* Adds pads to those of an ONNX node. The divisor of an average then counts them. */
static bool
add_onnx(struct node *node, struct attribute *all, const struct pads *pads,
	const struct window_plan *window, int64_t *ints)
{
	size_t n = (size_t)window->naxis;
	struct attribute *own;

	if (!says(find_attribute(node, all, "auto_pad"), "NOTSET"))
		return false;
	memcpy(ints, pads->begin, n * sizeof *ints);
	memcpy(ints + n, pads->end, n * sizeof *ints);
	own = need_attribute(node, all, "pads");
	add_own(own, ints, 2 * n);
	set_ints(own, ints, 2 * n);
	if (window->reduction->counts) {
		own = need_attribute(node, all, "count_include_pad");
		own->type = ATTRIBUTE_INT;
		own->i = 1;
	}
	return true;
}

/* The same of OpenVINO, which has two lists. */
static bool
add_openvino(struct node *node, struct attribute *all, const struct pads *pads,
	const struct window_plan *window, int64_t *ints)
{
	size_t n = (size_t)window->naxis;
	struct attribute *begin = need_attribute(node, all, "pads_begin");
	struct attribute *end = need_attribute(node, all, "pads_end");

	if (!says(find_attribute(node, all, "auto_pad"), "explicit") ||
		!window->reduction->weighted)
		return false;
	memcpy(ints, pads->begin, n * sizeof *ints);
	memcpy(ints + n, pads->end, n * sizeof *ints);
	add_own(begin, ints, n);
	add_own(end, ints + n, n);
	set_ints(begin, ints, n);
	set_ints(end, ints + n, n);
	return true;
}

/* The same of TensorFlow, which has pairs, also for the batch and the channels. Conv3D
   and the pools have no pads of their own. */
static bool
add_tensorflow(struct node *node, struct attribute *all, const struct pads *pads,
	const struct window_plan *window, int64_t *ints)
{
	size_t n = 2 * (2 + (size_t)window->naxis);
	int first = window->src_layout == WINDOW_NHWC ? 1 : 2;
	struct attribute *rule = find_attribute(node, all, "padding"), *own;

	if ((!says(rule, "VALID") && !says(rule, "EXPLICIT")) || window->naxis != 2 ||
		!window->reduction->weighted)
		return false;
	for (int i = 0; i < window->naxis; i++) {
		ints[2 * (first + i)] = pads->begin[i];
		ints[2 * (first + i) + 1] = pads->end[i];
	}
	rule->s = "EXPLICIT";
	own = need_attribute(node, all, "explicit_paddings");
	add_own(own, ints, n);
	set_ints(own, ints, n);
	return true;
}

static bool
add_pads(struct node *node, const struct pads *pads, const struct plan *plan,
	struct arena *arena)
{
	const struct window_plan *window = &plan->u.window;
	int64_t *ints = arena_array(arena, int64_t, 2 * MAX_RANK);
	struct attribute *all =
		arena_array(arena, struct attribute, node->nattribute + 2);

	if (node->nattribute)
		memcpy(all, node->attribute, node->nattribute * sizeof *all);
	node->attribute = all;
	if (!strcmp(plan->domain, "tensorflow"))
		return add_tensorflow(node, all, pads, window, ints);
	if (!strcmp(plan->domain, "openvino"))
		return add_openvino(node, all, pads, window, ints);
	return add_onnx(node, all, pads, window, ints);
}

/* Whether taps of a Conv that read a zero change nothing. */
static bool
conv_takes_zeros(const struct network_step *step)
{
	return is_tame(step->plan->weights, true) && is_tame(step->plan->bias, false);
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
	const struct window_plan *window = &plan->u.window;
	const struct network_step *pad;
	struct input *input;
	struct pads pads;
	bool last;

	if (plan->kind != PLAN_WINDOW || !plan->dst.nelement)
		return false;
	last = window->shaped_by_layout && window->src_layout == WINDOW_NHWC;
	pad = find_pad(network, step);
	if (!pad || !read_pads(pad->plan, last ? 1 : 2, window->naxis, &pads) ||
		!(window->reduction->weighted ? conv_takes_zeros(step)
					      : pool_takes_zeros(step, &pads)) ||
		!add_pads(node, &pads, plan, arena))
		return false;
	input = arena_copy(arena, node->input, node->ninput, sizeof *input);
	for (size_t i = 0; i < node->ninput; i++)
		if (!strcmp(input[i].name, plan->operand[0].name))
			input[i].tensor = pad->input[0];
	node->input = input;
	return true;
}
