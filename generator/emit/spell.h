#ifndef OPGEN_EMIT_SPELL_H
#define OPGEN_EMIT_SPELL_H

#include "base/out.h"
#include "code/statements/code.h"

/* How C spells the parts of statements: the printer's side of templates/value.c.in and
   templates/statement.c.in. */

/* The type of a scalar or a vector: "float", "opgen_f32x8". The names of a vector's
   operations begin with it. Vectors whose lanes are only moved have unsigned integers. */
void put_type(struct out *out, struct code_type type);

/* The type in a variable's declaration, without the star of a pointer: "const float",
   "ptrdiff_t" for counters. And the type that a function returns. */
void put_type_of(struct out *out, const struct variable *variable);
void put_result(struct out *out, const struct function *function);

/* A pointer; base[index], the element at it, in an array of vectors a vector; the index
   alone. */
void put_address(struct out *out, struct address at);
void put_element(struct out *out, const struct address *at);
void put_index(struct out *out, const struct address *at);

/* An address as the operations that move lanes take it: a pointer to any type, and an
   offset in elements of the vector's. */
void put_moved(struct out *out, struct address at, struct code_type type);

/* A value as an operand of another, in parentheses where C needs them; behind: right of
   - or /. */
void put_nested(struct out *out, const struct value *value, bool in_product, bool behind);

/* A number as a literal of its type: "0.5f", "-3". */
void put_literal(struct out *out, double number, enum dtype dtype);

/* The parts of a loop: the first value of its counter, its limit, the step, "++" or
   " += 4". And the condition of an if. */
void put_first(struct out *out, const struct statement *statement);
void put_limit(struct out *out, const struct limit *limit);
void put_step(struct out *out, int64_t step);
void put_condition(struct out *out, const struct condition *condition);

/* A bit for each lane of a blend that is its second operand's: "0xfe". */
void put_mask(struct out *out, const struct value *value);

/* Lists, separated by a comma and a blank: a shuffle's lanes, the operands of a value, a
   call's arguments, a function's parameters; as many of a statement's declared variables
   as fit a line, and the numbers of a constant array, from number `first` on. */
enum {
	DECLARED_A_LINE = 8,
	NUMBERS_A_LINE = 12
};
void put_lanes(struct out *out, const struct value *value);
/* The lanes of a shuffle of one vector with itself. */
void put_own_lanes(struct out *out, const struct value *value);
void put_operands(struct out *out, const struct value *value);
void put_arguments(struct out *out, const struct statement *statement);
void put_parameters(struct out *out, const struct function *function);
void put_declarators(struct out *out, const struct statement *statement, size_t first);
void put_numbers(
	struct out *out, const struct variable *variable, size_t first, size_t end);

/* The suffix of the runtime's functions that convert elements of a half type in memory to
   values of another type, or back: "_float16", "_bfloat16"; "": nothing is converted. */
const char *half_at(const struct address *at, struct code_type type);

/* Whether a value's lanes are integers, whose arithmetic is functions of the runtime. */
bool is_integer(struct code_type type);

#endif
