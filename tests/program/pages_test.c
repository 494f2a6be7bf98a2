/* Does what the pages say: blocks of commands are run, files are written as they are
   shown, and what is shown of output and of emitted C is compared. Every link leads
   somewhere. tests/README.md has the words that mark blocks. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/page.h"
#include "support/sample.h"

/* The pages whose blocks are tried, one after the other in a folder for each page. */
static const char *const tried_page[] = {
	"README.md",
	"samples/README.md",
	"samples/cortex_m/README.md",
	"samples/build/README.md",
	"samples/languages/README.md",
	"runtime/README.md",
	"tests/README.md",
	"tests/bench/README.md",
};

static const char *const searched_folder[] = {
	".package", "generator", "templates", "runtime", "tests", "samples"};

enum {
	SANITIZED = 4 /* one page of so many is tried with sanitizers */
};

/* A test: a block, or all links of a page. */
struct trial {
	const struct page *page;
	const struct block *block;
	const char *directory; /* where the page's blocks are tried */
};

/* Commands that would take too long, or install something: whether what they name is
   there. */
static const char existence[] =
	"ninja() { for target; do grep -q \"^build $target:\" build.ninja || "
	"{ echo \"build.ninja does not build $target\"; exit 1; }; done; }\n"
	"sh() { command sh -n \"$1\"; }\n";

/* Whether blocks are tried that need more programs than the other tests. */
static bool
at_home(void)
{
	return getenv("OPGEN_AT_HOME") != NULL;
}

/* Makes a folder for a page, in which opgen is a clone of the repository that was built,
   and can be installed from. */
static void
prepare(const char *directory)
{
	static const char script[] =
		"mkdir -p \"$1/opgen/build\" && cd \"$1/opgen\" && "
		"ln -s \"$2/opgen\" \"$OLDPWD/build/libopgen_runtime.a\" "
		"\"$OLDPWD/build/opgen.1\" \"$OLDPWD/build/completions\" "
		"\"$OLDPWD/build/spec.schema.json\" build && "
		"for part in .package LICENSE README.md generator runtime samples tests; "
		"do ln -s \"$OLDPWD/$part\" .; done";
	const char *argv[] = {
		"sh", "-c", script, "sh", directory, build_directory(), NULL};
	struct run run = {.argv = argv};

	if (run_command(&run)) {
		fprintf(stderr, "%s could not be prepared\n", directory);
		exit(3);
	}
}

/* Runs a script; stores what it prints, messages among the rest. */
static int
run_script(const char *script, const char *directory, const char **output,
	struct arena *arena)
{
	const char *whole = arena_format(arena, "exec 2>&1\n%s", script);
	const char *argv[] = {"timeout", "120", "sh", "-c", whole, NULL};
	const char *path = arena_format(arena, "%s/tests/pages.out", build_directory());
	struct run run = {.argv = argv, .directory = directory, .output = path};
	size_t size;
	int status = run_command(&run);

	*output = file_read(path, &size, arena);
	return status;
}

/* What a page has installed, it has in the folder `installed`; that comes first. */
static const char *
in_page(const char *script, struct arena *arena)
{
	return arena_format(arena,
		"PATH=\"$PWD/installed/bin:$PWD/opgen/build:$PATH\"\n"
		"export PKG_CONFIG_PATH=\"$PWD/installed/lib/pkgconfig\"\n"
		"export CMAKE_PREFIX_PATH=\"$PWD/installed\"\n%s",
		script);
}

static void
assert_succeeds(const struct trial *trial, const char *script, const char *directory,
	struct arena *arena)
{
	const char *output;
	int status = run_script(
		arena_format(arena, "set -e\n%s", script), directory, &output, arena);

	if (status)
		fail_msg("%s:%zu: exit status %d: %s", trial->page->path,
			trial->block->line, status, output);
}

