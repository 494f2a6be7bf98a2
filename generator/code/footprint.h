#ifndef OPGEN_CODE_FOOTPRINT_H
#define OPGEN_CODE_FOOTPRINT_H

#include "base/hash_table.h"
#include "code/code.h"
#include "code/grid.h"

/* Where statements write the outputs of a function: the places of all their stores in a
   grid over the outputs, including those of functions that they call, in the current
   passes of the loops around them. */

struct arena;

enum {
	TRACE_TERMS = 12,
	TRACE_DIMS = 20
};

/* Passes (iterations) of a loop, by the values of its counter: first, first + step, …,
   count of them. `known` false: nothing is known of them. */
struct passes {
	bool known;
	int64_t first, step, count;
};

/* A term of an address: struct index_term (code.h), with the counters' values. */
struct trace_term {
	const struct passes *counter, *second; /* second: NULL where there is none */
	const struct variable *table;
	int64_t scale, add, divide, modulo, inc;
};

/* Repeated count times, inc elements apart. */
struct trace_dim {
	int64_t inc, count;
};

/* Where a pointer points to: an offset into an output, in elements, and terms. */
struct trace {
	int root; /* the number of an output; -1: no output, -2: perhaps any */
	bool vague;
	int64_t offset;
	int nterm;
	struct trace_term term[TRACE_TERMS];
	/* Of a pointer that is moved: all places where loops that are over may have
	   left it. */
	int ndim;
	struct trace_dim dim[TRACE_DIMS];
};

/* The state while the statements of a function are gone through. */
struct scope {
	const struct function *function;
	struct trace *pointer;  /* by the variables' numbers */
	struct passes *counter; /* likewise */
	size_t room;
	int depth;
	/* A loop of which only these passes are looked at; NULL: there is none. */
	const struct statement *only;
	struct passes only_passes;
};

enum {
	SCOPE_DEPTH = 16
};

/* The work of one pass of a loop. */
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

/* The scope of a function that no other calls. Its outputs are the operands among its
   parameters that it writes. */
struct scope *footprint_entry(struct footprints *all, const struct function *function);

/* The scope of the function that a call calls; NULL: there are too many calls inside
   each other. It is valid until another call from the same scope is entered. */
struct scope *footprint_call(
	struct footprints *all, const struct scope *scope, const struct statement *call);

/* What a statement does to the pointers of a scope. */
void footprint_pass(struct scope *scope, const struct statement *statement);

/* The passes of a loop; they are not known if its limit is not. */
struct passes footprint_passes(const struct scope *scope, const struct statement *loop);

/* What statements write in the current passes: n of them, or a whole list. In the
   scope, the pointers that they move are moved. */
struct extent footprint_of(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
struct extent footprint_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

/* Whether they write an output at all. */
bool footprint_writes(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);

/* The output that a copy or clear writes, and the first element. False: what it writes
   is not one run of adjacent elements. */
bool footprint_run(const struct scope *scope, const struct statement *move, int *output,
	int64_t *first);

/* A rough number of operations of statements, with all passes of loops inside them: of
   n statements, of one pass of a loop, or of a whole list. */
double footprint_work(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
double footprint_work_of_pass(
	struct footprints *all, struct scope *scope, const struct statement *loop);
double footprint_work_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

#endif
