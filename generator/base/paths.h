#ifndef OPGEN_BASE_PATHS_H
#define OPGEN_BASE_PATHS_H

#include <stdbool.h>
#include <sys/types.h>

struct arena;

/* Whether a path given by the user means standard input or output: NULL or "-". */
bool path_is_standard(const char *path);

/* Whether there is a directory; whether a file's name ends in a suffix. */
bool path_is_directory(const char *path);
bool path_ends_in(const char *path, const char *suffix);

/* The path with symbolic links at its end followed; it need not exist. NULL, with errno
   set, when there are too many links. */
const char *path_follow(const char *path, struct arena *arena);

/* The identity of a regular file: that of the file itself if it exists, else its
   directory and its name there. */
struct path_identity {
	dev_t device; /* of the file, or of the directory; 0: neither exists */
	ino_t number;
	const char *name; /* "" when the file exists */
};

/* Finds the identity; false when path is something other than a regular file, or its
   links lead nowhere. */
bool path_identify(struct path_identity *identity, const char *path, struct arena *arena);

/* Orders files; 0: they are the same, or would be if they existed. */
int path_compare(const struct path_identity *a, const struct path_identity *b);

/* A new path: name in the directory that path lies in. */
char *path_beside(const char *path, const char *name, struct arena *arena);

/* A file's path in a directory, whose path may end in a slash. */
const char *path_in(
	const char *directory, const char *name, const char *suffix, struct arena *arena);

/* The path of a file as it is seen from the folder of another one; neither has to
   exist. */
const char *path_relative(const char *from, const char *to, struct arena *arena);

/* Whether Windows takes a file of that name, with any suffix, for a device: "nul.c". */
bool path_is_device(const char *stem);

/* The file to read for a path: for a directory, which is a SavedModel of TensorFlow, its
   saved_model.pb; else the path itself. */
const char *path_to_read(const char *path, struct arena *arena);

#endif
