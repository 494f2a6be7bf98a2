#include "deliver/depfile.h"

#include <string.h>

#include "base/out.h"

/* Characters that Ninja 1.11 or GNU Make 4.3 would misread: Ninja ends a name at some;
   Make takes '=' for an assignment, ';' for a recipe, '|' for order-only prerequisites,
   brackets for a pattern. There is no escape that both understand. */
static const char unreadable[] = "\"&'*;<=>?[^`|";

const char *
depfile_refusal(const char *path, bool is_target)
{
	size_t size = strlen(path);
	const char *parenthesis = strchr(path, '(');

	for (const char *c = path; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == '\x7f')
			return "it holds a control character";
		if (strchr(unreadable, *c))
			return "it holds one of \"&'*;<=>?[^`|";
		if (*c == '\\' && strchr("#:$", c[1]))
			return "it ends in a backslash, or has one before '#', ':' or "
			       "'$'";
	}
	if (strchr(" :", path[size - 1]))
		return "it ends in a space or ':'";
	if (path[0] == '~')
		return "it begins with '~', which Make takes for a home directory";
	if (parenthesis > path && path[size - 1] == ')')
		return "it ends in parentheses, which Make takes for a part of an "
		       "archive";
	if (is_target && strchr(path, '%'))
		return "it holds '%', which Make takes for a pattern";
	return NULL;
}

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
