#ifndef OPGEN_CODE_EFFECTS_H
#define OPGEN_CODE_EFFECTS_H

#include "base/hash_table.h"
#include "code/code.h"

/* What bodies of statements may change, by the variables that are there around them:
   roughly, and without running them. */

struct variables {
	const struct variable **variable;
	size_t n;
};

struct effects {
	struct variables stored; /* arrays and pointers that are written through */
	struct variables loaded; /* that are read through */
	struct variables set;    /* values, and pointers, that get others */
	bool shuffles; /* lanes of vectors become others, here or in calls with vectors */
	int64_t visits; /* who asks may count here, from 0 on */
};

/* What is known already. */
struct effects_table {
	struct hash_table hash;
	struct effects_entry *entry;
	size_t nentry;
	struct arena *arena;
};

/* Counts visits from 0 again. */
void effects_begin_again(struct effects_table *table);

/* Those of the body of a function's loop; of a function as a whole, by its parameters. */
struct effects *effects_of_loop(struct effects_table *table,
	const struct function *function, const struct statement *loop);
struct effects *effects_of_function(
	struct effects_table *table, const struct function *function);

#endif
