#include "code/timing/time.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/timing/pipeline.h"
#include "code/timing/traffic.h"
#include "code/timing/work.h"
#include "code/walk/count.h"
#include "code/walk/visit.h"
#include "target/target.h"

#include <math.h>
#include <string.h>

enum {
	PASSES = 4, /* passes of a loop that are simulated */
	ELEMENT = 4
};

/* A function as a whole. */
struct timed {
	double cycles[KINDS], latency;
	double bytes; /* of instructions */
	int vectors;  /* in registers at once */
	struct traffic traffic;
};

/* A body being timed: of a function, a loop or a condition. */
struct body {
	struct step *step;
	size_t nstep, room;
	double passes; /* how often it runs, by the walk */
	double bytes;
	struct traffic traffic;
	enum width width; /* of its vectors, the widest */
	bool plain;       /* compilers can vectorise its passes */
	int deep;         /* parts timed already */
	int nslot;        /* slots before it */
};

struct timer {
	struct timer *next; /* in the list of unused timers */
	struct timing *all;
	struct walk *walk;
	struct body body[CODE_DEPTH + 2];
	int depth;
	int nslot; /* slots of variables, then of values */
};

/* Steps. */

static struct step *
add_step(struct timer *t)
{
	struct body *b = &t->body[t->depth];

	if (b->nstep == b->room) {
		size_t room = b->room ? 2 * b->room : 32;
		struct step *more = arena_array(t->all->arena, struct step, room);

		if (b->nstep)
			memcpy(more, b->step, b->nstep * sizeof *more);
		b->step = more;
		b->room = room;
	}
	return &b->step[b->nstep++];
}

/* Notes that a body has vectors of a type. */
static void
note_width(struct timer *t, struct code_type type)
{
	struct body *b = &t->body[t->depth];
	enum width width = width_of(t->all->target, type);

	b->width = width < b->width ? width : b->width;
}

/* Adds an operation on values of a type, `times` times; returns the slot of the
   result. */
static int
add_work(struct timer *t, enum work work, struct code_type type, double times,
	const int *from, int nfrom)
{
	const struct processor *p = t->all->processor[0];
	enum width width = width_of(t->all->target, type);
	const struct work_time *w = &p->work[width][work];
	struct step *s = add_step(t);
	bool wide = type.dtype == DTYPE_FLOAT64 && w->unit == UNIT_DIVIDER;

	note_width(t, type);
	*s = (struct step){.unit = w->unit,
		.latency = w->latency,
		.wide = type.lanes > 1,
		.element = type_bytes(type) / type.lanes,
		.to = t->nslot++};
	for (int k = 0; k < t->all->nkind; k++)
		s->taken[k] = w->busy * times * (wide ? 2 : 1) /
			      t->all->processor[k]->units[width][w->unit];
	t->body[t->depth].bytes +=
		w->unit == UNIT_LOAD ? p->load_bytes : p->operation_bytes;
	for (int i = 0; i < nfrom; i++)
		if (from[i] >= 0 && s->nfrom < STEP_SOURCES)
			s->from[s->nfrom++] = from[i];
	return s->to;
}

/* Values. */

static bool
is_half(const struct variable *base)
{
	return dtype_info[base->type.dtype].kind == KIND_HALF;
}

/* Whether memory is in registers: compilers put small arrays there. */
static bool
is_near(const struct timer *t, const struct variable *base)
{
	return base->kind == VARIABLE_ARRAY &&
	       array_bytes(base) <=
		       (int64_t)t->all->registers * t->all->processor[0]->plain_bytes;
}

/* Returns the number of cache lines that an access touches: two if it may cross a border
   between lines. */
