#include "code/express.h"

#include "base/arena.h"
#include "code/access.h"
#include "code/digest.h"
#include "plan/plan.h"

#include <assert.h>
#include <string.h>

enum {
	MOST_UNITS = 64, /* elements of a vector of what is moved */
	MOST_CALLS = 16  /* inside each other */
};

/* Elements that pointers point to. */
struct object {
	const struct variable *variable; /* a constant, or NULL */
	uint64_t *element;
	int64_t n;
	int64_t size; /* bytes of an element */
};

struct lanes {
	uint64_t unit[MOST_UNITS];
};

/* What a variable holds, by its kind. */
struct slot {
	uint64_t *value; /* as many units as its type has */
	int64_t counter;
	struct object *object; /* NULL: the null pointer */
	int64_t at;            /* bytes from the object's first */
};

struct frame {
	const struct function *function;
	struct slot *slot; /* by the variables' numbers */
	struct lanes result;
	struct arena *arena; /* what goes as it returns */
};

struct machine {
	const char *failure;
	size_t unit;
	struct object **constant;
	size_t nconstant;
	struct arena *arena;
	struct arena frame[MOST_CALLS];
	int depth;
};

static void
fail(struct machine *m, const struct frame *f, const char *what, const char *name)
{
	if (!m->failure)
		m->failure = arena_format(
			m->arena, "%s: it %s %s", f->function->name, what, name);
}

/* Units of a lane. */
static int
units_of(const struct machine *m, struct code_type type)
{
	return m->unit ? (int)(dtype_info[type.dtype].size / m->unit) : 1;
}

static struct object *
new_object(struct code_type type, int64_t n, struct arena *arena)
{
	struct object *o = arena_new(arena, struct object);

	o->n = n * type.lanes;
	o->element = arena_array(arena, uint64_t, o->n);
	o->size = (int64_t)dtype_info[type.dtype].size;
	return o;
}

static struct object *
constant_object(struct machine *m, const struct variable *v)
{
	const struct code_constant *c = v->constant;
	struct object *o;

	for (size_t i = m->nconstant; i-- > 0;)
		if (m->constant[i]->variable == v)
			return m->constant[i];
	o = new_object(v->type, v->length, m->arena);
	o->variable = v;
	for (int64_t k = 0; k < v->length; k++) {
		int64_t from = c->source ? c->source(c->packing, k) : k;

		if (c->operand && from >= 0)
			o->element[k] = digest_constant(c->operand, from);
		else
			o->element[k] = digest_number(c->number ? c->number[k] : 0);
	}
	m->constant =
		arena_grow(m->arena, m->constant, m->nconstant, sizeof *m->constant);
	m->constant[m->nconstant++] = o;
	return o;
}

/* Addresses. */

static int64_t
term_of(const struct frame *f, const struct index_term *t)
{
	int64_t i = f->slot[t->counter->number].counter + t->add;

	if (t->second)
		i += f->slot[t->second->number].counter * t->scale;
	if (t->table)
		i = (int64_t)t->table->constant->number[i];
	i /= t->divide ? t->divide : 1;
	return (t->modulo ? i % t->modulo : i) * t->inc;
}

static int64_t
element_of(const struct frame *f, const struct address *at)
{
	int64_t element = at->offset;

	for (size_t i = 0; i < at->nterm; i++)
		element += term_of(f, &at->term[i]);
	return element;
}

static struct slot
place_of(struct machine *m, const struct frame *f, const struct address *at)
{
	struct slot place = {0};

	if (!at->base)
		return place;
	if (at->base->kind == VARIABLE_CONSTANT)
		place.object = constant_object(m, at->base);
	else
		place = f->slot[at->base->number];
	place.at += element_of(f, at) * type_bytes(at->base->type);
	return place;
}

