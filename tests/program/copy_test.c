/* A clone that was copied to a path with blanks and more, with its build: what is in it
   still works, for a user with other settings. The tests' own scripts are at such a path,
   too (tests/support/scripts.c). */

#include "support/test.h"

#include "support/harness.h"
#include "support/scripts.h"

/* For scripts: a copy of these parts, and settings that are not everybody's. */
#define COPY(parts) \
	"mkdir clone 't m p' && d=$PWD && cd \"$ROOT\" && " \
	"for p in " parts "; do mkdir -p \"$d/clone/$(dirname $p)\" && " \
	"cp -a $p \"$d/clone/$p\" || exit 9; done; cd \"$d/clone\"; umask 077; " \
	"unset TERM; export LC_ALL=tr_TR.UTF-8 TMPDIR=\"$d/t m p\"; "

/* clang-format off */
static const struct script rows[] = {
	{"samples run, and nothing is built again but what names the commit",
		COPY(".package build.ninja generator runtime samples templates tests/*.ninja tests/*/*.ninja build/.ninja_* build/completions build/generator "
			"build/libopgen.a build/libopgen_runtime.a build/opgen build/opgen.1 build/runtime build/spec.schema.json build/templates")
		"sh samples/run.sh >../log && tail -n 1 ../log && test $(grep -c '[]] cc build/' ../log) -le 1", 0, " as expected, differing: none\n", ""},
	{"tests find what they run with from where they are, and pass",
		COPY("runtime samples tests/golden tests/models tests/npy build/libopgen_runtime.a build/opgen build/tests/libopgen.so build/tests/failing.so build/tests/diag/source_test "
			"build/tests/spec/npy_test build/tests/program/golden_test build/tests/program/manifest_test build/tests/program/failing_files_test")
		"export OPGEN_BUILD=build; for t in build/tests/*/*_test; do $t >../log 2>&1 || { cat ../log; exit 9; }; done", 0, "", ""},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	(void)directory;
	(void)arena;
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];
	size_t n;

	scripts_begin("copy", prepare);
	scripts_path("ROOT", ".");
	n = scripts_add(test, rows, countof(rows));
	return _cmocka_run_group_tests("copy", test, n, NULL, NULL);
}
