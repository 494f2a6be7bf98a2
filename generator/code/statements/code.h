#ifndef OPGEN_CODE_CODE_H
#define OPGEN_CODE_CODE_H

#include "base/dtype.h"
#include "plan/value_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The statements to which a kernel design lowers a plan. Everything is resolved: limits
   of loops, lanes, offsets and steps are numbers. Printing, counting, proving and running
   read the statements and decide nothing.

   Offsets and steps count elements of what a pointer points to. */

struct operand;

enum {
	CODE_BYTES = 64, /* of a vector, at most */
	CODE_LANES = CODE_BYTES,
	CODE_PARAMETERS = 32 /* of a function, at most */
};

/* The type of a variable or a value: `lanes` elements of dtype; 1: a scalar of plain C.
   Values of a half type have been widened: their dtype is float32. */
struct code_type {
	enum dtype dtype;
	int lanes;
};

enum {
	TRANSFORMED_TERMS = 9
};

/* What the elements of an operand are that was computed from another one, with roundings:
   element k is the sum of TRANSFORMED_TERMS elements of `given`, `step` apart, each times
   its factor, over the divisor. form() returns the first of these elements and sets their
   factors; negative: element k is 0. `work` is what it takes about to compare the first
   outputs, as code/comparison/compare.h counts work. */
struct transformed {
	const struct operand *given;
	int64_t step, divisor, work;
	int64_t (*form)(const void *transform, int64_t k, int64_t *factor);
	const void *transform;
};

/* The elements of a constant array. With `number`, those numbers. With `operand`, element
   k is the operand's element source(packing, k), converted to the array's type, or 0 if
   that index is negative. With neither, zeros. */
struct code_constant {
	const double *number; /* finite */
	const struct operand *operand;
	int64_t (*source)(const void *packing, int64_t k); /* NULL: k itself */
	const void *packing;
	/* What the operand's elements are exactly, for who compares expressions; NULL:
	   what they hold. */
	const struct transformed *transformed;
};

enum variable_kind {
	VARIABLE_VALUE,   /* a scalar or a vector */
	VARIABLE_COUNTER, /* ptrdiff_t: a loop's counter, or an argument */
	VARIABLE_POINTER, /* to elements of its type */
	VARIABLE_ARRAY,   /* elements on the stack */
	VARIABLE_CONSTANT /* an array of the file's own */
};

struct variable {
	enum variable_kind kind;
	const char *name;      /* as C spells it */
	struct code_type type; /* of the value, or of one element */
	size_t number;         /* among its function's variables; constants have none */

	/* Pointers. */
	bool reads;      /* const: nothing is written through it */
	bool restricted; /* no other pointer reaches its target */
	bool is_void;    /* an argument that C knows as void * */
	bool is_packed;  /* of those: packed weights; others are a workspace */
	/* A parameter through which bytes may be read that its function, or who calls it,
	   writes afterwards: an output in place of an operand (plan.over). */
	bool updates;

	/* Arrays: the number of elements, and their alignment in bytes; 0: that of the
	   type. A void pointer: bytes of the workspace that it points to. */
	int64_t length;
	int alignment;
	/* An array that lies in the workspace that its function is passed, from byte
	   `within` on, and not on the stack. */
	bool in_workspace;
	int64_t within;

	const struct code_constant *constant; /* VARIABLE_CONSTANT */
	/* An argument of an external function: the tensor that it is, or NULL. */
	const struct operand *operand;
};

/* The term i / divide % modulo * inc; modulo 0: no remainder is taken. i is counter +
   add, plus second * scale if `second` is not NULL; if `table`, a constant array of
   integers, is not NULL, i is element i of it. */
struct index_term {
	const struct variable *counter;
	int64_t divide, modulo, inc;
	const struct variable *second;
	int64_t scale, add;
	const struct variable *table;
};

/* base + the sum of the terms + offset. The base is a pointer, an array or a constant. */
struct address {
	const struct variable *base; /* NULL: the null pointer */
	const struct index_term *term;
	size_t nterm;
	int64_t offset;
};

struct value {
	enum value_kind kind;
	struct code_type type;
	const struct value *a[VALUE_ARGUMENTS];
	union {
		double number;
		const struct variable *variable;
		struct address at;               /* loads, VALUE_INDEX */
		const uint8_t *lane;             /* names_lanes(): type.lanes of them */
		const struct function *function; /* VALUE_CALL */
	};
	int64_t n;    /* VALUE_LOAD_N, VALUE_LOAD_PARTS, VALUE_ROOT; VALUE_CALL: narg;
			 VALUE_ROUND: an enum dtype */
	int64_t step; /* VALUE_LOAD_PARTS */
};

/* The argument of a call: an address for a pointer, a value, or a number for a
   counter. */
enum argument_kind {
	ARGUMENT_ADDRESS,
	ARGUMENT_VALUE,
	ARGUMENT_NUMBER,
	ARGUMENT_NONE /* of who builds a call: the function has no such parameter */
};

struct argument {
	enum argument_kind kind;
	union {
		struct address at;
		const struct value *value;
		int64_t number;
	};
};

