#ifndef OPGEN_CODE_WALK_H
#define OPGEN_CODE_WALK_H

#include "base/arena.h"
#include "code/build.h"

/* Goes through functions as they run, and through each statement once for all those
   passes of the loops around it in which it does alike; so the work does not grow with
   extents. Tools see what the walk sees: which passes are at hand, and where pointers
   point as functions of them. */

enum {
	WALK_TERMS = 20,     /* of a place */
	WALK_PARAMETERS = 32 /* of a function */
};

/* A loop whose passes from, from + every, … are gone through at once, `count` of them. In
   pass k the counter is first + step * k. */
struct walk_loop {
	const struct variable *counter;
	int64_t first, step;
	int64_t from, every, count;
};

/* (first + step * k) / divide % modulo * inc in pass k of a loop; modulo 0: no remainder
   is taken. Where `table` is there, that number stands for first + step * k. */
struct walk_term {
	int loop; /* how many are around it */
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

/* A place in memory: bytes from where a parameter points to when the function begins, or
   from the beginning of an array or a constant. */
struct walk_place {
	enum walk_root root;
	int parameter;                 /* its number */
	const struct variable *object; /* the parameter, array or constant */
	int64_t offset;
	bool vague; /* and on from there, by what is not affine */
	int nterm;
	struct walk_term term[WALK_TERMS];
};

/* Of a counter its number; of a pointer to a table of integers which one it is, and the
   byte. */
struct walk_fact {
	int64_t number;
	const struct variable *table;
};

/* What is known of a function's arguments, a bit for each: of pointers whether they are
   null. */
struct walk_facts {
	uint64_t known, null;
	struct walk_fact fact[WALK_PARAMETERS];
};

struct walk;

struct walk_visitor {
	void *context;
	/* A statement that is run, but loops, blocks and conditions. */
	void (*statement)(
		void *context, struct walk *walk, const struct statement *statement);
	/* In front of the body of one of those, and after it. A loop's body may be gone
	   through several times, for some of the passes each. */
	void (*enter)(
		void *context, struct walk *walk, const struct statement *statement);
	void (*leave)(
		void *context, struct walk *walk, const struct statement *statement);
};

/* One way through a function. */
struct walk {
	const struct function *function;
	struct walk_facts facts;
	uint64_t asked; /* facts that decided something */
	bool lacks;     /* one of them is not known: the walk means nothing */
	/* What cannot be made out, NULL: nothing; and the statement that it is in. */
	const char *problem;
	const struct statement *at;

	struct walk_loop loop[CODE_DEPTH];
	int nloop;

	/* The walk's own. */
	const struct walk_visitor *visitor;
	struct walk_pointer *pointer; /* those that are in sight */
	size_t npointer, room;
	bool quiet;  /* pointers alone are followed */
	bool uneven; /* some passes of a loop move pointers otherwise than others */
	struct arena *arena; /* scratch */
};

/* Number k of a table of integers. */
int64_t walk_table(struct walk *walk, const struct variable *table, int64_t k);

/* Goes through the walk's function. */
void walk_run(struct walk *walk, const struct walk_visitor *visitor);

/* Where an address is in the passes at hand. */
void walk_place(
	struct walk *walk, const struct address *address, struct walk_place *place);

/* The passes at hand, of all loops; what does not fit is UINT64_MAX. */
uint64_t walk_passes(const struct walk *walk);

/* The walk cannot go on. */
void walk_stop(struct walk *walk, const char *problem);

/* Whether it has ended before its time. */
static inline bool
walk_is_over(const struct walk *walk)
{
	return walk->problem || walk->lacks;
}

#endif
