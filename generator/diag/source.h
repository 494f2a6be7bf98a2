#ifndef OPGEN_DIAG_SOURCE_H
#define OPGEN_DIAG_SOURCE_H

#include "diag/locate.h"
#include "diag/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct sink;

enum {
	SOURCE_ERROR_LIMIT = 20,
	SOURCE_MESSAGE_LIMIT = 16 * 1024 /* bytes: a few names, even if all of them are
					    escaped; only a spec's key can be longer */
};

/* A spec's text, and the messages about it. */
struct source {
	const char *path;  /* as messages print it; "<stdin>" for standard input */
	const char *text;  /* after a UTF-8 byte order mark; ends in a NUL */
	size_t size;       /* bytes */
	size_t skipped;    /* bytes of the byte order mark before text; columns count from
			      text */
	bool is_model;     /* no text with lines: messages tell places in words */
	FILE *messages;    /* where errors and warnings go; NULL: stderr */
	struct sink *sink; /* receives the messages; NULL: they are printed */
	size_t nerror;     /* errors reported, those beyond SOURCE_ERROR_LIMIT included */
	size_t nwarning;   /* warnings reported, likewise */
	struct located last; /* for who reads places in order */
};

/* A source from text in memory, which is not copied. */
void source_from_text(
	struct source *source, const char *path, const char *text, size_t size);

/* Reports a mistake: `path:line:column: error: …`, the source line around the column, and
   a caret. If a step of the place does not exist in the text, the nearest enclosing value
   is shown. Errors beyond SOURCE_ERROR_LIMIT are only counted, and a last line says so.
   For a model, and for a source without a text (text NULL), the place is told in words:
   `net.onnx: node 2: pads: error: …`. Of the command line no place is told. */
void source_error(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* The same at an offset from the text's first byte; for text that is not valid JSON. */
void source_error_at(struct source *source, size_t offset, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* Whether the limit of shown errors is reached, so that looking for more is of no use. */
bool source_is_full(const struct source *source);

/* As source_error, with `warning:`; counted separately. */
void source_warning(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

#endif
