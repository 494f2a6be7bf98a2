#ifndef OPGEN_TESTS_LOWERED_H
#define OPGEN_TESTS_LOWERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/code.h"
#include "kernels/common/lowering.h"
#include "schedule/schedule.h"

/* The functions that a schedule is lowered to, and what runs of them come to. */
struct lowered {
	const struct schedule *schedule;
	const struct function **function; /* the entries are the last ones */
	size_t n;
	struct arena *arena;
	size_t nrun;         /* functions that were run */
	uint64_t statements; /* in those runs */
};

struct lowered lowered_make(const struct schedule *schedule, struct arena *arena);

const struct function *lowered_entry(const struct lowered *l, enum entry entry);

/* Runs the entry for all of the work; and those for weights that are packed first, if
   there are any. input: the elements of the plan's operands; result: room for dst. Return
   what is wrong, or NULL. */
const char *lowered_run(struct lowered *l, const void *const *input, void *result);
bool lowered_packs(const struct lowered *l);
const char *lowered_run_packed(struct lowered *l, const void *const *input, void *result);

enum {
	LITTLE_WORK = 1600 /* so little that nearly all nodes are sampled */
};

/* Whether sums are made of the right products, in the right order: NULL, or what is
   wrong. `work` is what code/compare.h says: COMPARE_WORK, as when opgen runs, or
   INT64_MAX, or LITTLE_WORK. Designs that only numerics fast allows are not asked. */
const char *lowered_expressions(const struct lowered *l, int64_t work);

#endif