static void
run_commands(const struct trial *trial, struct arena *arena)
{
	assert_succeeds(
		trial, in_page(trial->block->text, arena), trial->directory, arena);
}

static void
find_commands(const struct trial *trial, struct arena *arena)
{
	assert_succeeds(trial, arena_format(arena, "%s%s", existence, trial->block->text),
		NULL, arena);
}

/* Takes the command after "$ " and what it prints, up to the next one. */
static const char *
next_command(
	const char *at, const char **command, const char **output, struct arena *arena)
{
	size_t length = strcspn(at, "\n");
	const char *begin = at + length + (at[length] == '\n');
	const char *end = begin;

	*command = arena_copy_text(arena, at + 2, length - 2);
	while (*end && strncmp(end, "$ ", 2) != 0)
		end += strcspn(end, "\n") + 1;
	*output = arena_copy_text(arena, begin, (size_t)(end - begin));
	return end;
}

/* A dialogue: each command prints what is shown, or, where nothing is, succeeds. */
static void
run_dialogue(const struct trial *trial, struct arena *arena)
{
	const struct block *block = trial->block;
	const char *at = block->text;

	if (strncmp(at, "$ ", 2) != 0)
		fail_msg("%s:%zu: no command", trial->page->path, block->line);
	while (*at) {
		const char *command, *expected, *output, *missing;
		int status;

		at = next_command(at, &command, &expected, arena);
		status = run_script(
			in_page(command, arena), trial->directory, &output, arena);
		if (!*expected && status)
			fail_msg("%s:%zu: %s: exit status %d: %s", trial->page->path,
				block->line, command, status, output);
		missing = passage_missing(output, expected, true, arena);
		if (missing)
			fail_msg("%s:%zu: %s: not as shown: '%s', in\n%s",
				trial->page->path, block->line, command, missing, output);
	}
}

static const char *
file_of(const struct trial *trial, struct arena *arena)
{
	return arena_format(arena, "%s/%s", trial->directory, trial->block->file);
}

static void
write_block(const struct trial *trial, struct arena *arena)
{
	const char *text = trial->block->text;

	file_write(file_of(trial, arena), text, strlen(text));
}

static void
compare_part(const struct trial *trial, struct arena *arena)
{
	size_t size;
	const char *text = file_read(file_of(trial, arena), &size, arena), *missing;

	if (!text)
		fail_msg("%s:%zu: there is no %s", trial->page->path, trial->block->line,
			trial->block->file);
	missing = passage_missing(text, trial->block->text, false, arena);
	if (missing)
		fail_msg("%s:%zu: %s does not have '%s'", trial->page->path,
			trial->block->line, trial->block->file, missing);
}

/* Commands that need programs which only `ninja test-at-home` installs. */
static void
run_at_home(const struct trial *trial, struct arena *arena)
{
	if (at_home())
		run_commands(trial, arena);
}

/* What is done with a block. */
struct mark {
	const char *language; /* NULL: any */
	const char *mark;
	void (*try)(const struct trial *trial, struct arena *arena); /* NULL: nothing */
	bool is_shown; /* only: it is not run */
};

/* clang-format off */
static const struct mark marks[] = {
	{"console", "run",    run_dialogue,  false},
	{NULL,      "run",    run_commands,  false},
	{NULL,      "file",   write_block,   false},
	{NULL,      "part",   compare_part,  false},
	{NULL,      "home",   run_at_home,   true},
	{NULL,      "exists", find_commands, true},
	{NULL,      "shown",  NULL,          true},
};
/* clang-format on */

/* NULL: the block has none of them. */
static const struct mark *
find_mark(const struct block *block)
{
	for (size_t i = 0; i < countof(marks); i++)
		if (!strcmp(block->mark, marks[i].mark) &&
			(!marks[i].language ||
				!strcmp(block->language, marks[i].language)))
			return &marks[i];
	return NULL;
}

