#include "import/ready.h"

#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "ops/plan_node.h"
#include "plan/plan.h"

static void
keep_outcome(struct candidate *candidate, const struct plan *plan, struct arena *arena)
{
	struct tensor *outcome = arena_new(arena, struct tensor);

	outcome->dtype = plan->dst.dtype;
	outcome->rank = plan->dst.rank;
	memcpy(outcome->shape, plan->dst.shape, sizeof outcome->shape);
	candidate->outcome = outcome;
}

/* Keeps the reason why a candidate is not ready. Successive nodes after one unknown
   tensor share the same text. */
static const char *
keep_reason(const struct first_error *error, const char *last, struct arena *arena)
{
	return last && !strcmp(last, error->text)
		       ? last
		       : arena_copy_text(arena, error->text, strlen(error->text));
}

/* Imports and plans a candidate. */
static bool
plan_candidate(const struct candidates *candidates, const struct candidate *candidate,
	struct plan *plan, struct source *source, struct arena *arena)
{
	struct spec spec;
	struct import import = import_begin(&spec, candidates, 1, CONSTANTS_TRIED, arena);

	return import_node(&import, candidate, source) &&
	       plan_node(&spec, spec.node, plan, source, arena);
}

void
candidates_try(struct candidates *candidates, struct arena *arena)
{
	struct first_error error;
	struct arena own = {0}; /* of one candidate */
	const char *reason = NULL;

	for (size_t i = 0; i < candidates->ncandidate; i++) {
		struct candidate *candidate = &candidates->candidate[i];
		struct plan plan = {0};

		if (!candidate->op)
			continue;
		if (plan_candidate(candidates, candidate, &plan,
			    first_error_begin(&error, &own), &own)) {
			keep_outcome(candidate, &plan, arena);
			candidates->nready++;
		} else {
			reason = keep_reason(&error, reason, arena);
			candidate->reason = reason;
		}
		arena_clear(&own);
	}
	arena_free(&own);
}
