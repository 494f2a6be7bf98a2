#include "code/walk/motion.h"

#include "base/arena.h"

/* Marks the pointers in scope that statements move; false: there are none. */
static bool
mark_moved(struct walk *w, const struct statement *s, bool *moved)
{
	bool any = false;

	for (; s; s = s->next) {
		const struct walk_pointer *p =
			s->kind == STATEMENT_POINT ? walk_find(w, s->variable) : NULL;

		if (has_body(s))
			any |= mark_moved(w, s->body, moved);
		if (p)
			moved[p - w->pointer] = any = true;
	}
	return any;
}

bool
motion_find(struct motion *m, struct walk *w, const struct statement *body)
{
	bool *moved = arena_array(w->arena, bool, w->npointer);

	*m = (struct motion){.n = 0};
	if (!mark_moved(w, body, moved))
		return false;
	for (size_t i = 0; i < w->npointer; i++)
		m->n += moved[i];
	m->pointer = arena_array(w->arena, size_t, m->n);
	m->start = arena_array(w->arena, struct walk_place, m->n);
	m->inc = arena_array(w->arena, int64_t, m->n);
	m->n = 0;
	for (size_t i = 0; i < w->npointer; i++)
		if (moved[i])
			m->pointer[m->n++] = i;
	return true;
}

/* Where the moved pointer of a number is now. */
static struct walk_place *
place_now(const struct motion *m, const struct walk *w, size_t i)
{
	return &w->pointer[m->pointer[i]].place;
}

void
motion_begin(struct motion *m, const struct walk *w)
{
	for (size_t i = 0; i < m->n; i++)
		walk_copy_place(&m->start[i], place_now(m, w, i));
}

static bool
same_but_offset(const struct walk_place *a, const struct walk_place *b)
{
	if (a->root != b->root || a->object != b->object || a->nterm != b->nterm ||
		a->vague != b->vague)
		return false;
	for (int i = 0; i < a->nterm; i++) {
		bool found = false;

		for (int k = 0; k < b->nterm; k++)
			found |= walk_is_like(&a->term[i], &b->term[k]) &&
				 a->term[i].inc == b->term[k].inc;
		if (!found)
			return false;
	}
	return true;
}

bool
motion_measure(struct motion *m, const struct walk *w)
{
	bool even = true;

	for (size_t i = 0; i < m->n; i++) {
		const struct walk_place *p = place_now(m, w, i);

		m->inc[i] = p->offset - m->start[i].offset;
		even &= same_but_offset(p, &m->start[i]);
	}
	return even;
}

/* Where a pointer is at the beginning of the current passes of the innermost loop. */
static void
place_in_passes(const struct motion *m, struct walk *w, size_t i, struct walk_place *p)
{
	int loop = w->nloop - 1;

	walk_copy_place(p, &m->start[i]);
	p->offset -= w->loop[loop].from * m->inc[i];
	walk_add_term(w, p, (struct walk_term){loop, 0, 1, 1, 0, m->inc[i], NULL});
}

void
motion_enter(const struct motion *m, struct walk *w)
{
	for (size_t i = 0; i < m->n; i++)
		place_in_passes(m, w, i, place_now(m, w, i));
}

bool
motion_holds(const struct motion *m, struct walk *w)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct walk_place *p = place_now(m, w, i);
		struct walk_place wanted;

		place_in_passes(m, w, i, &wanted);
		if (!same_but_offset(p, &wanted) ||
			p->offset != wanted.offset + m->inc[i])
			return false;
	}
	return true;
}

void
motion_leave(const struct motion *m, struct walk *w, int64_t passes)
{
	for (size_t i = 0; i < m->n; i++) {
		struct walk_place *p = place_now(m, w, i);

		walk_copy_place(p, &m->start[i]);
		p->offset += passes * m->inc[i];
	}
}
