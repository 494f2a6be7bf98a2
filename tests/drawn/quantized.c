#include "drawn/quantized.h"

#include <string.h>

#include "base/arena.h"

bool
draws_quantized(const struct op *op)
{
	static const struct op *const all[] = {&op_conv_integer, &op_matmul_integer};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (op == all[i])
			return true;
	return false;
}

static enum dtype
draw_byte(struct drawn *d)
{
	return draw_chance(d, 50) ? DTYPE_INT8 : DTYPE_UINT8;
}

/* A zero point has the type of its tensor, with whose name its own begins. */
static void
add_zero(struct drawn *d, const struct input_rule *rule, int64_t channels)
{
	bool of_weights = rule->name[0] == 'w' || rule->name[0] == 'b';
	struct tensor *tensor =
		drawn_input(d, rule->name, &channels, of_weights && draw_chance(d, 30));

	if (of_weights)
		tensor->dtype = d->tensor[1].dtype;
	if (draw_chance(d, 75))
		drawn_constant(d, tensor);
}

void
draw_quantized_rest(struct drawn *d, int64_t channels)
{
	d->tensor[1].dtype = draw_byte(d);
	if (d->tensor[1].constant)
		drawn_constant(d, &d->tensor[1]);
	for (const struct input_rule *rule = d->op->input + 2; rule->name; rule++)
		if (!rule->optional || draw_chance(d, 60))
			add_zero(d, rule, channels);
}
