#include "import/compute.h"

#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "ops/op.h"
#include "ops/plan_node.h"
#include "plan/plan.h"
#include "plan/reference.h"

/* Whether all operands of a plan are constants, and its outputs few bytes. */
static bool
is_computed(const struct plan *plan)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < plan->noperand; i++)
		if (!plan->operand[i].constant)
			return false;
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		const struct operand *o = plan_output(plan, i);

		if (o->nelement > COMPUTED_BYTES)
			return false;
		bytes += o->nelement * (int64_t)dtype_info[o->dtype].size;
	}
	return bytes <= COMPUTED_BYTES;
}

static void
run(const struct plan *plan, struct computed *output, struct arena *arena)
{
	void *element[MOST_OUTPUTS];

	for (size_t i = 0; i < plan_noutput(plan); i++) {
		const struct operand *o = plan_output(plan, i);

		element[i] = arena_alloc(
			arena, (size_t)o->nelement * dtype_info[o->dtype].size);
		output[i] = (struct computed){.dtype = o->dtype,
			.rank = (size_t)o->rank,
			.elements = element[i]};
		memcpy(output[i].extent, o->shape, sizeof o->shape);
	}
	reference_run(plan, NUMERICS_STRICT, NULL, element);
}

static size_t
compute(void *context, size_t node, struct computed *output, size_t most,
	struct arena *arena)
{
	const struct candidates *candidates = context;
	const struct model_node *from = &candidates->model->node[node];
	struct candidate candidate = {
		.index = node, .op = node_op(from), .name = "computed"};
	struct arena own = {0};
	struct first_error error;
	struct source *source = first_error_begin(&error, &own);
	struct import import;
	struct plan plan = {0};
	struct spec spec;
	size_t n = 0;

	if (!candidate.op)
		return 0;
	candidate.version =
		op_version(candidate.op, candidate.op->has_opset ? from->opset : LATEST);
	import = import_begin(&spec, candidates, 1, CONSTANTS_KNOWN, &own);
	if (import_node(&import, &candidate, source) &&
		plan_node(&spec, spec.node, &plan, source, &own) && is_computed(&plan) &&
		plan_noutput(&plan) <= most) {
		n = plan_noutput(&plan);
		run(&plan, output, arena);
	}
	arena_free(&own);
	return n;
}

struct computer
import_computer(struct candidates *candidates)
{
	return (struct computer){compute, candidates};
}
