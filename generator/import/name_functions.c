#include "import/name_functions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "diag/names.h"
#include "import/candidates.h"

/* A candidate being named. */
struct naming {
	struct candidate *candidate;
	const char *name; /* without an index */
	bool marked;      /* its index is appended */
};

/* All candidates, and those that have been marked. */
struct namings {
	struct naming *naming; /* sorted by name */
	size_t n;
	struct naming **marked;
	size_t nmarked;
};

/* Letter case is ignored, because macros in headers and some file systems do not
   distinguish it. */
static int
compare_namings(const void *a, const void *b)
{
	return strcasecmp(
		((const struct naming *)a)->name, ((const struct naming *)b)->name);
}

static const char *
make_name(const struct candidates *candidates, const struct candidate *candidate,
	bool marked, struct arena *arena)
{
	const struct model_node *node = &candidates->model->node[candidate->index];
	const struct value *output = node_output(candidates->model, node);
	struct bytes text = node->name;

	if (!text.size && output)
		text = output->name;
	if (node->function.size) {
		/* Nodes of different functions often share their names. */
		char *both = arena_format(arena, "%.*s/%.*s", (int)node->function.size,
			node->function.text, (int)text.size, text.text);

		text = (struct bytes){both, strlen(both)};
	}
	return name_from_text(
		text.text, text.size, marked ? (long)candidate->index : -1, arena);
}

static void
mark(struct namings *namings, struct naming *naming)
{
	if (naming && !naming->marked)
		namings->marked[namings->nmarked++] = naming;
	if (naming)
		naming->marked = true;
}

/* Marks candidates that share a name, and those whose name equals another's marked name.
   Marked names never collide. */
static void
name_marked(
	struct namings *namings, const struct candidates *candidates, struct arena *arena)
{
	for (size_t i = 1; i < namings->n; i++) {
		struct naming *one = &namings->naming[i - 1], *other = one + 1;

		if (strcasecmp(one->name, other->name) != 0)
			continue;
		mark(namings, one);
		mark(namings, other);
	}
	for (size_t i = 0; i < namings->nmarked; i++) {
		struct candidate *candidate = namings->marked[i]->candidate;
		struct naming key;

		candidate->name = make_name(candidates, candidate, true, arena);
		key.name = candidate->name;
		mark(namings, bsearch(&key, namings->naming, namings->n, sizeof key,
				      compare_namings));
	}
}

void
name_functions(struct candidates *candidates, struct arena *arena)
{
	size_t n = candidates->ncandidate;
	struct arena own = {0}; /* until names are found */
	struct namings namings = {arena_array(&own, struct naming, n), n,
		arena_array(&own, struct naming *, n), 0};

	for (size_t i = 0; i < n; i++) {
		struct candidate *candidate = &candidates->candidate[i];

		candidate->name = make_name(candidates, candidate, false, arena);
		namings.naming[i] = (struct naming){candidate, candidate->name, false};
	}
	qsort(namings.naming, n, sizeof *namings.naming, compare_namings);
	name_marked(&namings, candidates, arena);
	arena_free(&own);
}
