#include "complain.h"
#include "source.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"

/* A file on its way into memory of the arena. */
struct reading {
	FILE *stream;
	char *text; /* room bytes */
	size_t room, size;
	size_t limit; /* more bytes are not wanted; SIZE_MAX: not known yet */
	struct arena *arena;
};

/* Bytes that the stream will have, as far as that can be known; 0: unknown. */
static size_t
expected_size(FILE *stream)
{
	struct stat status;

	if (fstat(fileno(stream), &status) || !S_ISREG(status.st_mode) ||
		status.st_size < 0 || (uintmax_t)status.st_size > SIZE_MAX / 2)
		return 0;
	return (size_t)status.st_size;
}

static void
make_room(struct reading *reading, size_t room)
{
	char *text = arena_alloc(reading->arena, room);

	if (reading->size)
		memcpy(text, reading->text, reading->size);
	reading->text = text;
	reading->room = room;
}

/* Reads until there are n bytes, or all that there are; false when reading fails. The
   last byte of the room stays a NUL. */
static bool
read_until(struct reading *reading, size_t n)
{
	while (reading->size < n) {
		size_t wanted = n - reading->size, got;

		if (reading->room - 1 - reading->size < wanted)
			wanted = reading->room - 1 - reading->size;
		if (!wanted) {
			make_room(reading, 2 * reading->room);
			continue;
		}
		got = fread(reading->text + reading->size, 1, wanted, reading->stream);
		reading->size += got;
		if (got < wanted)
			return !ferror(reading->stream);
	}
	return true;
}

/* Reads the start, and the rest if it is not too much. */
static bool
read_stream(struct reading *reading, size_t (*limit)(const char *start, size_t size))
{
	size_t expected = expected_size(reading->stream);

	make_room(reading, SOURCE_START + 1);
	if (!read_until(reading, SOURCE_START))
		return false;
	reading->limit = limit(reading->text, reading->size);
	if (expected > reading->limit) {
		reading->size = expected;
		return true;
	}
	if (expected > reading->size)
		make_room(reading, expected + 2);
	return read_until(reading, reading->limit + 1);
}

enum source_status
source_read(struct source *source, const char *path,
	size_t (*limit)(const char *start, size_t size), struct arena *arena)
{
	bool is_stdin = !strcmp(path, "-"), good;
	const char *name = is_stdin ? "<stdin>" : path;
	struct reading reading = {.arena = arena};
	int error;

	reading.stream = is_stdin ? stdin : fopen(path, "rb");
	good = reading.stream && read_stream(&reading, limit);
	error = errno;
	if (reading.stream && !is_stdin)
		fclose(reading.stream);
	if (!good) {
		complain("cannot read %s: %s", name, strerror(error));
		return SOURCE_FAILED;
	}
	if (reading.size > reading.limit) {
		*source = (struct source){.path = name, .text = ""};
		source_error_at(source, 0,
			reading.limit == SOURCE_SIZE_LIMIT
				? "a spec has at most %zu bytes; large constants belong "
				  "into .npy files"
				: "such a file has at most %zu bytes",
			reading.limit);
		return SOURCE_REFUSED;
	}
	source_from_text(source, name, reading.text, reading.size);
	return SOURCE_READ;
}