/* So many elements at a place, `move` bytes on; NULL: some are not there. */
static uint64_t *
elements_at(struct machine *m, const struct frame *f, struct slot place, int64_t move,
	int64_t n)
{
	const struct object *o = place.object;
	int64_t at = place.at + move;

	if (o && at >= 0 && at % o->size == 0 && at / o->size + n <= o->n)
		return o->element + at / o->size;
	fail(m, f, "reaches", "what is not there");
	return NULL;
}

/* Values. */

static void evaluate(
	struct machine *m, struct frame *f, const struct value *v, uint64_t *to);
static void run(struct machine *m, struct frame *f, const struct statement *s);

static void
load(struct machine *m, const struct frame *f, const struct value *v, uint64_t *to)
{
	const struct access a = access_of_load(v);
	const struct slot place = place_of(m, f, &v->at);
	int units = units_of(m, v->type), n = v->type.lanes * units, have = 0;

	for (int64_t k = 0; k < a.n && place.object; k++) {
		int64_t count = a.length / place.object->size;
		const uint64_t *from = elements_at(m, f, place, k * a.step, count);

		for (int64_t i = 0; from && i < count && have < n; i++) {
			if (from[i] == DIGEST_NONE)
				fail(m, f, "reads what is not set of", v->at.base->name);
			to[have++] = from[i];
		}
	}
	if (!place.object)
		fail(m, f, "follows", "a null pointer");
	for (; v->kind == VALUE_SET1_LOAD && have < n; have++)
		to[have] = to[have - units];
	for (; have < n; have++)
		to[have] = digest_number(0);
}

/* Lane i of an interleaving, in the two vectors. */
static int
interleaved(const struct value *v, int i)
{
	int part = 16 / (int)dtype_info[v->type.dtype].size;
	int from =
		i / part * part + i % part / 2 + (v->kind == VALUE_HIGH ? part / 2 : 0);

	return i % 2 ? v->type.lanes + from : from;
}

static void
shuffle(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	int units = units_of(m, v->type), lanes = v->type.lanes;
	struct lanes from[2];

	evaluate(m, f, v->a[0], from[0].unit);
	evaluate(m, f, v->a[1], from[1].unit);
	for (int i = 0; i < lanes; i++) {
		int lane = v->kind == VALUE_SHUFFLE ? v->lane[i] : interleaved(v, i);

		memcpy(&to[i * units], &from[lane / lanes].unit[lane % lanes * units],
			(size_t)units * sizeof *to);
	}
}

static uint64_t
operation(const struct value *v, uint64_t a, uint64_t b, uint64_t c)
{
	switch (v->kind) {
	case VALUE_ADD:
		return digest_add(a, b);
	case VALUE_MULTIPLY:
		return digest_multiply(a, b);
	case VALUE_DIVIDE:
		return digest_divide(a, b);
	case VALUE_MULADD:
		return digest_add(digest_multiply(a, b), c);
	case VALUE_FMA:
		return digest_fma(a, b, c);
	case VALUE_POWER:
		return digest_power(a, v->number);
	case VALUE_ROUND:
		return digest_round(a);
	case VALUE_CONVERT:
		return digest_operation(v->kind, v->type.dtype, a, 0);
	default:
		return digest_operation(v->kind, (uint64_t)v->n, a, b);
	}
}

static void
compute(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	struct lanes a[VALUE_ARGUMENTS];
	int n = value_operands(v);

	for (int i = 0; i < n; i++)
		evaluate(m, f, v->a[i], a[i].unit);
	for (int i = 0; i < v->type.lanes; i++)
		to[i] = v->kind == VALUE_CHOOSE
				? digest_choose(a[0].unit[i], a[1].unit[i], a[2].unit[i],
					  a[3].unit[i])
				: operation(v, a[0].unit[i], n > 1 ? a[1].unit[i] : 0,
					  n > 2 ? a[2].unit[i] : 0);
}

