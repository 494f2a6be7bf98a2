#include "out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "descriptor.h"

/* The decimal digits of an unsigned 64-bit number. */
enum {
	DIGITS = 20
};

void
out_fail(struct out *out)
{
	if (!out->error)
		out->error = errno ? errno : EIO;
}

void
out_flush(struct out *out)
{
	size_t used = out->used;

	out->used = 0;
	if (out->descriptor >= 0 && !out->error &&
		!descriptor_write(out->descriptor, out->buffer, used))
		out_fail(out);
}

void
out_bytes(struct out *out, const char *bytes, size_t size)
{
	out->written += size;
	while (size > OUT_BUFFER - out->used) {
		size_t room = OUT_BUFFER - out->used;

		memcpy(out->buffer + out->used, bytes, room);
		out->used = OUT_BUFFER;
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
