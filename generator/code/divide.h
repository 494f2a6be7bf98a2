#ifndef OPGEN_CODE_DIVIDE_H
#define OPGEN_CODE_DIVIDE_H

#include "code/footprint.h"
#include "code/grid.h"
#include "code/scan.h"

/* Which statements and passes of a function can be done without the others. */

/* What cutting a function works with. */
struct cutting {
	struct footprints *footprints;
	struct scan *scan;
	struct grid grid;
	int halvings; /* of passes so far */
};

/* Whether passes of a loop may be halved once more. If huge extents have wanted it too
   often, what they write is taken as a whole. */
bool cutting_halves(struct cutting *cutting);

/* How many statements, from one on, belong together (scan_group()) and are done or left
   out as one; and the statement n places after another. */
size_t cutting_group(
	struct cutting *cutting, struct scope *scope, const struct statement *first);
const struct statement *statement_after(const struct statement *first, size_t n);

/* Whether statements set a variable or return a value, so that others depend on them. */
bool statements_compute(const struct statement *first);

/* Whether some statements of a list may be done and others left out: none sets a
   variable or returns a value, and those that prepare what others read are a small
   share of the work. */
bool cutting_divides(
	struct cutting *cutting, struct scope *scope, const struct statement *first);

/* Whether some passes of a loop may be done and others left out: no pass reads what
   another has computed. */
bool cutting_splits(struct cutting *cutting, const struct function *function,
	const struct statement *loop);

/* Limits the scope to some passes of a chain's loop (scan_chain()), at first to all of
   them. False: there are none, or they are not known. */
bool chain_begin(struct scope *scope, const struct statement *loop);

#endif
