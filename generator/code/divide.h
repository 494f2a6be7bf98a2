#ifndef OPGEN_CODE_DIVIDE_H
#define OPGEN_CODE_DIVIDE_H

#include "code/footprint.h"
#include "code/grid.h"
#include "code/scan.h"

/* What of a function can be done without the rest of it. */

/* What cutting a function works with. */
struct cutting {
	struct footprints *footprints;
	struct scan *scan;
	struct grid grid;
};

/* How many statements from one on are one piece of work; the statement after n. */
size_t cutting_group(
	struct cutting *cutting, struct scope *scope, const struct statement *first);
const struct statement *statement_behind(const struct statement *first, size_t n);

/* Whether statements compute what others go on with. */
bool statements_compute(const struct statement *first);

/* Whether one statement of a list may be done and another left out: none computes what
   others go on with, unless that is short. */
bool cutting_divides(
	struct cutting *cutting, struct scope *scope, const struct statement *first);

/* Whether some passes of a loop may be done and others left out. */
bool cutting_splits(struct cutting *cutting, const struct function *function,
	const struct statement *loop);

/* Looks at some passes of a chain's loop (scan.h) alone: all of them at first. False:
   nobody knows them. */
bool chain_begin(struct scope *scope, const struct statement *loop);

#endif
