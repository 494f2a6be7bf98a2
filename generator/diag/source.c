#include "diag/source.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/shown.h"
#include "base/utf8.h"
#include "diag/diagnostics.h"
#include "diag/locate.h"
#include "diag/rule.h"
#include "diag/sink.h"

enum {
	LINE_COLUMNS =
		80, /* columns of a source line that are shown, ellipses not counted */
	LINE_NUMBER_WIDTH = 4
};

/* The offset of a message whose place is told in words. */
static const size_t IN_WORDS = SIZE_MAX;

/* A line around an offset, and the part of it that is shown. */
struct excerpt {
	size_t begin, end;       /* the line, without its newline */
	size_t shown, shown_end; /* what is shown of it */
	size_t number;           /* from 1 */
	size_t at;               /* the offset that the caret points at */
};

/* The length of the character at an offset, and what to print for it: itself, or a
   stand-in of one column if terminals cannot show it. */
static size_t
character(const char *text, size_t size, const char **stand_in)
{
	uint32_t point;
	size_t n = utf8_printable(text, size);

	*stand_in = NULL;
	if (n > 0)
		return n;
	*stand_in = *text == '\t' ? " " : "?";
	n = utf8_decode(text, size, &point);
	return n > 0 ? n : 1;
}

static bool
continues_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Moves an offset back by up to n characters, not beyond a limit. */
static size_t
step_back(const char *text, size_t at, size_t limit, size_t n)
{
	for (; n > 0 && at > limit; n--) {
		at--;
		for (int i = 0; i < 3 && at > limit && continues_character(text[at]); i++)
			at--;
	}
	return at;
}

/* The same, forward. */
static size_t
step_forward(const char *text, size_t at, size_t limit, size_t n)
{
	const char *stand_in;

	for (; n > 0 && at < limit; n--)
		at += character(text + at, limit - at, &stand_in);
	return at;
}

static struct excerpt
find_excerpt(const struct source *source, size_t at)
{
	const char *text = source->text;
	struct excerpt e = {.number = 1, .at = at};

	for (size_t i = 0; i < at; i++)
		if (text[i] == '\n') {
			e.number++;
			e.begin = i + 1;
		}
	e.end = at;
	while (e.end < source->size && text[e.end] != '\n')
		e.end++;
	if (e.end > at && text[e.end - 1] == '\r')
		e.end--;

	/* A long line is shown from a little before the caret. If columns stay free at
	   its end, more is shown before the caret. */
	e.shown = step_back(text, at, e.begin, LINE_COLUMNS / 2);
	e.shown_end = step_forward(text, e.shown, e.end, LINE_COLUMNS);
	if (e.shown_end == e.end) {
		e.shown = step_back(text, e.end, e.begin, LINE_COLUMNS);
		if (e.shown > at)
			e.shown = at;
	}
	return e;
}

/* Prints characters of the text, or as many blanks. */
static void
print_text(FILE *stream, const char *text, size_t size, bool blank)
{
	while (size > 0) {
		const char *stand_in;
		size_t n = character(text, size, &stand_in);

		if (blank)
			fputc(' ', stream);
		else if (stand_in)
			fputs(stand_in, stream);
		else
			fwrite(text, 1, n, stream);
		text += n;
		size -= n;
	}
}

static void
print_excerpt(FILE *stream, const char *text, const struct excerpt *e)
{
	static const char ellipsis[] = "...";
	const char *before = e->shown > e->begin ? ellipsis : "";

	fprintf(stream, "%*zu | %s", LINE_NUMBER_WIDTH, e->number, before);
	print_text(stream, text + e->shown, e->shown_end - e->shown, false);
	fprintf(stream, "%s\n", e->shown_end < e->end ? ellipsis : "");
	fprintf(stream, "%*s | %*s", LINE_NUMBER_WIDTH, "", (int)strlen(before), "");
	print_text(stream, text + e->shown, e->at - e->shown, true);
	fputs("^\n", stream);
}

/* ": node 2: pads", a place in words. */
static void
print_steps(FILE *stream, const struct place *where)
{
	if (!where)
		return;
	print_steps(stream, where->parent);
	if (where->key) {
		fputs(": ", stream);
		shown_print(stream, where->key);
	} else {
		fprintf(stream, " %zu", where->index);
	}
}

/* Characters of a text, as columns count them. */
static size_t
count_characters(const char *text, size_t size)
{
	size_t n = 0;
	const char *stand_in;

	for (size_t i = 0; i < size; n++)
		i += character(text + i, size - i, &stand_in);
	return n;
}

/* The line and the columns of what begins at an offset: a word, a number, a bracket. */
static struct location
location_of(const struct source *source, size_t at)
{
	struct excerpt e = find_excerpt(source, at);
	const char *line = source->text + e.begin;
	size_t end = locate_end(source->text, source->size, at);

	if (end > e.end)
		end = e.end > at ? e.end : at;
	return (struct location){
		.line = e.number,
		.column = at - e.begin + 1,
		.end_column = end - e.begin + 1,
		.point = count_characters(line, at - e.begin) + 1,
		.end_point = count_characters(line, end - e.begin) + 1,
	};
}

