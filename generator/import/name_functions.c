#include "import/name_functions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "diag/last_part.h"
#include "diag/names.h"
#include "import/candidates.h"

/* A candidate being named. */
struct naming {
	struct candidate *candidate;
	struct bytes text; /* what the name is made from */
	const char *name;  /* without an index */
	bool marked;       /* its index is appended */
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

/* The node's name, or its output's. */
static struct bytes
text_of(const struct candidates *candidates, const struct candidate *candidate,
	struct arena *arena)
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
	return text;
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
name_marked(struct namings *namings, struct arena *arena)
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
		struct bytes text = namings->marked[i]->text;
		struct naming key;

		candidate->name = name_from_text(
			text.text, text.size, (long)candidate->index, arena);
		key.name = candidate->name;
		mark(namings, bsearch(&key, namings->naming, namings->n, sizeof key,
				      compare_namings));
	}
}

/* Names each candidate after its text. */
static void
name_after(struct candidates *candidates, const struct bytes *text, struct arena *arena)
{
	size_t n = candidates->ncandidate;
	struct arena own = {0}; /* until names are found */
	struct namings namings = {arena_array(&own, struct naming, n), n,
		arena_array(&own, struct naming *, n), 0};

	for (size_t i = 0; i < n; i++) {
		struct candidate *candidate = &candidates->candidate[i];

		candidate->name = name_from_text(text[i].text, text[i].size, -1, arena);
		namings.naming[i] =
			(struct naming){candidate, text[i], candidate->name, false};
	}
	qsort(namings.naming, n, sizeof *namings.naming, compare_namings);
	name_marked(&namings, arena);
	arena_free(&own);
}

void
name_functions(struct candidates *candidates, struct arena *arena)
{
	size_t n = candidates->ncandidate;
	struct bytes *text = arena_array(arena, struct bytes, n);

	for (size_t i = 0; i < n; i++)
		text[i] = text_of(candidates, &candidates->candidate[i], arena);
	name_after(candidates, text, arena);
}

/* Whether a spec can hold a text. */
static bool
is_utf8(const char *text)
{
	size_t size = strlen(text), n = 1;
	uint32_t point;

	for (size_t i = 0; i < size && n; i += n)
		n = utf8_decode(text + i, size - i, &point);
	return n;
}

void
name_steps(struct candidates *candidates, struct arena *arena)
{
	size_t n = candidates->ncandidate;
	const char **whole = arena_array(arena, const char *, n), **last;
	struct bytes *text = arena_array(arena, struct bytes, n);

	for (size_t i = 0; i < n; i++) {
		struct bytes name = text_of(candidates, &candidates->candidate[i], arena);

		whole[i] = name.size ? name.text : "";
	}
	last = last_parts(whole, n, arena);
	for (size_t i = 0; i < n; i++)
		text[i] = (struct bytes){last[i], strlen(last[i])};
	name_after(candidates, text, arena);
	for (size_t i = 0; i < n; i++)
		if (strcmp(candidates->candidate[i].name, whole[i]) != 0 &&
			is_utf8(whole[i]))
			candidates->candidate[i].title = whole[i];
}
