#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff.h"
#include "paths.h"
#include "temporary.h"

/* The decimal digits of an unsigned 64-bit number. */
enum {
	DIGITS = 20
};

static void
fail(struct out *out)
{
	if (!out->error)
		out->error = errno ? errno : EIO;
}

static void
flush(struct out *out)
{
	size_t used = out->used;

	out->used = 0;
	if (out->stream && !out->error &&
		fwrite(out->buffer, 1, used, out->stream) != used)
		fail(out);
}

void
out_bytes(struct out *out, const char *bytes, size_t size)
{
	out->written += size;
	while (size > OUT_BUFFER - out->used) {
		size_t room = OUT_BUFFER - out->used;

		memcpy(out->buffer + out->used, bytes, room);
		out->used = OUT_BUFFER;
		flush(out);
		bytes += room;
		size -= room;
	}
	memcpy(out->buffer + out->used, bytes, size);
	out->used += size;
}

void
out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

void
out_uint(struct out *out, uint64_t value)
{
	char text[DIGITS];
	size_t i = DIGITS;

	do {
		text[--i] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	out_bytes(out, text + i, DIGITS - i);
}

void
out_int(struct out *out, int64_t value)
{
	if (value < 0) {
		out_bytes(out, "-", 1);
		out_uint(out, -(uint64_t)value);
	} else {
		out_uint(out, (uint64_t)value);
	}
}

/* Text that does not fit what is left of the buffer. */
static void
format_long(struct out *out, size_t length, const char *format, va_list arguments)
{
	struct arena once = {0};
	char *text = arena_alloc(&once, length + 1);

	vsnprintf(text, length + 1, format, arguments);
	out_bytes(out, text, length);
	arena_free(&once);
}

void
out_format(struct out *out, const char *format, ...)
{
	size_t room = OUT_BUFFER - out->used;
	va_list arguments;
	size_t length;

	va_start(arguments, format);
	length = (size_t)vsnprintf(out->buffer + out->used, room, format, arguments);
	va_end(arguments);
	if (length < room) {
		out->used += length;
		out->written += length;
		return;
	}
	va_start(arguments, format);
	format_long(out, length, format, arguments);
	va_end(arguments);
}

void
out_begin_constant(struct out *out)
{
	out->constant_began = out->written;
}

void
out_end_constant(struct out *out)
{
	out->constant += out->written - out->constant_began;
}

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
	fprintf(stderr, "opgen: error: %s: %s\n", out->path, strerror(out->error));
	out_discard(out);
	return false;
}

void
out_open_counting(struct out *out)
{
	initialize(out, NULL);
}

static void
open_directly(struct out *out)
{
	out->stream = fopen(out->path, "w");
	if (!out->stream)
		fail(out);
}

/* Opens the file beside the target that will take its place, with its permissions. */
static void
open_beside(struct out *out, const struct stat *old)
{
	int descriptor = temporary_create(out->target, &out->beside, &out->arena);

	if (descriptor < 0) {
		out->beside = NULL;
		fail(out);
		return;
	}
	if (old && fchmod(descriptor, old->st_mode & 0777))
		fail(out);
	out->stream = fdopen(descriptor, "w");
	if (!out->stream) {
		fail(out);
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
		fail(out);
		return;
	}
	if (exists && !S_ISREG(status.st_mode)) {
		open_directly(out);
		return;
	}
	out->target = path_follow(out->path, &out->arena);
	if (!out->target)
		fail(out);
	else if (exists && !leads_to(out->target, &status))
		/* One of the system's own links, to a file that has no name any more. */
		open_directly(out);
	else
		open_beside(out, exists ? &status : NULL);
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
		fprintf(stderr, "opgen: error: %s: is not a regular file\n", path);
		out_discard(out);
		return false;
	}
	out->stream = tmpfile();
	if (!out->stream)
		fail(out);
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
	flush(out);
	if (out->stream) {
		if (fflush(out->stream))
			fail(out);
		if (close_stream(out->stream))
			fail(out);
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
			fail(out);
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

	flush(out);
	if (fflush(out->stream) || !text_map(&new, fileno(out->stream)))
		fail(out);
	exists = open_text(&old, out->path);
	if (!exists && errno != ENOENT)
		fail(out);
	*same = exists && text_equal(&old, &new);
	if (!out->error && !*same) {
		errno = 0;
		diff_print(diff, out->path, &old, &new);
		if (fflush(diff) || ferror(diff))
			fail(out);
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
