/* First: what the runtime, in it, does against contraction then holds for this file. */
#include "plan/elementary.h"

#include "code/run.h"

#include "base/arena.h"
#include "plan/plan.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that pointers point to. */
struct object {
	unsigned char *bytes;
	unsigned char *set; /* one for each byte: whether something was written there */
	int64_t size;
};

/* A value's lanes. */
struct lanes {
	union {
		float f32[CODE_BYTES / sizeof(float)];
		double f64[CODE_BYTES / sizeof(double)];
		int64_t i64[CODE_BYTES / sizeof(int64_t)];
		unsigned char bytes[CODE_BYTES];
	} u;
};

/* What a variable holds: by its kind. */
struct slot {
	struct lanes value;
	bool is_set;
	int64_t counter;
	struct object *object; /* pointers, arrays, constants; NULL: the null pointer */
	int64_t at;            /* pointers: bytes from the object's first */
};

struct frame {
	const struct function *function;
	struct slot *slot; /* by the variables' numbers */
	struct lanes result;
	bool returned;
};

/* Bytes for the frames and arrays of the functions that are being called. */
enum {
	STACK_SIZE = 16 * 1024 * 1024
};

struct machine {
	struct arena arena;
	struct run_result *result;
	unsigned char *stack;
	size_t used;
	/* Constants, made when they are first wanted. */
	struct constant {
		const struct variable *variable;
		struct object *object;
	} * constant;
	size_t nconstant;
};

static void
fail(struct machine *m, const struct frame *f, const char *what, const char *name,
	int64_t at)
{
	if (!m->result->good)
		return;
	m->result->good = false;
	snprintf(m->result->message, sizeof m->result->message,
		"%s: %s %s at byte %" PRId64, f->function->name, what, name, at);
}

/* Zeroed bytes, until their function returns. */
static void *
push(struct machine *m, size_t size)
{
	void *bytes = m->stack + m->used;

	size = (size + 15) / 16 * 16;
	assert(size <= STACK_SIZE - m->used);
	m->used += size;
	memset(bytes, 0, size);
	return bytes;
}

static size_t
size_of(struct code_type type)
{
	return dtype_info[type.dtype].size * (size_t)type.lanes;
}

/* An array of a function's. */
static struct object *
new_array(struct machine *m, int64_t size)
{
	struct object *o = push(m, sizeof *o);

	o->bytes = push(m, (size_t)size);
	o->set = push(m, (size_t)size);
	o->size = size;
	return o;
}

/* A lane goes to memory, rounded. */
static void
narrow(unsigned char *to, enum dtype memory, const struct lanes *from, int lane,
	struct code_type type)
{
	size_t size = dtype_info[type.dtype].size;
	uint16_t half;

	if (memory == DTYPE_FLOAT16 && type.dtype == DTYPE_FLOAT32) {
		half = opgen_float_to_float16(from->u.f32[lane]);
		memcpy(to, &half, sizeof half);
	} else if (memory == DTYPE_BFLOAT16 && type.dtype == DTYPE_FLOAT32) {
		half = opgen_float_to_bfloat16(from->u.f32[lane]);
		memcpy(to, &half, sizeof half);
	} else {
		memcpy(to, from->u.bytes + (size_t)lane * size, size);
	}
}

/* Element k of a constant array, as C's initializers have it; zeroed before. */
static void
fill_element(const struct variable *v, int64_t k, unsigned char *to)
{
	const struct code_constant *c = v->constant;
	size_t size = size_of(v->type);
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

		narrow(to, v->type.dtype, &single, 0,
			(struct code_type){DTYPE_FLOAT32, 1});
	}
}

static struct object *
constant_object(struct machine *m, const struct variable *v)
{
	struct object *o;
	size_t size = size_of(v->type);

	for (size_t i = 0; i < m->nconstant; i++)
		if (m->constant[i].variable == v)
			return m->constant[i].object;
	o = arena_new(&m->arena, struct object);
	o->size = v->length * (int64_t)size;
	o->bytes = arena_alloc(&m->arena, (size_t)o->size);
	o->set = arena_alloc(&m->arena, (size_t)o->size);
	for (int64_t k = 0; k < v->length; k++)
		fill_element(v, k, o->bytes + (size_t)k * size);
	memset(o->set, 1, (size_t)o->size);
	m->constant =
		arena_grow(&m->arena, m->constant, m->nconstant, sizeof *m->constant);
	m->constant[m->nconstant++] = (struct constant){v, o};
	return o;
}

