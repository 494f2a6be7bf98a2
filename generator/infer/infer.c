#include "infer/infer.h"

#include "base/arena.h"
#include "infer/computer.h"
#include "infer/order.h"
#include "infer/room.h"
#include "infer/rule.h"
#include "infer/seed.h"
#include "infer/step.h"
#include "ops/op.h"

#define NEWEST_OPSET (INT64_C(1) << 30)

enum {
	MOST_COMPUTED = 16 /* outputs of a node that is computed */
};

/* The type that the tables of one of opgen's operations give its first output. */
static void
set_own_type(struct step *step)
{
	const struct op *op = rule_op(step->rule);

	if (op->output->dtype != DTYPE_NONE)
		step_set_dtype(step, 0, op->output->dtype);
	else if (!op->output->own_dtype)
		step_pass_type(step, 0, op_typed_input(op));
}

static void
set_type(struct step *step)
{
	switch (step->rule->dtype) {
	case RULE_INPUT_0:
		step_pass_type(step, 0, 0);
		break;
	case RULE_INPUT_1:
		step_pass_type(step, 0, 1);
		break;
	case RULE_INPUT_2:
		step_pass_type(step, 0, 2);
		break;
	case RULE_BOOL:
		step_set_dtype(step, 0, DTYPE_BOOL);
		break;
	case RULE_INT32:
		step_set_dtype(step, 0, DTYPE_INT32);
		break;
	case RULE_INT64:
		step_set_dtype(step, 0, DTYPE_INT64);
		break;
	case RULE_TABLES:
		set_own_type(step);
		break;
	case RULE_OWN:
		break;
	}
}

/* The upstream value because of which the node's outputs are unknown, or NO_VALUE. */
static int64_t
find_blame(const struct step *step)
{
	const struct shapes_room *room = step->room;

	if (!step->rule || step->failed)
		return NO_VALUE;
	for (size_t i = 0; i < step->node->ninput; i++) {
		int64_t input = step->node->input[i];

		if (input != NO_VALUE && !known_is_concrete(&room->known[input]))
			return room->fact[input].blame;
	}
	return step->lacking == NO_VALUE ? NO_VALUE : room->fact[step->lacking].blame;
}

static void
blame_outputs(const struct step *step)
{
	const struct shapes_room *room = step->room;
	int64_t blame = find_blame(step);

	for (size_t i = 0; i < step->node->noutput; i++) {
		int64_t output = step->node->output[i];

		if (output == NO_VALUE || room->known[output].conflict)
			continue;
		room->fact[output].failed = step->failed;
		if (blame != NO_VALUE)
			room->fact[output].blame = blame;
	}
}

/* Whether elements of a type are the same in all numerics if those of inputs are. */
static bool
is_exact(enum dtype dtype)
{
	return dtype_info[dtype].kind != KIND_FLOAT &&
	       dtype_info[dtype].kind != KIND_HALF &&
	       dtype_info[dtype].kind != KIND_COMPLEX;
}

/* Whether all inputs of a node are known, and not all of its outputs. constants: whether
   the inputs are constants. */
static bool
can_be_computed(const struct step *step, bool *constants)
{
	const struct known *known = step->room->known;
	const struct model_node *node = step->node;
	bool wanted = false;

	*constants = true;
	for (size_t i = 0; i < node->ninput; i++) {
		if (node->input[i] == NO_VALUE)
			continue;
		if (!known_has_elements(&known[node->input[i]]))
			return false;
		*constants &= known[node->input[i]].constant;
	}
	for (size_t i = 0; i < node->noutput; i++)
		wanted |= node->output[i] != NO_VALUE &&
			  !known_has_elements(&known[node->output[i]]);
	return wanted && !node->fault && !step->failed;
}

static void
compute_node(struct step *step, const struct computer *computer)
{
	struct computed output[MOST_COMPUTED];
	bool constants;
	size_t n;

	if (!can_be_computed(step, &constants))
		return;
	n = computer->compute(computer->context,
		(size_t)(step->node - step->room->model->node), output, MOST_COMPUTED,
		step->room->arena);
	for (size_t i = 0; i < n; i++)
		step_set_computed(
			step, i, &output[i], constants && is_exact(output[i].dtype));
}

static void
infer_node(struct shapes_room *room, const struct model_node *node,
	const struct computer *computer)
{
	bool has_opset = room->model->kind == MODEL_ONNX && node->opset;
	struct step step = {
		.room = room,
		.rule = node->fault ? NULL : rule_of(room->model->kind, node),
		.node = node,
		.opset = has_opset ? node->opset : NEWEST_OPSET,
		.lacking = NO_VALUE,
	};

	if (step.rule) {
		/* The type comes first: whether contents are tracked depends on it. */
		set_type(&step);
		step.rule->infer(&step);
	}
	if (computer)
		compute_node(&step, computer);
	blame_outputs(&step);
}

void
shapes_infer(struct shapes *shapes, const struct model *model,
	struct overrides *overrides, const struct computer *computer, struct arena *arena)
{
	struct shapes_room *room = arena_new(arena, struct shapes_room);
	const size_t *order = room_order(model, model->tables);

	room->model = model;
	room->arena = arena;
	room->known = arena_array(model->tables, struct known, model->nvalue);
	room->fact = arena_array(model->tables, struct fact, model->nvalue);
	*shapes = (struct shapes){.model = model, .known = room->known, .room = room};
	room_seed(shapes, overrides);
	for (size_t i = 0; i < model->nnode; i++)
		infer_node(room, &model->node[order[i]], computer);
}