static double
touch(struct timer *t, struct access access, bool writes)
{
	bool even = true;
	struct walk_place place;
	int64_t step = access.n > 1 ? access.step : access.length;

	walk_place(t->walk, access.at, &place);
	if (walk_is_over(t->walk) || place.root < ROOT_PARAMETER)
		return 1;
	traffic_add(&t->body[t->depth].traffic, t->walk, &place,
		&(struct stream){.written = writes,
			.low = 0,
			.high = (access.n - 1) * step + access.length,
			.pieces = (double)access.n,
			.bytes = (double)(access.n * access.length)});
	for (int i = 0; i < place.nterm; i++) {
		const struct walk_term *term = &place.term[i];

		even &= term->inc * term->step % CACHE_LINE_BYTES == 0;
		if (term->loop == t->walk->nloop - 1 &&
			(term->inc * term->step > type_bytes(access.at->base->type) ||
				term->divide > 1 || term->modulo))
			t->body[t->depth].plain = false;
	}
	even &= place.offset % CACHE_LINE_BYTES == 0 || place.root == ROOT_ARRAY;
	return even || access.length > CACHE_LINE_BYTES
		       ? 1
		       : 1 + (double)(access.length - ELEMENT) / CACHE_LINE_BYTES;
}

static int
add_load(struct timer *t, const struct value *v)
{
	const struct variable *base = v->at.base;
	enum work work = v->kind == VALUE_SET1_LOAD && !is_half(base) ? WORK_SET1_LOAD
			 : v->kind == VALUE_LOAD_N                    ? WORK_LOAD_PART
								      : WORK_LOAD;
	double times = v->kind == VALUE_LOAD_PARTS ? (double)v->n : 1;
	double lines = touch(t, access_of_load(v), false);
	int slot;

	if (base->kind == VARIABLE_ARRAY && is_near(t, base))
		return (int)base->number;
	slot = add_work(t, work, v->type, times * lines, NULL, 0);
	if (v->kind == VALUE_LOAD_PARTS)
		slot = add_work(t, WORK_SHUFFLE, v->type, times - 1, &slot, 1);
	if (is_half(base))
		slot = add_work(t, WORK_CONVERT, v->type, 1, &slot, 1);
	return slot;
}

static int add_value(struct timer *t, const struct value *v);

static int
add_called(struct timer *t, const struct value *v, const int *from, int nfrom)
{
	const struct timed *f = walks_value(&t->all->walks, t->walk, v->function);
	int slot = add_work(t, WORK_ADD, v->type, 1, from, nfrom);
	struct body *b = &t->body[t->depth];
	struct step *s = &b->step[b->nstep - 1];

	if (f) {
		memcpy(s->taken, f->cycles, sizeof s->taken);
		s->latency = f->latency;
	}
	return slot;
}

/* Returns the slot of a value; -1: it costs nothing. */
static int
add_value(struct timer *t, const struct value *v)
{
	int from[VALUE_ARGUMENTS] = {0}, n = value_operands(v);

	if (v->kind == VALUE_NUMBER)
		return -1;
	if (v->kind == VALUE_VARIABLE)
		return v->variable->kind == VARIABLE_VALUE ? (int)v->variable->number
							   : -1;
	if (is_load(v))
		return add_load(t, v);
	for (int i = 0; i < n; i++)
		from[i] = add_value(t, v->a[i]);
	if (v->kind == VALUE_SET1 && from[0] < 0)
		return -1;
	if (v->kind == VALUE_CALL)
		return add_called(t, v, from, n);
	if (v->kind == VALUE_MULADD) {
		from[0] = add_work(t, WORK_ADD, v->type, 1, from, 2);
		from[1] = from[2];
		n = 2;
	}
	return add_work(t, work_of(t->all->target, v), v->type, 1, from, n);
}

/* Moves a slot to a variable; what the last step computed takes the variable's register
   at once. */
static void
move_slot(struct timer *t, int to, int from, struct code_type type)
{
	const struct body *b = &t->body[t->depth];
	struct step *s = b->nstep ? &b->step[b->nstep - 1] : NULL;

	if (to == from)
		return;
	if (s && s->to == from && from == t->nslot - 1) {
		s->to = to;
		t->nslot--;
		return;
	}
	s = add_step(t);
	note_width(t, type);
	*s = (struct step){.unit = UNITS, .to = to, .wide = type.lanes > 1};
	if (from >= 0)
		s->from[s->nfrom++] = from;
}

