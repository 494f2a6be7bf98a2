#ifndef OPGEN_CODE_RUN_H
#define OPGEN_CODE_RUN_H

#include "code/code.h"

/* Runs functions with exactly the arithmetic of their target, so that every design can be
   tried without a compiler. Accesses outside of an object, and reads of what nothing was
   written to, are found. */

/* What a pointer argument points to. */
struct run_object {
	void *bytes;
	int64_t size;  /* bytes */
	bool readable; /* it holds something; else every byte has to be written first */
};

enum {
	RUN_OBJECTS = 32 /* at most */
};

struct run_result {
	bool good;
	char message[200];   /* what is wrong, and in which function */
	uint64_t statements; /* that were run */
	/* Of each argument: whether all of its bytes are there now. */
	bool complete[RUN_OBJECTS];
};

/* Calls a function; one object for each of its pointer parameters, of which it has no
   others. Vectors of numbers give the bits that those of every target give. */
struct run_result code_run(
	const struct function *function, const struct run_object *object, size_t nobject);

#endif
