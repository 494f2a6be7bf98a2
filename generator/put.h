#ifndef OPGEN_PUT_H
#define OPGEN_PUT_H

#include "code/spell.h"
#include "kernels/kernel.h"
#include "out.h"
#include "plan.h"

#include <stdbool.h>
#include <stdint.h>

/* How C spells what a template's holes hold. A hole of any other type stops the build. */
#define put(to, hole) \
	_Generic((hole), int: out_int, long: out_int, long long: out_int, \
		unsigned long: out_uint, char *: out_text, const char *: out_text, \
		struct number: put_number, struct element: put_element, \
		struct result: put_result, struct shape: put_shape, \
		struct index: put_index, struct pointer: put_pointer, \
		const struct value *: put_value, struct vector_name: put_vector_name, \
		struct type_name: put_type_name, struct address: put_address, \
		struct element_at: put_element_at, struct nested: put_nested, \
		struct literal_of: put_literal_of, struct first_of: put_first, struct limit_of: put_limit, struct step: put_step, \
		struct condition_of: put_condition, struct lanes: put_lanes, \
		struct values: put_values, struct arguments: put_arguments, \
		struct parameters: put_parameters, struct declarators: put_declarators, \
		struct numbers: put_numbers, struct declared_type: put_declared_type, \
		struct result_of: put_result_of, struct tabs: put_tabs)((to), (hole))

/* A floating-point literal that reads back as exactly this number; finite. */
struct number {
	double value;
	bool single; /* float, with the suffix f */
};

/* array[index], through a function where one is named: load(array[index]). */
struct element {
	const char *load, *array;
	int64_t index;
};

/* A finished output as it is stored: the division or root of a sum, rounded once. */
struct result {
	const struct spelling *spelling;
	const struct window_plan *window;
	const char *sum; /* an expression; Conv: the whole value */
	int64_t divisor; /* AveragePool; 0: a variable of that name */
};

/* An index that moves with a variable: i * step + offset. */
struct index {
	const char *variable; /* NULL: the offset alone */
	int64_t step, offset;
};

enum {
	POINTER_TERMS = MAX_AXIS + 1
};

/* A pointer that moves with variables: base + (i * step + j * step + offset), without
   what is nothing. */
struct pointer {
	const char *base;
	int64_t offset;
	struct index term[POINTER_TERMS]; /* their offsets are 0 */
};

/* Extents as the documents print them: [1, 3, 224, 224]. */
struct shape {
	const int64_t *extent;
	int rank;
};

void put_number(struct out *out, struct number number);
void put_element(struct out *out, struct element element);
void put_result(struct out *out, struct result result);
void put_shape(struct out *out, struct shape shape);
void put_index(struct out *out, struct index index);
void put_pointer(struct out *out, struct pointer pointer);

/* 0x and the digits of the bits. */
void put_hex(struct out *out, uint64_t bits);

/* The shape of an operand, a pointer that stays, and a number as a literal of a
   spelling's sums. */
struct shape shape_of(const struct operand *operand);
struct pointer pointer_to(const char *base, int64_t offset);
struct number literal(const struct spelling *spelling, double value);

#endif