static unsigned char *bytes_at(struct machine *m, const struct frame *f,
	const struct address *at, int64_t move, size_t size, bool write);

/* An element of a table of integers, int32 or int64. */
static int64_t
table_element(struct machine *m, const struct frame *f, struct address at)
{
	bool wide = at.base->type.dtype == DTYPE_INT64;
	const unsigned char *bytes =
		bytes_at(m, f, &at, 0, wide ? sizeof(int64_t) : sizeof(int32_t), false);
	int64_t element = 0;
	int32_t narrow;

	if (bytes && wide)
		memcpy(&element, bytes, sizeof element);
	if (!bytes || wide)
		return element;
	memcpy(&narrow, bytes, sizeof narrow);
	return narrow;
}

static int64_t
term_of(struct machine *m, const struct frame *f, const struct index_term *t)
{
	int64_t i = f->slot[t->counter->number].counter + t->add;

	if (t->second)
		i += f->slot[t->second->number].counter * t->scale;
	if (t->table)
		i = table_element(m, f, (struct address){.base = t->table, .offset = i});

	if (t->divide > 1)
		i /= t->divide;
	if (t->modulo)
		i %= t->modulo;
	return i * t->inc;
}

/* Where an address is: an object and bytes from its first. */
static int64_t
element_of(struct machine *m, const struct frame *f, const struct address *at)
{
	int64_t element = at->offset;

	for (size_t i = 0; i < at->nterm; i++)
		element += term_of(m, f, &at->term[i]);
	return element;
}

static struct slot
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
	place.at += element_of(m, f, at) * (int64_t)size_of(at->base->type);
	return place;
}

/* Bytes that may be read or written, or NULL. */
static unsigned char *
bytes_at(struct machine *m, const struct frame *f, const struct address *at, int64_t move,
	size_t size, bool write)
{
	struct slot p = place_of(m, f, at);
	int64_t from = p.at + move;

	if (!p.object || from < 0 || from > p.object->size ||
		(int64_t)size > p.object->size - from) {
		fail(m, f, write ? "writes outside of" : "reads outside of",
			at->base ? at->base->name : "NULL", from);
		return NULL;
	}
	if (write && at->base->reads) {
		fail(m, f, "writes to", at->base->name, from);
		return NULL;
	}
	if (!write && memchr(p.object->set + from, 0, size)) {
		fail(m, f, "reads what nobody wrote of", at->base->name, from);
		return NULL;
	}
	if (write)
		memset(p.object->set + from, 1, size);
	return p.object->bytes + from;
}

/* An element from memory becomes a lane, widened. */
static void
widen(struct lanes *to, int lane, struct code_type type, const unsigned char *from,
	enum dtype memory)
{
	size_t size = dtype_info[type.dtype].size;
	uint16_t half;

	if (memory == DTYPE_FLOAT16 && type.dtype == DTYPE_FLOAT32) {
		memcpy(&half, from, sizeof half);
		to->u.f32[lane] = opgen_float16_to_float(half);
	} else if (memory == DTYPE_BFLOAT16 && type.dtype == DTYPE_FLOAT32) {
		memcpy(&half, from, sizeof half);
		to->u.f32[lane] = opgen_bfloat16_to_float(half);
	} else {
		memcpy(to->u.bytes + (size_t)lane * size, from, size);
	}
}

/* Bytes of an element in memory that a lane is made of. */
static size_t
memory_size(enum dtype memory, struct code_type type)
{
	bool converts = dtype_info[memory].kind == KIND_HALF &&
			dtype_info[type.dtype].kind == KIND_FLOAT;

	return dtype_info[converts ? memory : type.dtype].size;
}

static void
load(struct machine *m, const struct frame *f, const struct value *v, struct lanes *to)
{
	enum dtype memory = v->at.base->type.dtype;
	size_t size = memory_size(memory, v->type);
	int n = v->kind == VALUE_LOAD_N ? (int)v->n : v->type.lanes;
	int each = n, parts = 1;

	memset(to, 0, sizeof *to);
	if (v->kind == VALUE_SET1_LOAD)
		each = 1;
	if (v->kind == VALUE_LOAD_PARTS) {
		each = 16 / (int)size;
		parts = (int)v->n < n / each ? (int)v->n : n / each;
	}
	for (int p = 0; p < parts; p++) {
		const unsigned char *from = bytes_at(m, f, &v->at,
			p * v->step * (int64_t)size, size * (size_t)each, false);

		for (int i = 0; from && i < each; i++)
			widen(to, p * each + i, v->type, from + size * (size_t)i, memory);
	}
	for (int i = 1; v->kind == VALUE_SET1_LOAD && i < v->type.lanes; i++)
		memcpy(to->u.bytes + (size_t)i * dtype_info[v->type.dtype].size,
			to->u.bytes, dtype_info[v->type.dtype].size);
}

