#include "code/passes.h"

#include "base/checked.h"

#include <string.h>

/* Keeps n of a loop's current passes: number skip, skip + every, …. */
void
passes_keep(struct walk_loop *l, int64_t skip, int64_t every, int64_t n)
{
	l->from += skip * l->every;
	l->every *= every;
	l->count = n;
}

/* In how many of the current passes the counter is below a limit. */
int64_t
passes_below(const struct walk_loop *l, int64_t limit)
{
	int64_t first = l->first + l->step * l->from, step = l->step * l->every;
	int64_t n = first < limit ? ceil_div(limit - first, step) : 0;

	return n < l->count ? n : l->count;
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

void
passes_cut(struct cuts *cuts, const struct walk_loop *l, const struct statement *s)
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
		passes_cut(cuts, l, s->body);
	}
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

/* Whether a table of integers determines what a loop's passes do. Then there are at
   most as many as the table has numbers. */
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
