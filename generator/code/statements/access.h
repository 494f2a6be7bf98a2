#ifndef OPGEN_CODE_ACCESS_H
#define OPGEN_CODE_ACCESS_H

#include "code/statements/code.h"

/* The memory that statements and values access. */

/* n runs of bytes at an address, step bytes apart. */
struct access {
	const struct address *at;
	int64_t length, n, step;
};

static inline bool
is_load(const struct value *v)
{
	return v->kind == VALUE_LOAD || v->kind == VALUE_LOAD_N ||
	       v->kind == VALUE_LOAD_PARTS || v->kind == VALUE_SET1_LOAD;
}

/* Whether loading elements of a type in memory as numbers of a type converts them: halves
   become floats, and integers wider ones. What is only moved keeps its type. */
static inline bool
access_converts(enum dtype memory, enum dtype number)
{
	if (memory == number)
		return false;
	if (dtype_info[memory].kind == KIND_HALF)
		return dtype_info[number].kind == KIND_FLOAT;
	return dtype_is_integer(memory) && dtype_is_integer(number) &&
	       dtype_info[memory].size < dtype_info[number].size;
}

/* Whether each lane comes from a lane that the value lists; or from one of another
   place. */
static inline bool
names_lanes(const struct value *v)
{
	return v->kind == VALUE_SHUFFLE || v->kind == VALUE_BLEND;
}

static inline bool
moves_lanes(const struct value *v)
{
	return names_lanes(v) || v->kind == VALUE_LOW || v->kind == VALUE_HIGH;
}

struct access access_of_load(const struct value *load);
struct access access_of_store(const struct statement *store);
/* Of the integer that picks a pass. */
struct access access_of_pick(const struct statement *loop);
/* The access of a copy or a clear, at its address or at its source. */
struct access access_of_move(const struct statement *move, const struct address *at);

/* Bytes of an element, or of a variable. */
static inline int64_t
type_bytes(struct code_type type)
{
	return (int64_t)dtype_info[type.dtype].size * type.lanes;
}

int64_t array_bytes(const struct variable *variable);

/* The runtime's name for a function: "exp". */
const char *elementary_name(enum elementary function);

/* The name of an operation: "muladd". */
const char *value_kind_name(enum value_kind kind);

/* How many values a value is made of: a[0], a[1], … */
int value_operands(const struct value *value);

#endif
