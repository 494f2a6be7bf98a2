#include "code/running/run.h"

#include "code/comparison/express.h"
#include "code/comparison/sampled_passes.h"
#include "code/running/run_memory.h"
#include "code/statements/access.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
load(struct machine *m, const struct frame *f, const struct value *v, struct lanes *to)
{
	enum dtype memory = v->at.base->type.dtype;
	size_t size = lanes_memory_size(memory, v->type);
	int n = v->kind == VALUE_LOAD_N ? (int)v->n : v->type.lanes;
	int each = n, parts = 1;

	if (v->kind == VALUE_SET1_LOAD)
		each = 1;
	if (v->kind == VALUE_LOAD_PARTS) {
		each = 16 / (int)size;
		parts = (int)v->n < n / each ? (int)v->n : n / each;
	}
	if (parts * each < v->type.lanes)
		memset(to, 0, sizeof *to);
	for (int p = 0; p < parts; p++) {
		const unsigned char *from = machine_bytes(m, f, &v->at,
			p * v->step * (int64_t)size, size * (size_t)each, false);

		if (from)
			lanes_widen(to, p * each, each, v->type, from, memory);
	}
	if (v->kind == VALUE_SET1_LOAD)
		lanes_repeat(v->type, to);
}

/* The lanes of a value: in `room`, or those of a variable. */
static const struct lanes *evaluate(
	struct machine *m, struct frame *f, const struct value *v, struct lanes *room);

static void
choose(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	int n = value_operands(v);
	struct lanes room[4];
	const struct lanes *a[4];

	for (int i = 0; i < n; i++)
		a[i] = evaluate(m, f, v->a[i], &room[i]);
	lanes_choose(v, a, to);
}

static void run_statements(struct machine *m, struct frame *f, const struct statement *s);

static void
compute(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	struct lanes room[3];
	const struct lanes *a[3];

	for (int i = 0; i < 3; i++)
		a[i] = v->a[i] ? evaluate(m, f, v->a[i], &room[i]) : &room[i];
	lanes_compute(v, a, to);
}

static void
shuffle(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	struct lanes room[2];
	const struct lanes *a[2];

	a[0] = evaluate(m, f, v->a[0], &room[0]);
	a[1] = evaluate(m, f, v->a[1], &room[1]);
	lanes_shuffle(v, a, to);
}

static struct frame
new_frame(struct machine *m, const struct function *function)
{
	return (struct frame){.function = function,
		.slot = machine_push(m, function->nvariable * sizeof(struct slot)),
		.value = machine_take(m, function->nvariable * sizeof(struct lanes))};
}

static void
set(struct frame *f, const struct variable *v, const struct lanes *value)
{
	f->value[v->number] = *value;
	f->slot[v->number].is_set = true;
}

/* Whether lane i of a value depends on lane i of its operands alone, so that it can be
   computed where one of them is. */
static bool
keeps_lanes(const struct value *v)
{
	return is_load(v) || v->kind == VALUE_NUMBER ||
	       (v->kind >= VALUE_ADD && v->kind <= VALUE_SQRT);
}

/* Sets a variable. Nearly all values are computed in its place: lanes that were just
   written one by one are slow to copy. */
static void
assign(struct machine *m, struct frame *f, const struct variable *v,
	const struct value *value)
{
	struct lanes room;

	if (!keeps_lanes(value)) {
		set(f, v, evaluate(m, f, value, &room));
		return;
	}
	evaluate(m, f, value, &f->value[v->number]);
	f->slot[v->number].is_set = true;
}

static void
call_value(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	struct stack stack = m->stack;
	struct frame inner = new_frame(m, v->function);
	struct lanes room;

	for (int64_t i = 0; i < v->n; i++)
		set(&inner, v->function->parameter[i], evaluate(m, f, v->a[i], &room));
	run_statements(m, &inner, v->function->body);
	*to = inner.result;
	m->stack = stack;
}

static const struct lanes *
variable_value(struct machine *m, const struct frame *f, const struct variable *v)
{
	if (!f->slot[v->number].is_set)
		machine_fail(m, f, "uses, before it is set,", v->name, 0);
	return &f->value[v->number];
}

static const struct lanes *
evaluate(struct machine *m, struct frame *f, const struct value *v, struct lanes *room)
{
	switch (v->kind) {
	case VALUE_NUMBER:
		lanes_number(v, room);
		break;
	case VALUE_VARIABLE:
		return variable_value(m, f, v->variable);
	case VALUE_LOAD:
	case VALUE_LOAD_N:
	case VALUE_LOAD_PARTS:
	case VALUE_SET1_LOAD:
		load(m, f, v, room);
		break;
	case VALUE_SET1:
		*room = *evaluate(m, f, v->a[0], room);
		lanes_repeat(v->type, room);
		break;
	case VALUE_INDEX:
		room->u.i64[0] = machine_element(m, f, &v->at);
		break;
	case VALUE_MAX:
	case VALUE_MIN:
	case VALUE_NAN_OR:
	case VALUE_CHOOSE:
	case VALUE_EQUAL:
		choose(m, f, v, room);
		break;
	case VALUE_SHUFFLE:
	case VALUE_BLEND:
	case VALUE_LOW:
	case VALUE_HIGH:
		shuffle(m, f, v, room);
		break;
	case VALUE_CALL:
		call_value(m, f, v, room);
		break;
	default:
		compute(m, f, v, room);
	}
	return room;
}

