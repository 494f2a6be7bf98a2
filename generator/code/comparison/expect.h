#ifndef OPGEN_CODE_EXPECT_H
#define OPGEN_CODE_EXPECT_H

#include "code/comparison/cells.h"
#include "code/comparison/expect_steps.h"
#include "plan/define.h"
#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdbool.h>

struct arena;

/* The expression that each element of a plan's outputs has to be, as a digest. It
   follows from the plan's numbers and from what runtime/README.md, "Numerics", says of
   the order of sums. */

struct expectation {
	const struct plan *plan;
	struct ingredients of;
	struct cells *known;    /* of each output, what has been computed */
	struct algebra algebra; /* of digests */
	int64_t work;           /* a rough number of values computed so far */
	int64_t each;           /* what one output adds to it */
	/* The axes of what is written: of a movement, the last one that was asked for, or
	   of pointwise steps, with room for what each of them gives. */
	const struct move_plan *move;
	struct index_axes axes;
	int64_t origin;         /* of a movement: the number of the element at index 0 */
	int64_t kept[MAX_RANK]; /* the first position along each axis, if it crops */
	union quantity *step;
	bool end_channels; /* as if all input channels but the first and the last were
			      zeros */
	struct arena *arena;

	/* A window: planes, and what an output point reads. */
	int64_t src_plane;
	struct tap *tap;
	int64_t ntap;
	int64_t counted; /* taps in an average's divisor, padding included if that
			    counts */
};

/* The expectation must not be moved afterwards. */
void expect_begin(struct expectation *expectation, const struct plan *plan,
	const struct arithmetic *arithmetic, bool fused, struct arena *arena);

/* The digest of element k of output number `output`; DIGEST_NONE: it is not known. */
uint64_t expect_output(struct expectation *expectation, size_t output, int64_t k);

/* A rough number of values that computing all outputs takes, at most INT64_MAX; and the
   same for one output that is not known yet. For some plans that computes others of its
   row, too. */
int64_t expect_work(const struct plan *plan);
int64_t expect_output_work(const struct plan *plan);

/* The share of it that the expectation takes: less with end_channels. */
int64_t expect_share(const struct expectation *expectation, int64_t work);

#endif