/* What a message about a place is about; a text's own mistakes have no place. */
static enum rule
rule_of(const struct source *source, const struct place *where, bool is_text)
{
	if (is_text)
		return RULE_TEXT;
	if (where && where->typed)
		return RULE_OPTIONS;
	if (!source->text || source->is_model)
		return where ? RULE_MODEL : RULE_FILE;
	return rule_of_place(where);
}

/* Whether a message goes beyond what is shown; the first one that does says so. */
static bool
is_beyond(const struct source *source, FILE *stream, size_t nreport, const char *severity)
{
	char text[64];
	struct message message = {.severity = SEVERITY_NOTE,
		.rule = RULE_FILE,
		.path = source->path,
		.text = text};

	if (nreport <= SOURCE_ERROR_LIMIT)
		return false;
	if (nreport > SOURCE_ERROR_LIMIT + 1)
		return true;
	snprintf(text, sizeof text, "more than %d %ss; the rest is not shown",
		SOURCE_ERROR_LIMIT, severity);
	if (diagnostics_format() != DIAGNOSTICS_TEXT) {
		diagnostics_put(stream, &message);
		return true;
	}
	shown_print(stream, source->path);
	fprintf(stream, ": %s\n", text);
	return true;
}

static void
print_message(const struct source *source, FILE *stream, const char *severity,
	const struct place *where, size_t at, const char *message)
{
	struct excerpt e = {0};

	shown_print(stream, source->path);
	if (at != IN_WORDS) {
		e = find_excerpt(source, at);
		fprintf(stream, ":%zu:%zu", e.number, at - e.begin + 1);
	} else {
		print_steps(stream, where);
	}
	fprintf(stream, ": %s: ", severity);
	shown_print(stream, message);
	fputc('\n', stream);
	if (at != IN_WORDS)
		print_excerpt(stream, source->text, &e);
}

/* One message, unless too many like it were printed already. Where in the text it is
   about the offset tells, or the place when at is IN_WORDS; is_text: the offset alone. */
static void
report(struct source *source, size_t *nreport, const struct place *where, size_t at,
	bool is_text, const char *format, va_list arguments)
{
	bool is_error = nreport == &source->nerror;
	const struct place *told = where && where->typed ? NULL : where;
	const char *severity = is_error ? "error" : "warning";
	FILE *stream = source->messages ? source->messages : stderr;
	char text[SOURCE_MESSAGE_LIMIT];
	struct message message = {
		.severity = is_error ? SEVERITY_ERROR : SEVERITY_WARNING,
		.path = source->path,
		.where = told,
		.text = text};

	vsnprintf(text, sizeof text, format, arguments);
	++*nreport;
	if (source->sink) {
		source->sink->take(source->sink, is_error, where, text);
		return;
	}
	if (is_beyond(source, stream, *nreport, severity))
		return;
	if (diagnostics_format() == DIAGNOSTICS_TEXT) {
		print_message(source, stream, severity, told, at, text);
		return;
	}
	message.rule = rule_of(source, where, is_text);
	if (at != IN_WORDS)
		message.location = location_of(source, at);
	diagnostics_put(stream, &message);
}

/* The offset of a place, if the message is going to be shown. */
static size_t
offset_of(const struct source *source, const struct place *where, size_t nreport)
{
	if (!source->text || source->is_model || (where && where->typed))
		return IN_WORDS;
	return nreport < SOURCE_ERROR_LIMIT ? locate(source->text, source->size, where)
					    : 0;
}

void
source_error(struct source *source, const struct place *where, const char *format, ...)
{
	size_t at = offset_of(source, where, source->nerror);
	va_list arguments;

	va_start(arguments, format);
	report(source, &source->nerror, where, at, false, format, arguments);
	va_end(arguments);
}

void
source_error_at(struct source *source, size_t offset, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	report(source, &source->nerror, NULL, offset, true, format, arguments);
	va_end(arguments);
}

void
source_warning(struct source *source, const struct place *where, const char *format, ...)
{
	size_t at = offset_of(source, where, source->nwarning);
	va_list arguments;

	va_start(arguments, format);
	report(source, &source->nwarning, where, at, false, format, arguments);
	va_end(arguments);
}

bool
source_is_full(const struct source *source)
{
	return source->nerror > SOURCE_ERROR_LIMIT;
}

void
source_from_text(struct source *source, const char *path, const char *text, size_t size)
{
	static const char byte_order_mark[] = "\xef\xbb\xbf";

	*source = (struct source){.path = path, .text = text, .size = size};
	if (size >= 3 && !memcmp(text, byte_order_mark, 3)) {
		source->text += 3;
		source->size -= 3;
		source->skipped = 3;
	}
}
