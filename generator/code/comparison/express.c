#include "code/comparison/express.h"

#include "code/comparison/express_copy.h"
#include "code/comparison/express_value.h"
#include "code/comparison/sampled_passes.h"
#include "code/statements/access.h"
#include "plan/plan.h"

#include <string.h>

/* The statements of a machine that computes with expressions, as digests. */

enum {
	SAMPLED_LANES = 2,
	LANE_ROUNDS = 4,
	CROSSED_ROUNDS = 8
};

static const int sampled_lane[LANE_ROUNDS][SAMPLED_LANES] = {
	{0, 3}, {1, 6}, {2, 13}, {0, 15}};
static const int crossed_lane[CROSSED_ROUNDS][SAMPLED_LANES] = {
	{0, 3}, {0, 1}, {0, 6}, {0, 2}, {0, 13}, {0, 7}, {0, 5}, {0, 15}};

static void run(struct machine *m, struct frame *f, const struct statement *s);

/* Statements that set variables and memory. */

static void
store(struct machine *m, struct frame *f, const struct statement *s)
{
	struct access a;
	struct slot place;
	bool half = dtype_info[s->at.base->type.dtype].kind == KIND_HALF &&
		    dtype_info[s->value->type.dtype].kind == KIND_FLOAT;
	uint64_t room[MOST_UNITS];
	const struct cells *cells;
	const uint64_t *value;
	uint64_t *run;
	int64_t size, n, k;

	if (express_store_element(m, f, s))
		return;
	a = access_of_store(s);
	place = express_place(m, f, &s->at);
	if (place.object == &m->unknown) {
		express_forget(m);
		return;
	}
	size = place.object ? place.object->elements.size : 1;
	n = a.length / size;
	if (!express_holds(m, f, place, n))
		return;
	if (!n)
		express_fail(m, f, "stores parts of elements of", s->at.base->name);
	if (m->counts) {
		express_count(m, f, s->value);
		express_note_store(m, place.object);
		return;
	}
	value = express_value(m, f, s->value, room);
	cells = &place.object->elements.cells;
	k = place.at / size;
	run = half || place.object->elements.output ? NULL : cells_run(cells, k, n);
	if (run) {
		memcpy(run, value, (size_t)n * sizeof *run);
		return;
	}
	/* An output that is known from other lanes stays known. */
	for (int64_t i = 0; i < n; i++)
		if (value[i] != DIGEST_NONE || !place.object->elements.output)
			cells_set(cells, k + i,
				half && value[i] ? express_rounded(m, value[i])
						 : value[i]);
	express_note_store(m, place.object);
}

static void
set(struct machine *m, struct frame *f, const struct statement *s)
{
	uint64_t room[MOST_UNITS], *to;
	const uint64_t *value;
	size_t n;

	if (m->counts) {
		express_count(m, f, s->value);
		express_variable(m, f, s->variable);
		return;
	}
	to = express_variable(m, f, s->variable);
	value = express_value(m, f, s->value, express_in_place(m, s->value) ? to : room);
	n = (size_t)(s->variable->type.lanes * express_units(m, s->variable->type));
	if (value != to)
		memmove(to, value, n * sizeof *value);
}

/* The object other than an output that a variable points into, or is; NULL: an output. */
static struct object *
stored_memory(struct machine *m, const struct slot *slot)
{
	struct object *o = slot->object;

	return o && o->elements.output ? NULL : o ? o : &m->unknown;
}

/* Whether a call is left out of a sample: it only stores outputs, and others are run. */
static bool
is_left_out(struct machine *m, const struct function *f, const struct frame *inner)
{
	struct effects *e = effects_of_function(m->effects, f);
	int64_t every = m->express->every_call;
	bool is_first = !e->visits;

	if (!e->stored.n || f->result.lanes)
		return false;
	for (size_t i = 0; i < e->stored.n; i++)
		if (stored_memory(m, &inner->slot[e->stored.variable[i]->number]))
			return false;
	m->express->calls++;
	m->express->callees += is_first;
	e->visits++;
	if (m->express->first_calls)
		return !is_first;
	return !every || m->express->calls % every != every / 2;
}

/* Subtracts the work of so many passes, down to none: as when statements are run one by
   one, little more is taken than there is. */
static void
subtract(struct machine *m, int64_t work, int64_t passes)
{
	m->work = work > 0 && passes > m->work / work ? 0 : m->work - work * passes;
}

/* Where work is counted: subtracts that of a function that stores no outputs and does the
   same each time, once it is known. */