static struct frame
begin_frame(struct machine *m, const struct function *f)
{
	struct frame frame = {.function = f, .arena = &m->frame[m->depth++]};

	assert(m->depth <= MOST_CALLS);
	frame.slot = arena_array(frame.arena, struct slot, f->nvariable);
	return frame;
}

static void
end_frame(struct machine *m)
{
	arena_clear(&m->frame[--m->depth]);
}

/* Room for a variable's value. */
static uint64_t *
value_of(const struct machine *m, struct frame *f, const struct variable *v)
{
	struct slot *slot = &f->slot[v->number];

	if (!slot->value)
		slot->value = arena_array(
			f->arena, uint64_t, v->type.lanes * units_of(m, v->type));
	return slot->value;
}

static void
call_value(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	struct frame inner = begin_frame(m, v->function);

	for (int64_t i = 0; i < v->n; i++)
		evaluate(m, f, v->a[i], value_of(m, &inner, v->function->parameter[i]));
	run(m, &inner, v->function->body);
	memcpy(to, inner.result.unit, (size_t)v->type.lanes * sizeof *to);
	end_frame(m);
}

static void
evaluate(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	int units = units_of(m, v->type), n = v->type.lanes * units;
	const struct slot *slot;

	switch (v->kind) {
	case VALUE_NUMBER:
		for (int i = 0; i < n; i++)
			to[i] = digest_number(v->type.dtype == DTYPE_FLOAT32
						      ? (float)v->number
						      : v->number);
		break;
	case VALUE_VARIABLE:
		slot = &f->slot[v->variable->number];
		if (v->variable->kind == VARIABLE_COUNTER)
			to[0] = digest_number((double)slot->counter);
		else if (slot->value)
			memcpy(to, slot->value, (size_t)n * sizeof *to);
		else
			fail(m, f, "reads, before it is set,", v->variable->name);
		break;
	case VALUE_INDEX:
		to[0] = digest_number((double)element_of(f, &v->at));
		break;
	case VALUE_SET1:
		evaluate(m, f, v->a[0], to);
		for (int i = units; i < n; i++)
			to[i] = to[i - units];
		break;
	case VALUE_SHUFFLE:
	case VALUE_LOW:
	case VALUE_HIGH:
		shuffle(m, f, v, to);
		break;
	case VALUE_CALL:
		call_value(m, f, v, to);
		break;
	default:
		if (is_load(v))
			load(m, f, v, to);
		else
			compute(m, f, v, to);
	}
}

/* Statements. */

static void
store(struct machine *m, struct frame *f, const struct statement *s)
{
	const struct access a = access_of_store(s);
	const struct slot place = place_of(m, f, &s->at);
	bool half = dtype_info[s->at.base->type.dtype].kind == KIND_HALF &&
		    dtype_info[s->value->type.dtype].kind == KIND_FLOAT;
	int64_t n = place.object ? a.length / place.object->size : 0;
	uint64_t *to = elements_at(m, f, place, 0, n);
	struct lanes value;

	evaluate(m, f, s->value, value.unit);
	for (int64_t i = 0; to && i < n; i++)
		to[i] = half ? digest_round(value.unit[i]) : value.unit[i];
}

static void
copy(struct machine *m, const struct frame *f, const struct statement *s)
{
	const struct access a = access_of_move(s, &s->at);
	const struct slot place = place_of(m, f, &s->at);
	int64_t n = place.object ? a.length / place.object->size : 0;
	uint64_t *to = elements_at(m, f, place, 0, n);
	const uint64_t *from;

	if (s->kind == STATEMENT_CLEAR) {
		for (int64_t i = 0; to && i < n; i++)
			to[i] = digest_number(0);
		return;
	}
	from = elements_at(m, f, place_of(m, f, &s->from), 0, n);
	if (to && from)
		memmove(to, from, (size_t)n * sizeof *to);
}

