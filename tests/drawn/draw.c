#include "drawn/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "network/in_place.h"
#include "opgen_runtime.h"
#include "ops/check.h"
#include "ops/common/expansion.h"
#include "ops/common/layouts.h"
#include "schedule/kernel_choice.h"
#include "support/random.h"
#include "support/sample.h"

int64_t
draw_below(struct drawn *d, int64_t n)
{
	return (int64_t)((next_random(&d->state) >> 16) % (uint64_t)n);
}

bool
draw_chance(struct drawn *d, int percent)
{
	return draw_below(d, 100) < percent;
}

int64_t
draw_between(struct drawn *d, int64_t least, int64_t most)
{
	return least + draw_below(d, most - least + 1);
}

int64_t
draw_extent(struct drawn *d, int64_t most)
{
	int64_t extent, limit = most < d->left ? most : d->left;

	switch (draw_below(d, 4)) {
	case 0:
		extent = 1;
		break;
	case 1:
		extent = draw_between(d, 1, 5);
		break;
	case 2: /* vectors have 2 to 16 lanes */
		extent = (INT64_C(2) << draw_below(d, 4)) * draw_between(d, 1, 4) +
			 draw_between(d, -1, 1);
		break;
	default:
		extent = draw_between(d, 1, limit > 1 ? limit : 1);
		break;
	}
	if (extent > limit)
		extent = limit > 1 ? limit : 1;
	d->left /= extent;
	return extent;
}

void
draw_extents(struct drawn *d, struct extent *extent, size_t n)
{
	for (; n > 0; n--) {
		size_t i = (size_t)draw_below(d, (int64_t)n);

		*extent[i].to = draw_extent(d, extent[i].most);
		extent[i] = extent[n - 1];
	}
}

struct tensor *
drawn_input(struct drawn *d, const char *name, const int64_t *shape, int rank)
{
	struct tensor *tensor = &d->tensor[d->node.ninput];

	*tensor = (struct tensor){.rank = rank, .nelement = 1};
	for (int i = 0; i < rank; i++) {
		tensor->shape[i] = shape[i];
		tensor->nelement *= shape[i];
	}
	d->input[d->node.ninput] =
		(struct input){.name = name, .part = NO_PART, .tensor = d->node.ninput};
	d->node.ninput++;
	d->spec.ntensor = d->node.ninput;
	return tensor;
}

/* A number as an element of a type, of integers or of floating-point numbers. */
static void
store_number(enum dtype dtype, int64_t value, unsigned char *to)
{
	size_t size = dtype_info[dtype].size;
	const uint8_t i8 = (uint8_t)value;
	const uint16_t i16 = (uint16_t)value;
	const uint32_t i32 = (uint32_t)value;
	const float f32 = (float)value;
	const double f64 = (double)value;
	const opgen_float16 f16 = opgen_float_to_float16(f32);
	const opgen_bfloat16 b16 = opgen_float_to_bfloat16(f32);

	memcpy(to,
		dtype == DTYPE_FLOAT16    ? (const void *)&f16
		: dtype == DTYPE_BFLOAT16 ? (const void *)&b16
		: dtype == DTYPE_FLOAT32  ? (const void *)&f32
		: dtype == DTYPE_FLOAT64  ? (const void *)&f64
		: size == 1               ? (const void *)&i8
		: size == 2               ? (const void *)&i16
		: size == 4               ? (const void *)&i32
					  : (const void *)&value,
		size);
}

void
drawn_reals(struct drawn *d, const char *name, const double *value, int n)
{
	float *copy = arena_array(d->arena, float, n);
	double *floats = arena_array(d->arena, double, n);
	struct attribute *a;
	struct tensor *tensor;

	for (int i = 0; i < n; i++) {
		copy[i] = (float)value[i];
		floats[i] = value[i];
	}
	if (drawn_has(d, name)) {
		a = &d->attribute[d->node.nattribute++];
		*a = (struct attribute){.name = name,
			.type = ATTRIBUTE_FLOATS,
			.floats = floats,
			.nfloat = (size_t)n};
		return;
	}
	tensor = drawn_input(d, name, (int64_t[]){n}, 1);
	tensor->dtype = DTYPE_FLOAT32;
	tensor->constant = copy;
}