static void
add_set(struct timer *t, const struct statement *s)
{
	move_slot(t, (int)s->variable->number, add_value(t, s->value), s->value->type);
}

static void
add_store(struct timer *t, const struct statement *s)
{
	const struct variable *base = s->at.base;
	int slot = add_value(t, s->value);
	double lines = touch(t, access_of_store(s), true);

	if (is_near(t, base)) {
		move_slot(t, (int)base->number, slot, s->value->type);
		return;
	}
	if (is_half(base))
		slot = add_work(t, WORK_CONVERT, s->value->type, 1, &slot, 1);
	add_work(t, s->n ? WORK_STORE_PART : WORK_STORE, s->value->type, lines, &slot, 1);
}

/* A step that takes so many cycles on each kind of processors, and some that are the same
   on all. */
static struct step
pause_of(const struct timer *t, const double *cycles, double more)
{
	struct step step = {.unit = UNITS};

	for (int k = 0; k < t->all->nkind; k++)
		step.pause[k] = (cycles ? cycles[k] : 0) + more;
	return step;
}

/* Bytes that the C library moves by vectors. */
static void
add_move(struct timer *t, const struct statement *s)
{
	struct access to = access_of_move(s, &s->at);
	struct code_type bytes = {DTYPE_UINT8, 32};
	double times = (double)to.length / 32;
	int slot = -1;

	if (s->kind == STATEMENT_COPY) {
		touch(t, access_of_move(s, &s->from), false);
		slot = add_work(t, WORK_LOAD, bytes, times, NULL, 0);
	}
	touch(t, to, true);
	add_work(t, WORK_STORE, bytes, times, &slot, 1);
	if (to.length > 64) {
		struct step call = pause_of(t, NULL, t->all->processor[0]->call);

		call.to = t->nslot++;
		*add_step(t) = call;
	}
}

/* Calls. */

/* Adds a call's streams to the caller's. */
static void
add_streams(struct timer *t, const struct statement *s, const struct timed *called)
{
	struct traffic *traffic = &t->body[t->depth].traffic;
	double lines[CACHES];
	struct walk_place place;

	for (int i = 0; i < CACHES; i++)
		lines[i] = traffic->lines[i] + called->traffic.lines[i];
	for (size_t i = 0; i < called->traffic.nstream; i++) {
		const struct stream *stream = &called->traffic.stream[i];

		place = (struct walk_place){
			.root = ROOT_CONSTANT, .object = stream->object};
		if (stream->parameter >= 0)
			walk_place(t->walk, &s->argument[stream->parameter].at, &place);
		if (walk_is_over(t->walk))
			return;
		if (place.root >= ROOT_PARAMETER)
			traffic_add(traffic, t->walk, &place, stream);
	}
	memcpy(traffic->lines, lines, sizeof lines);
}

static void
add_call(struct timer *t, const struct statement *s)
{
	const struct timed *called = walks_call(&t->all->walks, t->walk, s);
	bool within = s->function->linkage == LINKAGE_ALWAYS ||
		      s->function->linkage == LINKAGE_INLINE;
	struct step step;

	for (size_t i = 0; i < s->function->nparameter; i++)
		if (s->argument[i].kind == ARGUMENT_VALUE)
			add_value(t, s->argument[i].value);
	if (!called)
		return;
	step = pause_of(t, called->cycles, within ? 0 : t->all->processor[0]->call);
	step.to = s->variable ? (int)s->variable->number : t->nslot++;
	step.pressure.own = within ? called->vectors : t->all->registers;
	step.begins = 1;
	*add_step(t) = step;
	t->body[t->depth].bytes += called->bytes;
	t->body[t->depth].plain = false;
	add_streams(t, s, called);
}

