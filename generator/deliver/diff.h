#ifndef OPGEN_DELIVER_DIFF_H
#define OPGEN_DELIVER_DIFF_H

#include <stdbool.h>
#include <stddef.h>

struct out;

/* A file's bytes, mapped into memory. A zeroed struct is an empty text. */
struct text {
	const char *bytes; /* NULL when there are none */
	size_t size;
};

/* Maps an open file, whose descriptor may then be closed; false, with errno set, on
   failure. */
bool text_map(struct text *text, int descriptor);
void text_unmap(struct text *text);

bool text_equal(const struct text *a, const struct text *b);

/* Puts a unified diff of two texts that differ: one hunk, from the first to the last
   difference; of binaries only that they differ. */
void diff_put(struct out *out, const char *path, const struct text *from,
	const struct text *to);

#endif