void
drawn_integers(struct drawn *d, const char *name, const int64_t *shape, int rank,
	const int64_t *value)
{
	static const enum dtype any[] = {DTYPE_INT64, DTYPE_INT32, DTYPE_INT8,
		DTYPE_INT16, DTYPE_UINT8, DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64};
	struct tensor *tensor = drawn_input(d, name, shape, rank);
	const int64_t kinds[] = {[OWN_INTEGER] = sizeof any / sizeof *any,
		[OWN_INDEX] = 2,
		[OWN_INT64] = 1};
	const struct input_rule *rule = op_named_input(d->op, d->version, name);
	enum own_dtype own = rule->own_dtype;
	unsigned char *to;

	tensor->dtype = !own          ? d->node.dtype
			: rule->dtype ? rule->dtype->dtype
				      : any[draw_below(d, kinds[own])];
	to = arena_alloc(
		d->arena, (size_t)tensor->nelement * dtype_info[tensor->dtype].size + 1);
	tensor->constant = to;
	for (int64_t i = 0; i < tensor->nelement; i++)
		store_number(tensor->dtype, value[i],
			to + (size_t)i * dtype_info[tensor->dtype].size);
}

bool
drawn_has(const struct drawn *d, const char *name)
{
	for (const struct attribute_rule *rule = d->op->attribute; rule->name; rule++)
		if (!strcmp(rule->name, name) && rule->since <= d->version &&
			d->version <= rule->until)
			return true;
	return false;
}

static bool
is_required(const struct drawn *d, const char *name)
{
	for (const struct attribute_rule *rule = d->op->attribute; rule->name; rule++)
		if (!strcmp(rule->name, name) && rule->required)
			return true;
	return false;
}

static struct attribute *
add_attribute(
	struct drawn *d, const char *name, enum attribute_type type, bool is_initial)
{
	struct attribute *a = &d->attribute[d->node.nattribute];

	if (!drawn_has(d, name) ||
		(is_initial && !is_required(d, name) && draw_chance(d, 70)))
		return NULL;
	d->node.nattribute++;
	*a = (struct attribute){.name = name, .type = type};
	return a;
}

void
drawn_int(struct drawn *d, const char *name, int64_t value, int64_t initial)
{
	struct attribute *a = add_attribute(d, name, ATTRIBUTE_INT, value == initial);

	if (a)
		a->i = value;
}

void
drawn_float(struct drawn *d, const char *name, double value)
{
	struct attribute *a = add_attribute(d, name, ATTRIBUTE_FLOAT, false);

	if (a)
		a->f = value;
}

void
drawn_string(struct drawn *d, const char *name, const char *value, const char *initial)
{
	struct attribute *a =
		add_attribute(d, name, ATTRIBUTE_STRING, !strcmp(value, initial));

	if (a)
		a->s = value;
}

void
drawn_strings(struct drawn *d, const char *name, const char *const *value, int n)
{
	struct attribute *a = add_attribute(d, name, ATTRIBUTE_STRINGS, false);

	if (!a)
		return;
	a->strings = value;
	a->nstring = (size_t)n;
}

void
drawn_ints(
	struct drawn *d, const char *name, const int64_t *value, int n, int64_t initial)
{
	int64_t *copy = arena_array(d->arena, int64_t, n);
	bool is_initial = true;
	struct attribute *a;

	for (int i = 0; i < n; i++) {
		copy[i] = value[i];
		is_initial &= value[i] == initial;
	}
	a = add_attribute(d, name, ATTRIBUTE_INTS, is_initial);
	if (!a)
		return;
	a->ints = copy;
	a->nint = (size_t)n;
}

void
drawn_outputs(struct drawn *d, int percent)
{
	const struct output_rule *rule = d->op->output;
	const char **name = arena_array(d->arena, const char *, MOST_OUTPUTS);
	bool asks = false;

	for (; rule->name && output_in_version(rule, d->version); rule++) {
		if (rule->optional && !draw_chance(d, percent))
			continue;
		asks |= rule->optional;
		name[d->node.noutput++] = rule->name;
	}
	d->node.output = name;
	/* Else those are meant that are not optional. */
	if (!asks)
		d->node.noutput = 0;
}

static bool
is_one_of(const struct op *op, const struct op *const *all)
{
	while (*all && *all != op)
		all++;
	return *all;
}

