#include "base/out.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/descriptor.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "base/shown.h"
#include "base/utf8.h"

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
	if (out->sha256)
		sha256_add(out->sha256, bytes, size);
	if (out->descriptor >= 0 && !out->error &&
		!descriptor_write(out->descriptor, bytes, size))
		out_fail(out);
}

void
out_flush(struct out *out)
{
	for (; out->kept; out->kept = out->kept->next)
		hand_on(out, out->kept->bytes, out->kept->size);
	hand_on(out, out->buffer, out->used);
	out->used = 0;
	if (out->progress)
		progress_tell(out->progress, out->written);
}

static void
keep_buffer(struct out *out)
{
	struct out_buffer *kept = arena_new(&out->memory, struct out_buffer);

	*kept = (struct out_buffer){.bytes = out->buffer, .size = out->used};
	if (out->kept)
		out->last->next = kept;
	else
		out->kept = kept;
	out->last = kept;
	out->buffer = arena_alloc(&out->memory, OUT_BUFFER);
	out->used = 0;
}

/* Makes the buffer empty. */
static void
empty_buffer(struct out *out)
{
	if (out->whole)
		keep_buffer(out);
	else
		out_flush(out);
}

void
out_bytes(struct out *out, const char *bytes, size_t size)
{
	out->written += size;
	while (size > OUT_BUFFER - out->used) {
		size_t room = OUT_BUFFER - out->used;

		memcpy(out->buffer + out->used, bytes, room);
		out->used = OUT_BUFFER;
		empty_buffer(out);
		bytes += room;
		size -= room;
	}
	if (size) /* else bytes may be NULL */
		memcpy(out->buffer + out->used, bytes, size);
	out->used += size;
}

void
out_text(struct out *out, const char *text)
{
	out_bytes(out, text, strlen(text));
}

void
out_shown(struct out *out, const char *text)
{
	const char *end = text + strlen(text);
	char shown[SHOWN_LIMIT];
	size_t nshown;

	while (text < end) {
		text += shown_piece(text, (size_t)(end - text), shown, &nshown);
		out_bytes(out, shown, nshown);
	}
}

/* A code point as JSON escapes it; one beyond 16 bits is a surrogate pair. */
static void
put_escape(struct out *out, uint32_t point)
{
	if (point < 0x10000)
		out_format(out, "\\u%04x", (unsigned)point);
	else
		out_format(out, "\\u%04x\\u%04x",
			(unsigned)(0xd800 + ((point - 0x10000) >> 10)),
			(unsigned)(0xdc00 + ((point - 0x10000) & 0x3ff)));
}

void
out_json(struct out *out, const char *text, size_t size)
{
	uint32_t point = 0;

	for (size_t i = 0, n; i < size; i += n ? n : 1) {
		n = utf8_decode(text + i, size - i, &point);
		if (n && !utf8_printable(text + i, size - i))
			put_escape(out, point);
		else
			out_bytes(out, text + i, n ? n : 1);
	}
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

/* Formats text that does not fit the rest of the buffer. Part of the file may be on disk
   already, so memory is allocated only where it must be. */
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

size_t
out_line(struct out *out)
{
	/* Lines are wrapped in the buffer. */
	if (out->used > OUT_BUFFER / 2)
		empty_buffer(out);
	return out->used;
}

/* The column after a text, with tab stops at multiples of 8. */
static size_t
column_behind(const char *text, size_t size, size_t column)
{
	for (size_t i = 0; i < size; i++)
		column = text[i] == '\t' ? column / 8 * 8 + 8 : column + 1;
	return column;
}

/* Whether a text has a sum outside of all parentheses, where it can then be cut. */
static bool
has_sum(const char *text, size_t size)
{
	int depth = 0;

	for (size_t i = 0; i + 2 < size; i++) {
		depth += (text[i] == '(') - (text[i] == ')');
		if (!depth && !memcmp(text + i, " + ", 3))
			return true;
	}
	return false;
}

/* The offset of the first possible cut after `at`, or the end of the text. Lines are cut
   after the outermost opening parenthesis or a comma within it; those with a sum, after
   an equals sign or plus outside of all parentheses. */
static size_t
next_cut(const char *text, size_t size, size_t at, bool sum, int *depth)
{
	while (at < size) {
		char c = text[at++];
		bool blank = at < size && text[at] == ' ';

		if (c == '(' && ++*depth == 1 && !sum)
			return at;
		if (c == ')')
			--*depth;
		if (blank && (sum ? !*depth && (c == '+' || c == '=')
				  : *depth == 1 && c == ','))
			return at + 1;
	}
	return size;
}

void
out_wrap(struct out *out, size_t line, size_t columns)
{
	struct arena once = {0};
	size_t size, at = 0, column = 0, indent = 0;
	int depth = 0;
	bool sum;
	char *text;

	/* A line longer than the buffer has been written already. */
	if (out->used < line)
		return;
	size = out->used - line;
	if (column_behind(out->buffer + line, size, 0) <= columns)
		return;
	text = arena_copy_text(&once, out->buffer + line, size);
	out->used = line;
	out->written -= size;
	sum = has_sum(text, size);
	while (text[indent] == '\t')
		indent++;
	while (at < size) {
		size_t end = next_cut(text, size, at, sum, &depth);
		size_t behind = column_behind(text + at, end - at, column);

		if (at && (sum || (column > 8 * (indent + 1) && behind > columns + 1))) {
			if (out->buffer[out->used - 1] == ' ') {
				out->used--;
				out->written--;
			}
			out_bytes(out, "\n", 1);
			for (size_t i = 0; i <= indent; i++)
				out_bytes(out, "\t", 1);
			column = 8 * (indent + 1);
			behind = column_behind(text + at, end - at, column);
		}
		out_bytes(out, text + at, end - at);
		column = behind;
		at = end;
	}
	arena_free(&once);
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
