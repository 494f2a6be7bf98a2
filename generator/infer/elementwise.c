#include "infer/rules.h"

#include "infer/arithmetic.h"
#include "infer/attributes.h"

void
infer_same(struct step *step)
{
	struct dims dims;

	if (step_dims(step, (size_t)step->rule->detail, &dims))
		step_set(step, 0, &dims);
}

void
infer_identity(struct step *step)
{
	infer_same(step);
	step_pass_constant(step, 0, 0);
	step_pass_contents(step, 0, 0);
}

/* Output i is input i. */
void
infer_identities(struct step *step)
{
	struct dims dims;

	for (size_t i = 0; i < step->node->ninput; i++) {
		step_pass_type(step, i, i);
		if (!step_dims(step, i, &dims))
			continue;
		step_set(step, i, &dims);
		step_pass_constant(step, i, i);
		step_pass_contents(step, i, i);
	}
}

/* Output i is that of the branch taken: input 1 + i, or that after the outputs of
   then_branch (model/onnx/flatten.h). What both branches agree on holds anyway. */
void
infer_if(struct step *step)
{
	size_t n = step->node->noutput;
	bool has_branches = step->node->ninput == 1 + 2 * n;
	int64_t condition = 0;
	bool known = has_branches && step_scalar(step, 0, &condition);

	for (size_t i = 0; i < n && has_branches; i++) {
		size_t input = condition ? 1 + i : 1 + n + i;
		struct dims dims, other;
		bool has = step_dims(step, input, &dims);

		if (known || step_dtype(step, 1 + i) == step_dtype(step, 1 + n + i))
			step_pass_type(step, i, input);
		if (!has || (!known && (!step_dims(step, 1 + i, &other) ||
					       !dims_equal(&dims, &other))))
			continue;
		step_set(step, i, &dims);
		if (known) {
			step_pass_constant(step, i, input);
			step_pass_contents(step, i, input);
		}
	}
}

void
infer_dropout(struct step *step)
{
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	step_set(step, 0, &dims);
	step_set(step, 1, &dims);
	step_set_dtype(step, 1, DTYPE_BOOL);
}

void
infer_unary(struct step *step)
{
	const struct contents *contents = step_pass(step);
	struct contents result;

	if (!contents)
		return;
	compute_each((enum arithmetic)step->rule->detail, step_dtype(step, 0), contents,
		&result);
	step_set_contents(step, 0, &result);
}

/* Before ONNX's operator set 7 the second operand is fitted to the first. */
static bool
fits_second(const struct step *step)
{
	return step->opset < 7 && step->node->ninput == 2;
}

/* The shape of every so many-th input, of which there may be others between. */
static bool
broadcast_each(struct step *step, size_t n, size_t inc, struct dims *result)
{
	*result = (struct dims){.rank = 0};
	for (size_t i = 0; i < n; i += inc) {
		struct dims dims;

		if (!step_has(step, i))
			continue;
		if (!step_dims(step, i, &dims))
			return false;
		if (!dims_broadcast(result, &dims))
			step->failed = true;
	}
	return !step->failed;
}

static bool
broadcast_inputs(struct step *step, struct dims *result)
{
	return broadcast_each(step, step->node->ninput, 1, result);
}

/* Two tensors, each before its scale and zero point. */
void
infer_quantized_pair(struct step *step)
{
	struct dims dims;

	if (broadcast_each(step, 4, 3, &dims))
		step_set(step, 0, &dims);
}

void
infer_broadcast(struct step *step)
{
	const struct contents *a, *b;
	struct contents result;
	struct dims dims;

	if (fits_second(step) ? !step_dims(step, 0, &dims)
			      : !broadcast_inputs(step, &dims))
		return;
	step_set(step, 0, &dims);
	if (step->rule->detail == COMPUTE_NOTHING || step->node->ninput != 2)
		return;
	a = step_contents(step, 0);
	b = a ? step_contents(step, 1) : NULL;
	if (b && compute_pairs((enum arithmetic)step->rule->detail, step_dtype(step, 0),
			 a, b, &result))
		step_set_contents(step, 0, &result);
}

/* OpenVINO's older rule, "pdpd", is not followed. */
void
infer_openvino_broadcast(struct step *step)
{
	if (!bytes_are(step_word(step, "auto_broadcast", "numpy"), "pdpd"))
		infer_broadcast(step);
}

/* Element i of contents with one element, or with as many as needed. */
static bool
select_element(const struct contents *contents, size_t i, struct contents *result)
{
	return contents_add_from(result, contents, contents->count == 1 ? 0 : i);
}

void
infer_where(struct step *step)
{
	const struct contents *operand[3];
	struct contents result = {.count = 0};
	struct dims dims;
	size_t count = 1;

	if (!broadcast_inputs(step, &dims))
		return;
	step_set(step, 0, &dims);
	for (size_t i = 0; i < 3; i++) {
		operand[i] = step_contents(step, i);
		if (!operand[i] || (operand[i]->count != 1 && count != 1 &&
					   operand[i]->count != count))
			return;
		if (operand[i]->count != 1)
			count = operand[i]->count;
	}
	if (operand[0]->real || operand[1]->real != operand[2]->real)
		return;
	result.real = operand[1]->real;
	for (size_t i = 0; i < count; i++) {
		size_t at = operand[0]->count == 1 ? 0 : i;

		if (!content_is_known(operand[0], at))
			contents_add_unknown(&result);
		else
			select_element(operand[0]->number[at].i ? operand[1] : operand[2],
				i, &result);
	}
	step_set_contents(step, 0, &result);
}
