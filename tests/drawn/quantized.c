#include "drawn/quantized.h"

#include <string.h>

#include "base/arena.h"

bool
draws_quantized(const struct op *op)
{
	static const struct op *const all[] = {&op_conv_integer, &op_matmul_integer,
		&op_qlinear_conv, &op_microsoft_qlinear_conv, &op_qlinear_matmul,
		&op_qgemm};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (op == all[i])
			return true;
	return false;
}

const char *
drawn_second(const struct op *op)
{
	return op->input[strstr(op->input[1].name, "_scale") ? 3 : 1].name;
}

static enum dtype
draw_byte(struct drawn *d)
{
	return draw_chance(d, 50) ? DTYPE_INT8 : DTYPE_UINT8;
}

/* Whether an input belongs to the second operand, with whose name its own begins. */
static bool
is_of_weights(const struct input_rule *rule)
{
	return rule->name[0] == 'w' || rule->name[0] == 'b';
}

static void
add_zero(struct drawn *d, const struct input_rule *rule, struct tensor *tensor)
{
	if (rule->name[0] == 'y')
		tensor->dtype = draw_byte(d);
	if (is_of_weights(rule))
		tensor->dtype = d->tensor[1].dtype;
	if (draw_chance(d, 75))
		drawn_constant(d, tensor);
}

void
drawn_scale(struct drawn *d, struct tensor *tensor)
{
	float *number = arena_array(d->arena, float, tensor->nelement);

	tensor->dtype = DTYPE_FLOAT32;
	for (int64_t i = 0; i < tensor->nelement; i++)
		number[i] = (float)draw_between(d, 1, 4000) / 16384;
	if (draw_chance(d, 75))
		tensor->constant = number;
}

void
draw_quantized_rest(struct drawn *d, int64_t channels)
{
	struct tensor *weights = &d->tensor[1];

	weights->dtype = draw_byte(d);
	if (weights->constant)
		drawn_constant(d, weights);
	for (const struct input_rule *rule = d->op->input + 1; rule->name; rule++) {
		bool is_bias = rule->dtype && rule->dtype->dtype == DTYPE_INT32;
		bool several = is_of_weights(rule) && draw_chance(d, 30);
		struct tensor *tensor;

		if (rule->name == drawn_second(d->op) ||
			(rule->optional && draw_chance(d, 40)))
			continue;
		tensor = drawn_input(d, rule->name, &channels, several || is_bias);
		if (strstr(rule->name, "_scale"))
			drawn_scale(d, tensor);
		else if (!is_bias)
			add_zero(d, rule, tensor);
		else
			tensor->dtype = DTYPE_INT32;
	}
}

/* Adds a zero point, or a scale, of one element. */
static void
add_single(struct drawn *d, const struct input_rule *rule)
{
	const int64_t one = 1;
	struct tensor *tensor = drawn_input(d, rule->name, &one, draw_chance(d, 20));

	if (rule->own_dtype == OWN_FLOAT32)
		drawn_scale(d, tensor);
	else if (draw_chance(d, 75))
		drawn_constant(d, tensor);
}

const struct input_rule *
drawn_singles(struct drawn *d, const struct input_rule *rule)
{
	for (; rule->name; rule++) {
		if (rule->optional && draw_chance(d, 25))
			continue;
		if (!strstr(rule->name, "_scale") && !strstr(rule->name, "_zero_point"))
			break;
		add_single(d, rule);
	}
	return rule;
}
