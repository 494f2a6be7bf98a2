#ifndef OPGEN_DRAWN_JUDGE_H
#define OPGEN_DRAWN_JUDGE_H

#include "base/arena.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "drawn/draw.h"

#include <stdint.h>

/* Takes drawn nodes through opgen's rooms: plans and schedules each, proves its code,
   runs that in memory and compares the results with the reference's, those of numerics
   fast by the bound that is promised. Of some it compares the expressions, too. */

enum {
	MAX_KERNEL = 64,
	MAX_OP = 512
};

struct judge {
	struct drawn drawn; /* the node at hand */
	uint64_t nnode, nrefused;
	uint64_t nop[MAX_OP]; /* nodes of each operation, in the order of --list */
	uint64_t nkernel[MAX_KERNEL]; /* and of each design, in the order of --help */
	/* Of each design, nodes that it computes in place of an operand, and those that
	   it could not. */
	uint64_t nover[MAX_KERNEL], napart[MAX_KERNEL];
	uint64_t nexpressed;     /* whose expressions were compared */
	uint64_t statements;     /* that were run */
	struct first_error said; /* why the last one was refused */
	struct arena arena;      /* of the node at hand */
};

/* Takes the node of a number. Returns NULL, or what is wrong with what is made of it. A
   node that is refused is counted. */
const char *judge_node(struct judge *j, uint64_t number);

#endif
