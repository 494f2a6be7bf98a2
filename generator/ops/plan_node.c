#include "ops/plan_node.h"

#include "base/extents.h"
#include "diag/source.h"
#include "ops/check.h"
#include "ops/common/expansion.h"
#include "ops/common/layouts.h"
#include "ops/operation.h"
#include "plan/plan.h"
#include "spec/spec.h"

/* Whether the output has the shape that the node's file declares, where it declares one.
 */
static bool
declared_holds(const struct plan *plan, const struct node *node, struct source *source,
	struct arena *arena)
{
	const struct tensor *declared = node->declared;
	bool holds = !declared || declared->rank == plan->dst.rank;

	for (int i = 0; holds && declared && i < declared->rank; i++)
		holds = declared->shape[i] < 0 ||
			declared->shape[i] == plan->dst.shape[i];
	if (!holds)
		source_error(source, node->where,
			"the output's shape is %s, but the file declares %s",
			extents_text(plan->dst.shape, (size_t)plan->dst.rank, arena),
			extents_text(declared->shape, (size_t)declared->rank, arena));
	return holds;
}

bool
plan_node(const struct spec *spec, const struct node *node, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct operation operation = {0};

	return check_node(spec, node, &operation, source, arena) &&
	       operation_plan(&operation, plan, source, arena) &&
	       declared_holds(plan, node, source, arena) &&
	       layouts_apply(plan, spec, &operation, source, arena);
}