static void
add_statement(void *context, struct walk *walk, const struct statement *s)
{
	struct timer *t = context;

	t->walk = walk;
	switch (s->kind) {
	case STATEMENT_LET:
	case STATEMENT_SET:
		add_set(t, s);
		break;
	case STATEMENT_RETURN:
		add_value(t, s->value);
		break;
	case STATEMENT_STORE:
		add_store(t, s);
		break;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		add_move(t, s);
		break;
	case STATEMENT_PREFETCH:
	case STATEMENT_LOOP:
		add_work(t, WORK_LOAD, (struct code_type){DTYPE_FLOAT32, 1}, 1, NULL, 0);
		break;
	case STATEMENT_CALL:
		add_call(t, s);
		break;
	default:
		break;
	}
}

static struct run
run_body(const struct timer *t, const struct body *b, int passes, int kind)
{
	const struct pipeline pipeline = {.processor = t->all->processor[kind],
		.kind = kind,
		.registers = t->all->registers,
		.width = b->width,
		.step = b->step,
		.nstep = b->nstep,
		.nslot = t->nslot,
		.bytes = b->bytes};

	return pipeline_run(
		&pipeline, passes, t->all->clock, t->all->arena, &t->all->scratch);
}

/* A body in so many passes, as a part of what is around it; fewer than one if it seldom
   runs. */
static struct step
part_of(const struct timer *t, const struct body *b, double passes)
{
	int n = passes < 1 ? 1 : passes < PASSES ? (int)(passes + 0.5) : PASSES;
	struct step part = {.unit = UNITS, .begins = passes < 1 ? passes : 1};

	for (int k = 0; k < t->all->nkind; k++) {
		struct run run = run_body(t, b, n, k);

		part.pause[k] = passes < 1 ? run.first * passes
					   : run.first + (passes - n) * run.pace;
		part.pressure = run.pressure;
	}
	return part;
}

/* Bodies. */

static void
begin_body(struct timer *t)
{
	struct body *b = &t->body[t->depth];

	b->nstep = 0;
	b->nslot = t->nslot;
	b->bytes = 0;
	b->width = WIDTH_SCALAR;
	b->plain = true;
	b->deep = 0;
	b->passes = (double)walk_passes(t->walk);
	b->traffic.nstream = 0;
	memset(b->traffic.lines, 0, sizeof b->traffic.lines);
	if (!b->traffic.stream)
		b->traffic.stream =
			arena_array(t->all->arena, struct stream, MOST_STREAMS);
}

static void
enter(void *context, struct walk *walk, const struct statement *s)
{
	struct timer *t = context;

	t->walk = walk;
	if (s->kind == STATEMENT_BLOCK)
		return;
	t->depth++;
	begin_body(t);
}

/* How many passes of a plain loop compilers put into a vector, if no pass depends on
   another. */
static double
passes_at_once(const struct timer *t, const struct body *b, double passes)
{
	int64_t element = 1;
	double lanes;

	for (size_t i = 0; i < b->nstep; i++) {
		if (b->step[i].wide)
			return 1;
		if (b->step[i].element > element)
			element = b->step[i].element;
	}
	lanes = (double)(t->all->processor[0]->plain_bytes / element);
	return b->plain && !b->deep && lanes > 1 && passes >= lanes ? lanes : 1;
}

/* What a loop takes beside its body. */
static double
cycles_of_loop(const struct timer *t, double passes)
{
	const struct processor *p = t->all->processor[0];

	return passes * p->pass + (passes > PASSES ? p->loop : 0);
}

