/* Installs opgen below a fresh folder and uses it from there, as its users do; and packs
   a small clone. Every row is a shell script. What needs more of Debian than the other
   tests is in tests/at_home. */

#include "support/test.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* For scripts: what installs and removes what build/ has; $r is the prefix. Where
   installing is not what a row is about, a copy of one installation does: it takes some
   hundred processes to install, and an installed tree may be moved. USE_IT: from then on
   opgen is the one that PATH finds. ELSEWHERE: an empty folder whose path has no blanks.
 */
#define ELSEWHERE "cd \"$PLAIN\" && rm -rf * || exit 9; "
#define AT \
	"r=$PWD/root; export prefix=$r DESTDIR=; setup() { sh " \
	"\"$ROOT/.package/install.sh\" \"$@\"; }; "
#define INSTALLED AT "cp -R \"$INSTALLED\" root || exit 9; "
#define USE_IT \
	"export PATH=$r/bin:$PATH PKG_CONFIG_PATH=$r/lib/pkgconfig " \
	"CMAKE_PREFIX_PATH=$r; "

/* For scripts: a sample of samples/build, its numbers as they must be, and an edit of one
   of its weights. */
#define SAMPLE(name) \
	ELSEWHERE INSTALLED \
		"unset -f opgen; " USE_IT "cp -RL $ROOT/samples/build/" name \
		" p && cd p || exit 9; " \
		"right() { \"$@\" | cmp - $ROOT/samples/stem/expected.txt; }; " \
		"edit() { printf '\\101' | dd of=weights.npy bs=1 conv=notrunc " \
		"2>/dev/null " \
		"seek=$(($(wc -c <weights.npy) - 1)); }; "

/* For scripts: a small clone c with what packing needs. */
#define CLONE \
	"rm -rf c; " \
	"git() { command git -c user.name=a -c user.email=a@a -c " \
	"init.defaultBranch=main \"$@\"; }; " \
	"mkdir -p c/generator/base && cp -R \"$ROOT/.package\" " \
	"\"$ROOT/.gitattributes\" \"$ROOT/LICENSE\" c && " \
	"echo '$Format:%H %ct$' >c/.commit && " \
	"cp \"$ROOT/generator/base/version.h\" c/generator/base && " \
	"echo /build/ >c/.gitignore && echo 'a b' >'c/a b' && ln -s LICENSE c/link && " \
	"cd c && " \
	"git init -q && git add -A && git commit -qm one || exit 9; " \
	"head() { git rev-parse HEAD; }; "

/* Of the folder elsewhere: messages that have it are broken into lines. */
static const char long_name[] = "package_in_a_folder_whose_name_is_as_long_as_a_line";

