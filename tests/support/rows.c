#include "support/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/extents.h"
#include "ops/common/expansion.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "spec/json.h"

/* What the rooms said, without where, without the line shown and without the caret. */
static char *
without_places(char *messages, struct arena *arena)
{
	char *kept = arena_format(arena, "%s", "");

	for (char *line = strtok(messages, "\n"); line; line = strtok(NULL, "\n")) {
		char *error = strstr(line, ": error: "),
		     *warning = strstr(line, ": warning: ");
		char *message = error ? error : warning;

		if (message)
			kept = arena_format(arena, "%s%s%s", kept, *kept ? "\n" : "",
				message + strlen(": "));
	}
	return kept;
}

void
resolve(struct resolved *resolved, const char *spec)
{
	struct arena *arena = &resolved->arena;
	struct source *source = &resolved->source;
	char *messages, *text;
	size_t nmessage;

	*resolved = (struct resolved){.good = false};
	text = arena_copy_text(arena, spec, strlen(spec));
	for (char *quote = strchr(text, '\''); quote; quote = strchr(quote, '\''))
		*quote = '"';
	source_from_text(source, "test.json", text, strlen(text));
	source->messages = open_memstream(&messages, &nmessage);
	assert_non_null(source->messages);
	resolved->good =
		json_read(source, &resolved->spec, arena) &&
		check_node(&resolved->spec, resolved->spec.node, &resolved->operation,
			source, arena) &&
		operation_plan(&resolved->operation, &resolved->plan, source, arena);
	fclose(source->messages);
	resolved->said = without_places(messages, arena);
	free(messages);
}

void
resolved_free(struct resolved *resolved)
{
	arena_free(&resolved->arena);
}

void
row_holds(void **state)
{
	const struct resolve_row *row = *state;
	struct resolved resolved;

	resolve(&resolved, row->spec);
	assert_string_equal(resolved.said, row->said ? row->said : "");
	assert_int_equal(resolved.good, row->shape != NULL);
	if (row->shape)
		assert_string_equal(
			extents_text(resolved.plan.dst.shape,
				(size_t)resolved.plan.dst.rank, &resolved.arena),
			row->shape);
	resolved_free(&resolved);
}

int
run_rows(const char *group, const void *row, size_t nrow, size_t size,
	CMUnitTestFunction holds)
{
	struct arena arena = {0};
	struct CMUnitTest *test = arena_array(&arena, struct CMUnitTest, nrow);
	int failed;

	for (size_t i = 0; i < nrow; i++) {
		const char *at = (const char *)row + i * size;

		test[i].name = *(const char *const *)(const void *)at;
		test[i].test_func = holds;
		test[i].initial_state = (void *)(uintptr_t)at;
	}
	failed = _cmocka_run_group_tests(group, test, nrow, NULL, NULL);
	arena_free(&arena);
	return failed;
}

int64_t
draw(uint32_t *state, uint32_t limit)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % limit;
}
