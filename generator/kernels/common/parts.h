#ifndef OPGEN_KERNELS_COMMON_PARTS_H
#define OPGEN_KERNELS_COMMON_PARTS_H

#include "kernels/common/lowering.h"

/* Straight-line code, divided into functions that the node's entry calls. */

enum {
	/* Statements of one function. Measured with gcc 12 and clang 14: 256 to 1024 take
	   the same time to compile, smaller functions longer, one function for all far
	   longer. */
	PART_STATEMENTS = 512
};

struct parts {
	const struct lowering *l;
	bool aliased; /* outputs may be inputs at the same time */
	const struct function **function;
	size_t n;
	/* Of the current function. */
	struct entry_operands o;
	size_t statement; /* so far */
	bool open;
};

/* Begins a function whose parameters are the node's run-time inputs and, if it stores
   them, its outputs. */
void parts_function(struct parts *p, const char *name, bool stores);

/* Ends the current part, if there is one: what it does not use of its arguments is
   marked. Begins another one. */
void parts_close(struct parts *p);
void parts_open(struct parts *p);

/* Ends the last part, and builds the entry, which calls all. */
const struct function *parts_entry(struct parts *p);

#endif
