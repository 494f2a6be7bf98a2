#ifndef OPGEN_EMIT_FORMS_H
#define OPGEN_EMIT_FORMS_H

#include "code/statements/code.h"

/* The forms in which C has statements and values. Which one something has is decided
   here, and its text is a line of templates/statement.c.in or templates/value.c.in. */

/* clang-format off */
enum line_form {
	/* Variables: declared with a value, which may be their only one, and assigned. */
	LINE_TABLE = 1, LINE_LET, LINE_FIXED, LINE_SET, LINE_ADD,
	/* Memory: an element, a vector, a vector whose lanes are moved as they are; the
	   first lanes of these. */
	LINE_PUT, LINE_PUT_HALF, LINE_PUT_ADD, LINE_STORE, LINE_STORE_N, LINE_MOVE, LINE_MOVE_N,
	LINE_COPY, LINE_CLEAR, LINE_PREFETCH,
	/* Pointers: to elements, to bytes that were passed, to a part of the workspace. */
	LINE_POINTER, LINE_FIXED_POINTER, LINE_CONVERTED, LINE_CUT, LINE_POINT, LINE_ADVANCE,
	/* What has a body, ends in LINE_END. */
	LINE_LOOP, LINE_BLOCK, LINE_IF, LINE_END,
	/* In the block of a loop of which memory picks a pass. */
	LINE_PICK,
	/* The rest; a call may have a result. */
	LINE_CALL, LINE_RESULT, LINE_RETURN, LINE_ORDER, LINE_HOOK, LINE_UNUSED,
	/* A function's second line: its name and its parameters. */
	LINE_HEAD,
	/* Comments, and variables that are declared alone. */
	LINE_COMMENT, LINE_DECLARE, LINE_PLACE, LINE_PLACE_WITHIN,
	/* A function's first line, by its linkage. */
	LINE_EXTERNAL, LINE_STATIC, LINE_NOINLINE, LINE_INLINE, LINE_ALWAYS,
	/* Constant arrays of a file. */
	LINE_ZEROS, LINE_ARRAY, LINE_NUMBERS, LINE_ARRAY_END
};

enum value_form {
	/* Numbers and vectors alike. */
	C_VARIABLE = 1, C_ELEMENT, C_SUM, C_DIFFERENCE, C_PRODUCT, C_QUOTIENT, C_CALL,
	/* Numbers. */
	PLAIN_LITERAL, PLAIN_INDEX, PLAIN_WIDENED, PLAIN_MULADD, PLAIN_FMA, PLAIN_ABS, PLAIN_SQRT,
	PLAIN_CHOOSE, PLAIN_EQUAL, PLAIN_FLOOR, PLAIN_CEIL, PLAIN_NEAREST, PLAIN_ELEMENTARY, PLAIN_ROUND,
	PLAIN_ROOT, PLAIN_POWER, PLAIN_POWER_DOUBLE, PLAIN_CAST, PLAIN_TO_SMALL, PLAIN_TO_INTEGER,
	PLAIN_FUNCTION, /* any other of two numbers */
	/* Vectors. */
	VECTOR_LOAD, VECTOR_LOAD_N, VECTOR_LOAD_PARTS, VECTOR_MOVE, VECTOR_MOVE_N, VECTOR_SET1,
	VECTOR_ELEMENTARY, VECTOR_ROUND, VECTOR_ROOT, VECTOR_SHUFFLE, VECTOR_PERMUTE,
	VECTOR_BLEND, VECTOR_TO, VECTOR_FROM, VECTOR_FUNCTION /* any other */
};
/* clang-format on */

/* A line of a function or a constant array: its form, and what its text has. */
struct line {
	enum line_form form;
	const struct statement *statement;
	const struct variable *variable;
	const struct function *function;
	const char *comment;
	size_t first; /* variable of LINE_DECLARE, number of LINE_NUMBERS */
};

/* The form of a statement other than a declaration, a comment or a blank line. */
enum line_form line_form(const struct statement *statement);

enum value_form value_form(const struct value *value);

#endif
