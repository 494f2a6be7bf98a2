#ifndef OPGEN_KERNELS_COMMON_PARTS_H
#define OPGEN_KERNELS_COMMON_PARTS_H

#include "kernels/common/lowering.h"

/* Straight-line code, cut into functions that the node's entry calls. */

enum {
	/* Statements of one function. Measured: from 256 to 1024 make no difference to
	   gcc 12 and clang 14, smaller functions take longer, one of them all takes far
	   longer. */
	PART_STATEMENTS = 512
};

struct parts {
	const struct lowering *l;
	const struct function **function;
	size_t n;
	/* Of the one at hand. */
	struct entry_operands o;
	size_t statement; /* so far */
	bool open, reads; /* reads: an input */
};

/* A function begins that has the node's run-time inputs as its arguments, and the outputs
   where it stores them. */
void parts_function(struct parts *p, const char *name, bool stores);

/* A part begins; it ends, if there is one. */
void parts_open(struct parts *p);
void parts_close(struct parts *p);

/* The entry: it calls all parts. */
const struct function *parts_entry(struct parts *p);

#endif
