#ifndef OPGEN_TESTS_LOWERED_H
#define OPGEN_TESTS_LOWERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/statements/code.h"
#include "kernels/common/lowering.h"
#include "schedule/lower.h"
#include "schedule/schedule.h"

struct run_sample;

/* A schedule's functions, and the counts of running them. */
struct lowered {
	const struct schedule *schedule;
	/* The node's plan, whose operands' elements are the inputs; NULL: the schedule's.
	   A series that is a single step has that one's, which may have constants of its
	   own. */
	const struct plan *of;
	const struct function *
		*function; /* as they came: the entries are the last ones */
	size_t n;
	struct arena *arena;
	size_t nrun;         /* functions that were run */
	uint64_t statements; /* in those runs */
	char *workspace;     /* of the parts of a network; NULL: there is none yet */
	/* Where entries run in part: what the last one stored; NULL: they run whole. */
	struct run_sample *sample;
};

struct kernel;
struct target;

/* Whether a design's code is another one on this target than on those tried before: in
   vectors; in plain C, the same for every target, but for tiles of scalars. */
bool has_own_code(const struct target *target, const struct kernel *kernel);

struct lowered lowered_make(const struct schedule *schedule, struct arena *arena);

/* The same, of code that is proven as it is lowered: *wrong is what cannot be, or NULL.
 */
struct lowered lowered_prove(
	struct schedule *schedule, const char **wrong, struct arena *arena);

const struct function *lowered_entry(const struct lowered *l, enum entry entry);

/* Stores the functions of a stage's parts, and returns their number. */
size_t lowered_stage(const struct lowered *l, size_t stage, const struct function **part);

/* The number of an entry's argument that is the first output. */
size_t lowered_first_output(const struct lowered *l, enum entry entry);

/* The first runs the entry that does everything, the second those with packed weights, if
   there are any. input: the elements of the plan's operands; result: room for dst, which
   gets the elements of an operand that it is computed over (plan.over) before. They
   return what is wrong, or NULL. */
const char *lowered_run(struct lowered *l, const void *const *input, void *result);
bool lowered_packs(const struct lowered *l);
const char *lowered_run_packed(struct lowered *l, const void *const *input, void *result);

/* The same by the parts of these entries, in a shuffled order; the plan's output is not
   over an operand. */
const char *lowered_run_parts(struct lowered *l, const void *const *input, void *result);
const char *lowered_run_packed_parts(
	struct lowered *l, const void *const *input, void *result);

enum {
	LITTLE_WORK = 1600 /* so little that nearly all nodes are sampled */
};

/* Checks that sums have the right products in the right order: NULL, or what is wrong.
   `work` is what code/comparison/compare.h says: COMPARE_WORK, as when opgen runs, or
   INT64_MAX, or LITTLE_WORK. Skips designs that only numerics fast allows. */
const char *lowered_expressions(const struct lowered *l, int64_t work);

#endif
