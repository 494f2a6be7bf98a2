/* Runs opgen on every tests/golden/NAME.json and compares NAME.c with what it writes,
   and NAME.h, NAME.test, NAME.explain and NAME.code where they exist. With OPGEN_BLESS
   set it rewrites them. */

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/opgen.h"

/* One golden: a spec and a file that opgen makes of it. */
struct golden {
	const char *spec; /* its name inside the folder */
	const char *path; /* the expected file, from the root */
	const char *kind; /* "c", "h", "test", "explain" or "code" */
};

static const char folder[] = "tests/golden";

/* Runs opgen in the goldens' folder and stores its exit status and the file's text. */
static int
make(const struct golden *golden, const char **text, size_t *size, struct arena *arena)
{
	const char *build = build_directory();
	const char *opgen = arena_format(arena, "%s/opgen", build);
	const char *into = arena_format(arena, "%s/tests/golden", build);
	const char *made =
		arena_format(arena, "%s/%s", into, strrchr(golden->path, '/') + 1);
	const char *to_file[] = {opgen, golden->spec, "-o", made, NULL};
	const char *header[] = {opgen, golden->spec, "-o", "-", "--header", made, NULL};
	const char *test[] = {opgen, golden->spec, "-o", "-", "--self-test", made, NULL};
	const char *explain[] = {opgen, golden->spec, "--explain", NULL};
	const char *code[] = {opgen, golden->spec, "--emit-code", NULL};
	struct run run = {.argv = to_file, .directory = folder, .output = "/dev/null"};
	int status;

	directory_make(into);
	if (!strcmp(golden->kind, "h"))
		run.argv = header;
	if (!strcmp(golden->kind, "test"))
		run.argv = test;
	if (!strcmp(golden->kind, "explain")) {
		run.argv = explain;
		run.output = made;
	}
	if (!strcmp(golden->kind, "code")) {
		run.argv = code;
		run.output = made;
	}
	run.messages = "/dev/null";
	status = opgen_run(&run);
	*text = file_read(made, size, arena);
	return status;
}

static void
golden_holds(void **state)
{
	const struct golden *golden = *state;
	struct arena arena = {0};
	const char *made, *expected, *difference;
	size_t nmade, nexpected;

	assert_int_equal(make(golden, &made, &nmade, &arena), 0);
	assert_non_null(made);
	if (getenv("OPGEN_BLESS"))
		file_write(golden->path, made, nmade);
	expected = file_read(golden->path, &nexpected, &arena);
	if (!expected)
		fail_msg("%s is missing; ninja bless writes it", golden->path);
	difference = text_difference(expected, nexpected, made, nmade, &arena);
	if (difference)
		fail_msg("%s: %s", golden->path, difference);
	arena_free(&arena);
}

/* Adds the test of NAME.kind for NAME.json. */
static struct CMUnitTest
golden_test(const char *spec, const char *kind, struct arena *arena)
{
	struct golden *golden = arena_new(arena, struct golden);
	const char *name = strrchr(spec, '/') + 1;
	int stem = (int)(strlen(spec) - strlen("json"));

	golden->spec = name;
	golden->kind = kind;
	golden->path = arena_format(arena, "%.*s%s", stem, spec, kind);
	return (struct CMUnitTest){golden->path, golden_holds, NULL, NULL, golden};
}

int
main(void)
{
	static const char *const optional[] = {"h", "test", "explain", "code"};
	struct arena arena = {0};
	struct paths specs = {0};
	struct CMUnitTest *test;
	size_t ntest = 0;
	int failed;

	opgen_begin();
	paths_find(&specs, folder, ".json", &arena);
	test = arena_array(
		&arena, struct CMUnitTest, (1 + countof(optional)) * specs.npath);
	for (size_t i = 0; i < specs.npath; i++) {
		test[ntest++] = golden_test(specs.path[i], "c", &arena);
		for (size_t k = 0; k < countof(optional); k++) {
			test[ntest] = golden_test(specs.path[i], optional[k], &arena);
			if (file_exists(test[ntest].name))
				ntest++;
		}
	}
	failed = _cmocka_run_group_tests("golden", test, ntest, NULL, NULL);
	arena_free(&arena);
	return failed;
}
