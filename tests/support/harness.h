#ifndef OPGEN_TESTS_HARNESS_H
#define OPGEN_TESTS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* For test programs that run commands and compare files. A failure of the machine ends
   the program with a message and exit status 3. */

/* The build directory, absolute. */
const char *build_directory(void);

/* A file's bytes, ended by a NUL; NULL when there is no such file. */
char *file_read(const char *path, size_t *size, struct arena *arena);

void file_write(const char *path, const char *text, size_t size);

bool file_exists(const char *path);

/* Makes a directory and those above it. */
void directory_make(const char *path);

/* Removes a directory, if it is there, with all that is in it. */
void directory_remove(const char *path);

/* Makes an empty directory whose path has nothing but letters, digits and ._+-: CMake
   takes no '#' in one, and blanks break `cc $(pkg-config --cflags opgen)`. It is in the
   build directory, or in /tmp where that has other characters, and removed in the end. */
const char *directory_plain(const char *name, struct arena *arena);

/* Paths of files, sorted by name, the same on every machine. */
struct paths {
	char **path;
	size_t npath;
};

/* Adds every file below the directory whose name ends in suffix. */
void paths_find(struct paths *paths, const char *directory, const char *suffix,
	struct arena *arena);

/* A command to run. NULL members are inherited, or /dev/null for standard input. */
struct run {
	const char *const *argv; /* NULL at the end; argv[0] is looked for in PATH */
	const char *directory;   /* the current directory of the command */
	const char *output;      /* file that standard output goes to */
	const char *messages;    /* file that standard error goes to */
	const char *input;       /* file that standard input comes from */
	unsigned seconds;        /* of processor time, at most; 0: any number */
};

/* The exit status, or 128 plus the signal that ended the command. */
int run_command(const struct run *run);

/* The same by a function that runs in a copy of this process, in place of a program. */
int run_copy(const struct run *run, int (*function)(int argc, char **argv));

/* CMocka catches signals and goes on with the next test, which a copy must not do. */
void crash_by_signals(void);

/* The first difference of two texts, as a message: the line's number and both lines. NULL
   if they are equal. */
const char *text_difference(const char *expected, size_t nexpected, const char *actual,
	size_t nactual, struct arena *arena);

#endif
