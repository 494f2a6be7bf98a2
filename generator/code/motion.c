#include "code/motion.h"

/* Whether statements move pointers in scope; marks those that they move. */
bool
motion_find(struct walk *w, const struct statement *s, bool *moved)
{
	bool any = false;

	for (; s; s = s->next) {
		if (has_body(s))
			any |= motion_find(w, s->body, moved);
		if (s->kind != STATEMENT_POINT)
			continue;
		for (size_t i = w->npointer; i-- > 0;)
			if (w->pointer[i].variable == s->variable) {
				moved[i] = any = true;
				break;
			}
	}
	return any;
}

bool
same_but_offset(const struct walk_place *a, const struct walk_place *b)
{
	if (a->root != b->root || a->object != b->object || a->nterm != b->nterm ||
		a->vague != b->vague)
		return false;
	for (int i = 0; i < a->nterm; i++) {
		bool found = false;

		for (int k = 0; k < b->nterm; k++)
			found |= term_goes_with(&a->term[i], &b->term[k]) &&
				 a->term[i].inc == b->term[k].inc;
		if (!found)
			return false;
	}
	return true;
}

void
motion_save(struct walk *w, struct motion *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->moved[i])
			m->start[i] = w->pointer[i].place;
}

/* Sets the pointers to where they are after so many passes. If `loop` is not -1, adds a
   term for the current passes, which are those after pass `from`. */
void
motion_set(
	struct walk *w, const struct motion *m, int64_t passes, int loop, int64_t from)
{
	for (size_t i = 0; i < m->n; i++) {
		struct walk_place *p = &w->pointer[i].place;

		if (!m->moved[i])
			continue;
		*p = m->start[i];
		p->offset += passes * m->inc[i];
		if (loop < 0 || !m->inc[i])
			continue;
		p->offset -= from * m->inc[i];
		place_add_term(w, p, (struct walk_term){loop, 0, 1, 1, 0, m->inc[i], NULL});
	}
}
