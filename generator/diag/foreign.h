#ifndef OPGEN_DIAG_FOREIGN_H
#define OPGEN_DIAG_FOREIGN_H

#include <stddef.h>

struct arena;

/* What kind of foreign file, or an empty one, begins like this, and what to do with it,
   as the end of "this is ...": "a Git LFS pointer: ...". NULL: none that opgen knows. */
const char *foreign_file(const char *start, size_t size);

/* "; this is a Git LFS pointer: ...", or "", for an open file: what a message about it
   ends in. The file's position does not change. */
const char *foreign_remark(int file, struct arena *arena);

#endif
