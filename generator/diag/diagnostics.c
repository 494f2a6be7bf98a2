#include "diag/diagnostics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/complain.h"
#include "base/shown.h"
#include "base/version.h"
#include "diag/place.h"

const char *const diagnostics_word[] = {"text", "json", "sarif", NULL};

static const char *const severity_word[] = {
	[SEVERITY_ERROR] = "error",
	[SEVERITY_WARNING] = "warning",
	[SEVERITY_NOTE] = "note",
};

/* Of the whole program: where memory fails, nobody is left to pass it on. */
static enum diagnostics format;
static bool is_open;   /* a log has been begun, and not ended */
static size_t nresult; /* in it */

/* A text in a JSON string, as a terminal can show it. */
static void
print_escaped(FILE *stream, const char *text, size_t size)
{
	const char *end = text + size;

	while (text < end) {
		char shown[SHOWN_LIMIT];
		size_t n;

		text += shown_piece(text, (size_t)(end - text), shown, &n);
		for (size_t i = 0; i < n; i++) {
			if (shown[i] == '"' || shown[i] == '\\')
				fputc('\\', stream);
			fputc(shown[i], stream);
		}
	}
}

/* "node 2: pads", a place in words, without quotes around. */
static void
print_words(FILE *stream, const struct place *where)
{
	if (where->parent)
		print_words(stream, where->parent);
	if (where->key) {
		fputs(where->parent ? ": " : "", stream);
		print_escaped(stream, where->key, strlen(where->key));
	} else {
		fprintf(stream, " %zu", where->index);
	}
}

/* "path": a path as a reference to a URI, relative unless the path is absolute. */
static void
print_uri(FILE *stream, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789-._~/";

	fputs(*path == '/' ? "\"file://" : "\"", stream);
	for (; *path; path++)
		fprintf(stream, strchr(plain, *path) ? "%c" : "%%%02X",
			(unsigned char)*path);
	fputc('"', stream);
}

/* Where the hint in a text begins, after its first semicolon outside quotes; or its end.
   A quote in a quoted name may move it: nothing is lost then. */
static const char *
find_hint(const char *text)
{
	bool quoted = false;

	for (; *text; text++) {
		if (*text == '\'')
			quoted = !quoted;
		if (!quoted && text[0] == ';' && text[1] == ' ')
			break;
	}
	return text;
}

/* "key": "text", or null where there is none. */
static void
print_member(FILE *stream, const char *key, const char *text, size_t size)
{
	fprintf(stream, ", \"%s\": ", key);
	if (!text) {
		fputs("null", stream);
		return;
	}
	fputc('"', stream);
	print_escaped(stream, text, size);
	fputc('"', stream);
}

static void
print_number(FILE *stream, const char *key, size_t number, bool known)
{
	if (known)
		fprintf(stream, ", \"%s\": %zu", key, number);
	else
		fprintf(stream, ", \"%s\": null", key);
}

static void
put_text_line(FILE *stream, const struct message *m)
{
	const char *end = find_hint(m->text), *hint = m->hint;
	const struct location *at = &m->location;

	if (!hint && *end)
		hint = end + 2;
	if (m->hint)
		end = m->text + strlen(m->text);
	fprintf(stream, "{\"severity\": \"%s\", \"code\": \"%s\"",
		severity_word[m->severity], rule_table[m->rule].code);
	print_member(stream, "file", m->path, m->path ? strlen(m->path) : 0);
	print_number(stream, "line", at->line, at->line);
	print_number(stream, "column", at->column, at->line);
	print_number(stream, "end_column", at->end_column, at->line);
	fputs(", \"place\": ", stream);
	if (m->where && !at->line) {
		fputc('"', stream);
		print_words(stream, m->where);
		fputc('"', stream);
	} else {
		fputs("null", stream);
	}
	print_member(stream, "message", m->text, (size_t)(end - m->text));
	print_member(stream, "hint", hint, hint ? strlen(hint) : 0);
	fputs("}\n", stream);
}

