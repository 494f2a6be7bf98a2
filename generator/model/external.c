#include "model/external.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/paths.h"
#include "diag/foreign.h"
#include "spec/data_file.h"

static bool
has_step_up(struct bytes location)
{
	size_t begin = 0;

	for (size_t i = 0; i <= location.size; i++)
		if (i == location.size || location.text[i] == '/') {
			if (i - begin == 2 && !memcmp(location.text + begin, "..", 2))
				return true;
			begin = i + 1;
		}
	return false;
}

/* What is wrong with a location as written, or NULL. */
static const char *
location_fault(struct bytes location)
{
	if (location.size == 0)
		return "which names no file";
	if (memchr(location.text, '\0', location.size))
		return "which has a NUL in its name";
	if (location.text[0] == '/')
		return "which is no path relative to the model";
	if (has_step_up(location))
		return "which leads out of the model's directory";
	return NULL;
}

/* Whether a path without symbolic links is below the directory of another. */
static bool
is_beside(const char *path, const char *other)
{
	size_t length = (size_t)(strrchr(other, '/') - other) + 1;

	return !strncmp(path, other, length);
}

/* Whether a file, with symbolic links followed, is below the model's directory, or below
   that of the file to which the model's path links. */
static bool
is_below(const char *path, const char *model, struct arena *arena)
{
	char real[PATH_MAX], beside[PATH_MAX], real_model[PATH_MAX];

	if (!realpath(path, real))
		give_up_reading(path);
	if (realpath(path_beside(model, ".", arena), beside) &&
		is_beside(real,
			arena_format(arena, "%s/", strcmp(beside, "/") ? beside : "")))
		return true;
	return realpath(model, real_model) && is_beside(real, real_model);
}

/* What is wrong with a part of a file that has `has` bytes when `size` bytes are
   wanted, as the end of "keeps its data in 'w.bin', …", or NULL. */
static const char *
part_fault(const struct external *part, int64_t has, int64_t size, struct arena *arena)
{
	int64_t offset = part->offset, length = part->length;

	if (offset > has)
		return arena_format(arena,
			"from byte %" PRId64 " on, but the file has %" PRId64, offset,
			has);
	if (length < 0)
		length = has - offset;
	if (length > has - offset)
		return arena_format(arena,
			"%" PRId64 " bytes from byte %" PRId64
			" on, but the file has %" PRId64,
			length, offset, has);
	if (length != size)
		return arena_format(
			arena, "%" PRId64 " bytes, expected %" PRId64, length, size);
	return NULL;
}

/* The same, with a remark if the file is something else than data. */
static const char *
whole_fault(const struct external *part, int file, int64_t has, int64_t size,
	struct arena *arena)
{
	const char *fault = part_fault(part, has, size, arena);

	return fault ? arena_format(arena, "%s%s", fault, foreign_remark(file, arena))
		     : NULL;
}

const void *
external_read(const struct external *part, const char *model, int64_t size,
	const char **path, struct arena *arena, const char **why)
{
	const char *fault = location_fault(part->location), *beside = NULL;
	unsigned char *bytes = NULL;
	int64_t has;
	int file = -1;

	if (!fault) {
		beside = path_beside(model, part->location.text, arena);
		file = data_file_open(beside, &has, &fault);
		if (file < 0)
			fault = arena_format(arena, "which cannot be read: %s", fault);
		else if (!is_below(beside, model, arena))
			fault = "which leads out of the model's directory";
		else
			fault = whole_fault(part, file, has, size, arena);
	}
	if (!fault) {
		bytes = arena_alloc(arena, (size_t)size);
		if (!data_file_read(file, beside, bytes, (size_t)size, part->offset))
			fault = "which got shorter";
	}
	if (file >= 0)
		close(file);
	if (!fault) {
		*path = beside;
		return bytes;
	}
	*why = arena_format(arena, "keeps its data in %s, %s",
		quoted_bytes(part->location, arena), fault);
	return NULL;
}
