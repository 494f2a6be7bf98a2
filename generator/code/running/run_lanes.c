/* First, so that the runtime's measures against contraction hold for this file. */
#include "plan/elementary.h"

#include "code/running/run_lanes.h"
#include "code/statements/access.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* An operation lane by lane: the switch over kinds is outside of the loop over lanes. */
#define LANES(expression) \
	for (int i = 0; i < n; i++) \
		to[i] = (expression); \
	break

static void
single(const struct value *v, const float *a, const float *b, const float *c, float *to)
{
	int n = v->type.lanes;

	switch (v->kind) {
	case VALUE_ADD:
		LANES(a[i] + b[i]);
	case VALUE_SUBTRACT:
		LANES(a[i] - b[i]);
	case VALUE_MULTIPLY:
		LANES(a[i] * b[i]);
	case VALUE_DIVIDE:
		LANES(a[i] / b[i]);
	case VALUE_MULADD:
		for (int i = 0; i < n; i++) {
			float product = a[i] * b[i];

			to[i] = product + c[i];
		}
		break;
	case VALUE_FMA:
		LANES(fmaf(a[i], b[i], c[i]));
	case VALUE_ABS:
		LANES(fabsf(a[i]));
	case VALUE_SQRT:
		LANES(sqrtf(a[i]));
	case VALUE_FLOOR:
		LANES(floorf(a[i]));
	case VALUE_CEIL:
		LANES(ceilf(a[i]));
	case VALUE_NEAREST:
		LANES(opgen_nearestf(a[i]));
	case VALUE_REMAINDER:
		LANES(fmodf(a[i], b[i]));
	case VALUE_ROUND:
		LANES(v->n == DTYPE_FLOAT16
				? opgen_float16_to_float(opgen_float_to_float16(a[i]))
				: opgen_bfloat16_to_float(opgen_float_to_bfloat16(a[i])));
	case VALUE_ROOT:
		LANES(opgen_rootf(a[i], v->n));
	case VALUE_ELEMENTARY:
		LANES(elementaryf((enum elementary)v->n, a[i], b[i]));
	case VALUE_POWER:
		LANES((float)opgen_pow((double)a[i], v->number));
	default:
		assert(false && "an operation on numbers");
	}
}

static void
wide(const struct value *v, const double *a, const double *b, const double *c, double *to)
{
	int n = v->type.lanes;

	switch (v->kind) {
	case VALUE_ADD:
		LANES(a[i] + b[i]);
	case VALUE_SUBTRACT:
		LANES(a[i] - b[i]);
	case VALUE_MULTIPLY:
		LANES(a[i] * b[i]);
	case VALUE_DIVIDE:
		LANES(a[i] / b[i]);
	case VALUE_MULADD:
		for (int i = 0; i < n; i++) {
			double product = a[i] * b[i];

			to[i] = product + c[i];
		}
		break;
	case VALUE_FMA:
		LANES(fma(a[i], b[i], c[i]));
	case VALUE_ABS:
		LANES(fabs(a[i]));
	case VALUE_SQRT:
		LANES(sqrt(a[i]));
	case VALUE_FLOOR:
		LANES(floor(a[i]));
	case VALUE_CEIL:
		LANES(ceil(a[i]));
	case VALUE_NEAREST:
		LANES(opgen_nearest(a[i]));
	case VALUE_REMAINDER:
		LANES(fmod(a[i], b[i]));
	case VALUE_ROOT:
		LANES(opgen_root(a[i], v->n));
	case VALUE_ELEMENTARY:
		LANES(elementary((enum elementary)v->n, a[i], b[i]));
	case VALUE_POWER:
		LANES(opgen_pow(a[i], v->number));
	default:
		assert(false && "an operation on numbers");
	}
}

#undef LANES

