#include "out.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

enum {
	DIGITS = 20, /* of an unsigned 64-bit number */
	SMALL_TEXT = 1024
};

void
out_fail(struct out *out)
{
	if (!out->error)
		out->error = errno ? errno : EIO;
}

static void
hand_on(struct out *out, const char *bytes, size_t size)
{
	if (out->stream && !out->error && fwrite(bytes, 1, size, out->stream) != size)
		out_fail(out);
}

void
out_flush(struct out *out)
{
	for (; out->kept; out->kept = out->kept->next)
		hand_on(out, out->kept->bytes, OUT_BUFFER);
	hand_on(out, out->buffer, out->used);
	out->used = 0;
}

static void
keep_buffer(struct out *out)
{
	struct out_buffer *full = arena_new(&out->arena, struct out_buffer);

	full->bytes = out->buffer;
	if (out->kept)
		out->last->next = full;
	else
		out->kept = full;
	out->last = full;
	out->buffer = arena_alloc(&out->arena, OUT_BUFFER);
	out->used = 0;
}

void
out_bytes(struct out *out, const char *bytes, size_t size)
{
	out->written += size;
	while (size > OUT_BUFFER - out->used) {
		size_t room = OUT_BUFFER - out->used;

		memcpy(out->buffer + out->used, bytes, room);
		out->used = OUT_BUFFER;
		if (out->whole)
			keep_buffer(out);
		else
			out_flush(out);
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

/* Text that does not fit what is left of the buffer. Half of a file may have been handed
   on, so memory is asked for only where it has to be. */
static void
format_long(struct out *out, size_t length, const char *format, va_list arguments)
{
	struct arena once = {0};
	char small[SMALL_TEXT];
	char *text = length < SMALL_TEXT ? small : arena_alloc(&once, length + 1);

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
