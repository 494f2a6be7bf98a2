#ifndef OPGEN_NETWORK_NETWORK_H
#define OPGEN_NETWORK_NETWORK_H

#include "kernels/design.h"
#include "plan/plan.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A graph as one function. Its nodes are planned one after the other; each becomes a
   step, a function of its own, unless it is folded, fused or needs no code. Tensors
   between steps have places in a workspace. */

/* Where a tensor's bytes are. */
enum home {
	HOME_CONSTANT, /* in the steps that read it */
	HOME_ARGUMENT, /* in an argument */
	HOME_WORKSPACE
};

struct network_tensor {
	struct operand
		operand;   /* name: its name in C; for a constant, that in the file */
	const char *title; /* its name in the file, or NULL */
	enum home home;
	bool channels_last; /* in memory; its shape has them second */
	/* Tensors that share bytes are one place, represented by the one that contains
	   the others. The members from `offset` on are valid for that one only. */
	size_t place;
	/* Of a place: its own number; or the place in an argument whose bytes it has,
	   because a step writes a result there over it, or over what is in place of it.
	 */
	size_t bytes_of;
	int64_t within, bytes; /* offset within the place; size of the tensor itself */
	int64_t offset;        /* in the workspace */
	bool made;             /* by a step */
	size_t first, last; /* the first step that makes it, and the last that reads it */
};

/* A node of the spec, or a part of one, before it is joined to others. network_plan()
   gives its plan. */
struct network_node {
	size_t origin;           /* the node's number in the spec */
	const struct plan *part; /* the plan of a part; NULL: it is made anew */
	const char *name;        /* as of its step */
	const char *flushed;     /* as of its plan */
	enum plan_kind kind;
	const struct settings *settings;
	const size_t
		*input; /* the tensors of the plan's operands; NO_TENSOR: a constant */
	size_t ninput;
	const size_t *result; /* the tensors that it makes */
	size_t nresult;
};

struct network_step {
	const struct node *node;
	size_t origin; /* the node's number in the spec */
	bool is_part;  /* of a node that is several steps */
	/* The plan is made again when the step's turn to be fused comes; until then it is
	   NULL, and the tensors are those of the node. */
	bool waits;
	size_t number; /* its own, before steps are fused */
	/* The origins of the first and the last operation that plan->op names. */
	size_t first_named, last_named;
	const char *name;  /* the last part of the node's or its result's, made legal and
			      unique */
	const char *title; /* all of that, in quotes; NULL: it is the name */
	const struct plan *plan;
	struct plan *own; /* the same, which the step alone has; NULL: others may, too */
	const struct settings *settings;
	struct schedule *schedule; /* with those for the next targets */
	const size_t *input;       /* the tensors of the plan's operands */
	const size_t *result;      /* the tensors that it makes */
	size_t nresult;
	const char *why; /* a movement: why a copy is needed; or NULL */
	/* Its code does not read all elements of an operand in time for its result to lie
	   in the operand's bytes. */
	bool apart;
};

/* What becomes of a node of the spec, or a part of it. */
enum fate {
	FATE_REFUSED,
	FATE_STEP,   /* a step, or in one: network->into */
	FATE_FOLDED, /* computed while generating */
	FATE_NO_CODE
};

struct network {
	const struct graph *graph;
	struct spec spec; /* with the types and shapes of all tensors, once nodes are
			     planned */
	struct network_tensor *tensor; /* by their indices in the spec's table */
	size_t ntensor;
	/* In the order of computation, without nodes that became no step. */
	struct network_step *step;
	size_t nstep;
	/* By the steps' own numbers: each node, or part of one, before it is joined to
	   others; what becomes of it; and the number of the one into whose step it was
	   fused, else its own. */
	struct network_node *node;
	enum fate *fate;
	size_t *into;
	size_t nnode;
	/* For each node of the spec, the number of its first step; and of what comes
	   after the last one. */
	size_t *first;
	bool is_operation; /* the steps are those of one operation, not of a graph */
	int64_t workspace; /* bytes */
	int64_t alive;     /* the most bytes of tensors between steps that live at once */
	size_t peak;       /* the first step at which they do */
};

/* How many operands a step has, none if it is no step any more; and the tensor of one of
   them, NO_TENSOR for a constant. */
static inline size_t
network_ninput(const struct network *network, const struct network_step *step)
{
	if (step->waits)
		return network->node[step->number].ninput;
	return step->plan ? step->plan->noperand : 0;
}

static inline size_t
network_input(
	const struct network *network, const struct network_step *step, size_t operand)
{
	if (step->waits)
		return network->node[step->number].input[operand];
	return step->plan->operand[operand].constant ? NO_TENSOR : step->input[operand];
}

/* The place whose bytes a tensor has, and the tensor that represents it. */
static inline size_t
network_place_number(const struct network *network, size_t tensor)
{
	return network->tensor[network->tensor[tensor].place].bytes_of;
}

static inline const struct network_tensor *
network_place_of(const struct network *network, size_t tensor)
{
	return &network->tensor[network_place_number(network, tensor)];
}

/* The tensor over which a step writes its result; NULL: none. */
static inline const struct network_tensor *
network_overwritten(const struct network *network, const struct network_step *step)
{
	const struct plan *plan = step->plan;

	return plan->over ? &network->tensor[step->input[plan->over - plan->operand]]
			  : NULL;
}

/* The name of the argument whose bytes a tensor has. */
static inline const char *
network_argument(const struct network *network, size_t tensor)
{
	const struct graph *graph = network->graph;
	size_t place = network_place_number(network, tensor);

	for (size_t i = 0; i < graph->noutput; i++)
		if (network->tensor[graph->output[i]].place == place)
			return network->tensor[graph->output[i]].operand.name;
	return network->tensor[place].operand.name;
}

#endif