/* A lane as an integer. */
static int64_t
integer(const struct lanes *from, size_t at, size_t size)
{
	int64_t number = 0;

	/* Assumes a little-endian machine. */
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

static bool
is_nan(enum dtype dtype, const struct lanes *a, int i)
{
	if (dtype_info[dtype].kind != KIND_FLOAT)
		return false;
	return dtype == DTYPE_FLOAT64 ? isnan(a->u.f64[i]) : isnan(a->u.f32[i]);
}

/* Whether the result is the first of two values. */
static bool
takes_first(const struct value *v, const struct lanes *const *a, int i)
{
	enum dtype dtype = v->a[0]->type.dtype;

	if (v->kind == VALUE_NAN_OR)
		return is_nan(dtype, a[0], i);
	if (v->kind == VALUE_EQUAL)
		return !is_nan(dtype, a[0], i) && !is_nan(dtype, a[1], i) &&
		       !is_greater(dtype, a[0], a[1], i) &&
		       !is_greater(dtype, a[1], a[0], i);
	return v->kind == VALUE_MIN ? is_greater(dtype, a[1], a[0], i)
				    : is_greater(dtype, a[0], a[1], i);
}

/* A number converted to an integer by the runtime. */
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

/* A lane of VALUE_CONVERT. */
static void
convert(const struct value *v, const struct lanes *a, int i, struct lanes *to)
{
	enum dtype from = v->a[0]->type.dtype;
	size_t size = dtype_info[from].size, to_size = dtype_info[v->type.dtype].size;
	size_t at = (size_t)i * size;
	bool is_signed = dtype_info[from].kind == KIND_SIGNED;
	int64_t whole = 0;
	uint64_t bits = 0;
	double x;

	memcpy(&bits, a->u.bytes + at, size);
	whole = is_signed ? integer(a, at, size) : (int64_t)bits;
	x = is_signed ? (double)whole : (double)bits;
	if (dtype_info[from].kind == KIND_FLOAT)
		x = from == DTYPE_FLOAT64 ? a->u.f64[i] : (double)a->u.f32[i];
	if (v->type.dtype == DTYPE_FLOAT64) {
		to->u.f64[i] = x;
	} else if (v->type.dtype == DTYPE_FLOAT32) {
		to->u.f32[i] = dtype_info[from].kind == KIND_FLOAT ? (float)x
			       : is_signed                         ? (float)whole
								   : (float)bits;
	} else {
		if (dtype_info[from].kind == KIND_FLOAT || v->type.dtype == DTYPE_BOOL)
			whole = truncated(v->type.dtype, x);
		/* A smaller type has the same lowest bytes. */
		memcpy(to->u.bytes + (size_t)i * to_size, &whole, to_size);
	}
}

/* A quotient of integers, like the runtime's opgen_divide_int32 and its kin. */
static uint64_t
quotient(bool is_signed, int64_t a, int64_t b)
{
	if (!b)
		return 0;
	if (!is_signed)
		return (uint64_t)a / (uint64_t)b;
	return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t
compute_bits(enum value_kind kind, uint64_t x, uint64_t y, size_t bits)
{
	switch (kind) {
	case VALUE_AND:
		return x & y;
	case VALUE_OR:
		return x | y;
	case VALUE_XOR:
		return x ^ y;
	case VALUE_SHIFT_LEFT:
		return y < bits ? x << y : 0;
	default:
		assert(kind == VALUE_SHIFT_RIGHT);
		return y < bits ? x >> y : 0;
	}
}

/* A lane of integers, which wraps around. */
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
	case VALUE_DIVIDE:
		result = quotient(is_signed, (int64_t)x, (int64_t)y);
		break;
	case VALUE_REMAINDER:
		result = y ? x - quotient(is_signed, (int64_t)x, (int64_t)y) * y : 0;
		break;
	default:
		result = compute_bits(v->kind, x, y, 8 * size);
		break;
	}
	memcpy(to->u.bytes + at, &result, size);
}

/* The lane of two vectors that an interleaving puts into lane i. */
static int
interleaved(const struct value *v, int i)
{
	int part = 16 / (int)dtype_info[v->type.dtype].size;
	int from = i / part * part + i % part / 2;

	if (v->kind == VALUE_HIGH)
		from += part / 2;
	return i % 2 ? v->type.lanes + from : from;
}

/* Most are those of a float. */
static inline void
copy_bytes(unsigned char *to, const unsigned char *from, size_t size)
{
	if (size == sizeof(float))
		memcpy(to, from, sizeof(float));
	else
		memcpy(to, from, size);
}

void
lanes_narrow(unsigned char *to, enum dtype memory, const struct lanes *from, int n,
	struct code_type type)
{
	uint16_t half;

	if (!access_converts(memory, type.dtype)) {
		copy_bytes(to, from->u.bytes, (size_t)n * dtype_info[type.dtype].size);
		return;
	}
	for (int i = 0; i < n; i++) {
		half = memory == DTYPE_FLOAT16 ? opgen_float_to_float16(from->u.f32[i])
					       : opgen_float_to_bfloat16(from->u.f32[i]);
		memcpy(to + (size_t)i * sizeof half, &half, sizeof half);
	}
}

