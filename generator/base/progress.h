#ifndef OPGEN_BASE_PROGRESS_H
#define OPGEN_BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* A line on standard error that tells who waits what is being done, and how far: "opgen:
   big.json: proving, 40 %". There is none before a second has passed, and never where
   standard error is no terminal. Every function but progress_start takes NULL: nobody is
   told. */

enum {
	PROGRESS_WIDTH = 79, /* of the line, at most */
	PROGRESS_NAME = 28   /* of the file's name in it */
};

struct progress {
	double next; /* seconds, on the clock, of the next line; 0: never */
	char of[PROGRESS_NAME + 1]; /* the file that is worked on; "": several */
	size_t node, nnode;         /* the node that is; 0: no certain one */
	const char *what;           /* what is done: "proving" */
	uint64_t passed, size;      /* work that is done, and all of it */
	int width;                  /* of the line that is there */
};

/* The program begins. path: the one file that it works on, or NULL. */
void progress_start(struct progress *progress, const char *path);

/* From here on the work is about a node, the first one being 1; 0: about none. */
void progress_node(struct progress *progress, size_t node, size_t nnode);

/* Something begins that takes so much work; and is over, and its line taken away, so that
   others can write to the terminal. */
void progress_begin(struct progress *progress, const char *what, uint64_t size);
void progress_end(struct progress *progress);

/* So much of it is done, or of the part of it that is at hand. */
void progress_tell(struct progress *progress, uint64_t done);

/* That part is done. */
void progress_pass(struct progress *progress, uint64_t work);

#endif
