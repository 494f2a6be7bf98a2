#ifndef OPGEN_NETWORK_NETWORK_H
#define OPGEN_NETWORK_NETWORK_H

#include "kernels/design.h"
#include "plan/plan.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A graph as one function: its nodes planned one after the other, each a step that is a
   function of its own, and where the tensors between them lie. */

enum {
	WORKSPACE_ALIGNMENT = 64 /* bytes, of the workspace and of each tensor in it */
};

/* Where a tensor lies. */
enum home {
	HOME_CONSTANT, /* in the step that reads it */
	HOME_ARGUMENT, /* where the caller has it */
	HOME_WORKSPACE
};

struct network_tensor {
	struct operand operand; /* name: as C spells it; the file's for a constant */
	const char *title;      /* the file's name for it, or NULL */
	enum home home;
	/* Tensors of the same bytes, or of bytes of one of them, are one place: that one
	   stands for all. Of `offset` on it is said of that one alone. */
	size_t place;
	int64_t within, bytes; /* from where the place begins; of the tensor itself */
	int64_t offset;        /* in the workspace */
	bool made;             /* by a step */
	size_t first, last;    /* the steps that make it first and that read it last */
};

struct network_step {
	const struct node *node;
	size_t number;    /* of the node, in the spec */
	const char *name; /* of the node, or of what it makes; legal, no other step's */
	const struct plan *plan;
	struct settings settings;
	struct schedule *schedule; /* and those for the next targets */
	const size_t *input;       /* the tensors that the plan's operands are */
	const size_t *result;      /* those that it makes */
	size_t nresult;
	const char *why; /* a movement: why it is one; or NULL */
};

/* What becomes of a node of the spec. */
enum fate {
	FATE_REFUSED,
	FATE_STEP,   /* it is a step, or part of one: network->into */
	FATE_FOLDED, /* computed while generating */
	FATE_NO_CODE
};

struct network {
	const struct graph *graph;
	struct network_tensor *tensor; /* by their places in the spec's table */
	size_t ntensor;
	/* In the order in which they are computed; nodes that are no code are none. */
	struct network_step *step;
	size_t nstep;
	struct network_step *alone; /* each node of the spec, before it is joined to others;
				       no schedules */
	size_t nalone;
	enum fate *fate;   /* of each node of the spec */
	size_t *into;      /* the node whose step took it; its own number: none did */
	int64_t workspace; /* bytes */
	int64_t alive;     /* bytes of tensors between steps that live at once, at most */
};

/* What stands for a tensor and those of the same bytes. */
static inline const struct network_tensor *
network_place_of(const struct network *network, size_t tensor)
{
	return &network->tensor[network->tensor[tensor].place];
}

/* The name of the argument that a tensor lies in, which the caller has. */
static inline const char *
network_argument(const struct network *network, size_t tensor)
{
	const struct graph *graph = network->graph;
	size_t place = network->tensor[tensor].place;

	for (size_t i = 0; i < graph->noutput; i++)
		if (network->tensor[graph->output[i]].place == place)
			return network->tensor[graph->output[i]].operand.name;
	return network->tensor[place].operand.name;
}

#endif