/* Element i of integers, as one of so many bytes. Assumes a little-endian machine. */
static void
widen_integer(unsigned char *to, size_t size, const unsigned char *from, int i,
	enum dtype memory)
{
	size_t narrow = dtype_info[memory].size;
	int unused = 64 - 8 * (int)narrow;
	uint64_t bits = 0;

	memcpy(&bits, from + (size_t)i * narrow, narrow);
	if (dtype_info[memory].kind == KIND_SIGNED)
		bits = (uint64_t)((int64_t)(bits << unused) >> unused);
	memcpy(to, &bits, size);
}

void
lanes_widen(struct lanes *to, int lane, int n, struct code_type type,
	const unsigned char *from, enum dtype memory)
{
	size_t size = dtype_info[type.dtype].size;
	unsigned char *at = to->u.bytes + (size_t)lane * size;
	uint16_t half;

	if (!access_converts(memory, type.dtype)) {
		copy_bytes(at, from, (size_t)n * size);
		return;
	}
	if (dtype_info[memory].kind != KIND_HALF) {
		for (int i = 0; i < n; i++)
			widen_integer(at + (size_t)i * size, size, from, i, memory);
		return;
	}
	for (int i = 0; i < n; i++) {
		memcpy(&half, from + (size_t)i * sizeof half, sizeof half);
		to->u.f32[lane + i] = memory == DTYPE_FLOAT16
					      ? opgen_float16_to_float(half)
					      : opgen_bfloat16_to_float(half);
	}
}

void
lanes_number(const struct value *v, struct lanes *to)
{
	memset(to, 0, sizeof *to);
	if (v->type.dtype == DTYPE_FLOAT64)
		to->u.f64[0] = v->number;
	else if (v->type.dtype == DTYPE_FLOAT32)
		to->u.f32[0] = (float)v->number;
	else
		/* A smaller type has the same lowest bytes. */
		to->u.i64[0] = (int64_t)v->number;
}

void
lanes_compute(
	const struct value *v, const struct lanes *const a[static 3], struct lanes *to)
{
	if (v->kind == VALUE_CONVERT)
		for (int i = 0; i < v->type.lanes; i++)
			convert(v, a[0], i, to);
	else if (v->type.dtype == DTYPE_FLOAT32)
		single(v, a[0]->u.f32, a[1]->u.f32, a[2]->u.f32, to->u.f32);
	else if (v->type.dtype == DTYPE_FLOAT64)
		wide(v, a[0]->u.f64, a[1]->u.f64, a[2]->u.f64, to->u.f64);
	else
		for (int i = 0; i < v->type.lanes; i++)
			compute_integer(v, a[0], a[1], i, to);
}

void
lanes_choose(
	const struct value *v, const struct lanes *const a[static 4], struct lanes *to)
{
	int other = value_operands(v) - 2;
	size_t size = dtype_info[v->type.dtype].size;

	for (int i = 0; i < v->type.lanes; i++)
		memcpy(to->u.bytes + (size_t)i * size,
			a[other + !takes_first(v, a, i)]->u.bytes + (size_t)i * size,
			size);
}

void
lanes_shuffle(
	const struct value *v, const struct lanes *const a[static 2], struct lanes *to)
{
	size_t size = dtype_info[v->type.dtype].size;

	for (int i = 0; i < v->type.lanes; i++) {
		int lane = names_lanes(v) ? v->lane[i] : interleaved(v, i);
		const struct lanes *from = a[lane >= v->type.lanes];

		memcpy(to->u.bytes + (size_t)i * size,
			from->u.bytes + (size_t)(lane % v->type.lanes) * size, size);
	}
}

void
lanes_repeat(struct code_type type, struct lanes *to)
{
	size_t size = dtype_info[type.dtype].size;

	for (int i = 1; i < type.lanes; i++)
		memcpy(to->u.bytes + (size_t)i * size, to->u.bytes, size);
}

size_t
lanes_size(struct code_type type)
{
	return dtype_info[type.dtype].size * (size_t)type.lanes;
}

size_t
lanes_memory_size(enum dtype memory, struct code_type type)
{
	return dtype_info[access_converts(memory, type.dtype) ? memory : type.dtype].size;
}