/* Whether an operation has an attribute in any version. */
static bool
has_in_some_version(const struct op *op, const char *name)
{
	for (const struct attribute_rule *rule = op->attribute; rule->name; rule++)
		if (!strcmp(rule->name, name))
			return true;
	return false;
}

/* Whether it is of a kind, by what those of a kind have in common. */
static bool
is_of_kind(const struct op *op, enum plan_kind kind)
{
	static const struct op *const products[] = {&op_gemm, &op_matmul,
		&op_matmul_integer, &op_qlinear_matmul, &op_qgemm, &op_conv_transpose,
		NULL};
	static const struct op *const windows[] = {
		&op_conv_integer, &op_qlinear_conv, &op_microsoft_qlinear_conv, NULL};
	static const struct op *const samples[] = {&op_resize, &op_upsample, NULL};
	bool resizes = is_one_of(op, samples);

	if (kind == PLAN_SAMPLE || resizes)
		return resizes && (kind == PLAN_SAMPLE || kind == PLAN_MOVE);
	if (op->step)
		return kind == PLAN_POINTWISE;
	if (is_one_of(op, products))
		return kind == PLAN_PRODUCT;
	if (drawn_has_rows(op) || has_in_some_version(op, "keepdims"))
		return kind == PLAN_REDUCE;
	if (is_one_of(op, windows) || !strcmp(op->input[0].name, "X") ||
		has_in_some_version(op, "pads_begin") ||
		has_in_some_version(op, "padding"))
		return kind == PLAN_WINDOW;
	return kind == PLAN_MOVE;
}

/* How often a kind is drawn, of a hundred times. What has many designs is drawn often;
   what has many operations, so often that each has its turn. */
static enum plan_kind
draw_kind(struct drawn *d)
{
	static const int percent[] = {[PLAN_WINDOW] = 48,
		[PLAN_PRODUCT] = 17,
		[PLAN_REDUCE] = 9,
		[PLAN_POINTWISE] = 15,
		[PLAN_MOVE] = 8,
		[PLAN_SAMPLE] = 3};
	int64_t left = draw_below(d, 100);
	int kind = 0;

	for (; left >= percent[kind]; kind++)
		left -= percent[kind];
	return (enum plan_kind)kind;
}

/* Any operation of the kind, but none that means what one of ONNX's does: that one is
   drawn. Most designs are for Conv. */
static const struct op *
draw_op(struct drawn *d)
{
	const struct op *op = &op_conv;

	if (d->kind == PLAN_WINDOW && draw_chance(d, 35))
		return op;
	do
		op = op_table[draw_below(d, (int64_t)nop)];
	while (op->as || !is_of_kind(op, d->kind));
	return op;
}

/* A version, and an operator set that means it. */
static void
draw_version(struct drawn *d)
{
	const int *version = d->op->version;
	int n = 0, newest = domain_find(d->op->domain)->newest_opset, i;

	while (version[n])
		n++;
	i = (int)draw_below(d, n);
	d->version = version[i];
	d->node.has_opset = d->op->has_opset && (i < n - 1 || draw_chance(d, 70));
	d->node.opset = draw_between(d, version[i],
		i < n - 1          ? version[i + 1] - 1
		: d->op->has_opset ? newest
				   : 1);
}

static void
draw_dtype(struct drawn *d)
{
	const struct dtype_rule *rule = d->op->dtype;
	int64_t n = 0;

	while (rule[n].dtype)
		n++;
	rule += draw_chance(d, 40) ? 0 : draw_below(d, n);
	/* Every version has the first one, float32. */
	d->node.dtype = rule->since <= d->version ? rule->dtype : d->op->dtype->dtype;
	if (d->kind == PLAN_SAMPLE && dtype_info[d->node.dtype].kind == KIND_COMPLEX)
		d->node.dtype = DTYPE_FLOAT32;
}