enum statement_kind {
	/* Declares variables of one type; they are not set yet. */
	STATEMENT_DECLARE,
	/* A constant array of numbers, local to the function. */
	STATEMENT_TABLE,
	/* Declares a variable with its first value; `fixed`: its only one. */
	STATEMENT_LET,
	/* Assigns a value to a variable. */
	STATEMENT_SET,
	/* Stores the lanes of a value, rounded if memory holds half types; n: the first n
	   lanes, 0: all. */
	STATEMENT_STORE,
	/* Declares a pointer with an address; STATEMENT_POINT assigns one. */
	STATEMENT_LET_POINTER,
	STATEMENT_POINT,
	/* Runs the body while counter = first, first + step, … is below the limit. */
	STATEMENT_LOOP,
	/* Runs the body once; it is a scope of its own. */
	STATEMENT_BLOCK,
	/* Runs the body if the condition holds. */
	STATEMENT_IF,
	/* Calls a function; a variable gets the value that it returns, if it does. */
	STATEMENT_CALL,
	/* Copies n elements from `from` to `at`, which do not overlap; or writes zeros to
	   `at`. */
	STATEMENT_COPY,
	STATEMENT_CLEAR,
	STATEMENT_PREFETCH,
	/* Keeps compilers from moving computations across it. */
	STATEMENT_ORDER,
	STATEMENT_RETURN,
	/* Tells compilers that an argument is not used. */
	STATEMENT_UNUSED,
	/* A macro of the product's, before or after a step of a network. */
	STATEMENT_HOOK,
	/* For the reader. */
	STATEMENT_COMMENT,
	STATEMENT_BLANK,
	STATEMENT_KINDS
};

/* The limit of a loop: `limit`; or, with a `selector`, `other` once the selector has
   reached `below`; or the `argument`. If `table` has a base, an array of integers, the
   loop runs from the element there to the next one. channels: each pass is for the input
   channel of its number; sums lack the terms of passes that are left out, and nothing
   else is different.

   If `picked` has a base, memory that the caller passes, the body runs once, in the pass
   that the integer there picks: one below 0 counts from the limit, and what is still
   outside of 0 to limit - 1 is the nearest of these. Nothing inside moves a pointer, and
   the counter is in addresses that are read. */
struct limit {
	int64_t limit;
	const struct variable *selector;
	int64_t below, other;
	const struct variable *argument;
	struct address table;
	bool channels;
	struct address picked;
};

/* A counter is below `below` (0: no limit), and counter % modulo is `remainder` (modulo
   0: any). */
struct test {
	const struct variable *counter;
	int64_t below, modulo, remainder;
};

/* Whether a counter that is `at` passes. */
static inline bool
test_holds(const struct test *test, int64_t at)
{
	return (!test->below || at < test->below) &&
	       (!test->modulo || at % test->modulo == test->remainder);
}

/* Holds if a pointer is not null (NULL: no such test) and all tests do. It is assumed to
   hold seldom. */
enum {
	CONDITION_TESTS = 2
};
struct condition {
	const struct variable *pointer;
	struct test test[CONDITION_TESTS];
	int ntest;
};

struct statement {
	enum statement_kind kind;
	struct statement *next;
	const struct variable *variable; /* TABLE, LET, SET, LET_POINTER, POINT, UNUSED;
					    LOOP: the counter */
	const struct value *value;       /* LET, SET, STORE, RETURN */
	struct address at; /* STORE, LET_POINTER, POINT, COPY, CLEAR, PREFETCH */
	union {
		struct { /* DECLARE */
			const struct variable *const *declared;
			size_t ndeclared;
		};
		struct { /* LOOP, BLOCK, IF */
			struct statement *body;
			int64_t first, step;
			const struct limit *limit;         /* LOOP */
			const struct condition *condition; /* IF */
		};
		struct { /* CALL */
			const struct function *function;
			const struct argument *argument; /* one for each parameter */
			int64_t workspace; /* from where on in the caller's the function
					      has its own, where it takes one */
		};
		struct { /* STORE: n; COPY, CLEAR: elements */
			int64_t n;
			struct address from;
		};
		struct {                  /* HOOK */
			const char *hook; /* the network's name */
			size_t number;    /* of the step, from 1 */
			bool ends;        /* after it */
		};
		const char *text; /* COMMENT: without its marks */
		bool fixed;       /* LET, LET_POINTER */
	};
};

/* Whether a statement has a body. */
static inline bool
has_body(const struct statement *statement)
{
	return statement->kind == STATEMENT_LOOP || statement->kind == STATEMENT_BLOCK ||
	       statement->kind == STATEMENT_IF;
}

/* Whether it is a loop of which memory picks a pass. */
static inline bool
is_pick(const struct statement *statement)
{
	return statement->kind == STATEMENT_LOOP && statement->limit->picked.base;
}

/* How a function is declared. */
enum linkage {
	LINKAGE_EXTERNAL,
	LINKAGE_STATIC,
	LINKAGE_NOINLINE, /* static, never inlined */
	LINKAGE_INLINE,   /* static inline */
	LINKAGE_ALWAYS    /* static, always inlined */
};

struct beside_parameter;

struct function {
	enum linkage linkage;
	size_t number; /* among its builder's functions, from 0 */
	const char *name;
	const char *comment;     /* what it computes; NULL: none */
	const char *attribute;   /* of its target, with a blank at the end; or "" */
	struct code_type result; /* lanes 0: none */
	const struct variable *const *parameter;
	size_t nparameter, nvariable; /* nvariable includes the parameters */
	/* The last npassed parameters are constants of the functions that share this one
	   (code/statements/share.h); nbeside before them are beside others
	   (code/statements/beside.h). */
	const struct beside_parameter *beside;
	size_t nbeside, npassed;
	/* What it is passed after its parameters (code/statements/passed.h): who proves
	   and counts code needs not know of it. */
	bool is_entry;        /* it has all that there is, whether it needs it or not */
	bool takes_workspace; /* void *workspace */
	bool takes_constants; /* const void *constants */
	int64_t workspace;    /* bytes that it needs, with those that it calls */
	const struct statement *body;
	/* Of a part, which threads run at once with the other parts of its stage: the
	   stage's number, from 1; 0: it is none. */
	size_t stage;
};

#endif
