#include "code/divide.h"

/* How much of the work of a list of statements may be preparations, which every part
   repeats. */
static const double MOST_TWICE = 0.25;

enum {
	MOST_HALVINGS = 1 << 13 /* within a second; few functions want a thousand */
};

bool
cutting_halves(struct cutting *c)
{
	return c->halvings < MOST_HALVINGS && ++c->halvings;
}

static bool
is_neutral(const struct statement *st)
{
	return st->kind == STATEMENT_DECLARE || st->kind == STATEMENT_TABLE ||
	       st->kind == STATEMENT_LET || st->kind == STATEMENT_LET_POINTER ||
	       st->kind == STATEMENT_COMMENT || st->kind == STATEMENT_BLANK ||
	       st->kind == STATEMENT_ORDER || st->kind == STATEMENT_UNUSED;
}

const struct statement *
statement_after(const struct statement *st, size_t n)
{
	for (; n; n--)
		st = st->next;
	return st;
}

size_t
cutting_group(struct cutting *c, struct scope *s, const struct statement *st)
{
	return scan_group(s->function, st,
		scan_fills(st) && footprint_writes(c->footprints, s, st, 1));
}

bool
statements_compute(const struct statement *st)
{
	for (; st; st = st->next)
		if (st->kind == STATEMENT_SET || st->kind == STATEMENT_RETURN ||
			(st->kind == STATEMENT_CALL && st->variable))
			return true;
	return false;
}

bool
cutting_divides(struct cutting *c, struct scope *s, const struct statement *first)
{
	struct footprints *f = c->footprints;
	double prepares = 0;
	bool stores = false;
	size_t n;

	if (statements_compute(first))
		return false;
	for (const struct statement *st = first; st; st = statement_after(st, n)) {
		n = cutting_group(c, s, st);
		if (!footprint_writes(f, s, st, n) && !is_neutral(st))
			prepares += footprint_work(f, s, st, n);
		stores |= st->kind == STATEMENT_STORE;
	}
	return prepares <= 0 ||
	       (!stores && prepares <= MOST_TWICE * footprint_work_of_list(f, s, first));
}

bool
cutting_splits(struct cutting *c, const struct function *f, const struct statement *loop)
{
	return !scan_carries(c->scan, f, loop, NULL);
}

bool
chain_begin(struct scope *s, const struct statement *loop)
{
	const struct passes all = scope_passes(s, loop);

	if (!all.known || !all.count)
		return false;
	s->only = loop;
	s->only_passes = all;
	return true;
}
