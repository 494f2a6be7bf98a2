#ifndef OPGEN_PUT_H
#define OPGEN_PUT_H

#include "code/spell.h"
#include "out.h"
#include "plan.h"

#include <stdbool.h>
#include <stdint.h>

/* How C spells what a template's holes hold. A hole of any other type stops the build. */
#define put(to, hole) \
	_Generic((hole), int: out_int, long: out_int, long long: out_int, \
		unsigned long: out_uint, char *: out_text, const char *: out_text, \
		struct number: put_number,  \
		 struct shape: put_shape, \
		  \
		const struct value *: put_value, struct vector_name: put_vector_name, \
		struct type_name: put_type_name, struct address: put_address, \
		struct element_at: put_element_at, struct nested: put_nested, \
		struct literal_of: put_literal_of, struct index_of: put_index_of, struct first_of: put_first, \
		struct limit_of: put_limit, struct step: put_step, \
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

/* Extents as the documents print them: [1, 3, 224, 224]. */
struct shape {
	const int64_t *extent;
	int rank;
};

void put_number(struct out *out, struct number number);
void put_shape(struct out *out, struct shape shape);

/* 0x and the digits of the bits. */
void put_hex(struct out *out, uint64_t bits);

/* The shape of an operand. */
struct shape shape_of(const struct operand *operand);

#endif
