#ifndef OPGEN_CODE_BUILDER_H
#define OPGEN_CODE_BUILDER_H

#include "code/code.h"

/* The state of a function under construction (build.h, values.h), and where finished
   functions go. */

struct arena;

enum {
	CODE_DEPTH = 24 /* loops, blocks and conditions inside each other */
};

struct code_sink {
	/* A constant array of the file, before the functions that read it; comment: what
	   it holds. NULL: nobody wants to know. */
	void (*constant)(
		void *context, const struct variable *variable, const char *comment);
	/* A function that is complete; those that it calls were there before. */
	void (*take)(void *context, const struct function *function);
	void *context;
	bool keeps; /* bodies have to outlive take(), which may say so of each */
};

struct code_builder {
	struct arena *arena; /* what outlives a function */
	struct arena *body;  /* what goes with it */
	const struct code_sink *sink;
	const char *attribute;       /* of the target, for every function */
	struct function *function;   /* the one at hand, or NULL */
	size_t nfunction;            /* that have begun */
	const struct function *last; /* the one that was finished last */
	struct statement **end[CODE_DEPTH];
	bool open[CODE_DEPTH]; /* nothing holds the statements: a loop without a counter
				*/
	int depth;
	/* Pointers beside others in the function at hand, where there are any, and who
	   keeps them there (beside.h). */
	const struct code_follower *follower;
	struct code_pair *pair;
	size_t npair;
};

/* Does its part where a function ends; and adds a call's last arguments, behind those
   that are given. */
struct code_follower {
	void (*end)(struct code_builder *code);
	void (*pass)(struct code_builder *code, const struct function *function,
		struct argument *argument);
};

#endif
