#include "out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "diff.h"
#include "paths.h"
#include "temporary.h"

static void
initialize(struct out *out, const char *path)
{
	*out = (struct out){.path = path};
	out->buffer = arena_alloc(&out->arena, OUT_BUFFER);
}

/* Reports and drops an output that has failed. */
static bool
succeeded(struct out *out)
{
	if (!out->error)
		return true;
	complain("%s: %s", out->path, strerror(out->error));
	out_discard(out);
	return false;
}

static void
open_directly(struct out *out)
{
	out->stream = fopen(out->path, "w");
	if (!out->stream)
		out_fail(out);
}

/* Opens the file beside the target that will take its place, with its permissions. */
static void
open_beside(struct out *out, const struct stat *old)
{
	int descriptor = temporary_create(out->target, &out->beside, &out->arena);

	if (descriptor < 0) {
		out->beside = NULL;
		out_fail(out);
		return;
	}
	if (old && fchmod(descriptor, old->st_mode & 0777))
		out_fail(out);
	out->stream = fdopen(descriptor, "w");
	if (!out->stream) {
		out_fail(out);
		close(descriptor);
	}
}

/* Whether a path leads to a file that another path was found to be. */
static bool
leads_to(const char *path, const struct stat *status)
{
	struct stat found;

	return !stat(path, &found) && found.st_dev == status->st_dev &&
	       found.st_ino == status->st_ino;
}

static void
open_path(struct out *out)
{
	struct stat status;
	bool exists;

	errno = 0;
	exists = !stat(out->path, &status);
	if (!exists && errno != ENOENT) {
		out_fail(out);
		return;
	}
	if (exists && !S_ISREG(status.st_mode)) {
		open_directly(out);
		return;
	}
	out->target = path_follow(out->path, &out->arena);
	if (!out->target)
		out_fail(out);
	else if (exists && !leads_to(out->target, &status))
		/* One of the system's own links, to a file that has no name any more. */
		open_directly(out);
	else
		open_beside(out, exists ? &status : NULL);
}

void
out_open_counting(struct out *out)
{
	initialize(out, NULL);
}

void
out_open_message(struct out *out)
{
	initialize(out, "standard error");
	out->stream = stderr;
}

void
out_end_message(struct out *out)
{
	out_flush(out);
	out->stream = NULL;
	out_discard(out);
}

bool
out_open(struct out *out, const char *path)
{
	initialize(out, path_is_standard(path) ? "standard output" : path);
	if (path_is_standard(path))
		out->stream = stdout;
	else
		open_path(out);
	return succeeded(out);
}

bool
out_open_check(struct out *out, const char *path)
{
	struct stat status;

	initialize(out, path);
	errno = 0;
	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		complain("%s: is not a regular file", path);
		out_discard(out);
		return false;
	}
	out->stream = tmpfile();
	if (!out->stream)
		out_fail(out);
	return succeeded(out);
}

/* Closes the stream; a file system may tell of a full disk only then. Standard output
   stays open for others, so a copy of its descriptor is closed in its stead. */
static int
close_stream(FILE *stream)
{
	return stream == stdout ? close(dup(fileno(stdout))) : fclose(stream);
}

bool
out_complete(struct out *out)
{
	out_flush(out);
	if (out->stream) {
		if (fflush(out->stream))
			out_fail(out);
		if (close_stream(out->stream))
			out_fail(out);
		out->stream = NULL;
	}
	return succeeded(out);
}

static bool
open_text(struct text *text, const char *path)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	bool mapped = descriptor >= 0 && text_map(text, descriptor);

	if (descriptor >= 0)
		close(descriptor);
	return mapped;
}

static bool
files_are_equal(const char *a, const char *b)
{
	struct text text_a = {0}, text_b = {0};
	bool equal = open_text(&text_a, a) && open_text(&text_b, b) &&
		     text_equal(&text_a, &text_b);

	text_unmap(&text_a);
	text_unmap(&text_b);
	return equal;
}

/* A rename needs no permission of the file that it replaces, but who made a file
   read-only does not expect it to change. */
static bool
is_read_only(const char *path)
{
	return access(path, W_OK) && errno != ENOENT;
}

bool
out_commit(struct out *out)
{
	if (!out_complete(out))
		return false;
	if (out->beside && !files_are_equal(out->beside, out->target)) {
		if (is_read_only(out->target) ||
			!temporary_rename(out->beside, out->target))
			out_fail(out);
		else
			out->beside = NULL;
	}
	if (!succeeded(out))
		return false;
	out_discard(out);
	return true;
}

bool
out_finish_check(struct out *out, FILE *diff, bool *same)
{
	struct text old = {0}, new = {0};
	bool exists;

	out_flush(out);
	if (fflush(out->stream) || !text_map(&new, fileno(out->stream)))
		out_fail(out);
	exists = open_text(&old, out->path);
	if (!exists && errno != ENOENT)
		out_fail(out);
	*same = exists && text_equal(&old, &new);
	if (!out->error && !*same) {
		errno = 0;
		diff_print(diff, out->path, &old, &new);
		if (fflush(diff) || ferror(diff))
			out_fail(out);
	}
	text_unmap(&old);
	text_unmap(&new);
	if (!succeeded(out))
		return false;
	out_discard(out);
	return true;
}

void
out_discard(struct out *out)
{
	if (out->stream && out->stream != stdout)
		fclose(out->stream);
	out->stream = NULL;
	if (out->beside)
		temporary_remove(out->beside);
	out->beside = NULL;
	out->target = NULL;
	out->buffer = NULL;
	out->used = 0;
	arena_free(&out->arena);
}