static bool
is_counted(struct machine *m, struct frame *f)
{
	struct effects *e = effects_of_function(m->effects, f->function);
	int64_t before = m->work;

	if (!e->fixed)
		return false;
	for (size_t i = 0; i < e->stored.n; i++)
		if (stored_memory(m, &f->slot[e->stored.variable[i]->number]) !=
			f->slot[e->stored.variable[i]->number].object)
			return false;
	if (e->lanes != m->nlane) {
		run(m, f, f->function->body);
		if (!m->over) {
			e->lanes = m->nlane;
			e->work = before - m->work;
		}
		return true;
	}
	subtract(m, e->work, 1);
	return true;
}

static void
call(struct machine *m, struct frame *f, const struct statement *s)
{
	struct frame *inner;
	uint64_t room[MOST_UNITS];

	if (m->depth == MOST_CALLS) {
		express_fail(m, f, "calls too deep", s->function->name);
		return;
	}
	inner = express_begin(m, s->function);
	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		const struct variable *v = s->function->parameter[i];

		if (a->kind == ARGUMENT_ADDRESS)
			inner->slot[v->number] = express_place(m, f, &a->at);
		else if (a->kind == ARGUMENT_VALUE && m->counts) {
			express_count(m, f, a->value);
			express_variable(m, inner, v);
		} else if (a->kind == ARGUMENT_VALUE)
			memcpy(express_variable(m, inner, v),
				express_value(m, f, a->value, room),
				(size_t)(v->type.lanes * express_units(m, v->type)) *
					sizeof *room);
		else
			inner->slot[v->number].counter = a->number;
	}
	if (m->counts && is_counted(m, inner)) {
		/* Its work is known. */
	} else if (m->express->some_passes && is_left_out(m, s->function, inner)) {
		m->express->cut = m->express->skips = true;
	} else if (s->function->body) {
		run(m, inner, s->function->body);
	} else {
		express_forget(m);
		m->express->cut = true;
	}
	if (s->variable)
		memcpy(express_variable(m, f, s->variable), inner->result,
			(size_t)s->variable->type.lanes * sizeof(uint64_t));
	express_end(m, inner);
}

static bool
holds(struct machine *m, const struct frame *f, const struct condition *c)
{
	const struct object *o = c->pointer ? f->slot[c->pointer->number].object : NULL;

	if (o == &m->unknown && o)
		express_fail(m, f, "asks", "what is not known");
	if (c->pointer && !o)
		return false;
	for (int i = 0; i < c->ntest; i++) {
		const struct test *t = &c->test[i];

		if (!test_holds(t, f->slot[t->counter->number].counter))
			return false;
	}
	return !m->over;
}

/* Loops. */

static int64_t
limit_of(const struct frame *f, const struct limit *l)
{
	if (l->argument)
		return f->slot[l->argument->number].counter;
	if (l->selector && f->slot[l->selector->number].counter >= l->below)
		return l->other;
	return l->limit;
}

static void
run_pass(struct machine *m, struct frame *f, const struct statement *s, int64_t counter)
{
	f->slot[s->variable->number].counter = counter;
	run(m, f, s->body);
}

/* Whether passes of a loop may be left out: they store outputs. *leaves: they also
   change something that passes after them may read. */
static bool
may_sample(
	struct machine *m, const struct frame *f, const struct effects *e, bool *leaves)
{
	bool outputs = false;

	*leaves = e->set.n > 0;
	for (size_t i = 0; i < e->stored.n; i++) {
		bool output = !stored_memory(m, &f->slot[e->stored.variable[i]->number]);

		outputs |= output;
		*leaves |= !output;
	}
	return outputs;
}

/* When passes are left out, what they would have changed becomes unknown. */
static void
leave_out(struct machine *m, struct frame *f, const struct effects *e)
{
	for (size_t i = 0; i < e->stored.n; i++) {
		struct object *o =
			stored_memory(m, &f->slot[e->stored.variable[i]->number]);

		if (o == &m->unknown)
			express_forget(m);
		else if (o)
			cells_clear(&o->elements.cells);
	}
	for (size_t i = 0; i < e->set.n; i++) {
		const struct variable *v = e->set.variable[i];
		struct slot *slot = &f->slot[v->number];

		if (v->kind == VARIABLE_POINTER)
			slot->object = &m->unknown;
		else if (slot->value)
			memset(slot->value, 0,
				(size_t)(v->type.lanes * express_units(m, v->type)) *
					sizeof *slot->value);
	}
}

