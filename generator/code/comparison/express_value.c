#include "code/comparison/express_value.h"

#include "code/statements/access.h"
#include "plan/plan.h"

#include <string.h>

enum {
	WORK_OF_VALUE = 2 /* in addition to that for its lanes */
};

uint64_t
express_number(const struct machine *m, double number)
{
	return m->arithmetic->number(number);
}

uint64_t
express_rounded(const struct machine *m, uint64_t digest)
{
	const uint64_t a[DIGEST_OPERANDS] = {digest};

	return m->arithmetic->compute(VALUE_ROUND, 0, a);
}

static uint64_t
reciprocal(const struct machine *m, int64_t number)
{
	const uint64_t a[DIGEST_OPERANDS] = {
		express_number(m, 1), express_number(m, (double)number)};

	return m->arithmetic->compute(VALUE_DIVIDE, 0, a);
}

static struct object *
constant_object(struct machine *m, const struct variable *v)
{
	struct object *o;

	for (size_t i = m->nconstant; i-- > 0;)
		if (m->constant[i]->variable == v)
			return m->constant[i];
	o = arena_new(m->arena, struct object);
	o->variable = v;
	o->elements = (struct expressions){.n = v->length * v->type.lanes,
		.size = (int64_t)dtype_info[v->type.dtype].size,
		.operand = v->constant->operand,
		.source = v->constant->source,
		.packing = v->constant->packing,
		.padding = express_number(m, 0),
		.transformed = v->constant->transformed};
	if (o->elements.transformed)
		o->elements.scale = reciprocal(m, o->elements.transformed->divisor);
	m->constant =
		arena_grow(m->arena, m->constant, m->nconstant, sizeof *m->constant);
	m->constant[m->nconstant++] = o;
	return o;
}

/* It takes long to compute, and is read again for other outputs. */
static uint64_t
transformed_element(const struct machine *m, const struct expressions *e, int64_t k)
{
	struct cells *known = m->transformed;
	uint64_t digest = cells_get(known, k);

	if (digest == DIGEST_NONE) {
		digest = expressions_given(e, m->arithmetic, k);
		cells_set(known, k, digest);
	}
	return digest;
}

static inline uint64_t
element_of(const struct machine *m, const struct object *o, int64_t k)
{
	if (o->elements.transformed && m->transformed)
		return transformed_element(m, &o->elements, k);
	if (o->elements.operand)
		return expressions_given(&o->elements, m->arithmetic, k);
	if (o->variable)
		return express_number(m, o->variable->constant->number
						 ? o->variable->constant->number[k]
						 : 0);
	return cells_get(&o->elements.cells, k);
}

/* Whether an object has elements that are set, not those of an operand or a constant. */
static inline bool
is_written(const struct object *o)
{
	return !o->elements.operand && !o->variable;
}

uint64_t
express_element(const struct machine *m, const struct object *o, int64_t k)
{
	return element_of(m, o, k);
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
	if (t->divide > 1)
		i /= t->divide;
	return (t->modulo ? i % t->modulo : i) * t->inc;
}

static inline int64_t
index_of(const struct frame *f, const struct address *at)
{
	int64_t element = at->offset;

	for (size_t i = 0; i < at->nterm; i++)
		element += term_of(f, &at->term[i]);
	return element;
}

bool
express_picks(const struct frame *f, const struct address *at)
{
	for (size_t i = 0; i < at->nterm; i++)
		if (f->slot[at->term[i].counter->number].npicked)
			return true;
	return false;
}

/* A term that memory picks, and what is read with it. */
struct picked {
	const struct machine *m;
	const struct frame *f;
	const struct address *at;
	size_t term;
	const struct object *object;
	int64_t k;
};

static uint64_t
picked_element(void *context, int64_t i)
{
	const struct picked *p = context;

	return express_picked(p->m, p->f, p->at, p->term + 1, p->object,
		p->k + i * p->at->term[p->term].inc);
}

uint64_t
express_picked(const struct machine *m, const struct frame *f, const struct address *at,
	size_t term, const struct object *o, int64_t k)
{
	struct picked p = {m, f, at, term, o, k};
	const struct slot *slot;

	for (; p.term < at->nterm; p.term++) {
		slot = &f->slot[at->term[p.term].counter->number];
		if (slot->npicked)
			return expressions_picked(m->arithmetic, slot->picked,
				slot->npicked, picked_element, &p);
	}
	return k < 0 || k >= o->elements.n ? DIGEST_NONE : element_of(m, o, k);
}

int64_t
express_index(const struct frame *f, const struct address *at)
{
	return index_of(f, at);
}

