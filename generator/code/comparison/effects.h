#ifndef OPGEN_CODE_EFFECTS_H
#define OPGEN_CODE_EFFECTS_H

#include "base/hash_table.h"
#include "code/statements/code.h"

/* What the bodies of loops and functions may read and change, by the variables that are
   declared outside of them: an overestimate, without running them. */

struct variables {
	const struct variable **variable;
	size_t n;
};

struct effects {
	struct variables stored; /* arrays, and pointers that are written through */
	struct variables loaded; /* the same, read through */
	struct variables set;    /* values and pointers that are set */
	bool shuffles;  /* lanes of vectors change places, here or in calls that take
			   vectors */
	bool fixed;     /* which statements are run does not depend on arguments */
	int64_t visits; /* for callers to count visits in; 0 at first */
	/* For callers, the work that it takes when so many lanes are computed; 0 lanes:
	   not known. */
	int64_t work;
	int lanes;
};

/* The effects that were found already. */
struct effects_table {
	struct hash_table hash;
	struct effects_entry *entry;
	size_t nentry;
	struct arena *arena;
};

/* Counts visits from 0 again. */
void effects_begin_again(struct effects_table *table);

/* The visits so far, in the arena; and counts from there on. */
struct effects_visits {
	int64_t *visits;
	size_t n;
};
struct effects_visits effects_visits(
	const struct effects_table *table, struct arena *arena);
void effects_go_back(struct effects_table *table, struct effects_visits visits);

/* The effects of the body of a loop in a function, and of a whole function, by its
   parameters. */
struct effects *effects_of_loop(struct effects_table *table,
	const struct function *function, const struct statement *loop);
struct effects *effects_of_function(
	struct effects_table *table, const struct function *function);

#endif
