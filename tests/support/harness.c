#include "support/harness.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"

enum {
	COMMAND_MISSING = 127,
	MOST_OPEN = 8 /* directories, while one is removed */
};

static void
fail(const char *what)
{
	fprintf(stderr, "test harness: %s: %s\n", what, strerror(errno));
	exit(3);
}

const char *
build_directory(void)
{
	static char absolute[PATH_MAX];
	const char *named = getenv("OPGEN_BUILD");

	if (!absolute[0] && !realpath(named ? named : "build", absolute))
		fail("OPGEN_BUILD");
	return absolute;
}

char *
file_read(const char *path, size_t *size, struct arena *arena)
{
	FILE *file = fopen(path, "rb");
	struct stat status;
	char *text;

	if (!file)
		return NULL;
	if (fstat(fileno(file), &status))
		fail(path);
	text = arena_alloc(arena, (size_t)status.st_size + 1);
	*size = fread(text, 1, (size_t)status.st_size, file);
	fclose(file);
	return text;
}

void
file_write(const char *path, const char *text, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(text, 1, size, file) != size || fclose(file))
		fail(path);
}

bool
file_exists(const char *path)
{
	struct stat status;

	return !lstat(path, &status);
}

void
directory_make(const char *path)
{
	char part[PATH_MAX];

	for (size_t i = 1; i < sizeof part && path[i - 1]; i++) {
		if (path[i] != '/' && path[i])
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdir(part, 0777) && errno != EEXIST)
			fail(part);
	}
}

static int
remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
	(void)status;
	(void)type;
	(void)at;
	return remove(path);
}

void
directory_remove(const char *path)
{
	if (file_exists(path) &&
		nftw(path, remove_entry, MOST_OPEN, FTW_DEPTH | FTW_PHYS))
		fail(path);
}

static bool
is_plain(const char *path)
{
	return !path[strspn(path, "/._+-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "abcdefghijklmnopqrstuvwxyz")];
}

static char temporary[] = "/tmp/opgen-XXXXXX";

static void
remove_temporary(void)
{
	directory_remove(temporary);
}

/* The directory of plain ones, where that of the build is none. */
static const char *
temporary_directory(void)
{
	static bool made;

	if (!made && (!mkdtemp(temporary) || atexit(remove_temporary)))
		fail(temporary);
	made = true;
	return temporary;
}

const char *
directory_plain(const char *name, struct arena *arena)
{
	const char *path = arena_format(arena, "%s/tests/%s", build_directory(), name);

	if (!is_plain(path))
		path = arena_format(arena, "%s/%s", temporary_directory(), name);
	directory_remove(path);
	directory_make(path);
	return path;
}

static void
add_path(struct paths *paths, char *path, struct arena *arena)
{
	/* The list doubles whenever its length is a power of two. */
	if (!(paths->npath & (paths->npath - 1))) {
		char **longer = arena_array(arena, char *, 2 * paths->npath + 1);

		if (paths->npath)
			memcpy(longer, paths->path, paths->npath * sizeof *longer);
		paths->path = longer;
	}
	paths->path[paths->npath++] = path;
}

static bool
ends_in(const char *name, const char *suffix)
{
	size_t length = strlen(name), nsuffix = strlen(suffix);

	return length >= nsuffix && !strcmp(name + length - nsuffix, suffix);
}

/* Unlike alphasort this does not look at the locale. */
static int
compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

void
paths_find(struct paths *paths, const char *directory, const char *suffix,
	struct arena *arena)
{
	struct dirent **entry;
	int n = scandir(directory, &entry, NULL, compare_names);

	if (n < 0)
		fail(directory);
	for (int i = 0; i < n; i++) {
		char *path = arena_format(arena, "%s/%s", directory, entry[i]->d_name);
		struct stat status;

		if (entry[i]->d_name[0] != '.' && !stat(path, &status)) {
			if (S_ISDIR(status.st_mode))
				paths_find(paths, path, suffix, arena);
			else if (ends_in(path, suffix))
				add_path(paths, path, arena);
		}
		free(entry[i]);
	}
	free(entry);
}

static void
redirect(const char *path, int descriptor)
{
	int file;

	if (!path)
		return;
	file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
	if (file < 0 || dup2(file, descriptor) < 0)
		_exit(COMMAND_MISSING);
	close(file);
}

/* In the process that becomes the command. */
static void
enter(const struct run *run)
{
	struct rlimit limit = {run->seconds, run->seconds};
	int input = open(run->input ? run->input : "/dev/null", O_RDONLY);

	if (input < 0 || dup2(input, STDIN_FILENO) < 0 || close(input))
		_exit(COMMAND_MISSING);
	if (run->directory && chdir(run->directory))
		_exit(COMMAND_MISSING);
	if (run->seconds && setrlimit(RLIMIT_CPU, &limit))
		_exit(COMMAND_MISSING);
	redirect(run->output, STDOUT_FILENO);
	redirect(run->messages, STDERR_FILENO);
}

static int
wait_for(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			fail("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A copy of this process, in which the command's files are open: returns 0 there. */
static pid_t
begin_command(const struct run *run)
{
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child < 0)
		fail("fork");
	if (!child)
		enter(run);
	return child;
}

int
run_command(const struct run *run)
{
	pid_t child = begin_command(run);

	if (!child) {
		execvp(run->argv[0], (char *const *)run->argv);
		_exit(COMMAND_MISSING);
	}
	return wait_for(child);
}

int
run_copy(const struct run *run, int (*function)(int argc, char **argv))
{
	pid_t child = begin_command(run);
	int n = 0;

	if (!child) {
		crash_by_signals();
		while (run->argv[n])
			n++;
		exit(function(n, (char **)run->argv));
	}
	return wait_for(child);
}

void
crash_by_signals(void)
{
	static const int caught[] = {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};

	for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
		signal(caught[i], SIG_DFL);
}

static int
line_length(const char *text, const char *end)
{
	const char *newline = memchr(text, '\n', (size_t)(end - text));

	return (int)((newline ? newline : end) - text);
}

const char *
text_difference(const char *expected, size_t nexpected, const char *actual,
	size_t nactual, struct arena *arena)
{
	size_t shorter = nexpected < nactual ? nexpected : nactual, same = 0, line = 0;
	unsigned long number = 1;

	while (same < shorter && expected[same] == actual[same])
		if (expected[same++] == '\n') {
			line = same;
			number++;
		}
	if (same == nexpected && same == nactual)
		return NULL;
	return arena_format(arena, "line %lu: expected\n%.*s\nbut got\n%.*s", number,
		line_length(expected + line, expected + nexpected), expected + line,
		line_length(actual + line, actual + nactual), actual + line);
}