static inline struct slot
place_of(struct machine *m, const struct frame *f, const struct address *at)
{
	struct slot place = {0};

	if (!at->base)
		return place;
	if (at->base->kind == VARIABLE_CONSTANT) {
		place.object = constant_object(m, at->base);
	} else {
		place.object = f->slot[at->base->number].object;
		place.at = f->slot[at->base->number].at;
	}
	place.at += index_of(f, at) * type_bytes(at->base->type);
	return place;
}

struct slot
express_place(struct machine *m, const struct frame *f, const struct address *at)
{
	return place_of(m, f, at);
}

/* Fails, because a place is not within an object, or in none. */
bool
express_misses(struct machine *m, const struct frame *f, const struct object *o)
{
	if (!o)
		express_fail(m, f, "follows", "a null pointer");
	else
		express_fail(m, f, "reaches", "what is not there");
	return false;
}

/* Values. */

/* Whether some lanes of values are left out, which are DIGEST_NONE then. */
static inline bool
leaves_lanes(const struct machine *m)
{
	return m->unit || m->nlane < MOST_UNITS;
}

static inline void
clear_lanes(uint64_t *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = DIGEST_NONE;
}

/* A load of whole elements, one for each lane or one for all: nearly all loads are.
   False: it is another one, or not within the object. */
static bool
load_elements(struct machine *m, const struct frame *f, const struct value *v,
	struct slot place, uint64_t *to)
{
	const struct object *o = place.object;
	bool one = v->kind == VALUE_SET1_LOAD, all = f->all_lanes || v->type.lanes == 1;
	int n = v->type.lanes, lanes = all ? n : m->nlane;
	int64_t size = (int64_t)dtype_info[v->type.dtype].size, k;

	if ((m->unit && m->unit != (size_t)size) || !o || o->elements.size != size ||
		place.at < 0 || place.at % size ||
		v->at.base->type.dtype != v->type.dtype ||
		(v->kind != VALUE_LOAD && !one) || express_picks(f, &v->at))
		return false;
	k = place.at / size;
	if (k + (one ? 1 : n) > o->elements.n)
		return false;
	m->work -= lanes;
	if (n == 1) {
		to[0] = element_of(m, o, k);
		return true;
	}
	if (all && !one && is_written(o)) {
		const uint64_t *run = cells_run(&o->elements.cells, k, n);

		if (run) {
			memcpy(to, run, (size_t)n * sizeof *to);
			return true;
		}
	}
	if (!all)
		clear_lanes(to, n);
	for (int i = 0; i < lanes; i++) {
		int lane = all ? i : m->lane[i];

		if (lane >= n)
			break;
		to[lane] = one && i ? to[all ? 0 : m->lane[0]]
				    : element_of(m, o, one ? k : k + lane);
	}
	return true;
}

static void
load(struct machine *m, const struct frame *f, const struct value *v, uint64_t *to)
{
	const struct slot place = place_of(m, f, &v->at);
	struct access a;
	int units = express_units(m, v->type), n = v->type.lanes * units;
	bool one = v->kind == VALUE_SET1_LOAD;
	int64_t size, run;
	bool all;
	int lanes;

	if (load_elements(m, f, v, place, to))
		return;
	clear_lanes(to, n);
	if (place.object == &m->unknown)
		return;
	a = access_of_load(v);
	if (!express_holds(m, f, place, 0))
		return;
	size = place.object->elements.size;
	run = a.length / size;
	if (!run || a.step % size) {
		express_fail(m, f, "reads parts of elements of", v->at.base->name);
		return;
	}
	for (int64_t k = 0; k < a.n; k++) {
		struct slot part = place;

		part.at += k * a.step;
		if (!express_holds(m, f, part, run))
			return;
	}
	all = f->all_lanes || n == 1;
	lanes = all ? n : m->nlane;
	m->work -= lanes;
	for (int i = 0; i < lanes; i++) {
		int lane = all ? i : m->lane[i];
		int64_t k = one ? lane % units : lane;
		int64_t part = a.n > 1 ? k / run : 0;

		if (lane >= n)
			break;
		if (one && i && units == 1)
			to[lane] = to[all ? 0 : m->lane[0]];
		else
			to[lane] = k < a.n * run
					   ? express_picked(m, f, &v->at, 0, place.object,
						     (place.at + part * a.step) / size +
							     k - part * run)
					   : express_number(m, 0);
	}
}

/* The lane of the two vectors from which lane i of VALUE_LOW or VALUE_HIGH comes. */
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
	int units = express_units(m, v->type), lanes = v->type.lanes;
	uint64_t room[2][MOST_UNITS];
	const uint64_t *from[2];

	from[0] = express_value(m, f, v->a[0], room[0]);
	from[1] = express_value(m, f, v->a[1], room[1]);
	for (int i = 0; i < lanes; i++) {
		int lane = names_lanes(v) ? v->lane[i] : interleaved(v, i);

		for (int k = 0; k < units; k++)
			to[i * units + k] = from[lane >= lanes][lane % lanes * units + k];
	}
}

