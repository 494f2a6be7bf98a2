#ifndef OPGEN_CODE_CUT_H
#define OPGEN_CODE_CUT_H

#include "code/build.h"

#include <stddef.h>

/* Cuts a function into parts that threads can run at once: functions with its parameters
   that write the same elements of its outputs between them, each element by one part, and
   by the same statements. Loops are cut where the blocks that their passes write do not
   overlap; whatever prepares what is read, each part does for itself. Nothing is cut
   inside of a body that computes values.

   The outputs' elements are divided in the order in which they lie in memory: images,
   channels, rows, columns, each only where parts are too unlike without it. */

struct cut {
	const struct function **part;
	size_t npart; /* at most as many as were asked for; 0: there are no outputs */
};

/* What is known of functions that may be called again: their clones. */
struct cutter;

/* A cutter for functions of one builder, whose bodies are all kept; it lives in the
   builder's arena. */
struct cutter *cutter_new(struct code_builder *code);

/* Cuts a function into n parts at most. They go to the builder's sink after what they
   call; stem: what their names begin with. */
struct cut cutter_cut(struct cutter *cutter, const struct function *function, size_t n,
	const char *stem);

#endif