static float
single(enum value_kind kind, const struct value *v, float a, float b, float c)
{
	float product;

	switch (kind) {
	case VALUE_ADD:
		return a + b;
	case VALUE_SUBTRACT:
		return a - b;
	case VALUE_MULTIPLY:
		return a * b;
	case VALUE_DIVIDE:
		return a / b;
	case VALUE_MULADD:
		product = a * b;
		return product + c;
	case VALUE_FMA:
		return fmaf(a, b, c);
	case VALUE_ABS:
		return fabsf(a);
	case VALUE_SQRT:
		return sqrtf(a);
	case VALUE_FLOOR:
		return floorf(a);
	case VALUE_CEIL:
		return ceilf(a);
	case VALUE_NEAREST:
		return opgen_nearestf(a);
	case VALUE_ROUND:
		return v->n == DTYPE_FLOAT16
			       ? opgen_float16_to_float(opgen_float_to_float16(a))
			       : opgen_bfloat16_to_float(opgen_float_to_bfloat16(a));
	case VALUE_ROOT:
		return opgen_rootf(a, v->n);
	case VALUE_ELEMENTARY:
		return elementaryf((enum elementary)v->n, a, b);
	case VALUE_POWER:
		return (float)opgen_pow((double)a, v->number);
	default:
		assert(false && "an operation on numbers");
		return 0;
	}
}

static double
wide(enum value_kind kind, const struct value *v, double a, double b, double c)
{
	double product;

	switch (kind) {
	case VALUE_ADD:
		return a + b;
	case VALUE_SUBTRACT:
		return a - b;
	case VALUE_MULTIPLY:
		return a * b;
	case VALUE_DIVIDE:
		return a / b;
	case VALUE_MULADD:
		product = a * b;
		return product + c;
	case VALUE_FMA:
		return fma(a, b, c);
	case VALUE_ABS:
		return fabs(a);
	case VALUE_SQRT:
		return sqrt(a);
	case VALUE_FLOOR:
		return floor(a);
	case VALUE_CEIL:
		return ceil(a);
	case VALUE_NEAREST:
		return opgen_nearest(a);
	case VALUE_ROOT:
		return opgen_root(a, v->n);
	case VALUE_ELEMENTARY:
		return elementary((enum elementary)v->n, a, b);
	case VALUE_POWER:
		return opgen_pow(a, v->number);
	default:
		assert(false && "an operation on numbers");
		return 0;
	}
}

/* A lane as an integer. */
static int64_t
integer(const struct lanes *from, size_t at, size_t size)
{
	int64_t number = 0;

	/* The tests know machines that store the least significant byte first. */
	memcpy(&number, from->u.bytes + at, size);
	return size < sizeof number && number >> (8 * size - 1) & 1
		       ? number - ((int64_t)1 << 8 * size)
		       : number;
}

static bool
is_greater(enum dtype dtype, const struct lanes *a, const struct lanes *b, int i)
{
	size_t size = dtype_info[dtype].size, at = (size_t)i * size;
	uint64_t x, y;

	if (dtype == DTYPE_FLOAT32)
		return a->u.f32[i] > b->u.f32[i];
	if (dtype == DTYPE_FLOAT64)
		return a->u.f64[i] > b->u.f64[i];
	if (dtype_info[dtype].kind == KIND_SIGNED)
		return integer(a, at, size) > integer(b, at, size);
	x = y = 0;
	memcpy(&x, a->u.bytes + at, size);
	memcpy(&y, b->u.bytes + at, size);
	return x > y;
}

static void evaluate(
	struct machine *m, struct frame *f, const struct value *v, struct lanes *to);

static bool
is_nan(enum dtype dtype, const struct lanes *a, int i)
{
	return dtype == DTYPE_FLOAT64 ? isnan(a->u.f64[i]) : isnan(a->u.f32[i]);
}

/* Whether of two values the first is taken. */
static bool
takes_first(const struct value *v, const struct lanes *a, int i)
{
	enum dtype dtype = v->a[0]->type.dtype;

	if (v->kind == VALUE_NAN_OR)
		return is_nan(dtype, &a[0], i);
	return v->kind == VALUE_MIN ? is_greater(dtype, &a[1], &a[0], i)
				    : is_greater(dtype, &a[0], &a[1], i);
}

