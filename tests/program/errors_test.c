/* Runs opgen on every tests/errors/NAME.json and compares what it says on standard error
   with NAME.err. With OPGEN_BLESS set it rewrites NAME.err. */

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/opgen.h"

static const char folder[] = "tests/errors";

static void
message_holds(void **state)
{
	const char *spec = *state;
	struct arena arena = {0};
	const char *build = build_directory();
	const char *opgen = arena_format(&arena, "%s/opgen", build);
	const char *said = arena_format(&arena, "%s/tests/errors.err", build);
	const char *wanted = arena_format(
		&arena, "%.*s.err", (int)(strlen(spec) - strlen(".json")), spec);
	const char *argv[] = {opgen, strrchr(spec, '/') + 1, NULL};
	struct run run = {.argv = argv,
		.directory = folder,
		.output = "/dev/null",
		.messages = said};
	int status = opgen_run(&run);
	size_t nmade, nexpected;
	const char *made = file_read(said, &nmade, &arena), *expected, *difference;

	assert_non_null(made);
	/* A spec that is only warned about is accepted. */
	assert_int_equal(status, strstr(made, ": error: ") ? 1 : 0);
	if (getenv("OPGEN_BLESS"))
		file_write(wanted, made, nmade);
	expected = file_read(wanted, &nexpected, &arena);
	if (!expected)
		fail_msg("%s is missing; ninja bless writes it", wanted);
	difference = text_difference(expected, nexpected, made, nmade, &arena);
	if (difference)
		fail_msg("%s: %s", wanted, difference);
	arena_free(&arena);
}

int
main(void)
{
	struct arena arena = {0};
	struct paths specs = {0};
	struct CMUnitTest *test;
	int failed;

	opgen_begin();
	paths_find(&specs, folder, ".json", &arena);
	test = arena_array(&arena, struct CMUnitTest, specs.npath);
	for (size_t i = 0; i < specs.npath; i++)
		test[i] = (struct CMUnitTest){
			specs.path[i], message_holds, NULL, NULL, specs.path[i]};
	failed = _cmocka_run_group_tests("errors", test, specs.npath, NULL, NULL);
	arena_free(&arena);
	return failed;
}
