#include "code/walk/passes.h"

#include "base/checked.h"

#include <string.h>

void
passes_keep(struct walk_loop *l, int64_t skip, int64_t every, int64_t n)
{
	l->from += skip * l->every;
	l->every *= every;
	l->count = n;
}

int64_t
passes_below(const struct walk_loop *l, int64_t limit)
{
	int64_t first = l->first + l->step * l->from, step = l->step * l->every;
	int64_t n = first < limit ? ceil_div(limit - first, step) : 0;

	return n < l->count ? n : l->count;
}

bool
passes_take(struct walk_loop *l, const struct test *t)
{
	int64_t first, step, skip = 0, period = 1;

	if (t->below)
		passes_keep(l, 0, 1, passes_below(l, t->below));
	if (!t->modulo)
		return l->count > 0;
	first = l->first + l->step * l->from;
	step = l->step * l->every;
	while (skip < l->count && (first + step * skip) % t->modulo != t->remainder)
		skip++;
	while (step * period % t->modulo)
		period++;
	passes_keep(
		l, skip, period, skip < l->count ? ceil_div(l->count - skip, period) : 0);
	return l->count > 0;
}

static void
add_cut(struct cuts *cuts, int64_t at)
{
	int i = 0;

	while (i < cuts->n && cuts->at[i] < at)
		i++;
	if (cuts->n == MOST_CUTS || at <= 0 || i == cuts->n || cuts->at[i] == at)
		return;
	memmove(&cuts->at[i + 1], &cuts->at[i],
		(size_t)(cuts->n - i) * sizeof cuts->at[0]);
	cuts->at[i] = at;
	cuts->n++;
}

/* Adds the cuts that statements of the body make. */
static void
find_cuts(struct cuts *cuts, const struct walk_loop *l, const struct statement *s)
{
	for (; s; s = s->next) {
		if (!has_body(s))
			continue;
		if (s->kind == STATEMENT_LOOP && s->limit->selector == l->counter)
			add_cut(cuts, passes_below(l, s->limit->below));
		for (int i = 0; s->kind == STATEMENT_IF && i < s->condition->ntest; i++) {
			const struct test *t = &s->condition->test[i];

			if (t->counter == l->counter && t->below)
				add_cut(cuts, passes_below(l, t->below));
		}
		find_cuts(cuts, l, s->body);
	}
}

struct cuts
passes_cuts(const struct walk_loop *l, const struct statement *body)
{
	struct cuts cuts = {{l->count}, 1};

	find_cuts(&cuts, l, body);
	return cuts;
}

static bool
is_listed(const struct address *at, const struct variable *counter)
{
	if (!at->base || at->base->type.dtype != DTYPE_INT32)
		return false;
	for (size_t i = 0; i < at->nterm; i++)
		if (at->term[i].counter == counter)
			return true;
	return false;
}

bool
passes_name_table(const struct statement *s, const struct variable *counter)
{
	bool named = false;

	for (; s && !named; s = s->next) {
		if (s->kind == STATEMENT_LOOP)
			named |= is_listed(&s->limit->table, counter);
		else if (s->kind == STATEMENT_LET_POINTER || s->kind == STATEMENT_POINT)
			named |= is_listed(&s->at, counter);
		else if (s->kind == STATEMENT_CALL)
			for (size_t i = 0; i < s->function->nparameter; i++)
				named |= s->argument[i].kind == ARGUMENT_ADDRESS &&
					 is_listed(&s->argument[i].at, counter);
		if (has_body(s))
			named |= passes_name_table(s->body, counter);
	}
	return named;
}
