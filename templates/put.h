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
		struct capitals: put_capitals, struct code_type: put_type, \
		struct address: put_address, const struct value *: put_value)((to), (hole))

/* value.c.in and statement.c.in: a value; a line without its indentation and its end. */
void put_value(struct out *out, const struct value *value);
void put_line(struct out *out, const struct line *line);

#endif