/* Often a design by name, which has the target and the numerics that it needs. */
static void
draw_settings(struct drawn *d)
{
	static const enum numerics numerics[] = {NUMERICS_STRICT, NUMERICS_STRICT,
		NUMERICS_STRICT, NUMERICS_FMA, NUMERICS_FMA, NUMERICS_FMA, NUMERICS_FAST,
		NUMERICS_FAST4};
	struct settings *s = &d->settings;
	int64_t t = draw_below(d, (int64_t)ntarget);

	s->numerics = numerics[draw_below(d, sizeof numerics / sizeof *numerics)];
	s->has_unroll = draw_chance(d, 50);
	if (s->has_unroll)
		s->unroll = (enum unroll)draw_below(d, UNROLL_SMALL + 1);
	if (draw_chance(d, 65)) {
		do
			s->kernel = kernel_table[draw_below(d, (int64_t)nkernel)];
		while (s->kernel->kind != d->kind);
		while (s->kernel->vectors && !target_table[t].attribute)
			t = draw_below(d, (int64_t)ntarget);
		if (s->kernel->fast)
			s->numerics = draw_chance(d, 50) ? NUMERICS_FAST : NUMERICS_FAST4;
	}
	s->targets = (struct target_list){{&target_table[t]}, 1};
	if (draw_chance(d, 30))
		s->parts = (size_t)draw_between(d, 1, 9);
}

void
drawn_make(struct drawn *d, uint64_t number, struct arena *arena)
{
	/* Spreads numbers that follow each other; the state must not be 0. */
	*d = (struct drawn){
		.state = (number + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1, .arena = arena};
	for (int i = 0; i < 4; i++)
		next_random(&d->state);
	d->kind = draw_kind(d);
	d->op = draw_op(d);
	draw_settings(d);
	draw_version(d);
	draw_dtype(d);
	d->node.name = arena_format(arena, "drawn_%" PRIu64, number);
	d->node.op = d->op->name;
	d->node.domain = d->op->domain;
	d->node.input = d->input;
	d->node.attribute = d->attribute;
	d->spec = (struct spec){.node = &d->node, .nnode = 1, .tensor = d->tensor};
	d->mixture = draw_chance(d, 20) ? MIXTURE_ANY : MIXTURE_FINITE;
	/* Such results are compared by how far they are off. */
	if (numerics_tile(d->settings.numerics))
		d->mixture = MIXTURE_NEAR_ONE;
	d->left = INT64_C(8) << draw_below(d, 12);
	/* Some designs cut what is large in other ways. */
	if (!draw_below(d, 400))
		d->left = LARGE;
	switch (d->kind) {
	case PLAN_WINDOW:
		draw_window(d);
		break;
	case PLAN_MOVE:
	case PLAN_SAMPLE:
		draw_move(d);
		break;
	case PLAN_POINTWISE:
		draw_pointwise(d);
		break;
	case PLAN_PRODUCT:
		draw_product(d);
		break;
	case PLAN_REDUCE:
		draw_reduce(d);
		break;
	case PLAN_PICK:
	case PLAN_SERIES:
	case PLAN_NETWORK:
		break;
	}
}

/* Often computes the output over one of the operands that allow that. What a network
   computes is not cut into parts. */
static void
draw_in_place(struct drawn *d, struct plan *plan)
{
	size_t n = plan->noperand, i;

	if (!n || plan->nmore || !plan->dst.nelement || d->settings.parts ||
		draw_chance(d, 30))
		return;
	i = (size_t)draw_below(d, (int64_t)n);
	for (size_t end = i + n; i < end && !plan->over; i++)
		if (network_may_be_over(plan, i % n))
			plan->over = &plan->operand[i % n];
}

bool
drawn_plan(struct drawn *d, struct plan *plan, struct source *source)
{
	struct operation *operation = arena_new(d->arena, struct operation);

	if (!check_node(&d->spec, &d->node, operation, source, d->arena) ||
		!operation_plan(operation, plan, source, d->arena) ||
		!layouts_apply(plan, &d->spec, operation, source, d->arena))
		return false;
	if (plan->kind == PLAN_WINDOW || plan->kind == PLAN_PRODUCT) {
		draw_integers(d, plan);
		draw_epilogue(d, plan);
	}
	if (plan->kind == PLAN_WINDOW)
		draw_prologue(d, plan);
	draw_in_place(d, plan);
	return true;
}

bool
drawn_plan_step(struct drawn *d, struct plan *plan, struct source *source)
{
	return drawn_plan(d, plan, source) && plan->kind != PLAN_SERIES;
}

uint64_t
drawn_first(void)
{
	return (uint64_t)sample_seed("draws the same nodes") << 20;
}
