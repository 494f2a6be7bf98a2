#ifndef OPGEN_CODE_SCOPE_H
#define OPGEN_CODE_SCOPE_H

#include "code/code.h"

/* What is known at a statement without going through the passes of loops: which values
   the counters around it have, and where pointers point, which are to outputs. So the
   elements that a store writes in all of these passes are a run, repeated at equal
   distances. */

struct arena;

enum {
	TRACE_TERMS = 12,
	TRACE_DIMS = 20,
	SCOPE_DEPTH = 16 /* calls inside each other */
};

/* Roots that are not the number of an output. */
enum {
	TRACE_OTHER = -1, /* no output */
	TRACE_ANY = -2    /* perhaps any output */
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

/* Elements of an output: `length` adjacent ones, repeated at equal distances in several
   dimensions. If vague, they may be anywhere in the output. */
struct trace_run {
	int root; /* the number of an output, or one of the above */
	bool vague;
	int64_t offset, length;
	int ndim;
	struct trace_dim dim[TRACE_DIMS];
};

/* Where a pointer points to: a place in an output, and terms. Of a pointer that is moved,
   the run has all places where loops that are over may have left it. */
struct trace {
	struct trace_run at;
	int nterm;
	struct trace_term term[TRACE_TERMS];
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

/* Those of functions that call each other: the number of each is its depth. */
struct scopes {
	struct arena *arena;
	struct scope scope[SCOPE_DEPTH];
};

/* The scope of a function that no other calls. Its outputs are the operands among its
   parameters that it writes. */
struct scope *scope_entry(struct scopes *all, const struct function *function);

/* The scope of the function that a call calls; NULL: there are too many calls inside
   each other. It is valid until another call from the same scope is entered. */
struct scope *scope_call(
	struct scopes *all, const struct scope *scope, const struct statement *call);

/* The same, with the parameters that the function writes through as its outputs. */
struct scope *scope_apart(
	struct scopes *all, const struct scope *scope, const struct statement *call);

/* What a statement does to the pointers of a scope. */
void scope_pass(struct scope *scope, const struct statement *statement);

/* The passes of a loop; they are not known if its limit is not. */
struct passes scope_passes(const struct scope *scope, const struct statement *loop);

/* Before a loop's body: its passes become the current ones; `before` gets what has to be
   restored after the body. False: there are no passes. */
bool scope_enter(
	struct scope *scope, const struct statement *loop, struct passes *before);
void scope_leave(
	struct scope *scope, const struct statement *loop, const struct passes *before);

/* The elements at an address in the current passes, that is, those that a store there
   writes; false: they are not of an output. */
bool scope_run(const struct scope *scope, const struct address *at, int64_t length,
	struct trace_run *run);

/* The output that a copy or clear writes, and the first element. False: what it writes
   is not one run of adjacent elements. */
bool scope_move(const struct scope *scope, const struct statement *move, int *output,
	int64_t *first);

/* Repeats a run count times, inc elements apart. */
static inline void
run_repeat(struct trace_run *run, int64_t inc, int64_t count)
{
	if (count <= 1 || !inc)
		return;
	if (run->ndim == TRACE_DIMS)
		run->vague = true;
	else
		run->dim[run->ndim++] = (struct trace_dim){inc, count};
}

#endif
