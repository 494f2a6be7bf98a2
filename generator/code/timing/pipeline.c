#include "code/timing/pipeline.h"

#include "base/arena.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
	HORIZON = 4096, /* cycles for which units are tracked */
	AHEAD = 64,     /* so many of them are cleared at once */
	FLIGHT = 4      /* the most passes whose mean is taken */
};
/* A number of cycles beyond all measure. */
static const double FAR_AWAY = 1e15;

struct clock {
	const struct processor *processor;
	int kind;
	float taken[UNITS][HORIZON]; /* per cycle, all units of a kind together */
	int64_t swept[UNITS];        /* cycles up to there have been cleared */
	struct full {
		int64_t from, to;
	} full[UNITS];   /* cycles in which nothing is free: not all */
	double *ready;   /* of slots */
	double *retired; /* of the last steps, a ring */
	uint64_t nstep;
	double now;   /* the earliest cycle at which the next step can begin */
	double last;  /* when the last step is done, in order */
	double apart; /* cycles in which nothing else is done */
};

struct clock *
pipeline_clock(struct arena *arena)
{
	return arena_new(arena, struct clock);
}

/* As fmax() of two times, which are numbers, but no call. */
static inline double
later(double a, double b)
{
	return a > b ? a : b;
}

/* Clears the cycles of a unit up to one that it has not cleared yet, and some after it.
 */
static void
sweep(struct clock *c, enum unit unit, int64_t cycle)
{
	float *taken = c->taken[unit];
	int64_t from = c->swept[unit], n = cycle + AHEAD - from, before;

	n = n < HORIZON ? n : HORIZON;
	before = n < HORIZON - from % HORIZON ? n : HORIZON - from % HORIZON;
	memset(taken + from % HORIZON, 0, (size_t)before * sizeof *taken);
	memset(taken, 0, (size_t)(n - before) * sizeof *taken);
	c->swept[unit] = cycle + AHEAD;
}

/* The last one of full cycles that begin with one at least. */
static int64_t
skip_full(struct full *full, int64_t cycle)
{
	if (cycle < full->from || cycle > full->to)
		*full = (struct full){cycle, cycle};
	if (cycle == full->to)
		full->to++;
	return full->to - 1;
}

/* The first cycle from `at` on in which a unit is free. Nothing begins more than half the
   horizon before what is taken last; what takes a quarter of it runs alone. */
static double
reserve(struct clock *c, const struct step *s, double at)
{
	double left = s->taken[c->kind];
	int64_t first = -1, last = -1;

	if (s->unit == UNITS || left <= 0 || at > FAR_AWAY)
		return at;
	if (left > HORIZON / 4)
		return c->now = at + left;
	for (int64_t cycle = (int64_t)at; left > 1e-6; cycle++) {
		float *taken = &c->taken[s->unit][(uint64_t)cycle % HORIZON];
		double room;

		if (cycle >= c->swept[s->unit])
			sweep(c, s->unit, cycle);
		room = 1 - (double)*taken;
		if (room <= 1e-6) {
			cycle = skip_full(&c->full[s->unit], cycle);
			continue;
		}
		if (first < 0)
			first = cycle;
		last = cycle;
		room = room < left ? room : left;
		*taken += (float)room;
		left -= room;
	}
	c->now = later(c->now, (double)(last - HORIZON / 2));
	return later(at, (double)first);
}

static void
take_step(struct clock *c, const struct step *s)
{
	const struct processor *p = c->processor;
	double pause = s->pause[c->kind];
	double start, done, *retired = &c->retired[c->nstep % (uint64_t)p->window];

	if (pause > 0) {
		double apart = s->begins > 0 && s->begins < 1 ? p->seldom * pause : 0;

		c->apart += apart;
		c->now += pause - apart;
		c->ready[s->to] = c->now;
		return;
	}
	if (s->unit == UNITS) {
		c->ready[s->to] = s->nfrom ? c->ready[s->from[0]] : 0;
		return;
	}
	if (c->nstep >= (uint64_t)p->window)
		c->now = later(c->now, *retired);
	start = c->now;
	for (int i = 0; i < s->nfrom; i++)
		start = later(start, c->ready[s->from[i]]);
	start = reserve(c, s, start);
	done = start + s->latency;
	c->ready[s->to] = done;
	c->last = later(c->last, done);
	*retired = c->last;
	c->nstep++;
	c->now += (s->unit == UNIT_LOAD ? 0.5 : 1) / p->issue;
}

/* The steps that write a slot and read it first and last; -1: none. */
struct life {
	int first_set, first_use, last;
	bool wide;
};

static void
use_slot(struct life *l, size_t step)
{
	l->first_use = l->first_use < 0 ? (int)step : l->first_use;
	l->last = (int)step;
}