/* VALUE_MAX, VALUE_MIN, VALUE_NAN_OR, VALUE_CHOOSE: each lane is one of two. */
static void
choose(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	int other = v->kind == VALUE_CHOOSE ? 2 : 0;
	size_t size = dtype_info[v->type.dtype].size;
	struct lanes a[4];

	for (int i = 0; i < other + 2; i++)
		evaluate(m, f, v->a[i], &a[i]);
	for (int i = 0; i < v->type.lanes; i++)
		memcpy(to->u.bytes + (size_t)i * size,
			a[other + !takes_first(v, a, i)].u.bytes + (size_t)i * size,
			size);
}

static void run_statements(struct machine *m, struct frame *f, const struct statement *s);

/* A number as an integer: the runtime's. */
static int64_t
truncated(enum dtype to, double x)
{
	switch (to) {
	case DTYPE_BOOL:
		return opgen_to_bool(x);
	case DTYPE_INT8:
		return opgen_to_int8(x);
	case DTYPE_INT16:
		return opgen_to_int16(x);
	case DTYPE_INT32:
		return opgen_to_int32(x);
	case DTYPE_INT64:
		return opgen_to_int64(x);
	case DTYPE_UINT8:
		return opgen_to_uint8(x);
	case DTYPE_UINT16:
		return opgen_to_uint16(x);
	case DTYPE_UINT32:
		return opgen_to_uint32(x);
	default:
		assert(to == DTYPE_UINT64);
		return (int64_t)opgen_to_uint64(x);
	}
}

/* VALUE_CONVERT, of scalars. */
static void
convert(const struct value *v, const struct lanes *a, struct lanes *to)
{
	enum dtype from = v->a[0]->type.dtype;
	size_t size = dtype_info[from].size;
	bool is_signed = dtype_info[from].kind == KIND_SIGNED;
	int64_t whole = 0;
	uint64_t bits = 0;
	double x;

	memcpy(&bits, a->u.bytes, size);
	whole = is_signed ? integer(a, 0, size) : (int64_t)bits;
	x = is_signed ? (double)whole : (double)bits;
	if (dtype_info[from].kind == KIND_FLOAT)
		x = from == DTYPE_FLOAT64 ? a->u.f64[0] : (double)a->u.f32[0];
	if (v->type.dtype == DTYPE_FLOAT64)
		to->u.f64[0] = x;
	else if (v->type.dtype == DTYPE_FLOAT32)
		to->u.f32[0] = dtype_info[from].kind == KIND_FLOAT ? (float)x
			       : is_signed                         ? (float)whole
								   : (float)bits;
	else if (dtype_info[from].kind == KIND_FLOAT || v->type.dtype == DTYPE_BOOL)
		to->u.i64[0] = truncated(v->type.dtype, x);
	else
		to->u.i64[0] = whole;
}

