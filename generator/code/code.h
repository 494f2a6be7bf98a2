#ifndef OPGEN_CODE_CODE_H
#define OPGEN_CODE_CODE_H

#include "base/dtype.h"
#include "plan/value_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The statements that a kernel design lowers a plan to: the last thing that knows
   anything. Printing, counting, proving and running read them and decide nothing.
   Everything is resolved: limits of loops, lanes, offsets and steps are numbers.

   Offsets and steps count elements of what a pointer points to. */

struct operand;

enum {
	CODE_BYTES = 64, /* of a vector, at most */
	CODE_LANES = CODE_BYTES
};

/* What a variable holds, or a value is: `lanes` elements of dtype; 1: a scalar of plain
   C. A value of a half type has been widened: its dtype is float32. */
struct code_type {
	enum dtype dtype;
	int lanes;
};

/* The elements of a constant array: numbers; or element k of the array is the operand's
   element source(packing, k), converted to the array's type, or 0 where that is negative;
   where neither is there, zeros. */
struct code_constant {
	const double *number; /* finite */
	const struct operand *operand;
	int64_t (*source)(const void *packing, int64_t k); /* NULL: k itself */
	const void *packing;
};

enum variable_kind {
	VARIABLE_VALUE,   /* a scalar or a vector */
	VARIABLE_COUNTER, /* ptrdiff_t: counts a loop's passes, or is an argument */
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
	bool restricted; /* what it points to is reached by no other pointer */
	bool is_void;    /* an argument that C knows as void * */

	/* Arrays: elements, and the bytes that they are aligned to; 0: as its type is. A
	   void pointer: bytes of the workspace that it points to; 0: packed weights. */
	int64_t length;
	int alignment;

	const struct code_constant *constant; /* VARIABLE_CONSTANT */
	/* An argument of an external function: the tensor that it is, or NULL. */
	const struct operand *operand;
};

/* counter / divide % modulo * inc; modulo 0: no remainder is taken. Where `second` is
   there, the counter is counter + second * scale + add. Where `table` is there, a
   constant array of integers, the counter stands for that element of it. */
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
		const uint8_t *lane;             /* VALUE_SHUFFLE: type.lanes of them */
		const struct function *function; /* VALUE_CALL */
	};
	int64_t n;    /* VALUE_LOAD_N, VALUE_LOAD_PARTS, VALUE_ROOT; VALUE_CALL: narg;
			 VALUE_ROUND: an enum dtype */
	int64_t step; /* VALUE_LOAD_PARTS */
};

/* An argument of a call: an address for a pointer, a value, or a number for a counter. */
enum argument_kind {
	ARGUMENT_ADDRESS,
	ARGUMENT_VALUE,
	ARGUMENT_NUMBER
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
	/* Variables of one type, declared: they hold nothing yet. */
	STATEMENT_DECLARE,
	/* A constant array of numbers, which the function has for itself. */
	STATEMENT_TABLE,
	/* A variable declared with its first value; `fixed`: and it keeps it. */
	STATEMENT_LET,
	/* A variable gets a value. */
	STATEMENT_SET,
	/* The lanes of a value go to memory, rounded where memory holds halves; n: the
	   first n of them, 0: all. */
	STATEMENT_STORE,
	/* A pointer is declared to be an address, or gets one: STATEMENT_POINT. */
	STATEMENT_LET_POINTER,
	STATEMENT_POINT,
	/* The body, while counter = first, first + step, … is below the limit. */
	STATEMENT_LOOP,
	/* The body once, with names of its own. */
	STATEMENT_BLOCK,
	/* The body where the condition holds. */
	STATEMENT_IF,
	/* A function is called; where it returns a value, a variable gets it. */
	STATEMENT_CALL,
	/* n elements from `from` to `at`; or zeros to `at`. Neither overlaps. */
	STATEMENT_COPY,
	STATEMENT_CLEAR,
	STATEMENT_PREFETCH,
	/* What stands before is computed before what stands behind. */
	STATEMENT_ORDER,
	STATEMENT_RETURN,
	/* Tells compilers that an argument is not used. */
	STATEMENT_UNUSED,
	/* For the reader. */
	STATEMENT_COMMENT,
	STATEMENT_BLANK,
	STATEMENT_KINDS
};

/* The limit of a loop: `limit`; where `selector` is there, `other` once it has reached
   `below`; where `argument` is there, that. Where `table` has a base, integers, the loop
   goes from the element there to the one behind it. */
struct limit {
	int64_t limit;
	const struct variable *selector;
	int64_t below, other;
	const struct variable *argument;
	struct address table;
};

/* A counter is below a limit (0: any), and its remainder is so much (modulo 0: any). */
struct test {
	const struct variable *counter;
	int64_t below, modulo, remainder;
};

/* Holds where a pointer is not null (NULL: any) and the tests do. It seldom does. */
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
		};
		struct { /* STORE: n; COPY, CLEAR: elements */
			int64_t n;
			struct address from;
		};
		const char *text; /* COMMENT: without its marks */
		bool fixed;       /* LET, LET_POINTER */
	};
};

/* Whether a statement holds others. */
static inline bool
has_body(const struct statement *statement)
{
	return statement->kind == STATEMENT_LOOP || statement->kind == STATEMENT_BLOCK ||
	       statement->kind == STATEMENT_IF;
}

/* How a function is declared. */
enum linkage {
	LINKAGE_EXTERNAL,
	LINKAGE_STATIC,
	LINKAGE_NOINLINE, /* static, and its callers do not take it in */
	LINKAGE_INLINE,   /* static inline */
	LINKAGE_ALWAYS    /* static, and all of its callers take it in */
};

struct beside_parameter;

enum {
	PART_OF_PARTS = -1
};

struct function {
	enum linkage linkage;
	size_t number; /* among its builder's functions, from 0 on */
	const char *name;
	const char *comment;     /* what it computes; NULL: none */
	const char *attribute;   /* of its target, a blank behind; "" */
	struct code_type result; /* lanes 0: none */
	const struct variable *const *parameter;
	size_t nparameter, nvariable; /* variables: parameters included */
	/* The last parameters, as many, are beside others: code/beside.h. */
	const struct beside_parameter *beside;
	size_t nbeside;
	const struct statement *body;
	/* Of a part that was cut out of a function (code/cut.h): that function, and the
	   part's number; PART_OF_PARTS: some of its work that parts call. */
	const struct function *part_of;
	int part;
};

#endif
