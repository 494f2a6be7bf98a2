#ifndef OPGEN_BASE_PATHS_H
#define OPGEN_BASE_PATHS_H

#include <stdbool.h>
#include <sys/types.h>

struct arena;

/* Whether a path given by the user means standard input or output: NULL or "-". */
bool path_is_standard(const char *path);

/* Whether there is a directory; whether a path that is a name of a file ends so. */
bool path_is_directory(const char *path);
bool path_ends_in(const char *path, const char *suffix);

/* What path means once symbolic links at its end are followed; it need not exist. NULL,
   with errno set, when there are too many of them. */
const char *path_follow(const char *path, struct arena *arena);

/* What tells regular files apart: a file that exists by itself, one that does not by its
   directory and its name there. */
struct path_identity {
	dev_t device; /* of the file, or of the directory; 0: neither exists */
	ino_t number;
	const char *name; /* "" when the file exists */
};

/* Finds out what path leads to; false when that exists and is no regular file, or when
   its links lead nowhere. */
bool path_identify(struct path_identity *identity, const char *path, struct arena *arena);

/* An order of files; 0: they are the same, or would be if they existed. */
int path_compare(const struct path_identity *a, const struct path_identity *b);

/* A new path: name in the directory that path lies in. */
char *path_beside(const char *path, const char *name, struct arena *arena);

/* A file's path in a directory, which may have been typed with a slash behind it. */
const char *path_in(
	const char *directory, const char *name, const char *suffix, struct arena *arena);

/* Whether Windows takes files of that name, with any suffix, for a device: "nul.c". */
bool path_is_device(const char *stem);

/* What is read for a path: a SavedModel of TensorFlow is a directory, and its graphs are
   in the saved_model.pb there; any other path is that of a file. */
const char *path_to_read(const char *path, struct arena *arena);

#endif
