#ifndef OPGEN_CODE_BUILDER_H
#define OPGEN_CODE_BUILDER_H

#include "code/statements/code.h"

/* The state of a function under construction (build.h, values.h), and where finished
   functions go. */

struct arena;

enum {
	CODE_DEPTH = 24 /* nested loops, blocks and conditions */
};

struct code_sink {
	/* Takes a constant array of the file, before the functions that read it; comment:
	   what it holds. May be NULL. */
	void (*constant)(
		void *context, const struct variable *variable, const char *comment);
	/* Takes a finished function; those that it calls came before it. */
	void (*take)(void *context, const struct function *function);
	void *context;
	bool keeps; /* bodies must outlive take(), which may set this for each function */
};

struct code_builder {
	struct arena *arena; /* data that outlives a function */
	struct arena *body;  /* data that is freed with it */
	const struct code_sink *sink;
	const char *attribute;       /* of the target, for every function */
	struct function *function;   /* the one being built, or NULL */
	size_t nfunction;            /* functions begun so far */
	uint64_t nstatement;         /* statements built so far, of all functions */
	const struct function *last; /* the last one finished */
	struct statement **end[CODE_DEPTH];
	bool open[CODE_DEPTH]; /* a loop without a counter: its statements belong to the
				  body around it */
	int depth;
	/* Pointers beside others in the current function, and the follower that maintains
	   them (beside.h); or NULL. */
	const struct code_follower *follower;
	struct code_pair *pair;
	size_t npair;
	struct sharing *sharing; /* which functions are shared (share.h), if that is known
				  */
	bool updates; /* pointers that become parameters are for updates (code.h) */
	/* What functions are passed, decided by who begins the code (passed.h). */
	bool in_workspace;       /* arrays do not lie on the stack */
	bool constants_passed;   /* nor constants in files */
	int64_t top[CODE_DEPTH]; /* bytes of arrays, by depth */
	int64_t workspace;       /* that entries need, at most, so far */
};

/* Completes a function at its end, and appends the last arguments of a call. */
struct code_follower {
	void (*end)(struct code_builder *code);
	void (*pass)(struct code_builder *code, const struct function *function,
		struct argument *argument);
};

#endif
