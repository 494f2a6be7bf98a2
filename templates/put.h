#ifndef OPGEN_TEMPLATES_PUT_H
#define OPGEN_TEMPLATES_PUT_H

#include "emit/c_literals.h"
#include "emit/spell.h"

struct line;

/* The types that holes of templates can have, and how they are printed. A hole of another
   type does not compile. */
#define put(to, hole) \
	_Generic((hole), int: out_int, long: out_int, long long: out_int, \
		unsigned long: out_uint, char *: out_text, const char *: out_text, \
		struct number: put_number, struct shape: put_shape, \
		struct hex: put_hex_of, struct capitals: put_capitals, \
		const struct value *: put_value, struct vector_name: put_vector_name, \
		struct type_name: put_type_name, struct address: put_address, \
		struct element_at: put_element_at, struct moved: put_moved, struct nested: put_nested, \
		struct literal_of: put_literal_of, struct index_of: put_index_of, struct first_of: put_first, \
		struct limit_of: put_limit, struct step: put_step, \
		struct condition_of: put_condition, struct lanes: put_lanes, \
		struct values: put_values, struct arguments: put_arguments, \
		struct parameters: put_parameters, struct declarators: put_declarators, \
		struct numbers: put_numbers, struct declared_type: put_declared_type, \
		struct result_of: put_result_of)((to), (hole))

/* value.c.in and statement.c.in: a value; a line without its indentation and its end. */
void put_value(struct out *out, const struct value *value);
void put_line(struct out *out, const struct line *line);

#endif
