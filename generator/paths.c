#include "paths.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"

enum {
	LINK_LIMIT = 40,
	LINK_SIZE = 4096
};

/* Bytes of path up to the last slash, that included. */
static size_t
directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

bool
path_is_standard(const char *path)
{
	return !path || !strcmp(path, "-");
}

char *
path_beside(const char *path, const char *name, struct arena *arena)
{
	return arena_format(arena, "%.*s%s", (int)directory_length(path), path, name);
}

const char *
path_follow(const char *path, struct arena *arena)
{
	char link[LINK_SIZE];

	for (int i = 0; i < LINK_LIMIT; i++) {
		ssize_t length = readlink(path, link, sizeof link - 1);

		if (length < 0)
			return path;
		link[length] = '\0';
		path = link[0] == '/' ? arena_copy_text(arena, link, (size_t)length)
				      : path_beside(path, link, arena);
	}
	errno = ELOOP;
	return NULL;
}

static bool
same_object(const char *a, const char *b)
{
	struct stat stat_a, stat_b;

	return !stat(a, &stat_a) && !stat(b, &stat_b) && stat_a.st_dev == stat_b.st_dev &&
	       stat_a.st_ino == stat_b.st_ino;
}

/* For paths of which neither exists: the same name in the same directory. */
static bool
same_place(const char *a, const char *b, struct arena *arena)
{
	a = path_follow(a, arena);
	b = path_follow(b, arena);
	return a && b && !strcmp(a + directory_length(a), b + directory_length(b)) &&
	       same_object(path_beside(a, ".", arena), path_beside(b, ".", arena));
}

bool
path_same(const char *a, const char *b, struct arena *arena)
{
	struct stat status;

	if (!stat(a, &status))
		return S_ISREG(status.st_mode) && same_object(a, b);
	if (!stat(b, &status))
		return false;
	return same_place(a, b, arena);
}

const char *
path_in(const char *directory, const char *name, const char *suffix, struct arena *arena)
{
	size_t size = strlen(directory);

	while (size > 1 && directory[size - 1] == '/')
		size--;
	return arena_format(arena, "%.*s/%s%s", (int)size, directory, name, suffix);
}

const char *
path_to_read(const char *path, struct arena *arena)
{
	const char *graph = path_in(path, "saved_model.pb", "", arena);
	struct stat status;

	if (stat(path, &status) || !S_ISDIR(status.st_mode) || stat(graph, &status))
		return path;
	return graph;
}
