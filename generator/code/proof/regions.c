#include "code/proof/regions.h"

#include "base/arena.h"
#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_ROWS = 4096, /* of a set that are examined one by one */
	MOST_SLICES = 1 << 20
};

struct region
region_run(int64_t offset, int64_t length)
{
	struct region r;

	region_set_run(&r, offset, length);
	return r;
}

int64_t
region_extent(const struct region *r)
{
	int64_t extent = r->length;

	for (int i = 0; i < r->ndim; i++)
		extent += r->dim[i].inc * (r->dim[i].count - 1);
	return extent;
}

bool
region_is_near(const struct region *a, const struct region *b)
{
	return a->offset < b->offset + region_extent(b) &&
	       b->offset < a->offset + region_extent(a);
}

static void
remove_dim(struct region *r, int i)
{
	r->ndim--;
	memmove(&r->dim[i], &r->dim[i + 1], (size_t)(r->ndim - i) * sizeof r->dim[0]);
}

/* Merges dims that form a longer run, or continue where the ones within them end. */
static void
simplify(struct region *r)
{
	for (int i = r->ndim; i-- > 0;) {
		struct region_dim *d = &r->dim[i], *outer = d - 1;

		if (i == r->ndim - 1 && d->inc <= r->length) {
			r->twice |= d->inc < r->length;
			r->length += d->inc * (d->count - 1);
			remove_dim(r, i);
		} else if (i && outer->inc % d->inc == 0 &&
			   outer->inc <= d->inc * d->count) {
			r->twice |= outer->inc < d->inc * d->count;
			d->count += outer->inc / d->inc * (outer->count - 1);
			remove_dim(r, i - 1);
			i = r->ndim;
		}
	}
}

bool
region_repeat(struct region *r, int64_t inc, int64_t count)
{
	int i;

	if (count == 1)
		return true;
	if (!inc) {
		r->twice = true;
		return true;
	}
	if (inc < 0) {
		r->offset += inc * (count - 1);
		inc = -inc;
	}
	if (r->ndim == REGION_DIMS)
		return false;
	for (i = r->ndim++; i > 0 && r->dim[i - 1].inc < inc; i--)
		r->dim[i] = r->dim[i - 1];
	r->dim[i] = (struct region_dim){inc, count};
	simplify(r);
	return true;
}

static bool
same_dims(const struct region *a, const struct region *b)
{
	return a->ndim == b->ndim &&
	       !memcmp(a->dim, b->dim, (size_t)a->ndim * sizeof a->dim[0]);
}

/* Whether b is the next repetition of one of a's dims, which then becomes longer. */
static bool
continues(struct region *a, const struct region *b)
{
	if (a->ndim != b->ndim + 1 || a->length != b->length)
		return false;
	for (int i = 0; i < a->ndim; i++) {
		struct region_dim *d = &a->dim[i];

		if (b->offset - a->offset != d->inc * d->count ||
			memcmp(a->dim, b->dim, (size_t)i * sizeof *d) ||
			memcmp(d + 1, b->dim + i, (size_t)(b->ndim - i) * sizeof *d))
			continue;
		d->count++;
		return true;
	}
	return false;
}

bool
region_join(struct region *a, const struct region *b)
{
	int64_t distance = b->offset - a->offset, end;

	if (same_dims(a, b) && distance <= a->length && -distance <= b->length) {
		end = a->offset + a->length;
		a->twice |= b->twice || (distance < a->length && -distance < b->length);
		if (b->offset + b->length > end)
			end = b->offset + b->length;
		if (distance < 0)
			a->offset = b->offset;
		a->length = end - a->offset;
	} else if (same_dims(a, b) && a->length == b->length) {
		a->twice |= b->twice;
		if (distance < 0)
			a->offset = b->offset;
		return region_repeat(a, distance < 0 ? -distance : distance, 2);
	} else if (continues(a, b)) {
		a->twice |= b->twice;
	} else {
		return false;
	}
	simplify(a);
	return true;
}

