#include "deliver/out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/complain.h"
#include "base/descriptor.h"
#include "base/paths.h"
#include "deliver/diff.h"

static void
initialize(struct out *out, const char *path)
{
	*out = (struct out){.path = path, .descriptor = -1};
	out->buffer = arena_alloc(&out->memory, OUT_BUFFER);
}

/* Reports and drops an output that has failed. */
static bool
succeeded(struct out *out)
{
	if (!out->error)
		return true;
	complain_of(COMPLAINT_FAILURE, NULL, "%s: %s", out->path, strerror(out->error));
	out_discard(out);
	return false;
}

static void
open_directly(struct out *out)
{
	out->descriptor = descriptor_open(out->path, O_WRONLY | O_CREAT | O_TRUNC);
	if (out->descriptor < 0)
		out_fail(out);
}

/* Opens the temporary file beside the target, with the target's permissions. */
static void
open_beside(struct out *out, const char *target, const struct stat *old)
{
	out->target = target;
	out->directory = path_beside(target, ".", &out->arena);
	out->descriptor = temporary_create(&out->beside, target, &out->arena);
	if (out->descriptor < 0 ||
		(old && !descriptor_change_mode(out->descriptor, old->st_mode & 0777)))
		out_fail(out);
}

/* Whether a path leads to the same file as another path did. */
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
	const char *target;
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
	target = path_follow(out->path, &out->arena);
	if (!target)
		out_fail(out);
	else if (exists && !leads_to(target, &status))
		/* A link in /proc to a file that no longer has a name. */
		open_directly(out);
	else
		open_beside(out, target, exists ? &status : NULL);
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
	out->descriptor = STDERR_FILENO;
}

void
out_end_message(struct out *out)
{
	out_flush(out);
	out->descriptor = -1;
	out_discard(out);
}

bool
out_open(struct out *out, const char *path)
{
	initialize(out, path_is_standard(path) ? "standard output" : path);
	if (path_is_standard(path))
		out->descriptor = STDOUT_FILENO;
	else
		open_path(out);
	return succeeded(out);
}

/* Opens an empty file without a name. */
static int
open_unnamed(void)
{
	FILE *stream;
	int descriptor;

	do {
		errno = 0;
		stream = tmpfile();
	} while (!stream && errno == EINTR);
	if (!stream)
		return -1;
	descriptor = dup(fileno(stream));
	fclose(stream);
	return descriptor;
}

bool
out_open_check(struct out *out, const char *path)
{
	struct stat status;

	initialize(out, path);
	errno = 0;
	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		complain_of(COMPLAINT_FAILURE, NULL, "%s: is not a regular file", path);
		out_discard(out);
		return false;
	}
	out->descriptor = open_unnamed();
	if (out->descriptor < 0)
		out_fail(out);
	return succeeded(out);
}

static bool
open_text(struct text *text, const char *path)
{
	int descriptor = descriptor_open(path, O_RDONLY);
	bool mapped = descriptor >= 0 && text_map(text, descriptor);

	if (descriptor >= 0)
		descriptor_close(descriptor);
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

/* A rename does not need write permission for the file that it replaces, but whoever made
   a file read-only does not expect it to change. */
static bool
is_read_only(const char *path)
{
	return access(path, W_OK) && errno != ENOENT;
}

/* Decides, now that the output is complete, whether the file changes. */
static void
settle(struct out *out)
{
	if (files_are_equal(out->beside.path, out->target))
		temporary_remove(&out->beside);
	else if (is_read_only(out->target))
		out_fail(out);
}

/* Closes the file, because some file systems report a full disk only then. Standard
   output stays open for others: a copy of its descriptor is closed instead. */
static void
close_output(struct out *out)
{
	int descriptor = out->descriptor;

	out->descriptor = -1;
	if (out->sync && out->target && !descriptor_sync(descriptor))
		out_fail(out);
	if (descriptor == STDOUT_FILENO)
		descriptor = dup(descriptor);
	if (!descriptor_close(descriptor))
		out_fail(out);
}

bool
out_complete(struct out *out)
{
	if (out->descriptor < 0)
		return succeeded(out);
	out_flush(out);
	close_output(out);
	arena_free(&out->memory);
	out->buffer = NULL;
	if (out->beside.path && !out->error)
		settle(out);
	return succeeded(out);
}

/* Syncs the directory, which has the file's name, and a file that was left unchanged,
   because its bytes may never have been synced. */
static bool
sync_target(struct out *out, bool renamed)
{
	return (renamed || descriptor_sync_path(out->target)) &&
	       descriptor_sync_path(out->directory);
}

bool
out_commit(struct out *out)
{
	bool renames;

	if (!out_complete(out))
		return false;
	renames = out->beside.path != NULL;
	if ((renames && !temporary_rename(&out->beside, out->target)) ||
		(out->sync && out->target && !sync_target(out, renames)))
		out_fail(out);
	if (!succeeded(out))
		return false;
	out_discard(out);
	return true;
}

bool
out_finish_check(struct out *out, struct out *diff, bool *same)
{
	struct text old = {0}, new = {0};
	bool exists;

	out_flush(out);
	if (!text_map(&new, out->descriptor))
		out_fail(out);
	exists = open_text(&old, out->path);
	if (!exists && errno != ENOENT)
		out_fail(out);
	*same = exists && text_equal(&old, &new);
	if (!out->error && !*same)
		diff_put(diff, out->path, &old, &new);
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
	if (out->descriptor >= 0 && out->descriptor != STDOUT_FILENO)
		descriptor_close(out->descriptor);
	out->descriptor = -1;
	if (out->beside.path)
		temporary_remove(&out->beside);
	out->target = NULL;
	out->buffer = NULL;
	out->used = 0;
	arena_free(&out->memory);
	arena_free(&out->arena);
}
