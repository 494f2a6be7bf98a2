#ifndef OPGEN_CODE_VALUES_H
#define OPGEN_CODE_VALUES_H

#include "code/statements/code.h"

/* What statements are made of: types, addresses, values and the arguments of calls. They
   live as long as the function that is being built. */

struct code_builder;

/* Types. */
struct code_type code_scalar(enum dtype dtype);
struct code_type code_vector(enum dtype dtype, int lanes);

/* Addresses: base + offset; an address moved by offset elements; moved by a counter times
   inc, or unchanged if counter is NULL; base moved like that; an address moved by a term,
   whose divide is 1 if it is left out. */
struct address code_at(const struct variable *base, int64_t offset);
struct address code_moved(struct address at, int64_t offset);
struct address code_indexed(struct code_builder *code, struct address at,
	const struct variable *counter, int64_t inc);
struct address code_along(struct code_builder *code, const struct variable *base,
	const struct variable *counter, int64_t inc);
struct address code_indexed_by(
	struct code_builder *code, struct address at, struct index_term term);

/* Values. A load's type gives the lanes, and the type that half types are widened to; a
   type of one lane is a scalar. */
const struct value *code_number(
	struct code_builder *code, struct code_type type, double number);
const struct value *code_get(struct code_builder *code, const struct variable *variable);
const struct value *code_load(
	struct code_builder *code, struct code_type type, struct address at);
const struct value *code_load_n(
	struct code_builder *code, struct code_type type, struct address at, int64_t n);
const struct value *code_load_parts(struct code_builder *code, struct code_type type,
	struct address at, int64_t step, int64_t n);
const struct value *code_set1(
	struct code_builder *code, struct code_type type, const struct value *scalar);
const struct value *code_set1_load(
	struct code_builder *code, struct code_type type, struct address at);
const struct value *code_unary(
	struct code_builder *code, enum value_kind kind, const struct value *a);
const struct value *code_binary(struct code_builder *code, enum value_kind kind,
	const struct value *a, const struct value *b);
const struct value *code_muladd(struct code_builder *code, bool fused,
	const struct value *a, const struct value *b, const struct value *c);
/* a > b ? c : d; and the distance of an address from its base in elements. */
const struct value *code_choose(struct code_builder *code, enum value_kind kind,
	const struct value *a, const struct value *b, const struct value *c,
	const struct value *d);
const struct value *code_index(struct code_builder *code, struct address at);
/* Rounded to what a half type holds; converted to another type. */
const struct value *code_round(
	struct code_builder *code, const struct value *a, enum dtype half);
const struct value *code_convert(
	struct code_builder *code, const struct value *a, enum dtype dtype);
/* A function of the runtime, fused or not; only pow has b. */
const struct value *code_elementary(struct code_builder *code, bool fused,
	enum elementary function, const struct value *a, const struct value *b);
const struct value *code_root(
	struct code_builder *code, const struct value *a, int64_t degree);
const struct value *code_power(
	struct code_builder *code, const struct value *a, double exponent);
/* The lanes are copied. */
const struct value *code_shuffle(struct code_builder *code, const struct value *a,
	const struct value *b, const int *lane);
/* The lanes of b whose bits of the mask are 1, else those of a. masked: by a mask
   register, which vectors of floats have on some targets; else as a shuffle. */
const struct value *code_blend(struct code_builder *code, const struct value *a,
	const struct value *b, uint64_t mask, bool masked);
const struct value *code_call_value(struct code_builder *code,
	const struct function *function, const struct value *const *a, size_t n);

/* Arguments of calls: an address, an unmoved pointer, a value, a number; and one of these
   that only some functions take. */
struct argument code_pass(struct address at);
struct argument code_pass_pointer(const struct variable *pointer);
struct argument code_pass_value(const struct value *value);
struct argument code_pass_number(int64_t number);
struct argument code_pass_if(bool takes, struct argument argument);

#endif