/* clang-format off */
static const struct script install_rows[] = {
	{"uninstall removes all that install made", AT "setup install && test -x root/bin/opgen && setup uninstall && ! test -e root", 0, "installed in ", ""},
	{"what others have there stays", "mkdir -p root/share/man/man1; echo a >root/share/man/man1/a.1; " AT "setup install && setup uninstall && find root -type f", 0, "\nroot/share/man/man1/a.1\n", ""},
	{"everything is below DESTDIR", AT "DESTDIR=$PWD/stage prefix=/usr libdir=/usr/lib/x86_64-linux-gnu setup install && find stage -name '*.a' -o -name opgen.pc; ls", 0, "stage/usr/lib/x86_64-linux-gnu/libopgen_runtime.a\n", ""},
	{"DESTDIR can be a folder of the clone", AT "d=build/tests/package_destdir; rm -rf $ROOT/$d; DESTDIR=$d/a/b prefix=/x setup install; find $ROOT/$d -name opgen.pc; DESTDIR=$d/a/b prefix=/x setup uninstall; find $ROOT/$d/a/b; rm -rf $ROOT/$d", 0, "build/tests/package_destdir/a/b/x/lib/pkgconfig/opgen.pc\nremoved from ", ""},
	{"a file that cannot be written stops it, and nothing is there", AT "ulimit -f 100; setup install; s=$?; ! test -e root && exit $s", 1, NULL, "nothing was installed\n"},
	{"a folder in a file's place stops it, and nothing is installed", "mkdir -p root/bin/opgen; " AT "setup install; s=$?; find root -type f; exit $s", 1, "", "root/bin/opgen is a folder, expected a file or nothing\n"},
	{"an older installation is replaced", INSTALLED "echo old >root/bin/opgen && setup install && root/bin/opgen --version", 0, "opgen 0.1.0", ""},
	{"a relative prefix is refused", AT "prefix=a setup install", 1, "", "prefix: expected an absolute path, got 'a'\n"},
	{"libraries go below the prefix", AT "libdir=/usr/lib setup install", 1, "", "libdir: expected a folder below "},
	{"a prefix can have blanks", AT "prefix=\"$PWD/a b\" setup install && 'a b/bin/opgen' --version && prefix=\"$PWD/a b\" setup uninstall && ls", 0, "opgen 0.1.0", ""},
	{"no installed text names the prefix", INSTALLED "grep -rI \"$INSTALLED\" root", 1, NULL, ""},
	{"the tree may be moved", ELSEWHERE AT "setup install && mv root moved && r=$PWD/moved && unset -f opgen && " USE_IT
		"cp $ROOT/samples/stem/* . && opgen stem.json -o stem.c --header stem.h && "
		"cc main.c stem.c $(words \"$(pkg-config --cflags --libs opgen)\") -o stem && ./stem | cmp - expected.txt", 0, NULL, ""},
	{"the runtime's source is enough for a product", ELSEWHERE INSTALLED "unset -f opgen && " USE_IT
		"cp $ROOT/samples/stem/* . && cp $(pkg-config --variable=sources opgen)/* . && opgen stem.json -o stem.c --header stem.h && "
		"cc main.c stem.c opgen_runtime.c -lm -o stem && ./stem | cmp - expected.txt", 0, NULL, ""},
	{"every file of the runtime is installed", INSTALLED "for f in $ROOT/runtime/*.[ch]; do test -f root/share/opgen/${f##*/} || echo $f; done; "
		"for f in $ROOT/runtime/*.h; do test -f root/include/${f##*/} || echo $f; done", 0, "", ""},
	{"bash completes an option", INSTALLED "bash -c '. root/share/bash-completion/completions/opgen; COMP_WORDS=(opgen --unr); COMP_CWORD=1; _opgen; echo ${COMPREPLY[*]}'", 0, "--unroll\n", ""},
	{"bash completes a word after =", INSTALLED "bash -c '. root/share/bash-completion/completions/opgen; COMP_WORDS=(opgen --unroll = f); COMP_CWORD=3; _opgen; echo ${COMPREPLY[*]}'", 0, "full\n", ""},
	{"bash completes the last target of several", INSTALLED "bash -c '. root/share/bash-completion/completions/opgen; COMP_WORDS=(opgen --target generic,aa); COMP_CWORD=2; _opgen; echo ${COMPREPLY[*]}'", 0, "generic,aarch64\n", ""},
	{"bash leaves files to itself", INSTALLED "bash -c '. root/share/bash-completion/completions/opgen; COMP_WORDS=(opgen -o --c); COMP_CWORD=2; _opgen; echo ${#COMPREPLY[*]}'", 0, "0\n", ""},
};

static const struct script build_rows[] = {
	{"ninja: what must runs, and no more",
		SAMPLE("ninja") "ninja >log && right ./program && ninja && edit && ninja -v | sed 's/.* -o //' && ninja", 0,
		"ninja: no work to do.\nstem.c --header stem.h -MD\nstem.o\nprogram\nninja: no work to do.\n", ""},
	{"ninja: the same code is not compiled again",
		SAMPLE("ninja") "ninja >log && touch weights.npy && ninja -v | sed 's/.* -o //' && ninja", 0,
		"stem.c --header stem.h -MD\nninja: no work to do.\n", ""},
	{"make: what must runs, and no more",
		SAMPLE("make") "unset MAKEFLAGS; make >log && right ./program && make && edit && make | grep -o 'opgen stem.json\\|[a-z]*\\.o [a-z]*\\.c$\\|-o program' && make", 0,
		"'program' is up to date.\nopgen stem.json\nstem.o stem.c\n-o program\nmake: 'program' is up to date.\n", ""},
	{"make: the same code is not compiled again",
		SAMPLE("make") "unset MAKEFLAGS; make >log && touch weights.npy && make | grep -c '^cc'; make", 0, "0\nmake: 'program' is up to date.\n", ""},
	{"cmake: what must runs, and no more",
		SAMPLE("cmake") "cmake -G Ninja -B b >log && cmake --build b >log && right b/program && cmake --build b && edit && "
		"cmake --build b -- -v | sed -n 's/.*bin\\/opgen .*/opgen/p; s/.* -c .*\\/\\(.*\\)/cc \\1/p; s/.* -o program .*/link/p' && cmake --build b", 0,
		"ninja: no work to do.\nopgen\ncc stem.c\nlink\nninja: no work to do.\n", ""},
	{"cmake with Makefiles: a second build does nothing, an edit arrives",
		SAMPLE("cmake") "unset MAKEFLAGS; sed -i 's/ TARGETS x86-64-v3//' CMakeLists.txt; cmake -G 'Unix Makefiles' -B b >log && cmake --build b >log && right b/program && cmake --build b | grep -v '^\\[100%\\] Built'; "
		"edit; cmake --build b | grep -c 'opgen stem'; b/program | cmp -s - $ROOT/samples/stem/expected.txt || echo other; cmake --build b | grep -v '^\\[100%\\] Built'; :", 0,
		"1\nother\n", ""},
};

