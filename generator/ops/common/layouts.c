#include "ops/common/layouts.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/choices.h"
#include "diag/names.h"
#include "diag/place.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/operation.h"
#include "plan/plan.h"

const char *const layout_word[] = {
	[WINDOW_NCHW] = "NCHW",
	[WINDOW_NHWC] = "NHWC",
	NULL,
};

/* The layouts of X and Y, as far as they are read. */
struct layouts {
	const char *name[2];
	enum window_layout layout[2];
	struct source *source;
	struct arena *arena;
};

/* How it was given, as the beginning of a message. */
static const char *
key_of(const struct option *given)
{
	return given->where->typed ? "--layout" : "layouts";
}

static bool
read_one(struct layouts *l, const struct option *given)
{
	struct choices names = {.nword = 0};
	size_t nword = sizeof layout_word / sizeof *layout_word - 1;

	for (int i = 0; i < 2; i++)
		choices_add(&names, l->name[i]);
	for (int i = 0; i < 2; i++) {
		if (strcmp(given->name, l->name[i]) != 0)
			continue;
		for (size_t k = 0; k < nword; k++)
			if (given->value && !strcmp(given->value, layout_word[k])) {
				l->layout[i] = (enum window_layout)k;
				return true;
			}
		if (given->value)
			source_error(l->source, given->where, "layouts: %s",
				choices_refusal(given->name, given->value, layout_word,
					nword, l->arena));
		return false;
	}
	source_error(l->source, given->where, "%s: expected %s, got %s%s", key_of(given),
		choices_list(&names, "or", l->arena), clipped(given->name, l->arena),
		choices_offer(&names, given->name, l->arena));
	return false;
}

static bool
read_all(struct layouts *l, const struct option *given, size_t n)
{
	bool good = true;

	for (size_t i = 0; i < n; i++)
		good &= read_one(l, &given[i]);
	return good;
}

/* "X is [1, 56, 56, 64] in memory, layout NHWC" */
static void
add_detail(struct plan *plan, const struct operand *o, struct arena *arena)
{
	const char *text =
		arena_format(arena, "%s is [%lld, ", o->name, (long long)o->shape[0]);

	for (int i = 2; i < o->rank; i++)
		text = arena_format(arena, "%s%lld, ", text, (long long)o->shape[i]);
	plan_add_detail(plan,
		arena_format(arena, "%s%lld] in memory, layout NHWC", text,
			(long long)o->shape[1]),
		arena);
}

void
layouts_set(struct plan *plan, enum window_layout src, enum window_layout dst,
	struct arena *arena)
{
	window_lay_out(&plan->u.window, src, dst);
	if (src == WINDOW_NHWC)
		add_detail(plan, plan->src, arena);
	if (dst == WINDOW_NHWC)
		add_detail(plan, &plan->dst, arena);
}

bool
layouts_apply(struct plan *plan, const struct spec *spec,
	const struct operation *operation, struct source *source, struct arena *arena)
{
	const struct node *node = operation->node;
	const struct option *first = node->nlayout ? node->layout : spec->layout;
	struct layouts l = {.source = source, .arena = arena};

	if (!node->nlayout && !spec->nlayout)
		return true;
	if (!operation->op->layouts) {
		source_error(source, first->where,
			"%s: %s has none to choose; Conv and the pools have",
			key_of(first), operation->op->name);
		return false;
	}
	l.name[0] = plan->src->name;
	l.name[1] = plan->dst.name;
	if (!read_all(&l, node->layout, node->nlayout) ||
		!read_all(&l, spec->layout, spec->nlayout))
		return false;
	if (plan->nmore && (l.layout[0] || l.layout[1])) {
		source_error(source, first->where,
			"%s: expected NCHW for an operation with %s, which count "
			"elements in that order",
			key_of(first), plan->more->name);
		return false;
	}
	layouts_set(plan, l.layout[0], l.layout[1], arena);
	return true;
}

static bool
is_product(int64_t a, int64_t b, int64_t wanted)
{
	int64_t product;

	return !mul_overflows(a, b, &product) && product == wanted;
}

const char *
layouts_hint(const struct operation *operation, const struct tensor *weights, int each,
	int64_t group, const char *form, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t last = src->shape[src->rank - 1];
	bool src_is_last = is_product(weights->shape[each], group, last);
	bool weights_are = false;
	const char *text;

	/* They are those of all groups together. */
	if (weights->shape[each] == src->shape[1])
		return "";
	/* [..., C/group] and [..., C/group, M]. */
	for (int i = weights->rank - 2; i < weights->rank; i++) {
		bool fits = is_product(weights->shape[i], group, last);

		src_is_last |= fits;
		weights_are |=
			fits || is_product(weights->shape[i], group, src->shape[1]);
	}
	if (!src_is_last && !weights_are)
		return "";
	text = arena_format(arena,
		"; extents are given as [N, C, D1, ...] and %s in any layout", form);
	if (!src_is_last || !operation->op->layouts)
		return text;
	return arena_format(arena,
		"%s; \"layouts\": {\"%s\": \"NHWC\"} says that channels are last in "
		"memory",
		text, operation->input_name[0]);
}