static void
call(struct machine *m, struct frame *f, const struct statement *s)
{
	struct frame inner = begin_frame(m, s->function);

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		const struct variable *v = s->function->parameter[i];

		if (a->kind == ARGUMENT_ADDRESS)
			inner.slot[v->number] = place_of(m, f, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			evaluate(m, f, a->value, value_of(m, &inner, v));
		else
			inner.slot[v->number].counter = a->number;
	}
	run(m, &inner, s->function->body);
	if (s->variable)
		memcpy(value_of(m, f, s->variable), inner.result.unit,
			(size_t)s->variable->type.lanes * sizeof(uint64_t));
	end_frame(m);
}

static bool
holds(const struct frame *f, const struct condition *c)
{
	if (c->pointer && !f->slot[c->pointer->number].object)
		return false;
	for (int i = 0; i < c->ntest; i++) {
		const struct test *t = &c->test[i];
		int64_t at = f->slot[t->counter->number].counter;

		if ((t->below && at >= t->below) ||
			(t->modulo && at % t->modulo != t->remainder))
			return false;
	}
	return true;
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

static void
loop(struct machine *m, struct frame *f, const struct statement *s)
{
	struct slot *counter = &f->slot[s->variable->number];
	int64_t first = s->first, limit = limit_of(f, s->limit);

	if (s->limit->table.base) {
		const struct slot at = place_of(m, f, &s->limit->table);
		const double *number =
			at.object->variable->constant->number + at.at / at.object->size;

		first = (int64_t)number[0];
		limit = (int64_t)number[1];
	}
	for (int64_t i = first; i < limit && !m->failure; i += s->step) {
		counter->counter = i;
		run(m, f, s->body);
	}
}

static void
declare(struct frame *f, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++) {
		const struct variable *v = s->declared[i];
		struct slot *slot = &f->slot[v->number];

		*slot = (struct slot){.value = slot->value};
		if (v->kind == VARIABLE_ARRAY)
			slot->object = new_object(v->type, v->length, f->arena);
	}
}

static void
run_one(struct machine *m, struct frame *f, const struct statement *s)
{
	struct slot place;
	struct lanes value;

	switch (s->kind) {
	case STATEMENT_DECLARE:
		declare(f, s);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
		evaluate(m, f, s->value, value.unit);
		memcpy(value_of(m, f, s->variable), value.unit,
			(size_t)(s->variable->type.lanes *
				 units_of(m, s->variable->type)) *
				sizeof(uint64_t));
		break;
	case STATEMENT_STORE:
		store(m, f, s);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		place = place_of(m, f, &s->at);
		f->slot[s->variable->number] = place;
		break;
	case STATEMENT_LOOP:
		loop(m, f, s);
		break;
	case STATEMENT_BLOCK:
		run(m, f, s->body);
		break;
	case STATEMENT_IF:
		if (holds(f, s->condition))
			run(m, f, s->body);
		break;
	case STATEMENT_CALL:
		call(m, f, s);
		break;
	case STATEMENT_COPY:
	case STATEMENT_CLEAR:
		copy(m, f, s);
		break;
	case STATEMENT_RETURN:
		evaluate(m, f, s->value, f->result.unit);
		break;
	default:
		break;
	}
}

static void
run(struct machine *m, struct frame *f, const struct statement *s)
{
	for (; s && !m->failure; s = s->next)
		run_one(m, f, s);
}

const char *
express(const struct function *f, const struct expressions *object, size_t unit,
	struct arena *arena)
{
	struct machine m = {.unit = unit, .arena = arena};
	struct frame frame = begin_frame(&m, f);

	for (size_t i = 0; i < f->nparameter; i++) {
		const struct variable *v = f->parameter[i];
		struct object *o = arena_new(frame.arena, struct object);

		*o = (struct object){.element = object[i].element,
			.n = object[i].n,
			.size = object[i].size};
		frame.slot[v->number].object = o;
	}
	run(&m, &frame, f->body);
	for (int i = 0; i < MOST_CALLS; i++)
		arena_free(&m.frame[i]);
	return m.failure;
}