/* For scripts: a project of a language and of these lines. NONE asks for no compiler, which
   saves a second where the lines are refused. */
#define PROJECT_OF(language, lines) \
	SAMPLE("cmake") "printf '%s\\n' 'cmake_minimum_required(VERSION 3.20)' 'project(p " language ")' " lines " >CMakeLists.txt; "
#define PROJECT(lines) PROJECT_OF("C", lines)

/* For scripts: CMake breaks lines of messages where they become too long. */
#define REFUSED \
	"cmake -G Ninja -B b >log 2>said; s=$?; tr -s ' \\n' ' ' <said >&2; exit $s"

static const struct script cmake_rows[] = {
	{"a target that is missing becomes a library",
		PROJECT("'find_package(opgen 0.1 REQUIRED)' 'opgen_add(layers stem.json NAME stem)' 'add_executable(program main.c)' 'target_link_libraries(program layers)'")
		"cmake -G Ninja -B b >log && cmake --build b >log && right b/program", 0, NULL, ""},
	{"targets, options and a name are passed on",
		PROJECT("'find_package(opgen REQUIRED)' 'add_library(l STATIC)' 'opgen_add(l stem.json TARGETS x86-64-v3 aarch64 NAME both OPTIONS --numerics strict --unroll window)'")
		"cmake -G Ninja -B b >log && ninja -C b opgen/both.c >log && grep 'target ' b/opgen/both.c", 0, "target aarch64, numerics strict, unroll window", ""},
	{"constants of their own: after an edit nothing else is compiled",
		PROJECT("'find_package(opgen REQUIRED)' 'add_executable(program main.c)' 'opgen_add(program stem.json CONSTANTS OPTIONS --unroll window)'")
		"cmake -G Ninja -B b >log && cmake --build b >log && right b/program && edit && cmake --build b -- -v | sed -n 's/.* -c .*\\/\\(.*\\)/cc \\1/p'", 0, "cc stem_constants.c\n", ""},
	{"a shared library exports the functions of its header alone",
		PROJECT("'find_package(opgen REQUIRED)' 'add_library(l SHARED)' 'opgen_add(l stem.json CONSTANTS OPTIONS --numerics fma --unroll window)'")
		"cmake -G Ninja -B b >log && cmake --build b >log && nm -D --defined-only b/libl.so | sed 's/.* //'", 0, "stem\n", ""},
	{"a file of constants is asked for by its word", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json OPTIONS --constants a.c)'") REFUSED, 1, NULL, "asked for by CONSTANTS"},
	{"a binary of constants is the target's: an edit makes it anew, and its hash in the code",
		PROJECT("'find_package(opgen REQUIRED)' 'opgen_add(l stem.json BINARY OPTIONS --unroll window)' 'get_target_property(b l OPGEN_BINARY)' 'message(STATUS \"binary ${b}\")'")
		"cmake -G Ninja -B b | sed -n 's/.*binary .*\\///p'; cmake --build b >log && cp b/opgen/stem.bin before && edit && cmake --build b -- -v | grep -c ' -c '; cmp -s before b/opgen/stem.bin; echo $?", 0, "stem.bin\n1\n1\n", ""},
	{"a binary is asked for by its word", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json OPTIONS --constants=a.bin)'") REFUSED, 1, NULL, "is asked for by CONSTANTS or BINARY"},
	{"constants are in one place", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json BINARY CONSTANTS)'") REFUSED, 1, NULL, "CONSTANTS and BINARY exclude each other"},
	{"NAME needs a name", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json NAME)'") REFUSED, 1, NULL, "expected a value after NAME"},
	{"another machine gets the runtime's source",
		PROJECT("'find_package(opgen REQUIRED)' 'add_executable(program main.c)' 'opgen_add(program stem.json)'")
		"cmake -G Ninja -B b -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc >log && cmake --build b >log && "
		"right qemu-aarch64 -L /usr/aarch64-linux-gnu b/program", 0, NULL, ""},
	{"a spec that is missing is named", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l step.json)'") REFUSED, 1, NULL, "opgen_add(l): there is no /"},
	{"a project without C is told", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json)'") REFUSED, 1, NULL, "expected C, too"},
	{"a spec must be given", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l TARGETS generic)'") REFUSED, 1, NULL, "opgen_add(l): expected the file of a spec or a model"},
	{"files are named by NAME alone", PROJECT_OF("NONE", "'find_package(opgen REQUIRED)' 'opgen_add(l stem.json OPTIONS -o a.c)'") REFUSED, 1, NULL, "-o cannot be one of OPTIONS"},
	{"another series is not taken", PROJECT_OF("NONE", "'find_package(opgen 0.2 REQUIRED)'") REFUSED, 1, NULL, "with requested version \"0.2\""},
};