static void
run_sampled(struct machine *m, struct frame *f, const struct statement *s, int64_t first,
	int64_t count, struct effects *e, bool leaves)
{
	const struct sampled_passes p =
		sampled_passes_choose(s, e->visits, leaves, first, count);
	int64_t next = 0;

	e->visits++;
	m->express->skips |= p.n < count;
	for (int i = 0; i < p.n && !m->over; i++) {
		if (leaves && p.number[i] != next)
			leave_out(m, f, e);
		next = p.number[i] + 1;
		run_pass(m, f, s, first + p.number[i] * s->step);
	}
	if (leaves && next != count && !m->over)
		leave_out(m, f, e);
}

/* Leaves out passes of a loop over channels: only the pointers that each of them would
   have moved on are moved. */
static void
skip_channels(struct machine *m, struct frame *f, const struct statement *loop, int64_t n)
{
	for (const struct statement *s = loop->body; s; s = s->next) {
		struct slot *p, to;

		if (s->kind != STATEMENT_POINT)
			continue;
		p = &f->slot[s->variable->number];
		to = express_place(m, f, &s->at);
		to.at += (n - 1) * (to.at - p->at);
		*p = to;
	}
}

/* Runs the first and the last pass of a loop over channels. */
static void
run_end_channels(struct machine *m, struct frame *f, const struct statement *s,
	int64_t first, int64_t count)
{
	if (count > 0)
		run_pass(m, f, s, first);
	if (count > 2 && !m->over)
		skip_channels(m, f, s, count - 2);
	if (count > 1 && !m->over)
		run_pass(m, f, s, first + (count - 1) * s->step);
}

/* Whether each pass of a loop takes the same work, stores no outputs, and leaves
   pointers as they are. */
static bool
is_even(struct machine *m, const struct frame *f, const struct statement *s)
{
	const struct effects *e = effects_of_loop(m->effects, f->function, s);

	for (size_t i = 0; i < e->set.n; i++)
		if (e->set.variable[i]->kind == VARIABLE_POINTER)
			return false;
	for (size_t i = 0; i < e->stored.n; i++) {
		const struct slot *slot = &f->slot[e->stored.variable[i]->number];

		if (stored_memory(m, slot) != slot->object)
			return false;
	}
	return e->fixed;
}

/* Runs the pass that memory picks: what is read there depends on the integer. */
static void
run_picked(struct machine *m, struct frame *f, const struct statement *s)
{
	const struct address *at = &s->limit->picked;
	const struct slot place = express_place(m, f, at);
	struct slot *slot = &f->slot[s->variable->number];

	if (place.object != &m->unknown && !express_holds(m, f, place, 1))
		return;
	slot->picked = place.object == &m->unknown
			       ? DIGEST_NONE
			       : express_element(m, place.object,
					 place.at / place.object->elements.size);
	slot->npicked = s->limit->limit;
	run_pass(m, f, s, 0);
	slot->npicked = 0;
}

static void
loop(struct machine *m, struct frame *f, const struct statement *s)
{
	int64_t first = s->first, limit = limit_of(f, s->limit), count, before;
	struct effects *e = NULL;
	bool leaves;

	if (is_pick(s)) {
		run_picked(m, f, s);
		return;
	}
	if (s->limit->table.base) {
		const struct slot at = express_place(m, f, &s->limit->table);
		const struct variable *v = at.object ? at.object->variable : NULL;
		int64_t k = v ? at.at / at.object->elements.size : 0;

		if (!v || !v->constant->number || k < 0 || k + 1 >= v->length) {
			express_fail(m, f, "has a loop without", "a limit");
			return;
		}
		first = (int64_t)v->constant->number[k];
		limit = (int64_t)v->constant->number[k + 1];
	}
	count = limit > first ? (limit - first + s->step - 1) / s->step : 0;
	if (m->express->end_channels && s->limit->channels) {
		run_end_channels(m, f, s, first, count);
		return;
	}
	if (m->express->some_passes && count > 2)
		e = effects_of_loop(m->effects, f->function, s);
	if (e && may_sample(m, f, e, &leaves)) {
		run_sampled(m, f, s, first, count, e, leaves);
		return;
	}
	for (int64_t i = 0; i < count && !m->over; i++) {
		before = m->work;
		run_pass(m, f, s, first + i * s->step);
		if (m->counts && i == 1 && !m->over && is_even(m, f, s)) {
			subtract(m, before - m->work, count - 2);
			break;
		}
	}
}