static void
find_lives(struct life *life, const struct pipeline *b, int nslot)
{
	for (int i = 0; i < nslot; i++)
		life[i] = (struct life){-1, -1, -1, false};
	for (size_t k = 0; k < b->nstep; k++) {
		const struct step *s = &b->step[k];

		for (int i = 0; i < s->nfrom; i++)
			use_slot(&life[s->from[i]], k);
		for (int i = 0; i < s->pressure.nheld; i++) {
			use_slot(&life[s->pressure.held[i]], k);
			life[s->pressure.held[i]].wide = true;
		}
		if (life[s->to].first_set < 0)
			life[s->to].first_set = (int)k;
		life[s->to].last = (int)k;
		life[s->to].wide |= s->wide;
	}
}

/* Whether a slot holds what was there before the pass. */
static bool
is_carried(const struct life *l)
{
	return l->wide && l->first_use >= 0 &&
	       (l->first_set < 0 || l->first_use <= l->first_set);
}

/* The vectors that live around a part and find no register while it runs, of those that
   it does not hold. */
static int
spilled_around(const struct pipeline *b, const struct step *s, int now)
{
	int excess = now + s->pressure.own - b->registers;
	int others = now - s->pressure.nheld;

	return excess < 0 ? 0 : excess < others ? excess : others;
}

/* How many vectors are stored and loaded a pass, because they find no register: each time
   that more live than registers and than at the step before, as compilers seldom leave
   the same one in memory all the time; and those that make room for parts. */
static double
spilled(const struct pipeline *b, struct pressure *pressure, struct arena *arena,
	struct arena *scratch)
{
	int n = (int)b->nstep, within = 0, now = 0, stored = 0, ncarried = 0;
	struct life *life = arena_array(scratch, struct life, b->nslot);
	int *begin = arena_array(scratch, int, n + 1);
	int *held = arena_array(scratch, int, b->nslot);
	double around = 0;

	find_lives(life, b, b->nslot);
	for (int i = 0; i < b->nslot; i++) {
		const struct life *l = &life[i];
		bool carried = is_carried(l);

		if (!l->wide || l->first_use < 0)
			continue;
		if (carried)
			held[ncarried++] = i;
		begin[carried ? 0 : l->first_set]++;
		begin[carried ? n : l->last]--;
	}
	for (int i = 0; i < n; i++) {
		const struct step *s = &b->step[i];
		int room = now > b->registers ? now : b->registers;

		now += begin[i];
		stored += now > room ? now - room : 0;
		within = now + s->pressure.own > within ? now + s->pressure.own : within;
		if (s->pressure.own)
			around += s->begins * spilled_around(b, s, now);
	}
	within = within < b->registers ? within : b->registers;
	pressure->own = within > ncarried ? within - ncarried : 0;
	pressure->nheld = ncarried;
	if (ncarried)
		memcpy(pressure->held = arena_array(arena, int, ncarried), held,
			(size_t)ncarried * sizeof *held);
	return around + stored;
}

/* The passes that the window holds at once, the last one in part. The times at which they
   are done repeat a pattern of as many, once it is full. */
static int
passes_in_flight(const struct pipeline *b)
{
	size_t held = (size_t)b->processor->window / (b->nstep ? b->nstep : 1) + 1;

	return held < FLIGHT ? (int)held : FLIGHT;
}

struct run
pipeline_run(const struct pipeline *b, int passes, struct clock *c, struct arena *arena,
	struct arena *scratch)
{
	const struct processor *p = b->processor;
	struct run run = {0};
	int flight = passes_in_flight(b), all = passes > 2 * flight ? passes : 2 * flight;
	double before = 0, beside, fetch = 0;

	c->processor = p;
	c->kind = b->kind;
	c->ready = arena_array(scratch, double, b->nslot);
	c->retired = arena_array(scratch, double, p->window);
	memset(c->swept, 0, sizeof c->swept);
	memset(c->full, 0, sizeof c->full);
	c->nstep = 0;
	c->now = c->last = c->apart = 0;
	for (int i = 1; i <= all; i++) {
		for (size_t k = 0; k < b->nstep; k++)
			take_step(c, &b->step[k]);
		c->last = fmax(c->last, c->now);
		if (i == 1)
			run.latency = c->last;
		if (i == passes) /* Counts half of what is in flight as done. */
			run.first = (c->now + c->last) / 2;
		if (i == all - flight)
			before = c->last;
	}
	beside = spilled(b, &run.pressure, arena, scratch) * p->spill /
			 p->units[b->width][UNIT_STORE] +
		 c->apart / all;
	if (b->bytes > (double)p->code_bytes)
		fetch = b->bytes / p->fetch;
	run.first = fmax(run.first + passes * beside, passes * fetch);
	run.pace = fmax((c->last - before) / flight + beside, fetch);
	arena_clear(scratch);
	return run;
}
