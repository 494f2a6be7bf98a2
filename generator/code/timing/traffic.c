#include "code/timing/traffic.h"

#include <math.h>
#include <string.h>

static const double LINE = CACHE_LINE_BYTES, WAY = CACHE_WAY_BYTES;

static double
lines_of(const struct stream *s)
{
	double all = (double)(s->high - s->low) / LINE + 1;

	return fmin(all, s->bytes / LINE + s->pieces / 2);
}

/* Lines fetched, and the room that they take in the caches, in lines. */
struct demand {
	double lines, room[CACHES];
};

/* Lines that are written are fetched and written back. */
static double
journeys(const struct stream *s)
{
	return lines_of(s) * (s->written ? 2 : 1);
}

/* Bytes of the nearest cache that nothing else can use. Pieces along one loop may share
   sets while those along another do not: they take no more ways than they need. */
static double
room_of(const struct stream *s)
{
	return fmin(s->pieces * s->room, fmax(s->ways, 1) * WAY);
}

static void
demand_add(struct demand *d, const struct stream *s)
{
	double lines = lines_of(s);

	d->lines += journeys(s);
	for (int i = 0; i < CACHES; i++)
		d->room[i] += i ? lines : fmax(lines, room_of(s) / LINE);
}

static struct demand
demand_of(const struct traffic *t)
{
	struct demand d = {0};

	for (size_t i = 0; i < t->nstream; i++)
		demand_add(&d, &t->stream[i]);
	return d;
}

static bool
moves_alike(const struct stream *a, const struct stream *b)
{
	return a->object == b->object && a->written == b->written &&
	       a->nterm == b->nterm &&
	       !memcmp(a->term, b->term, (size_t)a->nterm * sizeof a->term[0]);
}

/* Whether the pieces of a stream are where another has none: beyond it, or so much later
   that they are in between its pieces. */
static bool
are_apart(const struct stream *a, const struct stream *b)
{
	double piece = fmax(a->bytes / a->pieces, b->bytes / b->pieces);

	return (double)(a->low - b->high) > LINE || (double)(b->low - a->high) > LINE ||
	       fabs((double)(a->low - b->low)) > piece + LINE;
}

/* A stream without gaps is one piece. */
static void
close_gaps(struct stream *s)
{
	if (s->bytes < (double)(s->high - s->low))
		return;
	s->bytes = (double)(s->high - s->low);
	s->pieces = 1;
	s->room = 0;
}

/* Joins two streams of the same object. */
static void
unite(struct stream *s, const struct stream *more)
{
	double most = are_apart(s, more) ? s->pieces + more->pieces
					 : fmax(s->pieces, more->pieces);
	double least = fmin(s->bytes / s->pieces, more->bytes / more->pieces);
	int64_t low = s->low > more->low ? s->low : more->low;
	int64_t high = s->high < more->high ? s->high : more->high;
	double common = high > low ? (double)(high - low) : 0;
	double dense = s->bytes / fmax((double)(s->high - s->low), 1);
	double share = common * dense / fmax((double)(more->high - more->low), 1);

	s->low = s->low < more->low ? s->low : more->low;
	s->high = s->high > more->high ? s->high : more->high;
	s->room = fmax(s->room, more->room);
	s->ways = fmax(s->ways, more->ways);
	s->bytes += more->bytes * (1 - fmin(share, 1));
	s->pieces = fmin(most, s->bytes / least);
	close_gaps(s);
}

/* Returns the lines that it needs. */
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
			lines = journeys(s);
			unite(s, what);
			return fmax(journeys(s) - lines, 0);
		}
		same = s;
	}
	if (t->nstream < MOST_STREAMS) {
		t->stream[t->nstream++] = *what;
		return journeys(what);
	}
	for (size_t i = 0; i < t->nstream && !same; i++)
		if (t->stream[i].object == what->object)
			same = &t->stream[i];
	unite(same ? same : &t->stream[0], what);
	return journeys(what);
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
		double divide = (double)term->divide / (double)term->step;
		int64_t inc = term->inc * (divide > 1 ? 1 : term->step / term->divide);

		if (walk->loop[term->loop].count < 2 || !inc)
			continue;
		s.term[s.nterm].loop = term->loop;
		s.term[s.nterm].inc = inc;
		s.term[s.nterm].divide = fmax(divide, 1);
		s.term[s.nterm++].modulo = term->modulo;
	}
	lines = add_stream(t, &s);
	for (int i = 0; i < CACHES; i++)
		t->lines[i] += lines;
}

/* Addresses at multiples of such a distance share sets of the nearest cache: each takes
   as much room as if nothing else could use the lines in between. */
static double
set_distance(int64_t inc)
{
	int64_t even = inc & -inc;

	return fmin((double)even, WAY);
}

/* Repeats a stream in several passes of a loop. */
static void
repeat(struct stream *s, int64_t inc, double passes)
{
	double by = fabs((double)inc), each = s->bytes / s->pieces;
	double span = by * (passes - 1);

	if (inc > 0)
		s->high += (int64_t)span;
	else
		s->low -= (int64_t)span;
	if (by <= fmax(each, LINE)) {
		s->bytes += s->pieces * span;
	} else {
		s->bytes *= passes;
		s->pieces *= passes;
		s->room = fmax(s->room, set_distance(inc));
		s->ways = fmax(s->ways, 1) * fmax(passes * set_distance(inc) / WAY, 1);
	}
	if (s->bytes >= (double)(s->high - s->low)) {
		s->bytes = (double)(s->high - s->low);
		s->pieces = 1;
		s->room = 0;
	}
}

/* The places where a stream is in so many passes of a loop. */
static double
places(double passes, double divide, int64_t modulo)
{
	double n = fmax(passes / divide, 1);

	return modulo ? fmin(n, (double)modulo) : n;
}

/* Repeats all streams in so many passes of a loop; `ends`: the loop is closed. */
static struct demand
repeat_all(struct traffic *t, int loop, double passes, bool ends)
{
	struct demand demand = {0};

	for (size_t i = 0; i < t->nstream; i++) {
		struct stream s = t->stream[i];

		for (int k = 0; k < s.nterm; k++)
			if (s.term[k].loop == loop) {
				repeat(&s, s.term[k].inc,
					places(passes, s.term[k].divide,
						s.term[k].modulo));
				s.term[k] = s.term[--s.nterm];
				k--;
			}
		demand_add(&demand, &s);
		if (ends)
			t->stream[i] = s;
	}
	return demand;
}

/* Joins streams that now move alike. */
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
	struct demand one = demand_of(t), all;
	struct demand two = passes > 1 ? repeat_all(t, loop, 2, false) : one;

	all = repeat_all(t, loop, passes, true);
	for (int i = 0; i < CACHES; i++) {
		double fits = (double)processor->cache[i].bytes / LINE;

		if (all.room[i] <= fits)
			t->lines[i] = all.lines;
		else if (two.room[i] <= fits)
			t->lines[i] =
				fmin(one.lines + (two.lines - one.lines) * (passes - 1),
					t->lines[i] * passes);
		else
			t->lines[i] *= passes;
		t->lines[i] = fmax(t->lines[i], all.lines);
	}
	compact(t);
}

void
traffic_settle(struct traffic *t, const struct processor *processor)
{
	struct demand all = demand_of(t);

	for (int i = 0; i < CACHES; i++)
		if (all.room[i] * LINE <= (double)processor->cache[i].bytes)
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
