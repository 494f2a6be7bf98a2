#include "code/comparison/sampled_passes.h"

#include <string.h>

void
sampled_passes_add(struct sampled_passes *p, int64_t number, int64_t count)
{
	int i = 0;

	while (i < p->n && p->number[i] < number)
		i++;
	if (number < 0 || number >= count || p->n == MOST_PASSES ||
		(i < p->n && p->number[i] == number))
		return;
	memmove(&p->number[i + 1], &p->number[i],
		(size_t)(p->n - i) * sizeof p->number[0]);
	p->number[i] = number;
	p->n++;
}

/* Adds the passes from which on the body does something else. */
static void
add_cuts(struct sampled_passes *p, const struct statement *loop,
	const struct statement *s, int64_t first, int64_t count)
{
	for (; s; s = s->next) {
		if (!has_body(s))
			continue;
		if (s->kind == STATEMENT_LOOP && s->limit->selector == loop->variable)
			sampled_passes_add(
				p, (s->limit->below - first) / loop->step, count);
		for (int i = 0; s->kind == STATEMENT_IF && i < s->condition->ntest; i++)
			if (s->condition->test[i].counter == loop->variable)
				sampled_passes_add(p,
					(s->condition->test[i].below - first) /
						loop->step,
					count);
		add_cuts(p, loop, s->body, first, count);
	}
}

struct sampled_passes
sampled_passes_choose(const struct statement *s, int64_t visit, bool leaves,
	int64_t first, int64_t count)
{
	struct sampled_passes p = {.n = 0};

	if (!visit) {
		sampled_passes_add(&p, 0, count);
		sampled_passes_add(&p, 1, count);
		sampled_passes_add(&p, count - 1, count);
		if (leaves)
			sampled_passes_add(&p, count - 2, count);
		sampled_passes_add(&p, count / 2, count);
		if (leaves)
			sampled_passes_add(&p, count / 2 + 1, count);
		add_cuts(&p, s, s->body, first, count);
		return p;
	}
	visit = visit % 2 ? count - 1 : visit * 7 % count;
	if (leaves)
		sampled_passes_add(&p, visit ? visit - 1 : 1, count);
	sampled_passes_add(&p, visit, count);
	return p;
}