/* What a value depends on, beside its operands. */
static uint64_t
more_of(const struct machine *m, const struct value *v)
{
	switch (v->kind) {
	case VALUE_POWER:
		return express_number(m, v->number);
	case VALUE_CONVERT:
		return v->type.dtype;
	default:
		return (uint64_t)v->n;
	}
}

/* The digests of a variable that is set; NULL: the value is none. */
static inline const uint64_t *
variable_value(const struct frame *f, const struct value *v)
{
	if (v->kind != VALUE_VARIABLE || v->variable->kind == VARIABLE_COUNTER)
		return NULL;
	return f->slot[v->variable->number].value;
}

/* The digests of a value: a variable's as they are, without a call. */
static inline const uint64_t *
operand_value(struct machine *m, struct frame *f, const struct value *v, uint64_t *room)
{
	const uint64_t *value = variable_value(f, v);

	return value ? value : express_value(m, f, v, room);
}

/* An operation on numbers, not on vectors. */
static uint64_t
compute_number(struct machine *m, enum value_kind kind, uint64_t more,
	const uint64_t *const *a, int n)
{
	uint64_t digest[DIGEST_OPERANDS] = {0};

	for (int i = 0; i < n; i++) {
		digest[i] = a[i][0];
		if (digest[i] == DIGEST_NONE)
			return DIGEST_NONE;
	}
	return m->arithmetic->compute(kind, more, digest);
}

static void
compute(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	uint64_t room[VALUE_ARGUMENTS][MOST_UNITS];
	const uint64_t *a[VALUE_ARGUMENTS];
	bool sum = v->kind == VALUE_MULADD || v->kind == VALUE_FMA;
	int n = sum ? 3 : value_operands(v), lanes = v->type.lanes;
	int nlane = m->nlane < lanes ? m->nlane : lanes;

	for (int i = 0; i < n; i++)
		a[i] = operand_value(m, f, v->a[i], room[i]);
	if (leaves_lanes(m))
		clear_lanes(to, lanes * express_units(m, v->type));
	if (lanes == 1) {
		to[0] = compute_number(m, v->kind, sum ? 0 : more_of(m, v), a, n);
		return;
	}
	while (nlane && m->lane[nlane - 1] >= lanes)
		nlane--;
	m->arithmetic->compute_lanes(
		v->kind, sum ? 0 : more_of(m, v), a, n, m->lane, nlane, to);
}

/* Lanes that are not computed become DIGEST_NONE. */
static void
keep_lanes(const struct machine *m, uint64_t *to, int n)
{
	for (int i = 0, next = 0; i < n; i++)
		if (next < m->nlane && m->lane[next] == i)
			next++;
		else
			to[i] = DIGEST_NONE;
}

bool
express_sum(struct machine *m, struct frame *f, const struct variable *variable,
	const struct value *v)
{
	const uint64_t *a[3];
	int lanes = v->type.lanes, n = m->nlane < lanes ? m->nlane : lanes;
	uint64_t *to;

	if ((v->kind != VALUE_MULADD && v->kind != VALUE_FMA) || m->unit || m->counts)
		return false;
	a[0] = variable_value(f, v->a[0]);
	a[1] = variable_value(f, v->a[1]);
	a[2] = variable_value(f, v->a[2]);
	if (!a[0] || !a[1] || !a[2])
		return false;
	m->work -= WORK_OF_VALUE + n;
	to = express_variable(m, f, variable);
	if (lanes == 1) {
		to[0] = compute_number(m, v->kind, 0, a, 3);
		return true;
	}
	while (n && m->lane[n - 1] >= lanes)
		n--;
	m->arithmetic->compute_lanes(v->kind, 0, a, 3, m->lane, n, to);
	if (n < lanes)
		keep_lanes(m, to, lanes);
	return true;
}

static void
copy_units(const struct machine *m, uint64_t *to, const uint64_t *from,
	struct code_type type)
{
	memcpy(to, from, (size_t)(type.lanes * express_units(m, type)) * sizeof *to);
}

static void
call_value(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	uint64_t room[MOST_UNITS];
	struct frame *inner;

	if (m->depth == MOST_CALLS) {
		express_fail(m, f, "calls too deep", v->function->name);
		clear_lanes(to, v->type.lanes * express_units(m, v->type));
		return;
	}
	inner = express_begin(m, v->function);
	for (int64_t i = 0; i < v->n; i++)
		copy_units(m, express_variable(m, inner, v->function->parameter[i]),
			express_value(m, f, v->a[i], room), v->a[i]->type);
	m->run(m, inner, v->function->body);
	copy_units(m, to, inner->result, v->type);
	express_end(m, inner);
}