static void
leave(void *context, struct walk *walk, const struct statement *s)
{
	struct timer *t = context;
	struct body *b = &t->body[t->depth], *outer;
	double passes, lanes = 1;
	struct step part;

	t->walk = walk;
	if (s->kind == STATEMENT_BLOCK)
		return;
	outer = b - 1;
	passes = b->passes / outer->passes;
	if (s->kind == STATEMENT_LOOP)
		lanes = passes_at_once(t, b, passes);
	part = part_of(t, b, passes / lanes);
	if (s->kind == STATEMENT_LOOP) {
		for (int k = 0; k < t->all->nkind; k++)
			part.pause[k] += cycles_of_loop(t, passes / lanes);
		traffic_repeat(
			&b->traffic, walk->nloop - 1, passes, t->all->processor[0]);
	}
	for (int i = 0; i < CACHES && passes < 1; i++)
		b->traffic.lines[i] *= passes;
	t->depth--;
	t->nslot = b->nslot;
	part.to = t->nslot++;
	*add_step(t) = part;
	outer->bytes += b->bytes;
	outer->width = b->width < outer->width ? b->width : outer->width;
	outer->deep = b->deep + 1;
	traffic_join(&outer->traffic, &b->traffic);
}

/* Functions. */

/* Takes an unused timer; timers keep their memory for the next function. */
static struct timer *
begin_timer(struct timing *all, struct walk *walk)
{
	struct timer *t = all->spare;

	if (t)
		all->spare = t->next;
	else
		t = arena_new(all->arena, struct timer);
	t->all = all;
	t->walk = walk;
	t->depth = 0;
	t->nslot = (int)walk->function->nvariable + 1;
	begin_body(t);
	return t;
}

static void *
time_walk(void *context, struct walk *walk)
{
	struct timing *all = context;
	struct timer *t = begin_timer(all, walk);
	const struct visitor visitor = {t, add_statement, enter, leave};
	struct timed *f = arena_new(all->arena, struct timed);
	const struct body *b = &t->body[0];

	visit_function(walk, &visitor);
	t->next = all->spare;
	all->spare = t;
	if (walk_is_over(walk))
		return f;
	/* Repeatedly, as functions mostly are called. */
	for (int k = 0; k < all->nkind; k++) {
		struct run run = run_body(t, b, PASSES, k);

		f->cycles[k] = run.pace;
		f->latency = fmax(f->latency, run.latency);
		f->vectors = run.pressure.own;
	}
	f->bytes = b->bytes;
	f->traffic = b->traffic;
	f->traffic.stream = arena_copy(
		all->arena, b->traffic.stream, b->traffic.nstream, sizeof(struct stream));
	return f;
}

static void
take(void *context, const struct function *f)
{
	struct timing *all = context;

	if (computes_whole(f))
		all->whole = f;
	all->sink.keeps = !walks_take(&all->walks, f);
}

void
time_begin(struct timing *all, const struct target *target, struct arena *arena)
{
	*all = (struct timing){.arena = arena,
		.target = target,
		.processor = {target->processor, target->halves},
		.nkind = target->halves ? 2 : 1,
		.clock = pipeline_clock(arena),
		.registers = target->registers ? target->registers : 16};
	all->tool = (struct walk_tool){time_walk, all};
	all->walks = (struct walks){.arena = arena, .tool = &all->tool};
	all->sink = (struct code_sink){.take = take, .context = all};
}

double
time_end(struct timing *all)
{
	const struct timed *f = all->whole ? walks_entry(&all->walks, all->whole) : NULL;
	const struct processor *p = all->processor[0];
	double product = 1, lines = 0;
	struct traffic traffic;

	if (f) {
		traffic = f->traffic;
		traffic_settle(&traffic, p);
		for (int i = 0; i < CACHES; i++)
			lines += traffic.lines[i] * p->cache[i].line;
	}
	for (int k = 0; k < all->nkind; k++) {
		double cycles = f ? f->cycles[k] : 0;

		product *= fmax(cycles, lines) +
			   (1 - p->overlap) * (cycles < lines ? cycles : lines);
	}
	arena_free(&all->scratch);
	arena_free(&all->walks.scratch);
	return all->nkind > 1 ? sqrt(product) : product;
}
