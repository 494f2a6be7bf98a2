#include "code/running/run_memory.h"

#include "code/statements/access.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
machine_fail(struct machine *m, const struct frame *f, const char *what, const char *name,
	int64_t at)
{
	if (m->failed)
		return;
	m->failed = true;
	snprintf(m->message, sizeof m->message, "%s: %s %s at byte %" PRId64,
		f->function->name, what, name, at);
}

/* A piece with room for that many bytes, between a piece and those that follow it. */
static struct stack_piece *
insert_piece(struct machine *m, struct stack_piece *before, size_t size)
{
	struct stack_piece *piece = arena_new(&m->arena, struct stack_piece);

	piece->size = size > STACK_PIECE ? size : STACK_PIECE;
	piece->bytes = arena_alloc(&m->arena, piece->size);
	if (before) {
		piece->next = before->next;
		before->next = piece;
	}
	return piece;
}

void *
machine_take(struct machine *m, size_t size)
{
	struct stack *stack = &m->stack;
	struct stack_piece *piece = stack->piece;
	void *bytes;

	size = (size + 15) / 16 * 16;
	if (!piece || size > piece->size - stack->used) {
		struct stack_piece *next = piece ? piece->next : NULL;

		stack->piece =
			next && next->size >= size ? next : insert_piece(m, piece, size);
		stack->used = 0;
	}
	bytes = stack->piece->bytes + stack->used;
	stack->used += size;
	return bytes;
}

void *
machine_push(struct machine *m, size_t size)
{
	return memset(machine_take(m, size), 0, size);
}

struct object *
machine_array(struct machine *m, int64_t size)
{
	struct object *o = machine_push(m, sizeof *o);

	o->bytes = machine_push(m, (size_t)size);
	o->set = machine_push(m, (size_t)size);
	o->size = size;
	return o;
}

/* Sets element k of a constant array, which is zero before, as C's initializer would. */
static void
fill_element(const struct variable *v, int64_t k, unsigned char *to)
{
	const struct code_constant *c = v->constant;
	size_t size = lanes_size(v->type);
	double number = 0;

	if (c->operand) {
		int64_t from = c->source ? c->source(c->packing, k) : k;

		if (from >= 0 && c->operand->dtype == v->type.dtype) {
			memcpy(to,
				(const char *)c->operand->constant + (size_t)from * size,
				size);
			return;
		}
		if (from >= 0)
			number = operand_number(c->operand, from);
	} else if (c->number) {
		number = c->number[k];
	} else {
		return;
	}
	if (v->type.dtype == DTYPE_FLOAT64) {
		memcpy(to, &number, sizeof number);
	} else if (v->type.dtype == DTYPE_INT32) {
		int32_t integer = (int32_t)number;

		memcpy(to, &integer, sizeof integer);
	} else {
		const struct lanes single = {{.f32 = {(float)number}}};

		lanes_narrow(to, v->type.dtype, &single, 1,
			(struct code_type){DTYPE_FLOAT32, 1});
	}
}

static struct object *
constant_object(struct machine *m, const struct variable *v)
{
	struct object *o;
	size_t size = lanes_size(v->type);

	for (size_t i = 0; i < m->nconstant; i++)
		if (m->constant[i].variable == v)
			return m->constant[i].object;
	o = arena_new(&m->arena, struct object);
	o->size = v->length * (int64_t)size;
	o->bytes = arena_alloc(&m->arena, (size_t)o->size);
	for (int64_t k = 0; k < v->length; k++)
		fill_element(v, k, o->bytes + (size_t)k * size);
	m->constant =
		arena_grow(&m->arena, m->constant, m->nconstant, sizeof *m->constant);
	m->constant[m->nconstant++] = (struct constant){v, o};
	return o;
}

int64_t
machine_table_element(struct machine *m, const struct frame *f, struct address at)
{
	bool wide = at.base->type.dtype == DTYPE_INT64;
	const unsigned char *bytes = machine_bytes(
		m, f, &at, 0, wide ? sizeof(int64_t) : sizeof(int32_t), false);
	int64_t element = 0;
	int32_t narrow;

	if (bytes && wide)
		memcpy(&element, bytes, sizeof element);
	if (!bytes || wide)
		return element;
	memcpy(&narrow, bytes, sizeof narrow);
	return narrow;
}

static inline int64_t
term_of(struct machine *m, const struct frame *f, const struct index_term *t)
{
	int64_t i = f->slot[t->counter->number].counter + t->add;

	if (t->second)
		i += f->slot[t->second->number].counter * t->scale;
	if (t->table)
		i = machine_table_element(
			m, f, (struct address){.base = t->table, .offset = i});

	if (t->divide > 1)
		i /= t->divide;
	if (t->modulo)
		i %= t->modulo;
	return i * t->inc;
}

static inline int64_t
element_of(struct machine *m, const struct frame *f, const struct address *at)
{
	int64_t element = at->offset;

	for (size_t i = 0; i < at->nterm; i++)
		element += term_of(m, f, &at->term[i]);
	return element;
}

int64_t
machine_element(struct machine *m, const struct frame *f, const struct address *at)
{
	return element_of(m, f, at);
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
	place.at += element_of(m, f, at) * type_bytes(at->base->type);
	return place;
}

struct slot
machine_place(struct machine *m, const struct frame *f, const struct address *at)
{
	return place_of(m, f, at);
}

/* Whether bytes have all been written. Those of a scalar are looked at at once. */
static inline bool
is_written(const unsigned char *set, size_t size)
{
	static const unsigned char all[] = {1, 1, 1, 1};

	if (size == sizeof all)
		return !memcmp(set, all, sizeof all);
	return !memchr(set, 0, size);
}

static inline void
note_written(unsigned char *set, size_t size)
{
	if (size == sizeof(float))
		memset(set, 1, sizeof(float));
	else
		memset(set, 1, size);
}

unsigned char *
machine_bytes(struct machine *m, const struct frame *f, const struct address *at,
	int64_t move, size_t size, bool write)
{
	struct slot p = place_of(m, f, at);
	int64_t from = p.at + move;

	if (!p.object || from < 0 || from > p.object->size ||
		(int64_t)size > p.object->size - from) {
		machine_fail(m, f, write ? "writes outside of" : "reads outside of",
			at->base ? at->base->name : "NULL", from);
		return NULL;
	}
	if (write && at->base->reads) {
		machine_fail(m, f, "writes to", at->base->name, from);
		return NULL;
	}
	if (!write && p.object->set && !is_written(p.object->set + from, size)) {
		machine_fail(m, f, "reads what nobody wrote of", at->base->name, from);
		return NULL;
	}
	if (write && p.object->set)
		note_written(p.object->set + from, size);
	return p.object->bytes + from;
}