static const struct script version_rows[] = {
	{"a clone tells its commit", CLONE "echo \"$(head) $(git log -1 --format=%ct)\" | cmp - /dev/fd/3 3<<E\n$(sh .package/commit.sh)\nE\n", 0, "", ""},
	{"a change is told", CLONE "echo >>generator/base/version.h; sh .package/commit.sh | grep -c \"^$(head)-dirty \"", 0, "1\n", ""},
	{"a change of a page is none", CLONE "echo >>LICENSE; sh .package/commit.sh | grep -c \"^$(head) \"", 0, "1\n", ""},
	{"a header stays as it is", CLONE "sh .package/commit.sh a.h && touch -t 200101010000 a.h && sh .package/commit.sh a.h && find a.h -newermt 2002-01-01; grep -c \"COMMIT \\\"$(head)\\\"\" a.h", 0, "1\n", ""},
	{"a header depends on what may change it", CLONE "sh .package/commit.sh a.h; cat a.h.d", 0, "a.h: .git/HEAD .git/logs/HEAD .commit generator/base/version.h", ""},
	{"so does that of a linked worktree, whatever its path has", CLONE "git worktree add -q ../w && cd ../w && sh .package/commit.sh a.h; cat a.h.d", 0, "/a\\ folder\\ of\\ $$HOME,\\ \\#1,\\ with\\ an\\ ", NULL},
	{"an archive that git makes tells it", CLONE "h=$(head); mkdir a; git archive HEAD | tar -xf - -C a; rm -rf .git; cd a; sh .package/commit.sh | grep -c \"^$h [0-9]*$\"", 0, "1\n", ""},
	{"without a clone there is none", CLONE "rm -rf .git; sh .package/commit.sh a.h && cat a.h", 0, "COMMIT \"\"\n", ""},
	{"the project around it is another", CLONE "rm -rf .git; cd ..; git init -q; git add c; git commit -qm a; cd c; sh .package/commit.sh", 0, "", ""},
	{"without git there is none", CLONE "mkdir bin; for p in sh sed tr cmp mv rm cat; do ln -s $(command -v $p) bin; done; PATH=$PWD/bin; sh .package/commit.sh a.h; cat a.h", 0, "COMMIT \"\"\n", ""},
	{"opgen tells its libraries", "opgen --version | sed 1d", 0, "jansson 2.", ""},
};

static const struct script dist_rows[] = {
	{"a tarball is the same bytes each time",
		CLONE "sh .package/dist.sh build/a && touch * && chmod go-r LICENSE && (umask 077; TZ=Asia/Tokyo sh .package/dist.sh build/b) && diff -r build/a build/b && ls build/a", 0,
		"opgen-0.1.0.spdx.json\nopgen-0.1.0.tar.gz\n", ""},
	{"a tarball makes the same tarball",
		CLONE "sh .package/dist.sh build/a && cd build && tar -xf a/*.gz && cd opgen-0.1.0 && mkdir build && sh .package/dist.sh build && cmp build/*.gz ../a/*.gz && cat .commit", 0, NULL, ""},
	{"what git does not track is left out", CLONE "echo >other; sh .package/dist.sh build && tar -tf build/*.gz | grep -c other", 1, "0\n", ""},
	{"its bill of materials is the one beside it", CLONE "sh .package/dist.sh build && tar -xOf build/*.gz opgen-0.1.0/.spdx.json | cmp - build/*.json", 0, NULL, ""},
	{"the hashes are those of the files",
		CLONE "sh .package/dist.sh build && cd build && tar -xf *.gz && cd opgen-0.1.0 && "
		"sed -n 's/.*\"fileName\": \"\\(.*\\)\",/\\1/p' .spdx.json >n && sed -n 's/.*\"SHA256\", \"checksumValue\": \"\\([0-9a-f]*\\)\".*/\\1/p' .spdx.json >h && "
		"paste -d ' ' h n | sed 's/ /  /' | sha256sum --quiet -c && wc -l <n", 0, NULL, ""},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	(void)directory;
	(void)arena;
}

