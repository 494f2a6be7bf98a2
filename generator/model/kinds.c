#include "model/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static int
compare_names(const struct kind *a, const struct kind *b)
{
	size_t size = a->op.size < b->op.size ? a->op.size : b->op.size;
	int order = size ? memcmp(a->op.text, b->op.text, size) : 0;

	if (!order)
		order = (a->op.size > b->op.size) - (a->op.size < b->op.size);
	return order ? order
		     : strcmp(a->domain ? a->domain : "", b->domain ? b->domain : "");
}

static int
by_name(const void *a, const void *b)
{
	return compare_names(a, b);
}

static int
by_number(const void *a, const void *b)
{
	const struct kind *left = a, *right = b;

	if (left->n != right->n)
		return left->n < right->n ? 1 : -1;
	return compare_names(left, right);
}

const struct kind *
kinds_of(const struct model *model, size_t *nkind, struct arena *arena)
{
	struct kind *kind = arena_array(arena, struct kind, model->nnode);
	size_t n = 0;

	for (size_t i = 0; i < model->nnode; i++)
		kind[i] = (struct kind){model->node[i].op, model->node[i].domain, 1};
	qsort(kind, model->nnode, sizeof *kind, by_name);
	for (size_t i = 0; i < model->nnode; i++) {
		if (n && !compare_names(&kind[n - 1], &kind[i]))
			kind[n - 1].n++;
		else
			kind[n++] = kind[i];
	}
	qsort(kind, n, sizeof *kind, by_number);
	*nkind = n;
	return kind;
}
