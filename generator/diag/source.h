#ifndef OPGEN_DIAG_SOURCE_H
#define OPGEN_DIAG_SOURCE_H

#include "diag/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct sink;

enum {
	SOURCE_ERROR_LIMIT = 20,
	SOURCE_MESSAGE_LIMIT = 16 * 1024 /* bytes: a few names, all of them escaped; only
					    the key of a spec can be longer */
};

/* A spec's text and what was said about it. */
struct source {
	const char *path; /* as messages print it; "<stdin>" for standard input */
	const char *text; /* a UTF-8 byte order mark is skipped; NUL behind the end */
	size_t size;      /* bytes */
	size_t skipped;   /* bytes of byte order mark in front of text: columns count from
			     text */
	bool is_model;    /* bytes, not lines: source_error tells places in words */
	FILE *messages;   /* where errors and warnings go; NULL: stderr */
	struct sink *sink; /* takes what is said; NULL: it is printed */
	size_t nerror;     /* errors reported, those beyond SOURCE_ERROR_LIMIT included */
	size_t nwarning;   /* warnings reported, likewise */
};

/* Text that is there already; it is not copied. */
void source_from_text(
	struct source *source, const char *path, const char *text, size_t size);

/* Reports a mistake: `path:line:column: error: …`, the source line clipped around the
   column, a caret. The place must exist in the text; where a step of it does not, the
   nearest enclosing value is shown. Of more than SOURCE_ERROR_LIMIT errors the rest is
   only counted, and one closing line says so. A model, and a source without a text (text
   NULL), has its place told in words: `net.onnx: node 2: pads: error: …`. */
void source_error(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* The same, counted from the text's first byte; for text that is not valid JSON. */
void source_error_at(struct source *source, size_t offset, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* Whether all errors that are shown have been; looking for more is of no use then. */
bool source_is_full(const struct source *source);

/* As source_error, with `warning:`, and counted by itself. */
void source_warning(
	struct source *source, const struct place *where, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;

#endif