/* What an element of SPDX 2.3 must have, by the property that lists it. */
static const struct required {
	const char *list;
	const char *member[6];
} required[] = {
	{"packages", {"SPDXID", "name", "downloadLocation", "licenseConcluded"}},
	{"files", {"SPDXID", "fileName", "checksums", "licenseConcluded"}},
	{"relationships", {"spdxElementId", "relatedSpdxElement", "relationshipType"}},
};

static void
check_document(const json_t *document)
{
	static const char *const member[] = {"SPDXID", "name", "documentNamespace",
		"dataLicense", "spdxVersion", "creationInfo"};

	for (size_t i = 0; i < sizeof member / sizeof member[0]; i++)
		assert_non_null(json_object_get(document, member[i]));
	for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
		const json_t *list = json_object_get(document, required[i].list);

		assert_true(json_array_size(list) > 0);
		for (size_t k = 0; k < json_array_size(list); k++)
			for (const char *const *name = required[i].member; *name; name++)
				assert_non_null(
					json_object_get(json_array_get(list, k), *name));
	}
}

/* Adds the identifier of each element, which no other may have. */
static void
add_ids(json_t *ids, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *id = json_string_value(
			json_object_get(json_array_get(list, i), "SPDXID"));

		assert_true(!strncmp(id, "SPDXRef-", 8));
		assert_null(json_object_get(ids, id));
		json_object_set_new(ids, id, json_true());
	}
}

static void
bill_of_materials_holds(void **state)
{
	static const char script[] = CLONE "sh .package/dist.sh build";
	const char *argv[] = {"sh", "-c", script, NULL};
	struct arena arena = {0};
	const char *directory =
		arena_format(&arena, "%s/tests/package_spdx", build_directory());
	struct run run = {.argv = argv, .directory = directory};
	json_t *document, *ids = json_object();
	const json_t *relationship;
	size_t i;

	(void)state;
	directory_make(directory);
	run.output = arena_format(&arena, "%s.out", directory);
	assert_int_equal(run_command(&run), 0);
	document = json_load_file(
		arena_format(&arena, "%s/c/build/opgen-0.1.0.spdx.json", directory),
		JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(document);
	check_document(document);
	json_object_set_new(ids, "SPDXRef-DOCUMENT", json_true());
	add_ids(ids, json_object_get(document, "packages"));
	add_ids(ids, json_object_get(document, "files"));
	json_array_foreach (json_object_get(document, "relationships"), i, relationship) {
		assert_non_null(
			json_object_get(ids, json_string_value(json_object_get(
						     relationship, "spdxElementId"))));
		assert_non_null(json_object_get(ids,
			json_string_value(
				json_object_get(relationship, "relatedSpdxElement"))));
	}
	json_decref(ids);
	json_decref(document);
	arena_free(&arena);
}

/* What INSTALLED copies. */
static int
install_once(void **state)
{
	static const char *const argv[] = {"sh", ".package/install.sh", "install", NULL};
	struct arena arena = {0};
	const char *folder = arena_format(
		&arena, "%s/tests/package.installed/opgen", build_directory());
	struct run run = {.argv = argv, .output = "/dev/null"};
	int status;

	(void)state;
	setenv("INSTALLED", folder, 1);
	setenv("prefix", folder, 1);
	status = run_command(&run);
	unsetenv("prefix");
	arena_free(&arena);
	return status;
}

int
main(void)
{
	static struct CMUnitTest test[64];
	struct arena arena = {0};
	size_t n = 0;

	unsetenv("MAKEFLAGS");
	unsetenv("libdir");
	unsetenv("DESTDIR");
	scripts_begin("package", prepare);
	scripts_path("ROOT", ".");
	setenv("PLAIN", directory_plain(long_name, &arena), 1);
	arena_free(&arena);
	n += scripts_add(test + n, install_rows, countof(install_rows));
	n += scripts_add(test + n, build_rows, countof(build_rows));
	n += scripts_add(test + n, cmake_rows, countof(cmake_rows));
	n += scripts_add(test + n, version_rows, countof(version_rows));
	n += scripts_add(test + n, dist_rows, countof(dist_rows));
	test[n++] = (struct CMUnitTest){"a bill of materials has what SPDX 2.3 demands",
		bill_of_materials_holds, NULL, NULL, NULL};
	return _cmocka_run_group_tests("package", test, n, install_once, NULL);
}