static void
set1(struct machine *m, struct frame *f, const struct value *v, uint64_t *to)
{
	uint64_t room[MOST_UNITS];
	const uint64_t *from = express_value(m, f, v->a[0], room);
	int units = express_units(m, v->type), n = v->type.lanes * units;

	for (int i = 0; i < n; i += units)
		for (int k = 0; k < units; k++)
			to[i + k] = from[k];
}

/* A value that is no load, and no variable that is set. */
static void
operation(struct machine *m, struct frame *f, const struct value *v, uint64_t *room)
{
	int n = v->type.lanes * express_units(m, v->type);

	switch (v->kind) {
	case VALUE_NUMBER:
		room[0] = express_number(
			m, v->type.dtype == DTYPE_FLOAT32 ? (float)v->number : v->number);
		for (int i = 1; i < n; i++)
			room[i] = room[0];
		break;
	case VALUE_VARIABLE:
		clear_lanes(room, n);
		if (v->variable->kind == VARIABLE_COUNTER)
			room[0] = express_number(
				m, (double)f->slot[v->variable->number].counter);
		break;
	case VALUE_INDEX:
		clear_lanes(room, n);
		room[0] = express_number(m, (double)express_index(f, &v->at));
		break;
	case VALUE_SET1:
		set1(m, f, v, room);
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
}

static inline const uint64_t *
value_of(struct machine *m, struct frame *f, const struct value *v, uint64_t *room)
{
	const uint64_t *value = variable_value(f, v);
	int n;

	if (value)
		return value;
	n = v->type.lanes * express_units(m, v->type);
	m->work -= WORK_OF_VALUE + (n < m->nlane ? n : m->nlane);
	if (is_load(v))
		load(m, f, v, room);
	else
		operation(m, f, v, room);
	return room;
}

const uint64_t *
express_value(struct machine *m, struct frame *f, const struct value *v, uint64_t *room)
{
	return value_of(m, f, v, room);
}

void
express_point(struct machine *m, struct frame *f, const struct statement *s)
{
	struct slot *slot = &f->slot[s->variable->number];
	const struct slot place = place_of(m, f, &s->at);

	slot->object = place.object;
	slot->at = place.at;
}

bool
express_store_element(struct machine *m, struct frame *f, const struct statement *s)
{
	const struct value *v = s->value;
	struct slot place;
	struct object *o;
	uint64_t room[MOST_UNITS];
	int64_t size = (int64_t)dtype_info[v->type.dtype].size;

	if (v->type.lanes != 1 || s->n > 1 || m->counts ||
		(m->unit && m->unit != (size_t)size) ||
		s->at.base->type.dtype != v->type.dtype)
		return false;
	place = place_of(m, f, &s->at);
	o = place.object;
	if (!o || o == &m->unknown || o->elements.size != size || place.at < 0 ||
		place.at % size || place.at / size >= o->elements.n || m->over)
		return false;
	room[0] = value_of(m, f, v, room)[0];
	if (room[0] != DIGEST_NONE || !o->elements.output)
		cells_set(&o->elements.cells, place.at / size, room[0]);
	express_note_store(m, o);
	return true;
}

/* A call runs its function's statements, which are counted as well. */
static void
count_call(struct machine *m, struct frame *f, const struct value *v)
{
	struct frame *inner;

	if (m->depth == MOST_CALLS) {
		express_fail(m, f, "calls too deep", v->function->name);
		return;
	}
	inner = express_begin(m, v->function);
	for (int64_t i = 0; i < v->n; i++) {
		express_variable(m, inner, v->function->parameter[i]);
		express_count(m, f, v->a[i]);
	}
	m->run(m, inner, v->function->body);
	express_end(m, inner);
}

void
express_count(struct machine *m, struct frame *f, const struct value *v)
{
	int n, operands;

	if (variable_value(f, v))
		return;
	n = v->type.lanes * express_units(m, v->type);
	m->work -= WORK_OF_VALUE + (n < m->nlane ? n : m->nlane);
	if (v->kind == VALUE_CALL) {
		count_call(m, f, v);
		return;
	}
	if (is_load(v)) {
		if (v->at.base &&
			(v->at.base->kind == VARIABLE_CONSTANT ||
				f->slot[v->at.base->number].object != &m->unknown))
			m->work -= f->all_lanes || n == 1 ? n : m->nlane;
		return;
	}
	operands = value_operands(v);
	for (int i = 0; i < operands; i++)
		express_count(m, f, v->a[i]);
}
