#ifndef OPGEN_PROGRESS_H
#define OPGEN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* A line on standard error that tells who waits how far a long file is. Nothing is said
   where that is no terminal. */
struct progress {
	uint64_t size; /* bytes of the whole file */
	bool shown;    /* there is a line */
	double next;   /* seconds, on the clock; 0: never */
};

/* on_terminal: the file itself goes to the terminal, where a line would be in its way. */
void progress_begin(struct progress *progress, uint64_t size, bool on_terminal);

/* So many bytes are written. */
void progress_tell(struct progress *progress, uint64_t written);

/* Takes the line away. */
void progress_end(struct progress *progress);

#endif
