#include "infer/order.h"

#include "base/arena.h"
#include "model/model.h"

/* A walk, without recursion, from a node to those that make its inputs. */
struct walk {
	const struct model *model;
	bool *entered;      /* for each node: whether it is on the path, or already in the
			       order */
	size_t *next_input; /* for each node: the next input to visit */
	size_t *path;       /* the nodes from the start of the walk */
	size_t npath;
	size_t *order;
	size_t norder;
};

static void
enter(struct walk *walk, size_t node)
{
	walk->entered[node] = true;
	walk->path[walk->npath++] = node;
}

/* Enters the next node that makes an input of this one; false when there is none. */
static bool
enter_next(struct walk *walk, size_t index)
{
	const struct model_node *node = &walk->model->node[index];

	while (walk->next_input[index] < node->ninput) {
		int64_t input = node->input[walk->next_input[index]++];
		int64_t producer =
			input == NO_VALUE ? NO_NODE : walk->model->value[input].producer;

		if (producer == NO_NODE || walk->entered[producer])
			continue;
		enter(walk, (size_t)producer);
		return true;
	}
	return false;
}

const size_t *
room_order(const struct model *model, struct arena *arena)
{
	struct arena own = {0}; /* the walk's */
	struct walk walk = {
		.model = model,
		.entered = arena_array(&own, bool, model->nnode),
		.next_input = arena_array(&own, size_t, model->nnode),
		.path = arena_array(&own, size_t, model->nnode),
		.order = arena_array(arena, size_t, model->nnode),
	};

	for (size_t i = 0; i < model->nnode; i++) {
		if (walk.entered[i])
			continue;
		enter(&walk, i);
		while (walk.npath) {
			size_t last = walk.path[walk.npath - 1];

			if (enter_next(&walk, last))
				continue;
			walk.npath--;
			walk.order[walk.norder++] = last;
		}
	}
	arena_free(&own);
	return walk.order;
}