/* Sorts sets of the same form together, by offset. */
static int
compare_regions(const void *a, const void *b)
{
	const struct region *x = a, *y = b;

	if (x->ndim != y->ndim)
		return x->ndim < y->ndim ? -1 : 1;
	for (int i = 0; i < x->ndim; i++) {
		if (x->dim[i].inc != y->dim[i].inc)
			return x->dim[i].inc < y->dim[i].inc ? -1 : 1;
		if (x->dim[i].count != y->dim[i].count)
			return x->dim[i].count < y->dim[i].count ? -1 : 1;
	}
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

size_t
regions_compact(struct region *region, size_t n)
{
	for (size_t before = n + 1; n < before;) {
		size_t left = 0;

		before = n;
		qsort(region, n, sizeof *region, compare_regions);
		for (size_t i = 0; i < n; i++)
			if (!left || !region_join(&region[left - 1], &region[i]))
				region[left++] = region[i];
		n = left;
	}
	return n;
}

/* Part of a set that is cut into rows of equal size: `rest`, which lies within a row,
   in each of `rows` rows from number `row` on. */
struct slice {
	int64_t row, rows;
	const struct region *rest; /* with the dims that are there */
	size_t number;             /* of its region */
};

struct slices {
	struct slice *slice;
	size_t n;
	struct arena *scratch;
	bool failed; /* there are too many */
};

static void
add_slice(struct slices *s, int64_t row, int64_t rows, const struct region *rest,
	size_t number)
{
	struct region *kept = arena_alloc(s->scratch,
		offsetof(struct region, dim) + (size_t)rest->ndim * sizeof rest->dim[0]);

	region_copy(kept, rest);
	s->slice = arena_grow(s->scratch, s->slice, s->n, sizeof *s->slice);
	s->slice[s->n++] = (struct slice){row, rows, kept, number};
}

static void cut(struct slices *s, struct region r, size_t number, int64_t row,
	int64_t rows, int64_t size);

/* Cuts off what lies in the row of a set's first byte, in each of `rows` rows; leaves the
   rest of the set, of length 0 where there is none. */
static void
cut_row(struct slices *s, struct region *r, size_t number, int64_t row, int64_t rows,
	int64_t size)
{
	struct region part = *r, one;
	struct region_dim outer = r->dim[0];
	int64_t end = size - r->offset, extent, within, touched;

	if (!r->ndim) {
		part.length = end;
		add_slice(s, row, rows, &part, number);
		r->offset = size;
		r->length -= end;
		return;
	}
	remove_dim(&part, 0);
	extent = region_extent(&part);
	/* The repetitions that end in the row, and those that begin in it. */
	within = end >= extent ? (end - extent) / outer.inc + 1 : 0;
	within = within < outer.count ? within : outer.count;
	touched = ceil_div(end, outer.inc);
	touched = touched < outer.count ? touched : outer.count;
	one = part;
	if (within && region_repeat(&one, outer.inc, within))
		cut(s, one, number, row, rows, size);
	s->failed |= touched - within > MOST_ROWS;
	for (int64_t k = within; k < touched && !s->failed; k++) {
		one = part;
		one.offset += k * outer.inc;
		cut(s, one, number, row, rows, size);
	}
	part.offset += touched * outer.inc;
	if (touched == outer.count)
		part.length = 0;
	else
		region_repeat(&part, outer.inc, outer.count - touched);
	*r = part;
}

/* Cuts off the whole rows, from the first one on, that a set fills in the same way.
   Returns their number. */
static int64_t
cut_rows(struct slices *s, struct region *r, size_t number, int64_t row, int64_t size)
{
	struct region_dim *d = &r->dim[0];
	struct region one = *r;
	int64_t n, a_row;

	if (!r->ndim) {
		n = r->offset ? 0 : r->length / size;
		one.length = size;
		r->length -= n * size;
	} else {
		a_row = size / d->inc;
		remove_dim(&one, 0);
		if (size % d->inc || r->offset >= d->inc ||
			one.offset + (a_row - 1) * d->inc + region_extent(&one) > size)
			return 0;
		n = d->count / a_row;
		region_repeat(&one, d->inc, a_row);
		d->count -= n * a_row;
		if (!d->count)
			r->length = 0;
		if (d->count <= 1)
			remove_dim(r, 0);
	}
	r->offset += n * size;
	if (n)
		add_slice(s, row, n, &one, number);
	return n;
}

/* Cuts a set that is in `rows` rows from number `row` on, at its offset, into slices. */
static void
cut(struct slices *s, struct region r, size_t number, int64_t row, int64_t rows,
	int64_t size)
{
	while (r.length && !s->failed) {
		row += floor_div(r.offset, size);
		r.offset = floor_mod(r.offset, size);
		if (rows == 1 && r.ndim && r.dim[0].inc == size) {
			rows = r.dim[0].count;
			remove_dim(&r, 0);
		}
		if (r.offset + region_extent(&r) <= size) {
			add_slice(s, row, rows, &r, number);
			return;
		}
		if (rows > 1 || !cut_rows(s, &r, number, row, size))
			cut_row(s, &r, number, row, rows, size);
		s->failed |= s->n > MOST_SLICES;
	}
}

/* A region that is present from `begin` to before `end`: rows or bytes. */
struct stretch {
	int64_t begin, end;
	const struct slice *slice;
};

static int
compare_stretches(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

struct answer {
	region_visit *visit;
	void *context;
	struct arena *scratch;
};

/* A question: a set within a row, and the sets that may contain its bytes; `base` is
   added to offsets. */
struct question {
	struct region what;
	const struct slice *of; /* their rests */
	size_t n;
	int64_t base;
	int64_t row; /* bytes of a row in the next question */
};

static bool ask(const struct answer *a, const struct question *q);

/* Answers a question from row or byte `at` on, up to where another region begins or
   ends: rows by a question about what is within them. */
static bool
ask_part(const struct answer *a, const struct question *q, int64_t at,
	const struct stretch *const *there, size_t n)
{
	struct slice *of;
	size_t *number;

	if (!q->row) {
		number = arena_array(a->scratch, size_t, n);
		for (size_t i = 0; i < n; i++)
			number[i] = there[i]->slice->number;
		return a->visit(a->context, q->base + at, number, n);
	}
	of = arena_array(a->scratch, struct slice, n);
	for (size_t i = 0; i < n; i++)
		of[i] = *there[i]->slice;
	return ask(a, &(struct question){.what = q->what,
			      .of = of,
			      .n = n,
			      .base = q->base + at * q->row});
}

/* Goes from begin to end in parts throughout which the same regions are present. */
static bool
sweep(const struct answer *a, const struct question *q, struct stretch *all, size_t n,
	int64_t begin, int64_t end)
{
	const struct stretch **there = arena_array(a->scratch, const struct stretch *, n);
	size_t next = 0, nthere = 0;

	qsort(all, n, sizeof *all, compare_stretches);
	for (int64_t at = begin, to; at < end; at = to) {
		size_t left = 0;

		for (; next < n && all[next].begin <= at; next++)
			there[nthere++] = &all[next];
		to = next < n && all[next].begin < end ? all[next].begin : end;
		for (size_t i = 0; i < nthere; i++) {
			if (there[i]->end <= at)
				continue;
			there[left++] = there[i];
			if (there[i]->end < to)
				to = there[i]->end;
		}
		nthere = left;
		if (!ask_part(a, q, at, there, nthere))
			return false;
	}
	return true;
}

static bool
ask_runs(const struct answer *a, const struct question *q)
{
	struct stretch *all = arena_array(a->scratch, struct stretch, q->n);

	for (size_t i = 0; i < q->n; i++) {
		const struct region *r = q->of[i].rest;

		all[i] = (struct stretch){r->offset, r->offset + r->length, &q->of[i]};
	}
	return sweep(a, q, all, q->n, q->what.offset, q->what.offset + q->what.length);
}

/* Splits a question into rows as long as the largest distance: first about rows, then
   about what is within them. */
static bool
ask_rows(const struct answer *a, const struct question *q, int64_t size)
{
	struct slices what = {.scratch = a->scratch}, of = {.scratch = a->scratch};
	struct stretch *all;
	int64_t origin = q->what.offset;
	struct region r = q->what;

	r.offset = 0;
	cut(&what, r, 0, 0, 1, size);
	for (size_t i = 0; i < q->n; i++) {
		region_copy(&r, q->of[i].rest);
		r.offset -= origin;
		cut(&of, r, q->of[i].number, 0, 1, size);
	}
	if (what.failed || of.failed)
		return false;
	all = arena_array(a->scratch, struct stretch, of.n);
	for (size_t k = 0; k < what.n; k++) {
		const struct slice *w = &what.slice[k];
		struct question rows = {.base = q->base + origin, .row = size};
		size_t n = 0;

		region_copy(&rows.what, w->rest);
		for (size_t i = 0; i < of.n; i++) {
			const struct slice *o = &of.slice[i];

			if (o->row < w->row + w->rows && w->row < o->row + o->rows)
				all[n++] = (struct stretch){o->row, o->row + o->rows, o};
		}
		if (!sweep(a, &rows, all, n, w->row, w->row + w->rows))
			return false;
	}
	return true;
}

static int64_t
largest_inc(const struct region *r)
{
	return r->ndim ? r->dim[0].inc : 0;
}

/* The slices of a question that are near what it asks about: all, or a copy of some. */
static const struct slice *
find_near(const struct question *q, size_t *n, struct arena *scratch)
{
	struct slice *of;
	size_t near = 0;

	for (size_t i = 0; i < q->n; i++)
		near += region_is_near(q->of[i].rest, &q->what);
	*n = near;
	if (near == q->n)
		return q->of;
	of = arena_array(scratch, struct slice, near);
	near = 0;
	for (size_t i = 0; i < q->n; i++)
		if (region_is_near(q->of[i].rest, &q->what))
			of[near++] = q->of[i];
	return of;
}

static bool
ask(const struct answer *a, const struct question *q)
{
	int64_t size = largest_inc(&q->what);
	struct question near = *q;

	near.of = find_near(q, &near.n, a->scratch);
	for (size_t i = 0; i < near.n; i++)
		if (largest_inc(near.of[i].rest) > size)
			size = largest_inc(near.of[i].rest);
	return size ? ask_rows(a, &near, size) : ask_runs(a, &near);
}

bool
regions_visit(struct regions of, const struct region *what, region_visit *visit,
	void *context, struct arena *scratch)
{
	const struct answer a = {visit, context, scratch};
	struct slice *all;
	size_t n = 0;

	for (size_t i = 0; i < of.n; i++)
		n += region_is_near(&of.region[i], what);
	all = arena_array(scratch, struct slice, n);
	n = 0;
	for (size_t i = 0; i < of.n; i++)
		if (region_is_near(&of.region[i], what))
			all[n++] = (struct slice){.rest = &of.region[i], .number = i};
	return ask(&a, &(struct question){.what = *what, .of = all, .n = n});
}

static bool
is_there(void *context, int64_t byte, const size_t *there, size_t n)
{
	(void)context;
	(void)byte;
	(void)there;
	return n > 0;
}

bool
regions_cover(struct regions of, const struct region *what, struct arena *scratch)
{
	return regions_visit(of, what, is_there, NULL, scratch);
}

static bool
is_not_there(void *context, int64_t byte, const size_t *there, size_t n)
{
	return !is_there(context, byte, there, n);
}

bool
regions_meet(const struct region *a, const struct region *b, struct arena *scratch)
{
	return region_is_near(a, b) &&
	       !regions_visit((struct regions){a, 1}, b, is_not_there, NULL, scratch);
}

static bool
note_gap(void *context, int64_t byte, const size_t *there, size_t n)
{
	(void)there;
	*(int64_t *)context = byte;
	return n > 0;
}

int64_t
regions_gap(struct regions sets, int64_t size, struct arena *scratch)
{
	const struct region all = region_run(0, size);
	int64_t gap = 0;

	if (!size || regions_visit(sets, &all, note_gap, &gap, scratch))
		return -1;
	return gap;
}

bool
regions_are_bytes(struct regions sets, int64_t size)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < sets.n; i++) {
		const struct region *r = &sets.region[i];
		int64_t n = r->length;

		for (int k = 0; k < r->ndim; k++)
			n *= r->dim[k].count;
		bytes += n;
		if (r->twice || bytes > size)
			return false;
	}
	return bytes == size;
}
