#ifndef OPGEN_CODE_WALK_H
#define OPGEN_CODE_WALK_H

#include "base/arena.h"
#include "code/build.h"

/* Goes through functions in the order in which their statements run. A statement is
   visited once for all passes (iterations) of the loops around it in which it does the
   same, so the work does not grow with extents. Tools are told which passes these are,
   the current passes, and where pointers point as functions of them. */

enum {
	WALK_TERMS = 20,     /* of a place */
	WALK_PARAMETERS = 32 /* of a function */
};

/* A loop around the current statement. The current passes are from, from + every, …,
   `count` of them. In pass k the counter is first + step * k. */
struct walk_loop {
	const struct variable *counter;
	int64_t first, step;
	int64_t from, every, count;
};

/* A term of a place: (first + step * k) / divide % modulo * inc in pass k of a loop;
   modulo 0: no remainder is taken. If `table` is not NULL, its number first + step * k
   takes the place of first + step * k. */
struct walk_term {
	int loop; /* an index into walk.loop: how many loops are around it */
	int64_t first, step, divide, modulo, inc;
	const struct variable *table;
};

enum walk_root {
	ROOT_UNSET, /* a pointer that holds nothing yet */
	ROOT_NULL,
	ROOT_PARAMETER, /* what the caller passed */
	ROOT_ARRAY,     /* on the stack */
	ROOT_CONSTANT
};

/* A place in memory, in bytes: from where a parameter points to when the function
   begins, or from the beginning of an array or a constant. */
struct walk_place {
	enum walk_root root;
	int parameter;                 /* its number */
	const struct variable *object; /* the parameter, array or constant */
	int64_t offset;
	bool vague; /* an offset that is not affine is to be added */
	int nterm;
	struct walk_term term[WALK_TERMS];
};

/* What is known of an argument: the number that a counter has; or the table of integers
   that a pointer points into, and how many bytes from its beginning. */
struct walk_fact {
	int64_t number;
	const struct variable *table;
};

/* What is known of a function's arguments, with a bit for each: `known`, and of a
   pointer whether it is null. */
struct walk_facts {
	uint64_t known, null;
	struct walk_fact fact[WALK_PARAMETERS];
};

struct walk;

struct walk_visitor {
	void *context;
	/* Called for each statement other than loops, blocks and conditions. */
	void (*statement)(
		void *context, struct walk *walk, const struct statement *statement);
	/* Called before the body of a loop, block or condition, and after it. The body
	   of a loop may be visited several times, for some of the passes each time. */
	void (*enter)(
		void *context, struct walk *walk, const struct statement *statement);
	void (*leave)(
		void *context, struct walk *walk, const struct statement *statement);
};

/* A walk through one function. */
struct walk {
	const struct function *function;
	struct walk_facts facts;
	uint64_t asked; /* facts that decided something */
	bool lacks;     /* one of these is not known, so the walk is of no use */
	/* What cannot be followed, and the statement that it is in; NULL: nothing. */
	const char *problem;
	const struct statement *at;

	struct walk_loop loop[CODE_DEPTH];
	int nloop;

	/* Private to walk.c. */
	const struct walk_visitor *visitor;
	struct walk_pointer *pointer; /* the pointers in scope */
	size_t npointer, room;
	size_t *last; /* for each variable's number, where it was added last */
	bool quiet;   /* only pointers are followed, nothing is visited */
	bool uneven;  /* some passes of a loop move pointers in another way than others */
	struct arena *arena; /* scratch */
};

/* Number k of a table of integers. */
int64_t walk_table(struct walk *walk, const struct variable *table, int64_t k);

/* Walks through walk->function, and calls the visitor. */
void walk_run(struct walk *walk, const struct walk_visitor *visitor);

/* Where an address points to in the current passes. */
void walk_place(
	struct walk *walk, const struct address *address, struct walk_place *place);

/* The number of current passes, of all loops together; UINT64_MAX if it does not fit. */
uint64_t walk_passes(const struct walk *walk);

/* Stops the walk with a problem. */
void walk_stop(struct walk *walk, const char *problem);

/* Whether it has been stopped, or lacks a fact. */
static inline bool
walk_is_over(const struct walk *walk)
{
	return walk->problem || walk->lacks;
}

#endif
