#ifndef OPGEN_DIAG_FOREIGN_H
#define OPGEN_DIAG_FOREIGN_H

#include <stddef.h>

struct arena;

/* What a file is that opgen does not read, judged by how it begins, and what to do with
   it, as the end of "this is ...": "a Git LFS pointer: ...". NULL: none of those known.
 */
const char *foreign_file(const char *start, size_t size);

/* "; this is a Git LFS pointer: ...", or "", of an open file, behind what is wrong with
   it; its position stays where it is. */
const char *foreign_remark(int file, struct arena *arena);

#endif
