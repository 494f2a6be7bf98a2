#ifndef OPGEN_DIAG_SOURCE_READ_H
#define OPGEN_DIAG_SOURCE_READ_H

#include "diag/source.h"

#include <stddef.h>

struct arena;

/* The result of reading a file; on failure, the message has been printed. */
enum source_status {
	SOURCE_READ,
	SOURCE_REFUSED, /* the text is larger than it may be: exit status 1 */
	SOURCE_FAILED   /* the machine could not read it: exit status 3 */
};

enum {
	SOURCE_SIZE_LIMIT = 16 * 1024 * 1024, /* of a spec */
	SOURCE_START = 4096 /* first bytes, by which the limit is chosen */
};

/* Reads the file, or standard input when path is "-". limit says how many bytes a file
   that begins like this may have; a larger one is refused. The text lives in the
   arena. */
enum source_status source_read(struct source *source, const char *path,
	size_t (*limit)(const char *start, size_t size), struct arena *arena);

#endif