/* Notes what a sample stores to an argument. */
static void
note(struct machine *m, const struct frame *f, const struct address *at, size_t size)
{
	struct run_sample *sample = m->sample;
	struct slot to = machine_place(m, f, at);
	struct run_range *last;

	if (!to.object->is_result)
		return;
	last = sample->nrange ? &sample->range[sample->nrange - 1] : NULL;
	if (last && last->argument == to.object->argument &&
		last->from + last->size == to.at) {
		last->size += (int64_t)size;
		return;
	}
	sample->range = arena_grow(
		sample->arena, sample->range, sample->nrange, sizeof *sample->range);
	sample->range[sample->nrange++] =
		(struct run_range){to.object->argument, to.at, (int64_t)size};
}

static void
store(struct machine *m, struct frame *f, const struct statement *s)
{
	enum dtype memory = s->at.base->type.dtype;
	size_t size = lanes_memory_size(memory, s->value->type);
	int n = s->n ? (int)s->n : s->value->type.lanes;
	struct lanes room;
	const struct lanes *value = evaluate(m, f, s->value, &room);
	unsigned char *to = machine_bytes(m, f, &s->at, 0, size * (size_t)n, true);

	if (!to)
		return;
	lanes_narrow(to, memory, value, n, s->value->type);
	if (m->sample)
		note(m, f, &s->at, size * (size_t)n);
}

static void
copy(struct machine *m, struct frame *f, const struct statement *s)
{
	/* memcpy(packed, W, …): a void pointer's elements are those of the other. */
	const struct variable *base = s->at.base->is_void && s->kind == STATEMENT_COPY
					      ? s->from.base
					      : s->at.base;
	size_t size = lanes_size(base->type) * (size_t)s->n;
	unsigned char *to = machine_bytes(m, f, &s->at, 0, size, true);
	const unsigned char *from;

	if (!to)
		return;
	if (s->kind == STATEMENT_CLEAR) {
		/* Passes that are left out may store there. */
		memset(to, 0, size);
		return;
	}
	from = machine_bytes(m, f, &s->from, 0, size, false);
	if (!from)
		return;
	memcpy(to, from, size);
	if (m->sample)
		note(m, f, &s->at, size);
}

static void
call(struct machine *m, struct frame *f, const struct statement *s)
{
	struct stack stack = m->stack;
	struct frame inner = new_frame(m, s->function);
	struct lanes room;

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		const struct variable *v = s->function->parameter[i];
		struct slot *slot = &inner.slot[v->number];

		if (a->kind == ARGUMENT_ADDRESS)
			*slot = machine_place(m, f, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			set(&inner, v, evaluate(m, f, a->value, &room));
		else
			slot->counter = a->number;
		slot->is_set = true;
	}
	run_statements(m, &inner, s->function->body);
	m->stack = stack;
	if (s->variable)
		set(f, s->variable, &inner.result);
}

static int64_t
limit_of(const struct frame *f, const struct limit *l)
{
	if (l->argument)
		return f->slot[l->argument->number].counter;
	if (l->selector && f->slot[l->selector->number].counter >= l->below)
		return l->other;
	return l->limit;
}

static bool
holds(const struct frame *f, const struct condition *c)
{
	if (c->pointer && !f->slot[c->pointer->number].object)
		return false;
	for (int i = 0; i < c->ntest; i++) {
		const struct test *t = &c->test[i];

		if (!test_holds(t, f->slot[t->counter->number].counter))
			return false;
	}
	return true;
}

static void
declare(struct machine *m, struct frame *f, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++) {
		const struct variable *v = s->declared[i];
		struct slot *slot = &f->slot[v->number];

		slot->is_set = false;
		if (v->kind == VARIABLE_ARRAY) {
			slot->object = machine_array(
				m, v->length * (int64_t)lanes_size(v->type));
			slot->at = 0;
		}
	}
}

/* Whether passes of a loop may be left out: all they do is to store to arguments. */
static bool
may_leave_out(const struct frame *f, const struct effects *e)
{
	for (size_t i = 0; i < e->stored.n; i++) {
		const struct object *o = f->slot[e->stored.variable[i]->number].object;

		if (!o || !o->is_result)
			return false;
	}
	return e->stored.n && !e->set.n;
}

/* Runs some passes of a loop, if the others may be left out. */
static bool
run_some(struct machine *m, struct frame *f, const struct statement *s, int64_t first,
	int64_t count)
{
	struct effects *e = effects_of_loop(&m->effects, f->function, s);
	struct sampled_passes p;

	if (!may_leave_out(f, e))
		return false;
	p = sampled_passes_choose(
		s, e->visits ? e->visits + m->sample->turn : 0, false, first, count);
	if (!e->visits)
		sampled_passes_add(&p, m->sample->turn % count, count);
	e->visits++;
	for (int i = 0; i < p.n && !m->failed; i++) {
		f->slot[s->variable->number].counter = first + p.number[i] * s->step;
		run_statements(m, f, s->body);
	}
	return true;
}

