#ifndef OPGEN_DIAG_NAMES_H
#define OPGEN_DIAG_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum {
	NAME_LIMIT = 200
};

/* NULL when the name can be an emitted function's name; otherwise why not, as the end of
   a message: "is a keyword of C". The rules are those of samples/README.md, "Specs". */
const char *name_refusal(const char *name);

/* The same for a --prefix: it must begin an identifier. */
const char *prefix_refusal(const char *prefix);

/* A legal name made from a spec's path: its last part without the suffix, with '_' for
   characters that identifiers cannot have. index is appended as _0, _1 … unless it is
   negative. */
const char *name_from_path(const char *path, long index, struct arena *arena);

/* The same from any text, such as "/conv1/Conv"; everything before its first letter or
   digit is left out, too. */
const char *name_from_text(
	const char *text, size_t size, long index, struct arena *arena);

/* A name as messages show it, fit to be copied: in quotes, with \xNN for what does not
   print or is not UTF-8. It is cut, visibly, only beyond 1024 bytes, which no tool
   writes. */
const char *quoted(const char *text, struct arena *arena);

/* The same for size bytes, which may include NUL. */
const char *quoted_text(const char *text, size_t size, struct arena *arena);

/* Likewise for text that need not be copied, cut at 60 bytes: 'abc'... (812 bytes). */
const char *clipped(const char *text, struct arena *arena);
const char *clipped_text(const char *text, size_t size, struct arena *arena);

#endif
