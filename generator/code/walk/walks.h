#ifndef OPGEN_CODE_WALKS_H
#define OPGEN_CODE_WALKS_H

#include "base/hash_table.h"
#include "code/walk/walk.h"

/* Summaries of functions, which a tool makes by walking through them. Calls that differ
   only in facts that decide nothing share a summary. */

struct walk_tool {
	/* Runs a walk and returns its summary, which is ignored if the walk lacks
	   something or has a problem. */
	void *(*summarise)(void *context, struct walk *walk);
	void *context;
};

struct walks {
	struct arena *arena;
	const struct walk_tool *tool;
	struct walk_record *record; /* by the functions' numbers */
	size_t nrecord;
	const struct walk_summary **summary;
	size_t nsummary;
	struct hash_table summaries; /* by functions, and by facts that decide */
	struct arena scratch;        /* of walks; whoever declares this frees it */
	int depth;                   /* walks inside each other */
	struct walk_stack *stack;    /* of pointers, by depth: made once for all walks */
	int nstack;
	/* The first problem, and where. */
	const char *problem;
	const struct function *function;
	const struct statement *at;
};

/* Takes a complete function. False: what it does depends on its arguments, so its body
   must be kept. */
bool walks_take(struct walks *walks, const struct function *function);

/* The summary of what a call does; NULL: the walk lacks a fact, or has a problem. */
const void *walks_call(
	struct walks *walks, struct walk *walk, const struct statement *call);

/* The summary of a function of values. */
const void *walks_value(
	struct walks *walks, struct walk *walk, const struct function *function);

/* The summary of a function that no other calls; after walks_take(). */
const void *walks_entry(struct walks *walks, const struct function *function);

#endif
