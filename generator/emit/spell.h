#ifndef OPGEN_EMIT_SPELL_H
#define OPGEN_EMIT_SPELL_H

#include "base/out.h"
#include "code/code.h"

/* How C spells the parts of statements: the printer's side of templates/value.c.in and
   templates/statement.c.in. */

/* The type of a vector, "opgen_f32x8", with which its operations' names begin. Vectors
   whose lanes are only moved have unsigned integers. */
struct vector_name {
	struct code_type type;
};

/* The C type of a scalar or a vector, or of the elements of a pointer, array or
   constant. */
struct type_name {
	struct code_type type;
};

/* base[index], the element at an address; in an array of vectors, a vector. */
struct element_at {
	struct address at;
};

/* An address as the operations that move lanes take it: a pointer to any type, and an
   offset in elements of the vector's. */
struct moved {
	struct address at;
	struct code_type type;
};

/* The offset of an address from its base, as a number. */
struct index_of {
	struct address at;
};

/* A value as an operand of another, in parentheses where C needs them. */
struct nested {
	const struct value *value;
	bool in_product, behind; /* behind: right of - or / */
};

/* A number as a literal of its type: "0.5f", "-3". */
struct literal_of {
	const struct value *value;
};

/* The first value of a loop's counter. */
struct first_of {
	const struct statement *statement;
};

/* The limit of a loop. */
struct limit_of {
	struct limit limit;
};

/* The step of a counter: "++", " += 4". */
struct step {
	int64_t step;
};

struct condition_of {
	struct condition condition;
};

/* Lists, separated by a comma and a blank: a shuffle's lanes, the arguments of a function
   of values, a statement's arguments, a function's parameters, and as many of a
   statement's declared variables, from number `first` on, as fit a line. */
struct lanes {
	const struct value *value;
};
struct values {
	const struct value *value;
};
struct arguments {
	const struct statement *statement;
};
struct parameters {
	const struct function *function;
};
struct declarators {
	const struct statement *statement;
	size_t first;
};
enum {
	DECLARED_A_LINE = 8
};

/* The numbers of a constant array from `first` on, up to `end`. */
struct numbers {
	const struct variable *variable;
	size_t first, end;
};
enum {
	NUMBERS_A_LINE = 12
};

/* The type in a declaration: "const float" for pointers that read, "ptrdiff_t" for
   counters. */
struct declared_type {
	const struct variable *variable;
};

/* The return type of a function. */
struct result_of {
	const struct function *function;
};

void put_vector_name(struct out *out, struct vector_name vector);
void put_type_name(struct out *out, struct type_name type);
void put_address(struct out *out, struct address at);
void put_element_at(struct out *out, struct element_at element);
void put_moved(struct out *out, struct moved moved);
void put_index_of(struct out *out, struct index_of index);
void put_nested(struct out *out, struct nested part);
void put_literal_of(struct out *out, struct literal_of literal);
void put_first(struct out *out, struct first_of first);
void put_limit(struct out *out, struct limit_of limit);
void put_step(struct out *out, struct step step);
void put_condition(struct out *out, struct condition_of condition);
void put_lanes(struct out *out, struct lanes lanes);
void put_values(struct out *out, struct values values);
void put_arguments(struct out *out, struct arguments arguments);
void put_parameters(struct out *out, struct parameters parameters);
void put_declarators(struct out *out, struct declarators declarators);
void put_numbers(struct out *out, struct numbers numbers);
void put_declared_type(struct out *out, struct declared_type declared);
void put_result_of(struct out *out, struct result_of result);

/* The suffix of the runtime's functions that convert elements of a half type in memory to
   values of another type, or back: "_float16", "_bfloat16"; "": nothing is converted. */
const char *half_at(const struct address *at, struct code_type type);

/* Whether a value's lanes are integers, whose arithmetic is functions of the runtime. */
bool is_integer(struct code_type type);

#endif
