#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/equation.h"

void
infer_einsum(struct step *step)
{
	struct bytes text = step_word(step, "equation", "");
	struct equation equation;
	struct dims dims;

	equation_begin(&equation, text.text, text.size);
	for (size_t i = 0; i < step->node->ninput; i++) {
		if (!step_dims(step, i, &dims))
			return;
		step->failed = step->failed || !equation_take_input(&equation, &dims);
		if (step->failed)
			return;
	}
	step->failed = !equation_take_output(&equation);
	equation_dims(&equation, &equation.output, &dims);
	step_set(step, 0, &dims);
}
