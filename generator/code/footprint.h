#ifndef OPGEN_CODE_FOOTPRINT_H
#define OPGEN_CODE_FOOTPRINT_H

#include "base/hash_table.h"
#include "code/code.h"
#include "code/grid.h"

/* Where statements write the outputs of a function: the places of all their stores in a
   grid over the outputs, those of functions that they call included, for the passes of
   the loops around them that are at hand. */

struct arena;

enum {
	TRACE_TERMS = 12,
	TRACE_DIMS = 20
};

/* Values of a counter: first, first + step, …, count of them. */
struct passes {
	bool known;
	int64_t first, step, count;
};

/* A part of an address. */
struct trace_term {
	const struct passes *counter, *second; /* second: NULL where there is none */
	const struct variable *table;
	int64_t scale, add, divide, modulo, inc;
};

/* Again and again at equal distances. */
struct trace_dim {
	int64_t inc, count;
};

/* Where a pointer points to. */
struct trace {
	int root; /* the number of an output; -1: to none, -2: nobody knows */
	bool vague;
	int64_t offset;
	int nterm;
	struct trace_term term[TRACE_TERMS];
	/* Of a pointer that moves: everywhere that it goes in the loops that are over. */
	int ndim;
	struct trace_dim dim[TRACE_DIMS];
};

/* A function that is gone through. */
struct scope {
	const struct function *function;
	struct trace *pointer;  /* by the variables' numbers */
	struct passes *counter; /* likewise */
	size_t room;
	int depth;
	/* A loop of which these passes alone are looked at; NULL: there is none. */
	const struct statement *only;
	struct passes only_passes;
};

enum {
	SCOPE_DEPTH = 16
};

/* The work of a pass of a loop. */
struct pass_work {
	const struct statement *loop;
	double work;
};

struct footprints {
	struct arena *arena;
	const struct grid *grid;
	struct scope scope[SCOPE_DEPTH];
	struct summary **summary; /* the newest one, by the functions' numbers */
	size_t nsummary;
	struct pass_work *pass; /* by the numbers of `passes` */
	size_t npass;
	struct hash_table passes;
};

/* The scope of a function that no other calls: its outputs are what operands of it are
   written through. */
struct scope *footprint_entry(struct footprints *all, const struct function *function);

/* The scope of the function that a call calls; NULL: calls are too deep. It is good until
   another call of the same scope is entered. */
struct scope *footprint_call(
	struct footprints *all, const struct scope *scope, const struct statement *call);

/* A statement's effect on the pointers in sight. */
void footprint_pass(struct scope *scope, const struct statement *statement);

/* The passes of a loop; not known: its limit is not. */
struct passes footprint_passes(const struct scope *scope, const struct statement *loop);

/* What statements write: n of them, or a whole list. They move the pointers in sight. */
struct extent footprint_of(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
struct extent footprint_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

/* The elements of an output that a copy or a clearing writes: their first one; false: not
   one run of elements. */
bool footprint_run(const struct scope *scope, const struct statement *move, int *output,
	int64_t *first);

/* Operations of statements in all their passes, roughly. */
double footprint_work(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
double footprint_work_of_pass(
	struct footprints *all, struct scope *scope, const struct statement *loop);
double footprint_work_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

#endif