static void
declare(struct machine *m, struct frame *f, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++) {
		const struct variable *v = s->declared[i];
		struct slot *slot = &f->slot[v->number];

		if (slot->value)
			memset(slot->value, 0,
				(size_t)(v->type.lanes * express_units(m, v->type)) *
					sizeof *slot->value);
		if (v->kind != VARIABLE_ARRAY) {
			*slot = (struct slot){.value = slot->value};
		} else if (slot->object) {
			cells_clear(&slot->object->elements.cells);
			express_add_memory(m, slot->object);
		} else {
			slot->object = express_memory(m, v->type, v->length, f->arena);
		}
	}
}

static void
run_one(struct machine *m, struct frame *f, const struct statement *s)
{
	uint64_t room[MOST_UNITS];

	switch (s->kind) {
	case STATEMENT_DECLARE:
		declare(m, f, s);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		express_point(m, f, s);
		break;
	case STATEMENT_LOOP:
		loop(m, f, s);
		break;
	case STATEMENT_BLOCK:
		run(m, f, s->body);
		break;
	case STATEMENT_IF:
		if (holds(m, f, s->condition))
			run(m, f, s->body);
		break;
	case STATEMENT_CALL:
		call(m, f, s);
		break;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		express_copy(m, f, s);
		break;
	case STATEMENT_RETURN:
		if (m->counts) {
			express_count(m, f, s->value);
			break;
		}
		memcpy(f->result, express_value(m, f, s->value, room),
			(size_t)(s->value->type.lanes *
				 express_units(m, s->value->type)) *
				sizeof *room);
		break;
	default:
		break;
	}
}

static void
run(struct machine *m, struct frame *f, const struct statement *s)
{
	for (; s && !m->over; s = s->next) {
		if (s->kind == STATEMENT_SET || s->kind == STATEMENT_LET) {
			if (!express_sum(m, f, s->variable, s->value))
				set(m, f, s);
		} else if (s->kind == STATEMENT_STORE)
			store(m, f, s);
		else
			run_one(m, f, s);
		if (--m->work < 0)
			m->express->cut = m->over = true;
	}
}

/* Chooses the lanes of vectors that are computed: all, or a few that change with the
   round. */
static void
choose_lanes(struct machine *m, bool all)
{
	const struct express *e = m->express;
	const int *lane = e->crosses_lanes ? crossed_lane[e->round % CROSSED_ROUNDS]
					   : sampled_lane[e->round % LANE_ROUNDS];

	m->nlane = all ? MOST_UNITS : SAMPLED_LANES;
	for (int i = 0; i < m->nlane; i++)
		m->lane[i] = all ? i : lane[i];
}

/* Runs or counts a function, up to the store of number `most`, if that is not 0. Returns
   how many stores there were. */
static int64_t
start(struct express *e, const struct function *f, const struct expressions *object,
	bool counts, int64_t most, struct arena *arena)
{
	struct machine m = {.express = e,
		.run = run,
		.unit = e->unit,
		.work = e->work,
		.counts = counts,
		.most = most,
		.some_lanes = e->some_lanes,
		.arithmetic = e->arithmetic,
		.effects = e->effects,
		.transformed = e->transformed,
		.arena = arena};
	struct frame *frame = express_begin(&m, f);

	m.unknown.elements.size = 1;
	choose_lanes(&m, !e->some_lanes || e->unit);
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct variable *v = f->parameter[i];
		struct object *o = arena_new(frame->arena, struct object);

		o->elements = object[i];
		frame->slot[v->number].object = o;
		express_add_memory(&m, o);
	}
	run(&m, frame, f->body);
	e->work = m.work;
	e->failure = m.failure;
	arena_free(&m.lasting);
	return m.stores;
}

void
express(struct express *e, const struct function *f, const struct expressions *object,
	struct arena *arena)
{
	struct effects_visits before, after;
	struct express ahead = *e, computed = *e;
	int64_t stores;

	if (!e->looks_ahead) {
		start(e, f, object, false, 0, arena);
		return;
	}
	before = effects_visits(e->effects, arena);
	stores = start(&ahead, f, object, true, 0, arena);
	after = effects_visits(e->effects, arena);
	if (stores || ahead.failure) {
		effects_go_back(e->effects, before);
		start(&computed, f, object, false, ahead.failure ? 0 : stores, arena);
		effects_go_back(e->effects, after);
		ahead.failure = computed.failure;
	}
	*e = ahead;
}

bool
express_rereads(const struct function *f, struct effects_table *effects)
{
	const struct effects *e = effects_of_function(effects, f);

	for (size_t i = 0; i < e->loaded.n; i++)
		if (e->loaded.variable[i]->operand && !e->loaded.variable[i]->reads &&
			!e->loaded.variable[i]->updates)
			return true;
	return false;
}