static void
put_result_location(FILE *stream, const struct message *m)
{
	const struct location *at = &m->location;

	fputs(",\n     \"locations\": [{\"physicalLocation\": {\"artifactLocation\": "
	      "{\"uri\": ",
		stream);
	print_uri(stream, m->path);
	fputc('}', stream);
	if (at->line)
		fprintf(stream,
			", \"region\": {\"startLine\": %zu, \"startColumn\": %zu, "
			"\"endColumn\": %zu}",
			at->line, at->point, at->end_point);
	fputc('}', stream);
	if (m->where && !at->line) {
		fputs(", \"logicalLocations\": [{\"fullyQualifiedName\": \"", stream);
		print_words(stream, m->where);
		fputs("\"}]", stream);
	}
	fputs("}]", stream);
}

static void
put_result(FILE *stream, const struct message *m)
{
	fprintf(stream,
		"%s\n    {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\",\n"
		"     \"message\": {\"text\": \"",
		nresult++ ? "," : "", rule_table[m->rule].code, (int)m->rule,
		severity_word[m->severity]);
	print_escaped(stream, m->text, strlen(m->text));
	if (m->hint) {
		fputs("; ", stream);
		print_escaped(stream, m->hint, strlen(m->hint));
	}
	fputs("\"}", stream);
	if (m->path)
		put_result_location(stream, m);
	fputc('}', stream);
}

static void
begin_log(void)
{
	fputs("{\n \"$schema\": "
	      "\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
	      "sarif-schema-2.1.0.json\",\n"
	      " \"version\": \"2.1.0\",\n"
	      " \"runs\": [{\n"
	      "   \"tool\": {\"driver\": {\"name\": \"opgen\", \"version\": "
	      "\"" OPGEN_VERSION "\", \"rules\": [",
		stderr);
	for (int i = 0; i < NRULE; i++)
		fprintf(stderr,
			"%s\n    {\"id\": \"%s\", \"shortDescription\": {\"text\": "
			"\"%s\"}}",
			i ? "," : "", rule_table[i].code, rule_table[i].summary);
	fputs("]}},\n   \"columnKind\": \"unicodeCodePoints\",\n   \"results\": [",
		stderr);
	is_open = true;
}

void
diagnostics_put(FILE *stream, const struct message *message)
{
	if (format == DIAGNOSTICS_JSON)
		put_text_line(stream, message);
	else
		put_result(stream, message);
	fflush(stream);
}

static void
take_complaint(enum complaint kind, const char *hint, const char *text)
{
	static const enum rule rule[] = {
		[COMPLAINT_USAGE] = RULE_USAGE,
		[COMPLAINT_FAILURE] = RULE_MACHINE,
		[COMPLAINT_BUG] = RULE_BUG,
	};
	static enum rule last = RULE_USAGE; /* which a remark goes with */
	struct message message = {
		.severity = kind == COMPLAINT_REMARK ? SEVERITY_NOTE : SEVERITY_ERROR,
		.rule = kind == COMPLAINT_REMARK ? last : rule[kind],
		.text = text,
		.hint = hint,
	};

	last = message.rule;
	diagnostics_put(stderr, &message);
}

static void
end_failed(void)
{
	diagnostics_end(STATUS_FAILED);
}

void
diagnostics_begin(enum diagnostics diagnostics)
{
	static char buffer[BUFSIZ];

	format = diagnostics;
	if (format == DIAGNOSTICS_TEXT)
		return;
	/* Standard error keeps nothing back: lines of two programs would mix. */
	setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
	complain_to(take_complaint);
	if (format == DIAGNOSTICS_JSON)
		return;
	atexit(end_failed);
	begin_log();
}

enum diagnostics
diagnostics_format(void)
{
	return format;
}

void
diagnostics_leave(void)
{
	is_open = false;
}

void
diagnostics_end(enum status status)
{
	if (!is_open)
		return;
	is_open = false;
	fprintf(stderr,
		"],\n   \"invocations\": [{\"executionSuccessful\": %s, \"exitCode\": "
		"%d}]\n }]\n}\n",
		status == STATUS_DONE || status == STATUS_REFUSED ? "true" : "false",
		(int)status);
	fflush(stderr);
}