/* A quotient of integers, as the runtime's opgen_divide_int32 and its kin. */
static uint64_t
quotient(bool is_signed, int64_t a, int64_t b)
{
	if (!b)
		return 0;
	if (!is_signed)
		return (uint64_t)a / (uint64_t)b;
	return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

/* A lane of integers; what does not fit is left out. */
static void
compute_integer(const struct value *v, const struct lanes *a, const struct lanes *b,
	int i, struct lanes *to)
{
	size_t size = dtype_info[v->type.dtype].size, at = (size_t)i * size;
	bool is_signed = dtype_info[v->type.dtype].kind == KIND_SIGNED;
	uint64_t x = 0, y = 0, result;

	memcpy(&x, a->u.bytes + at, size);
	memcpy(&y, b->u.bytes + at, size);
	if (is_signed) {
		x = (uint64_t)integer(a, at, size);
		y = (uint64_t)integer(b, at, size);
	}
	switch (v->kind) {
	case VALUE_ADD:
		result = x + y;
		break;
	case VALUE_SUBTRACT:
		result = x - y;
		break;
	case VALUE_MULTIPLY:
		result = x * y;
		break;
	default:
		assert(v->kind == VALUE_DIVIDE);
		result = quotient(is_signed, (int64_t)x, (int64_t)y);
		break;
	}
	memcpy(to->u.bytes + at, &result, size);
}

static void
compute(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	struct lanes a = {0}, b = {0}, c = {0};

	evaluate(m, f, v->a[0], &a);
	if (v->a[1])
		evaluate(m, f, v->a[1], &b);
	if (v->a[2])
		evaluate(m, f, v->a[2], &c);
	if (v->kind == VALUE_CONVERT) {
		convert(v, &a, to);
		return;
	}
	for (int i = 0; i < v->type.lanes; i++)
		if (dtype_info[v->type.dtype].kind != KIND_FLOAT)
			compute_integer(v, &a, &b, i, to);
		else if (v->type.dtype == DTYPE_FLOAT64)
			to->u.f64[i] =
				wide(v->kind, v, a.u.f64[i], b.u.f64[i], c.u.f64[i]);
		else
			to->u.f32[i] =
				single(v->kind, v, a.u.f32[i], b.u.f32[i], c.u.f32[i]);
}

/* The lane of two vectors that an interleaving takes to lane i. */
static int
interleaved(const struct value *v, int i)
{
	int part = 16 / (int)dtype_info[v->type.dtype].size;
	int from = i / part * part + i % part / 2;

	if (v->kind == VALUE_HIGH)
		from += part / 2;
	return i % 2 ? v->type.lanes + from : from;
}

static void
shuffle(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	size_t size = dtype_info[v->type.dtype].size;
	struct lanes a, b;

	evaluate(m, f, v->a[0], &a);
	evaluate(m, f, v->a[1], &b);
	for (int i = 0; i < v->type.lanes; i++) {
		int lane = v->kind == VALUE_SHUFFLE ? v->lane[i] : interleaved(v, i);
		const struct lanes *from = lane < v->type.lanes ? &a : &b;

		memcpy(to->u.bytes + (size_t)i * size,
			from->u.bytes + (size_t)(lane % v->type.lanes) * size, size);
	}
}

static struct frame
new_frame(struct machine *m, const struct function *function)
{
	return (struct frame){.function = function,
		.slot = push(m, function->nvariable * sizeof(struct slot))};
}

static void
call_value(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	size_t used = m->used;
	struct frame inner = new_frame(m, v->function);

	for (int64_t i = 0; i < v->n; i++) {
		struct slot *s = &inner.slot[v->function->parameter[i]->number];

		evaluate(m, f, v->a[i], &s->value);
		s->is_set = true;
	}
	run_statements(m, &inner, v->function->body);
	*to = inner.result;
	m->used = used;
}

static void
number(const struct value *v, struct lanes *to)
{
	memset(to, 0, sizeof *to);
	if (v->type.dtype == DTYPE_FLOAT64)
		to->u.f64[0] = v->number;
	else if (v->type.dtype == DTYPE_FLOAT32)
		to->u.f32[0] = (float)v->number;
	else
		/* Of a smaller type it has the same lowest bytes. */
		to->u.i64[0] = (int64_t)v->number;
}

static void
evaluate(struct machine *m, struct frame *f, const struct value *v, struct lanes *to)
{
	size_t size = dtype_info[v->type.dtype].size;
	const struct slot *slot;

	switch (v->kind) {
	case VALUE_NUMBER:
		number(v, to);
		break;
	case VALUE_VARIABLE:
		slot = &f->slot[v->variable->number];
		if (!slot->is_set)
			fail(m, f, "uses, before it is set,", v->variable->name, 0);
		*to = slot->value;
		break;
	case VALUE_LOAD:
	case VALUE_LOAD_N:
	case VALUE_LOAD_PARTS:
	case VALUE_SET1_LOAD:
		load(m, f, v, to);
		break;
	case VALUE_SET1:
		evaluate(m, f, v->a[0], to);
		for (int i = 1; i < v->type.lanes; i++)
			memcpy(to->u.bytes + (size_t)i * size, to->u.bytes, size);
		break;
	case VALUE_INDEX:
		to->u.i64[0] = element_of(m, f, &v->at);
		break;
	case VALUE_MAX:
	case VALUE_MIN:
	case VALUE_NAN_OR:
	case VALUE_CHOOSE:
		choose(m, f, v, to);
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
		compute(m, f, v, to);
	}
}

static void
store(struct machine *m, struct frame *f, const struct statement *s)
{
	enum dtype memory = s->at.base->type.dtype;
	size_t size = memory_size(memory, s->value->type);
	int n = s->n ? (int)s->n : s->value->type.lanes;
	struct lanes value;
	unsigned char *to;

	evaluate(m, f, s->value, &value);
	to = bytes_at(m, f, &s->at, 0, size * (size_t)n, true);
	for (int i = 0; to && i < n; i++)
		narrow(to + size * (size_t)i, memory, &value, i, s->value->type);
}

static void
copy(struct machine *m, struct frame *f, const struct statement *s)
{
	/* memcpy(packed, W, …): a void pointer's elements are those of the other. */
	const struct variable *base = s->at.base->is_void && s->kind == STATEMENT_COPY
					      ? s->from.base
					      : s->at.base;
	size_t size = size_of(base->type) * (size_t)s->n;
	unsigned char *to = bytes_at(m, f, &s->at, 0, size, true);
	const unsigned char *from;

	if (!to)
		return;
	if (s->kind == STATEMENT_CLEAR) {
		memset(to, 0, size);
		return;
	}
	from = bytes_at(m, f, &s->from, 0, size, false);
	if (from)
		memcpy(to, from, size);
}

static void
call(struct machine *m, struct frame *f, const struct statement *s)
{
	size_t used = m->used;
	struct frame inner = new_frame(m, s->function);

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		struct slot *slot = &inner.slot[s->function->parameter[i]->number];

		if (a->kind == ARGUMENT_ADDRESS)
			*slot = place_of(m, f, &a->at);
		else if (a->kind == ARGUMENT_VALUE)
			evaluate(m, f, a->value, &slot->value);
		else
			slot->counter = a->number;
		slot->is_set = true;
	}
	run_statements(m, &inner, s->function->body);
	m->used = used;
	if (s->variable) {
		f->slot[s->variable->number].value = inner.result;
		f->slot[s->variable->number].is_set = true;
	}
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
		int64_t at = f->slot[t->counter->number].counter;

		if ((t->below && at >= t->below) ||
			(t->modulo && at % t->modulo != t->remainder))
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
			slot->object =
				new_array(m, v->length * (int64_t)size_of(v->type));
			slot->at = 0;
		}
	}
}

