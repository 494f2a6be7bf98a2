#include "network/node.h"

#include <assert.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "network/network.h"
#include "ops/common/subnormal.h"
#include "ops/op.h"
#include "ops/plan_node.h"

/* op NULL: unknown. */
static int
version_of(const struct op *op, const struct node *node)
{
	return op ? op_version(op, node->has_opset ? node->opset : LATEST) : 0;
}

/* The element type of a node: that of the first input whose type the node's type
   determines. */
static enum dtype
find_dtype(const struct spec *spec, const struct node *node)
{
	const struct op *op = op_find(node->op, node->domain);
	int version = version_of(op, node);

	for (size_t i = 0; op && i < node->ninput; i++) {
		const struct input_rule *rule =
			op_named_input(op, version, node->input[i].name);

		if (rule && !input_has_own_dtype(rule))
			return spec->tensor[node->input[i].tensor].dtype;
	}
	return node->ninput ? spec->tensor[node->input[0].tensor].dtype : DTYPE_NONE;
}

/* Names the outputs of a node that have a tensor, so that the plan has them; those that
   the operation has not by the tensor, so that it is named when they are refused. */
static void
name_outputs(const struct spec *spec, struct node *node, struct arena *arena)
{
	const struct op *op = op_find(node->op, node->domain);
	int version = version_of(op, node), part;
	const char **name = arena_array(arena, const char *, node->nresult);
	size_t *result = arena_array(arena, size_t, node->nresult), n = 0;

	for (size_t i = 0; i < node->nresult; i++) {
		const struct output_rule *rule =
			op ? op_output(op, version, i, &part) : NULL;

		if (node->result[i] == NO_TENSOR)
			continue;
		name[i] = rule ? output_name(rule, part, arena)
			       : spec->tensor[node->result[i]].name;
		result[n++] = node->result[i];
	}
	node->output = name;
	node->noutput = node->nresult;
	node->result = result;
	node->nresult = n;
}

struct node *
network_complete(const struct spec *spec, size_t i, struct arena *arena)
{
	struct node *node = arena_copy(arena, &spec->node[i], 1, sizeof *node);

	node->dtype = find_dtype(spec, node);
	name_outputs(spec, node, arena);
	return node;
}

struct plan *
network_plan_again(const struct network *network, size_t i, struct arena *arena)
{
	const struct network_node *own = &network->node[i];
	const struct node *node = network_complete(&network->spec, own->origin, arena);
	struct plan *plan = arena_new(arena, struct plan);
	struct subnormal_told told = {0};
	struct first_error said; /* the first time */
	struct source *source = first_error_begin(&said, arena);
	bool right = plan_node(&network->spec, node, plan, source, arena);

	assert(right);
	(void)right;
	subnormal_weights(
		plan, node, numerics_tile(own->settings->numerics), &told, source, arena);
	return plan;
}

const struct plan *
network_plan(const struct network *network, size_t i, struct arena *arena)
{
	const struct plan *part = network->node[i].part;

	return part ? part : network_plan_again(network, i, arena);
}
