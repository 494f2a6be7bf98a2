#ifndef OPGEN_CODE_RUN_H
#define OPGEN_CODE_RUN_H

#include "code/code.h"

/* Runs functions with exactly the arithmetic of their target, so that every design can be
   tested without a compiler. Detects accesses outside of objects and reads of bytes that
   were never written. */

/* What a pointer argument points to. */
struct run_object {
	void *bytes;
	int64_t size;  /* bytes */
	bool readable; /* it is initialised; else every byte must be written before it is
			  read */
};

enum {
	RUN_OBJECTS = 32 /* at most */
};

struct run_result {
	bool good;
	char message[200];   /* what is wrong, and in which function */
	uint64_t statements; /* that were run */
	/* For each argument, whether all of its bytes have been set. */
	bool complete[RUN_OBJECTS];
};

/* Calls a function, all of whose parameters are pointers, with one object for each. */
struct run_result code_run(
	const struct function *function, const struct run_object *object, size_t nobject);

#endif