static void
run_loop(struct machine *m, struct frame *f, const struct statement *s)
{
	struct slot *counter = &f->slot[s->variable->number];
	int64_t first = s->first, limit = limit_of(f, s->limit);

	if (s->limit->table.base) {
		struct address behind = s->limit->table;

		behind.offset++;
		first = table_element(m, f, s->limit->table);
		limit = table_element(m, f, behind);
	}
	for (int64_t i = first; i < limit && m->result->good; i += s->step) {
		counter->counter = i;
		run_statements(m, f, s->body);
	}
}

static void
run_statement(struct machine *m, struct frame *f, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_DECLARE:
		declare(m, f, s);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET: {
		struct lanes value;

		evaluate(m, f, s->value, &value);
		f->slot[s->variable->number].value = value;
		f->slot[s->variable->number].is_set = true;
		break;
	}
	case STATEMENT_STORE:
		store(m, f, s);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
		f->slot[s->variable->number] = place_of(m, f, &s->at);
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
		evaluate(m, f, s->value, &f->result);
		f->returned = true;
		break;
	default: /* nothing happens */
		break;
	}
}

static void
run_statements(struct machine *m, struct frame *f, const struct statement *s)
{
	for (; s && m->result->good && !f->returned; s = s->next) {
		m->result->statements++;
		run_statement(m, f, s);
	}
}

struct run_result
code_run(const struct function *function, const struct run_object *object, size_t nobject)
{
	struct run_result result = {.good = true};
	struct machine m = {.result = &result, .stack = malloc(STACK_SIZE)};
	struct frame frame;

	assert(nobject == function->nparameter &&
		nobject <= sizeof result.complete / sizeof *result.complete);
	if (!m.stack) {
		result.good = false;
		return result;
	}
	frame = new_frame(&m, function);
	for (size_t i = 0; i < nobject; i++) {
		struct object *o = arena_new(&m.arena, struct object);

		o->bytes = object[i].bytes;
		o->size = object[i].size;
		o->set = arena_alloc(&m.arena, (size_t)o->size);
		memset(o->set, object[i].readable, (size_t)o->size);
		frame.slot[function->parameter[i]->number].object = o;
	}
	run_statements(&m, &frame, function->body);
	for (size_t i = 0; i < nobject; i++) {
		const struct object *o =
			frame.slot[function->parameter[i]->number].object;

		result.complete[i] = !o->size || !memchr(o->set, 0, (size_t)o->size);
	}
	free(m.stack);
	arena_free(&m.arena);
	return result;
}
