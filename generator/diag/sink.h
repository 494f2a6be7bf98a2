#ifndef OPGEN_DIAG_SINK_H
#define OPGEN_DIAG_SINK_H

#include <stdbool.h>

struct place;

/* Who takes what is said about a source, in place of printing it. take() gets each
   message once: whether it is an error, or a warning; its place, or NULL; its text. */
struct sink {
	void (*take)(struct sink *sink, bool is_error, const struct place *where,
		const char *text);
};

#endif
