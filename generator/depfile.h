#ifndef OPGEN_DEPFILE_H
#define OPGEN_DEPFILE_H

#include <stddef.h>

struct out;

/* A rule in the syntax that Make and Ninja share: the targets were made from the files.
 */
void depfile_put(struct out *out, const char *const *target, size_t ntarget,
	const char *const *file, size_t nfile);

#endif
