#include "base/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

enum {
	LINK_LIMIT = 40,
	LINK_SIZE = 4096
};

/* Bytes of path up to and including the last slash. */
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

bool
path_is_directory(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

bool
path_ends_in(const char *path, const char *suffix)
{
	size_t size = strlen(path + directory_length(path)), nsuffix = strlen(suffix);

	return size > nsuffix && !strcmp(path + strlen(path) - nsuffix, suffix);
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

bool
path_identify(struct path_identity *identity, const char *path, struct arena *arena)
{
	struct stat status;
	bool exists = !stat(path, &status);

	*identity = (struct path_identity){.name = ""};
	if (!exists) {
		path = path_follow(path, arena);
		if (!path)
			return false;
		identity->name = path;
		if (stat(path_beside(path, ".", arena), &status))
			return true;
		identity->name = path + directory_length(path);
	} else if (!S_ISREG(status.st_mode)) {
		return false;
	}
	identity->device = status.st_dev;
	identity->number = status.st_ino;
	return true;
}

int
path_compare(const struct path_identity *a, const struct path_identity *b)
{
	if (a->device != b->device)
		return a->device < b->device ? -1 : 1;
	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return strcmp(a->name, b->name);
}

const char *
path_in(const char *directory, const char *name, const char *suffix, struct arena *arena)
{
	size_t size = strlen(directory);

	while (size > 1 && directory[size - 1] == '/')
		size--;
	return arena_format(arena, "%.*s/%s%s", (int)size, directory, name, suffix);
}

/* An absolute path without "." and "..", nor a slash at its end: "" is the root. */
static const char *
normalize(const char *path, struct arena *arena)
{
	size_t size = strlen(path), n = 0;
	char *normal = arena_alloc(arena, size + 2);

	while (*path) {
		size_t length = strcspn(path, "/");

		if (length == 2 && !strncmp(path, "..", 2)) {
			while (n > 0 && normal[--n] != '/')
				;
		} else if (length && !(length == 1 && *path == '.')) {
			normal[n++] = '/';
			memcpy(normal + n, path, length);
			n += length;
		}
		path += length + (path[length] == '/');
	}
	normal[n] = '\0';
	return normal;
}

/* The folder of a file, as normalize() has it. Links are followed if it exists. */
static const char *
absolute_folder(const char *path, struct arena *arena)
{
	const char *folder = path_beside(path, ".", arena);
	char buffer[PATH_MAX];

	if (realpath(folder, buffer))
		return normalize(buffer, arena);
	if (folder[0] == '/' || !getcwd(buffer, sizeof buffer))
		return normalize(folder, arena);
	return normalize(arena_format(arena, "%s/%s", buffer, folder), arena);
}

const char *
path_relative(const char *from, const char *to, struct arena *arena)
{
	const char *here = absolute_folder(from, arena);
	const char *there = arena_format(
		arena, "%s/%s", absolute_folder(to, arena), to + directory_length(to));
	const char *up = "";
	size_t same = 0;

	/* Up to the last slash before which both are the same. */
	for (size_t i = 0; here[i] == there[i] || (!here[i] && there[i] == '/'); i++) {
		if (there[i] == '/')
			same = i;
		if (!here[i])
			break;
	}
	for (const char *c = here + same; *c; c++)
		if (*c == '/')
			up = arena_format(arena, "%s../", up);
	return arena_format(arena, "%s%s", up, there + same + 1);
}

bool
path_is_device(const char *stem)
{
	static const char *const device[] = {"CON", "PRN", "AUX", "NUL"};
	static const char *const numbered[] = {"COM", "LPT"}; /* COM0 to COM9 */

	for (size_t i = 0; i < sizeof device / sizeof device[0]; i++)
		if (!strcasecmp(stem, device[i]))
			return true;
	for (size_t i = 0; i < sizeof numbered / sizeof numbered[0]; i++)
		if (!strncasecmp(stem, numbered[i], 3) && stem[3] >= '0' &&
			stem[3] <= '9' && !stem[4])
			return true;
	return false;
}

const char *
path_to_read(const char *path, struct arena *arena)
{
	const char *graph = path_in(path, "saved_model.pb", "", arena);
	struct stat status;

	if (!path_is_directory(path) || stat(graph, &status))
		return path;
	return graph;
}
