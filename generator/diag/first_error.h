#ifndef OPGEN_DIAG_FIRST_ERROR_H
#define OPGEN_DIAG_FIRST_ERROR_H

#include "diag/sink.h"
#include "diag/source.h"

struct arena;
struct warning;

/* A sink that keeps the messages about one of several things: the first error, which the
   caller reports in its own way, and the warnings. */
struct first_error {
	struct sink sink;
	struct source source;
	char text[SOURCE_MESSAGE_LIMIT]; /* as a terminal can show it; "": none */
	struct warning *warning;
	size_t nwarning;
	struct arena *arena; /* the warnings' */
};

/* Begins anew, and returns a source without a text to report to. */
struct source *first_error_begin(struct first_error *error, struct arena *arena);

/* Reports the kept warnings about another source. */
void first_error_warn(const struct first_error *error, struct source *source);

#endif
