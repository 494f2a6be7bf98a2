#ifndef OPGEN_CLI_WORKERS_H
#define OPGEN_CLI_WORKERS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum {
	ANSWER_LIMIT = 16 * 1024 /* bytes of text that a piece of work may answer with */
};

/* Pieces of work, told apart by their numbers, that are done in rounds. What a process
   makes for a piece in one round is still in its memory in the next. */
struct work {
	void *context;
	size_t npiece;
	/* Standard output is also passed on. */
	bool prints;
	/* What messages call a piece. */
	const char *(*name)(const void *context, size_t piece);
	/* Called in a process that is about to work. It tells nobody how far it is. */
	void (*begin)(void *context);
	/* Does a piece and answers with a text: ANSWER_LIMIT bytes, ended by a NUL. */
	enum status (*make)(void *context, int round, size_t piece, char *answer);
	/* So many of the round's pieces are done, this one was the last. */
	void (*tell)(void *context, int round, size_t ndone, size_t n, size_t piece);
	/* Takes a result. Called in the order of the pieces, where complaints about a
	   piece come before its result. Returns whether to go on. */
	bool (*take)(void *context, int round, size_t piece, enum status status,
		const char *answer);
};

/* Processes that do it; or one, this one. */
struct workers;

/* Starts up to nworker processes, none for a single one. */
struct workers *workers_begin(
	const struct work *work, size_t nworker, struct arena *arena);

/* Does a round: these pieces, in ascending order. In later rounds only pieces of the
   first one. Returns false if a process could not do its piece, which has been reported,
   or take() said so. */
bool workers_round(struct workers *workers, int round, const size_t *piece, size_t n);

/* Ends the processes; what they are working on is not finished. */
void workers_end(struct workers *workers);

/* The number of processors that are online. */
size_t workers_cores(void);

#endif
