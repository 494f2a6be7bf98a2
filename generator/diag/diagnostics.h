#ifndef OPGEN_DIAG_DIAGNOSTICS_H
#define OPGEN_DIAG_DIAGNOSTICS_H

#include "base/status.h"
#include "diag/rule.h"

#include <stdio.h>

struct place;

/* How messages are written: for people, as JSON Lines, or as one SARIF 2.1.0 log. */
enum diagnostics {
	DIAGNOSTICS_TEXT,
	DIAGNOSTICS_JSON,
	DIAGNOSTICS_SARIF
};

/* Their names, NULL at the end. */
extern const char *const diagnostics_word[];

enum severity {
	SEVERITY_ERROR,
	SEVERITY_WARNING,
	SEVERITY_NOTE
};

/* Where in a text something is. */
struct location {
	size_t line;               /* from 1; 0: there is no text, or no place in it */
	size_t column, end_column; /* from 1, in bytes; the end is after the last one */
	size_t point, end_point;   /* the same in characters */
};

/* A message for programs. */
struct message {
	enum severity severity;
	enum rule rule;
	const char *path; /* NULL: it is about no file */
	struct location location;
	const struct place *where; /* told in words where the location has no line */
	const char *text;
	const char *hint; /* what is said apart from the text; NULL: its end, if any */
};

/* From here on all messages of the program are written so, complaints included. Called
   once, before the first of them. */
void diagnostics_begin(enum diagnostics diagnostics);

/* How they are. */
enum diagnostics diagnostics_format(void);

/* Writes a message; not as text, which source.c and complain.c write. */
void diagnostics_put(FILE *stream, const struct message *message);

/* For a process that leaves messages to the one that started it: ends nothing. */
void diagnostics_leave(void);

/* Ends what was begun; what ends the program by exit() ends it, too, with
   STATUS_FAILED. */
void diagnostics_end(enum status status);

#endif
