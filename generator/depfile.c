#include "depfile.h"

#include <string.h>

#include "out.h"

/* A space, '#' and ':' get a backslash, and backslashes in front of one are doubled; a
   dollar sign is doubled. */
static void
put_path(struct out *out, const char *path)
{
	while (*path) {
		size_t plain = strcspn(path, " #:$\\");
		size_t nbackslash = strspn(path + plain, "\\");

		out_bytes(out, path, plain + nbackslash);
		path += plain + nbackslash;
		if (*path == '$') {
			out_text(out, "$$");
		} else if (*path && strchr(" #:", *path)) {
			for (size_t i = 0; i < nbackslash; i++)
				out_text(out, "\\");
			out_text(out, "\\");
			out_bytes(out, path, 1);
		} else {
			continue;
		}
		path++;
	}
}

void
depfile_put(struct out *out, const char *const *target, size_t ntarget,
	const char *const *file, size_t nfile)
{
	for (size_t i = 0; i < ntarget; i++) {
		if (i)
			out_text(out, " ");
		put_path(out, target[i]);
	}
	out_text(out, ":");
	for (size_t i = 0; i < nfile; i++) {
		out_text(out, " \\\n  ");
		put_path(out, file[i]);
	}
	out_text(out, "\n");
}
