#ifndef OPGEN_CODE_CUT_H
#define OPGEN_CODE_CUT_H

#include "code/build.h"

#include <stddef.h>

/* Cuts a function into parts that threads can run at once. Each part is a function with
   the same parameters. Together they write the elements of the outputs that the
   function writes, each element in one part, by the same statements. A loop is cut
   between passes (iterations) that write different blocks; statements that prepare what
   others read are repeated in each part. A body that computes values is not cut.

   The elements are divided in the order in which they lie in memory: between images,
   then between channels, rows and columns inside them, each of these only where parts
   would be too unequal without. */

struct cut {
	const struct function **part;
	size_t npart; /* at most as many as were asked for; 0: there are no outputs */
};

/* The functions that were made, so that parts can share them. */
struct cutter;

/* A cutter for functions of one builder, which must keep all their bodies. It lives in
   the builder's arena. */
struct cutter *cutter_new(struct code_builder *code);

/* Cuts a function into at most n parts, whose names begin with `stem`. They go to the
   builder's sink, each after the functions that it calls. */
struct cut cutter_cut(struct cutter *cutter, const struct function *function, size_t n,
	const char *stem);

#endif
