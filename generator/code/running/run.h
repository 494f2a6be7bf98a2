#ifndef OPGEN_CODE_RUN_H
#define OPGEN_CODE_RUN_H

#include "base/arena.h"
#include "code/statements/code.h"

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

/* A run of some passes only, of code that is large. */
struct run_sample {
	uint64_t statements; /* it ends after so many, once something is stored */
	int64_t turn;        /* other passes for each */
	struct arena *arena; /* for what follows */
	/* What was stored to arguments that were not readable, in the order of the
	   stores. Nothing of it is stored again with something else by the passes that
	   were left out. */
	struct run_range {
		size_t argument;
		int64_t from, size; /* bytes */
	} * range;
	size_t nrange;
};

/* The same, but of loops whose passes do nothing but store to arguments, only some passes
   are run: the first and the last, those that do something else, and others in turns. A
   function that reads what it has stored to arguments cannot be run like this: nothing of
   it is run. */
struct run_result code_run_sample(const struct function *function,
	const struct run_object *object, size_t nobject, struct run_sample *sample);

#endif