static void
block_holds(void **state)
{
	const struct trial *trial = *state;
	const struct mark *mark = find_mark(trial->block);
	struct arena arena = {0};

	if (!mark)
		fail_msg("%s:%zu: the block has no mark of those in tests/README.md",
			trial->page->path, trial->block->line);
	if (mark->try)
		mark->try(trial, &arena);
	arena_free(&arena);
}

/* Links lead to files, and anchors to headings. */
static void
links_hold(void **state)
{
	const struct trial *trial = *state;
	const struct page *page = trial->page;
	struct arena arena = {0};
	size_t nbroken = 0;

	for (size_t i = 0; i < page->nlink; i++) {
		const struct link *link = &page->link[i];

		if (file_exists(link->path) &&
			(!*link->anchor ||
				page_has_anchor(link->path, link->anchor, &arena)))
			continue;
		print_error("%s:%zu: a link to %s%s%s leads nowhere\n", page->path,
			link->line, link->path, *link->anchor ? "#" : "", link->anchor);
		nbroken++;
	}
	assert_int_equal(nbroken, 0);
	arena_free(&arena);
}

/* Blocks have fences, so that each is marked. */
static void
fences_hold(void **state)
{
	const struct trial *trial = *state;

	if (trial->page->indented)
		fail_msg("%s:%zu: a block without fences", trial->page->path,
			trial->page->indented);
}

struct tests {
	struct CMUnitTest *test;
	size_t n, nshown; /* blocks that cannot be tried here */
};

static void
add(struct tests *tests, const char *name, void (*function)(void **state),
	struct trial trial, struct arena *arena)
{
	struct trial *kept = arena_new(arena, struct trial);

	*kept = trial;
	tests->test = arena_grow(arena, tests->test, tests->n, sizeof *tests->test);
	tests->test[tests->n++] = (struct CMUnitTest){name, function, NULL, NULL, kept};
}

static void
add_page(struct tests *tests, size_t number, struct arena *arena)
{
	struct page *page = arena_new(arena, struct page);
	const char *directory;

	directory = directory_plain(arena_format(arena, "pages/%zu", number), arena);
	page_read(page, tried_page[number], arena);
	prepare(directory);
	add(tests, arena_format(arena, "%s: blocks have fences", page->path), fences_hold,
		(struct trial){page, NULL, directory}, arena);
	for (size_t i = 0; i < page->nblock; i++) {
		const struct block *block = &page->block[i];
		const struct mark *mark = find_mark(block);

		tests->nshown += mark && mark->is_shown;
		add(tests,
			arena_format(arena, "%s:%zu: %s %s %s", page->path, block->line,
				block->language, block->mark, block->file),
			block_holds, (struct trial){page, block, directory}, arena);
	}
}

int
main(void)
{
	struct arena arena = {0};
	struct paths every = {0};
	struct tests tests = {0};
	struct sample sample = sample_begin("tries the same pages");
	size_t npage = 0, nblock;
	int failed;

	setenv("LC_ALL", "C", 1);
	for (size_t i = 0; i < countof(tried_page); i++)
		if (sample_takes_sanitized(&sample, SANITIZED)) {
			add_page(&tests, i, &arena);
			npage++;
		}
	nblock = tests.n - npage;
	for (size_t i = 0; i < countof(searched_folder); i++)
		paths_find(&every, searched_folder[i], ".md", &arena);
	for (size_t i = 0; i <= every.npath; i++) {
		struct page *page = arena_new(&arena, struct page);

		page_read(page, i < every.npath ? every.path[i] : "README.md", &arena);
		add(&tests, arena_format(&arena, "links of %s", page->path), links_hold,
			(struct trial){page, NULL, NULL}, &arena);
	}
	failed = _cmocka_run_group_tests("pages", tests.test, tests.n, NULL, NULL);
	printf("pages: %zu blocks, %zu of them only shown\n", nblock, tests.nshown);
	arena_free(&arena);
	return failed;
}
