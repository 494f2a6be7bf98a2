#include "network/layout.h"

#include <stdlib.h>

#include "base/arena.h"

/* Tensors are placed one after the other, each at the lowest offset where no tensor
   lies that lives at the same time. The result depends on the order, and no order is
   best for all networks; so several are tried. */

enum {
	MOST_VISITS = 1 << 22 /* of placed tensors and steps; tensors that are left are
				 put on top */
};

/* A tensor in a list. */
struct resident {
	struct network_tensor *tensor;
	struct resident *next;
};

/* A part of the steps, in a binary tree whose root is all steps. `all`: the tensors
   that live in all of this part, but not in all of the part that it is half of;
   all_end: the end of the highest of them. any_end: the end of the highest tensor that
   lives at any step of the part. */
struct part {
	struct resident *all;
	int64_t all_end, any_end;
};

struct layout {
	struct part *part; /* 1 is all steps; the halves of part i are 2i and 2i + 1 */
	struct resident **begins; /* of each step: the tensors that begin to live there */
	size_t nstep;             /* a power of two */
	struct network_tensor **beside; /* those that live beside a tensor */
	int64_t visits;
	int64_t size;
	struct arena *arena;
};

static int64_t
round_up(int64_t bytes)
{
	return (bytes + WORKSPACE_ALIGNMENT - 1) / WORKSPACE_ALIGNMENT *
	       WORKSPACE_ALIGNMENT;
}

static int64_t
end_of(const struct network_tensor *t)
{
	return round_up(t->offset + t->bytes);
}

static int64_t
higher(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void
enlist(struct layout *l, struct resident **list, struct network_tensor *tensor)
{
	struct resident *r = arena_new(l->arena, struct resident);

	*r = (struct resident){tensor, *list};
	*list = r;
}

/* Adds a tensor to part i, steps `first` to `last`, and to its halves. */
static void
add_to(struct layout *l, size_t i, size_t first, size_t last, struct network_tensor *t)
{
	struct part *p = &l->part[i];
	size_t middle = first + (last - first) / 2;

	if (t->last < first || t->first > last)
		return;
	p->any_end = higher(p->any_end, end_of(t));
	if (t->first <= first && last <= t->last) {
		p->all_end = higher(p->all_end, end_of(t));
		enlist(l, &p->all, t);
		return;
	}
	add_to(l, 2 * i, first, middle, t);
	add_to(l, 2 * i + 1, middle + 1, last, t);
}

/* The end of the highest tensor that lives at some time of another one. */
static int64_t
highest(const struct layout *l, size_t i, size_t first, size_t last,
	const struct network_tensor *t)
{
	const struct part *p = &l->part[i];
	size_t middle = first + (last - first) / 2;

	if (t->last < first || t->first > last)
		return 0;
	if (t->first <= first && last <= t->last)
		return p->any_end;
	return higher(p->all_end, higher(highest(l, 2 * i, first, middle, t),
					  highest(l, 2 * i + 1, middle + 1, last, t)));
}

/* Finds the tensors that live when a tensor begins to live, and those that begin while
   it lives. Returns their number. */
static size_t
find_beside(struct layout *l, const struct network_tensor *t)
{
	size_t n = 0;

	for (size_t i = l->nstep + t->first; i; i /= 2)
		for (const struct resident *r = l->part[i].all; r; r = r->next)
			l->beside[n++] = r->tensor;
	for (size_t i = t->first + 1; i <= t->last; i++)
		for (const struct resident *r = l->begins[i]; r; r = r->next)
			l->beside[n++] = r->tensor;
	l->visits += (int64_t)(n + t->last - t->first);
	return n;
}

static int
compare_offsets(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;

	return (one->offset > other->offset) - (one->offset < other->offset);
}

static void
place(struct layout *l, struct network_tensor *tensor)
{
	int64_t offset = 0;
	size_t n;

	if (l->visits > MOST_VISITS) {
		tensor->offset = highest(l, 1, 0, l->nstep - 1, tensor);
		return;
	}
	n = find_beside(l, tensor);
	qsort(l->beside, n, sizeof(struct network_tensor *), compare_offsets);
	for (size_t i = 0; i < n; i++) {
		if (offset + tensor->bytes <= l->beside[i]->offset)
			break;
		offset = higher(offset, end_of(l->beside[i]));
	}
	tensor->offset = offset;
}

/* Places all tensors in their order. Returns the bytes of the workspace. */
static int64_t
place_all(struct network_tensor **tensor, size_t n, size_t nstep, int64_t *visits)
{
	struct arena arena = {0};
	struct layout l = {.nstep = 1, .visits = *visits, .arena = &arena};

	while (l.nstep < nstep)
		l.nstep *= 2;
	l.part = arena_array(&arena, struct part, 2 * l.nstep);
	l.begins = arena_array(&arena, struct resident *, l.nstep);
	l.beside = arena_array(&arena, struct network_tensor *, n);
	for (size_t i = 0; i < n; i++) {
		place(&l, tensor[i]);
		add_to(&l, 1, 0, l.nstep - 1, tensor[i]);
		enlist(&l, &l.begins[tensor[i]->first], tensor[i]);
		l.size = higher(l.size, end_of(tensor[i]));
	}
	*visits = l.visits;
	arena_free(&arena);
	return l.size;
}

/* Orders of tensors. Of two that are equal, the one that is made earlier comes first. */

static int
by_first(const struct network_tensor *a, const struct network_tensor *b)
{
	if (a->first != b->first)
		return a->first > b->first ? 1 : -1;
	return (a > b) - (a < b);
}

/* Larger ones first. */
static int
by_size(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;

	if (one->bytes != other->bytes)
		return one->bytes < other->bytes ? 1 : -1;
	return by_first(one, other);
}

/* Those that live longer first, and of these, larger ones first. */
static int
by_life(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;
	size_t life = one->last - one->first, longer = other->last - other->first;

	if (life != longer)
		return life < longer ? 1 : -1;
	return by_size(a, b);
}

/* Those with the largest product of bytes and steps first. */
static int
by_area(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;
	double area = (double)one->bytes * (double)(one->last - one->first + 1);
	double more = (double)other->bytes * (double)(other->last - other->first + 1);

	if (area != more)
		return area < more ? 1 : -1;
	return by_first(one, other);
}

/* Those that are read last first. */
static int
by_end(const void *a, const void *b)
{
	const struct network_tensor *one = *(struct network_tensor *const *)a;
	const struct network_tensor *other = *(struct network_tensor *const *)b;

	if (one->last != other->last)
		return one->last < other->last ? 1 : -1;
	return by_size(a, b);
}

int64_t
layout_place(struct network_tensor **tensor, size_t n, size_t nstep, int64_t least,
	struct arena *arena)
{
	static int (*const order[])(const void *, const void *) = {
		by_size, by_life, by_area, by_end};
	struct network_tensor **placed = arena_array(arena, struct network_tensor *, n);
	int64_t *offset = arena_array(arena, int64_t, n);
	int64_t best = INT64_MAX, visits = 0;

	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		int64_t size;

		/* No other order can be better than this. */
		if (best - least < WORKSPACE_ALIGNMENT || visits > MOST_VISITS)
			break;
		qsort(tensor, n, sizeof *tensor, order[k]);
		size = place_all(tensor, n, nstep, &visits);
		if (size >= best)
			continue;
		best = size;
		for (size_t i = 0; i < n; i++) {
			placed[i] = tensor[i];
			offset[i] = tensor[i]->offset;
		}
	}
	for (size_t i = 0; i < n; i++)
		placed[i]->offset = offset[i];
	return best;
}
