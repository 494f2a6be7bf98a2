#include "declared.h"

#include "arena.h"
#include "plan.h"
#include "source.h"
#include "spec.h"

/* A shape in words, "[1, ?, 24]". */
static const char *
text_of(const int64_t *extent, int rank, struct arena *arena)
{
	const char *text = "";

	for (int i = 0; i < rank; i++)
		text = extent[i] < 0 ? arena_format(arena, "%s%s?", text, i ? ", " : "")
				     : arena_format(arena, "%s%s%lld", text,
					       i ? ", " : "", (long long)extent[i]);
	return arena_format(arena, "[%s]", text);
}

bool
declared_holds(const struct plan *plan, const struct node *node, struct source *source,
	struct arena *arena)
{
	const struct tensor *declared = node->declared;
	bool holds = !declared || declared->rank == plan->dst.rank;

	for (int i = 0; holds && declared && i < declared->rank; i++)
		holds = declared->shape[i] < 0 ||
			declared->shape[i] == plan->dst.shape[i];
	if (!holds)
		source_error(source, node->where,
			"the output's shape is %s, but the file declares %s",
			text_of(plan->dst.shape, plan->dst.rank, arena),
			text_of(declared->shape, declared->rank, arena));
	return holds;
}
