#ifndef OPGEN_TESTS_CODE_MUTATE_H
#define OPGEN_TESTS_CODE_MUTATE_H

#include "code/statements/code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One thing in lowered code that is wrong on purpose, as a mistake in a design's planner
   would have it. */

struct arena;

/* Those below MUTATION_DROP are an offset, a count or a mask that is off by one. */
enum mutation {
	MUTATION_OFFSET, /* of an address */
	MUTATION_INC,    /* of a counter in an address */
	MUTATION_COUNT,  /* a loop's limit, a test's, a number that is passed */
	MUTATION_MASK,   /* lanes that are loaded or stored, elements that are copied */
	MUTATION_LANE,   /* that a shuffle takes */
	MUTATION_DROP,   /* a statement is left out */
	MUTATION_SWAP,   /* two variables of a function are taken for each other */
	MUTATIONS
};
extern const char *const mutation_name[MUTATIONS];

/* A place where a mutation is possible. The code is changed in place, and back again. */
struct site {
	enum mutation kind;
	const struct function *function;
	union {
		int64_t *number;         /* goes up or down by one, */
		uint8_t *lane;           /* or this */
		struct value *value;     /* LOAD of all lanes; VARIABLE */
		struct statement **link; /* to what is left out */
	};
	int64_t least, most; /* what the number may become */
	struct value *other; /* MUTATION_SWAP: a value of another variable */
	enum {
		SITE_NUMBER,
		SITE_LANE,
		SITE_LOAD, /* the value becomes a LOAD_N */
		SITE_OTHER
	} what;
};

struct sites {
	struct site *site;
	size_t n;
	struct arena *arena;
};

/* Finds the sites of a function. */
void sites_find(struct sites *sites, const struct function *function);

/* What undoes a mutation. */
struct undo {
	int64_t number;
	struct statement *statement;
};

/* Up: by one more, else by one less, as far as the site allows both. */
struct undo site_mutate(const struct site *site, bool up);
void site_undo(const struct site *site, const struct undo *undo);

#endif
