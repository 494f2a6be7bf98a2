#ifndef OPGEN_DIAG_SINK_H
#define OPGEN_DIAG_SINK_H

#include <stdbool.h>

struct place;

/* A receiver of the messages about a source, which are then not printed. take() gets each
   message once: whether it is an error or a warning, its place or NULL, and its text. */
struct sink {
	void (*take)(struct sink *sink, bool is_error, const struct place *where,
		const char *text);
};

#endif
