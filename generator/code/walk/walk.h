#ifndef OPGEN_CODE_WALK_H
#define OPGEN_CODE_WALK_H

#include "base/arena.h"
#include "code/statements/build.h"

/* Where a walk through a function (code/walk/visit.h) is: at a statement, in some of the
   passes (iterations) of the loops around it, the current passes, with pointers that
   point somewhere as functions of the number of the pass. */

enum {
	WALK_TERMS = 20 /* of a place */
};

/* A loop around the current statement. The current passes are from, from + every, …,
   `count` of them. In pass k the counter is first + step * k. */
struct walk_loop {
	const struct variable *counter;
	int64_t first, step;
	int64_t from, every, count;
	bool picked; /* one of the current passes is run, which is not known */
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
	struct walk_fact fact[CODE_PARAMETERS];
};

/* A pointer in scope, and where it points. */
struct walk_pointer {
	const struct variable *variable;
	struct walk_place place;
};

struct visitor;

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

	struct walk_pointer *pointer; /* the pointers in scope */
	size_t npointer;

	/* Private to walk.c. */
	size_t room;
	size_t *last; /* for each variable's number, where it was added last */
	/* Private to visit.c. */
	const struct visitor *visitor;
	bool quiet;  /* only pointers are followed, nothing is visited */
	bool uneven; /* some passes of a loop move pointers in another way than others */
	struct arena *arena;   /* scratch */
	struct arena *lasting; /* of `pointer`, which the next walk uses again */
};

/* Where an address points to in the current passes. */
void walk_place(
	struct walk *walk, const struct address *address, struct walk_place *place);

/* What an address with this base points into, without where: that asks for no numbers. */
enum walk_root walk_root(struct walk *walk, const struct variable *base, int *parameter,
	const struct variable **object);

/* The number of current passes that are run, of all loops together; UINT64_MAX if it does
 * not fit. */
uint64_t walk_passes(const struct walk *walk);

/* Number k of a table of integers. */
int64_t walk_table(struct walk *walk, const struct variable *table, int64_t k);

/* Stops the walk with a problem. */
void walk_stop(struct walk *walk, const char *problem);

/* Whether it has been stopped, or lacks a fact. */
static inline bool
walk_is_over(const struct walk *walk)
{
	return walk->problem || walk->lacks;
}

/* The rest is for visit.c and motion.c, which move the walk on.

   Before the first statement: parameters point to what is passed. */
void walk_begin(struct walk *walk);

/* What a statement does to pointers. */
void walk_point(struct walk *walk, const struct statement *statement);

/* A pointer in scope; NULL: it is not. */
struct walk_pointer *walk_find(struct walk *walk, const struct variable *pointer);

/* Whether a pointer is not null. */
bool walk_is_there(struct walk *walk, const struct variable *pointer);

/* The number of the loop that a counter belongs to, or -1. */
int walk_loop_of(const struct walk *walk, const struct variable *counter);

/* The number that is passed as a counter. False, and the walk is over: it is not known,
   or the counter is no parameter, which is a problem. */
bool walk_number(struct walk *walk, const struct variable *counter, const char *problem,
	int64_t *number);

/* Notes that the fact of a parameter decides something; false: it is not known. */
bool walk_ask(struct walk *walk, int parameter);

/* Copies a place with the terms that are there, because most places have few. */
void walk_copy_place(struct walk_place *to, const struct walk_place *from);

/* Adds a term to a place; whether two terms differ in their inc alone. */
void walk_add_term(struct walk *walk, struct walk_place *place, struct walk_term term);
bool walk_is_like(const struct walk_term *a, const struct walk_term *b);

#endif
