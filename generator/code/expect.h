#ifndef OPGEN_CODE_EXPECT_H
#define OPGEN_CODE_EXPECT_H

#include "code/cells.h"
#include "code/expect_steps.h"
#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdbool.h>

struct arena;

/* What the outputs of a plan are made of, as runtime/README.md, "Numerics", fixes it, out
   of the axes' numbers alone: digests of the expressions. Outputs are numbered through:
   those of the first tensor, then those of the next one. */

struct expectation {
	const struct plan *plan;
	struct ingredients of;
	struct cells *known;    /* of each tensor, what has been computed */
	struct algebra algebra; /* of digests */
	int64_t work;           /* values that were computed, roughly */
	bool cropped;           /* all of movements that crop is known, or will not be */
	struct arena *arena;

	/* A window: planes, and what an output point reads. */
	int64_t src_plane, dst_plane, taps;
	struct tap *tap;
	int64_t ntap;
	int64_t counted; /* of an average: with the padding, if that counts */
};

/* The expectation stays where it is. */
void expect_begin(struct expectation *expectation, const struct plan *plan,
	const struct arithmetic *arithmetic, bool fused, struct arena *arena);

/* Output k of tensor number `output`; DIGEST_NONE: it is not known what that has to be.
 */
uint64_t expect_output(struct expectation *expectation, size_t output, int64_t k);

/* Values that all outputs take, roughly; a lot more than a lot are a lot. Those that one
   takes that is not known; others of its row are known then, too. */
int64_t expect_work(const struct plan *plan);
int64_t expect_output_work(const struct plan *plan);

#endif
