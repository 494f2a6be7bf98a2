#include "code/traffic.h"

#include <math.h>
#include <string.h>

static const double LINE = 64; /* bytes */

static double
larger(double a, double b)
{
	return a > b ? a : b;
}

static double
smaller(double a, double b)
{
	return a < b ? a : b;
}

static double
lines_of(const struct stream *s)
{
	double all = (double)(s->high - s->low) / LINE + 1;

	return smaller(all, s->bytes / LINE + s->pieces / 2);
}

static double
all_lines(const struct traffic *t)
{
	double lines = 0;

	for (size_t i = 0; i < t->nstream; i++)
		lines += lines_of(&t->stream[i]);
	return lines;
}

static bool
moves_alike(const struct stream *a, const struct stream *b)
{
	return a->object == b->object && a->nterm == b->nterm &&
	       !memcmp(a->term, b->term, (size_t)a->nterm * sizeof a->term[0]);
}

/* Makes one stream of two of the same object. */
static void
unite(struct stream *s, const struct stream *more)
{
	int64_t low = s->low > more->low ? s->low : more->low;
	int64_t high = s->high < more->high ? s->high : more->high;
	double common = high > low ? (double)(high - low) : 0;
	double dense = s->bytes / larger((double)(s->high - s->low), 1);
	double share = common * dense / larger((double)(more->high - more->low), 1);
	bool apart = (double)(low - high) > LINE;

	s->low = s->low < more->low ? s->low : more->low;
	s->high = s->high > more->high ? s->high : more->high;
	s->pieces = apart ? s->pieces + more->pieces : larger(s->pieces, more->pieces);
	s->bytes = smaller(s->bytes + more->bytes * (1 - smaller(share, 1)),
		(double)(s->high - s->low));
}

/* Returns the lines that come to it. */
static double
add_stream(struct traffic *t, const struct stream *what)
{
	struct stream *same = NULL;
	double lines;

	for (size_t i = 0; i < t->nstream; i++) {
		struct stream *s = &t->stream[i];

		if (!moves_alike(s, what))
			continue;
		if ((double)(what->low - s->high) <= LINE &&
			(double)(s->low - what->high) <= LINE) {
			lines = lines_of(s);
			unite(s, what);
			return larger(lines_of(s) - lines, 0);
		}
		same = s;
	}
	if (t->nstream < MOST_STREAMS) {
		t->stream[t->nstream++] = *what;
		return lines_of(what);
	}
	for (size_t i = 0; i < t->nstream && !same; i++)
		if (t->stream[i].object == what->object)
			same = &t->stream[i];
	unite(same ? same : &t->stream[0], what);
	return lines_of(what);
}

void
traffic_add(struct traffic *t, const struct walk *walk, const struct walk_place *place,
	const struct stream *what)
{
	struct stream s = *what;
	double lines;

	s.object = place->object;
	s.parameter = place->root == ROOT_PARAMETER ? place->parameter : -1;
	s.low += place->offset;
	s.high += place->offset;
	s.nterm = 0;
	for (int i = 0; i < place->nterm && s.nterm < STREAM_TERMS; i++) {
		const struct walk_term *term = &place->term[i];
		int64_t inc = term->inc * term->step;

		if (walk->loop[term->loop].count < 2 || !inc)
			continue;
		s.term[s.nterm].loop = term->loop;
		s.term[s.nterm++].inc = inc;
	}
	lines = add_stream(t, &s);
	for (int i = 0; i < CACHES; i++)
		t->lines[i] += lines;
}

/* A stream in several passes of a loop. */
static void
repeat(struct stream *s, int64_t inc, double passes)
{
	double by = fabs((double)inc), each = s->bytes / s->pieces;
	double span = by * (passes - 1);

	if (inc > 0)
		s->high += (int64_t)span;
	else
		s->low -= (int64_t)span;
	if (by <= larger(each, LINE)) {
		s->bytes += s->pieces * span;
	} else {
		s->bytes *= passes;
		s->pieces *= passes;
	}
	if (s->bytes >= (double)(s->high - s->low)) {
		s->bytes = (double)(s->high - s->low);
		s->pieces = 1;
	}
}

/* All streams in so many passes of a loop; for good where `ends`. Returns their lines. */
static double
repeat_all(struct traffic *t, int loop, double passes, bool ends)
{
	double lines = 0;

	for (size_t i = 0; i < t->nstream; i++) {
		struct stream s = t->stream[i];

		for (int k = 0; k < s.nterm; k++)
			if (s.term[k].loop == loop) {
				repeat(&s, s.term[k].inc, passes);
				s.term[k] = s.term[--s.nterm];
				k--;
			}
		lines += lines_of(&s);
		if (ends)
			t->stream[i] = s;
	}
	return lines;
}

/* Streams that move alike now. */
static void
compact(struct traffic *t)
{
	struct stream old[MOST_STREAMS];
	size_t n = t->nstream;

	memcpy(old, t->stream, n * sizeof *old);
	t->nstream = 0;
	for (size_t i = 0; i < n; i++)
		add_stream(t, &old[i]);
}

void
traffic_repeat(
	struct traffic *t, int loop, double passes, const struct processor *processor)
{
	double one = all_lines(t);
	double two = passes > 1 ? repeat_all(t, loop, 2, false) : one;
	double all = repeat_all(t, loop, passes, true);

	for (int i = 0; i < CACHES; i++) {
		double fits = (double)processor->cache[i].bytes / LINE;

		if (all <= fits)
			t->lines[i] = all;
		else if (two <= fits)
			t->lines[i] = smaller(one + (two - one) * (passes - 1),
				t->lines[i] * passes);
		else
			t->lines[i] *= passes;
		t->lines[i] = larger(t->lines[i], all);
	}
	compact(t);
}

void
traffic_settle(struct traffic *t, const struct processor *processor)
{
	double all = all_lines(t) * LINE;

	for (int i = 0; i < CACHES; i++)
		if (all <= (double)processor->cache[i].bytes)
			t->lines[i] = 0;
}

void
traffic_join(struct traffic *t, const struct traffic *part)
{
	for (size_t i = 0; i < part->nstream; i++)
		add_stream(t, &part->stream[i]);
	for (int i = 0; i < CACHES; i++)
		t->lines[i] += part->lines[i];
}
