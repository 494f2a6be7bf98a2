#ifndef OPGEN_BASE_PROGRESS_H
#define OPGEN_BASE_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* A line on standard error that says what opgen is doing, and how far it is: "opgen:
   big.json: proving, 40 %". It appears after a second, and only if standard error is a
   terminal. Every function but progress_start accepts NULL and then does nothing. */

enum {
	PROGRESS_WIDTH = 79, /* columns of the line, at most */
	PROGRESS_NAME = 28   /* of the file's name in it */
};

struct progress {
	double next; /* when to print the next line, in seconds; 0: never */
	char of[PROGRESS_NAME + 1]; /* the file being worked on; "": several */
	size_t node, nnode;         /* the node being worked on; 0: none in particular */
	char name[PROGRESS_NAME + 1]; /* the node's */
	const char *what;             /* the activity: "proving" */
	uint64_t passed, size;        /* work done, and all of it */
	int width;                    /* columns of the line now on the terminal */
};

/* Starts the clock. path: the only file to be worked on, or NULL. */
void progress_start(struct progress *progress, const char *path);

/* From here on the work is about a node, counted from 1; 0: about none. */
void progress_node(
	struct progress *progress, size_t node, size_t nnode, const char *name);

/* So many nodes are done, this one was the last: "opgen: net.onnx: [12/245] conv1". */
void progress_count(
	struct progress *progress, size_t ndone, size_t nnode, const char *name);

/* Begins an activity of that much work; ends it and clears the line, so that others can
   write to the terminal. */
void progress_begin(struct progress *progress, const char *what, uint64_t size);
void progress_end(struct progress *progress);

/* So much work of the activity, or of its current part, is done. */
void progress_tell(struct progress *progress, uint64_t done);

/* The current part is done. */
void progress_pass(struct progress *progress, uint64_t work);

#endif
