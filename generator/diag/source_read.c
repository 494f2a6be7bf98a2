#include "diag/source_read.h"
#include "base/complain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/descriptor.h"

/* A file being read into the arena. */
struct reading {
	int file;
	char *text; /* room bytes */
	size_t room, size;
	bool ended;   /* the end was seen; a terminal would be asked for more */
	size_t limit; /* bytes at most; SIZE_MAX: not known yet */
	struct arena *arena;
};

/* The file's size in bytes, if it can be known; 0: unknown. */
static size_t
expected_size(int file)
{
	struct stat status;

	if (fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_size < 0 ||
		(uintmax_t)status.st_size > SIZE_MAX / 2)
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

/* Reads until there are n bytes or the file ends; false when reading fails. The last byte
   of the room stays NUL. */
static bool
read_until(struct reading *reading, size_t n)
{
	while (!reading->ended && reading->size < n) {
		size_t wanted = n - reading->size;
		ssize_t got;

		if (reading->room - 1 - reading->size < wanted)
			wanted = reading->room - 1 - reading->size;
		if (!wanted) {
			make_room(reading, 2 * reading->room);
			continue;
		}
		got = descriptor_read(
			reading->file, reading->text + reading->size, wanted);
		if (got < 0)
			return false;
		reading->size += (size_t)got;
		reading->ended = (size_t)got < wanted;
	}
	return true;
}

/* Reads the start, and the rest if it is not too much. */
static bool
read_all(struct reading *reading, size_t (*limit)(const char *start, size_t size))
{
	size_t expected = expected_size(reading->file);

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

	reading.file = is_stdin ? STDIN_FILENO : descriptor_open(path, O_RDONLY);
	good = reading.file >= 0 && read_all(&reading, limit);
	error = errno;
	if (reading.file >= 0 && !is_stdin)
		descriptor_close(reading.file);
	if (!good) {
		complain_of(COMPLAINT_FAILURE, NULL, "cannot read %s: %s", name,
			strerror(error));
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
