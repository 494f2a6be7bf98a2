#ifndef OPGEN_DELIVER_DEPFILE_H
#define OPGEN_DELIVER_DEPFILE_H

#include <stdbool.h>
#include <stddef.h>

struct out;

/* Why a path cannot be written in a depfile that both Make and Ninja read, as the end of
   a message; or NULL. */
const char *depfile_refusal(const char *path, bool is_target);

/* A rule in the syntax that Make and Ninja share: the targets were made from the files.
   depfile_refusal must accept all paths. */
void depfile_put(struct out *out, const char *const *target, size_t ntarget,
	const char *const *file, size_t nfile);

#endif