/* Runs the pass that memory picks. */
static void
run_picked(struct machine *m, struct frame *f, const struct statement *s)
{
	const struct address *at = &s->limit->picked;
	size_t size = lanes_size(at->base->type);
	const void *from = machine_bytes(m, f, at, 0, size, false);
	int32_t narrow = 0;
	int64_t wide = 0;

	if (!from)
		return;
	memcpy(size == sizeof narrow ? (void *)&narrow : &wide, from, size);
	f->slot[s->variable->number].counter =
		pick_index_place(size == sizeof narrow ? narrow : wide, s->limit->limit);
	run_statements(m, f, s->body);
}

static void
run_loop(struct machine *m, struct frame *f, const struct statement *s)
{
	struct slot *counter = &f->slot[s->variable->number];
	int64_t first = s->first, limit = limit_of(f, s->limit);

	if (is_pick(s)) {
		run_picked(m, f, s);
		return;
	}
	if (s->limit->table.base) {
		struct address behind = s->limit->table;

		behind.offset++;
		first = machine_table_element(m, f, s->limit->table);
		limit = machine_table_element(m, f, behind);
	}
	if (m->sample && limit - first > 2 * s->step &&
		run_some(m, f, s, first, (limit - first + s->step - 1) / s->step))
		return;
	for (int64_t i = first; i < limit && !m->failed; i += s->step) {
		counter->counter = i;
		run_statements(m, f, s->body);
	}
}

static void
run_statement(struct machine *m, struct frame *f, const struct statement *s)
{
	struct lanes room;

	switch (s->kind) {
	case STATEMENT_DECLARE:
		declare(m, f, s);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
		assign(m, f, s->variable, s->value);
		break;
	case STATEMENT_STORE:
		store(m, f, s);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		f->slot[s->variable->number] = machine_place(m, f, &s->at);
		break;
	case STATEMENT_LOOP:
		run_loop(m, f, s);
		break;
	case STATEMENT_BLOCK:
		run_statements(m, f, s->body);
		break;
	case STATEMENT_IF:
		if (holds(f, s->condition))
			run_statements(m, f, s->body);
		break;
	case STATEMENT_CALL:
		call(m, f, s);
		break;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		copy(m, f, s);
		break;
	case STATEMENT_RETURN:
		f->result = *evaluate(m, f, s->value, &room);
		f->returned = true;
		break;
	default: /* nothing happens */
		break;
	}
}

static void
run_statements(struct machine *m, struct frame *f, const struct statement *s)
{
	for (; s && !m->failed && !f->returned; s = s->next) {
		if (m->statements++ >= m->most && m->sample->nrange) {
			m->failed = true;
			return;
		}
		run_statement(m, f, s);
	}
}

/* What a parameter of the function points to. */
static struct object *
object_of(struct machine *m, const struct run_object *given, size_t argument)
{
	struct object *o = arena_new(&m->arena, struct object);

	o->bytes = given->bytes;
	o->size = given->size;
	o->argument = argument;
	o->is_result = !given->readable;
	if (o->is_result)
		o->set = arena_alloc(&m->arena, (size_t)o->size);
	return o;
}

static struct run_result
run_function(struct machine *m, const struct function *function,
	const struct run_object *object, size_t nobject)
{
	struct run_result result = {0};
	struct frame frame;

	assert(nobject == function->nparameter &&
		nobject <= sizeof result.complete / sizeof *result.complete);
	m->effects.arena = &m->arena;
	frame = new_frame(m, function);
	for (size_t i = 0; i < nobject; i++)
		frame.slot[function->parameter[i]->number].object =
			object_of(m, &object[i], i);
	if (!m->sample || !express_rereads(function, &m->effects))
		run_statements(m, &frame, function->body);
	for (size_t i = 0; i < nobject && !m->sample; i++) {
		const struct object *o =
			frame.slot[function->parameter[i]->number].object;

		result.complete[i] =
			!o->set || !o->size || !memchr(o->set, 0, (size_t)o->size);
	}
	result.good = !*m->message;
	result.statements = m->statements;
	snprintf(result.message, sizeof result.message, "%s", m->message);
	arena_free(&m->arena);
	return result;
}

struct run_result
code_run(const struct function *function, const struct run_object *object, size_t nobject)
{
	struct machine m = {.most = UINT64_MAX};

	return run_function(&m, function, object, nobject);
}

struct run_result
code_run_sample(const struct function *function, const struct run_object *object,
	size_t nobject, struct run_sample *sample)
{
	struct machine m = {.most = sample->statements, .sample = sample};

	sample->range = NULL;
	sample->nrange = 0;
	return run_function(&m, function, object, nobject);
}
