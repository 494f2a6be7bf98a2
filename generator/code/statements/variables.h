#ifndef OPGEN_CODE_VARIABLES_H
#define OPGEN_CODE_VARIABLES_H

#include "code/statements/code.h"

#include <stdarg.h>

/* What functions under construction name: their parameters and variables, the file's
   constants, and the texts of names. Those of a function live as long as it, but its
   parameters live on. */

struct code_builder;

/* Formats text that lives as long as the current function. */
const char *code_name(struct code_builder *code, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;
/* The same, for functions that take a format. */
const char *code_name_from(
	struct code_builder *code, const char *format, va_list arguments);

/* Appends `count` numbers beginning with `first` to a list: "0, 107..122". */
const char *code_range(
	struct code_builder *code, const char *list, int64_t first, int64_t count);

/* A number of things: "1 row", "3 rows". */
const char *code_count(struct code_builder *code, int64_t n, const char *thing);

/* Parameters of the current function, in order. A pointer's type is that of the elements
   in memory. An input is only read through; an output is written through and has no
   alias; scratch memory is both read and written. */
struct variable *code_parameter(struct code_builder *code, enum variable_kind kind,
	struct code_type type, const char *name);
struct variable *code_input(
	struct code_builder *code, struct code_type type, const char *name);
struct variable *code_output(
	struct code_builder *code, struct code_type type, const char *name);
struct variable *code_scratch(
	struct code_builder *code, struct code_type type, const char *name);

/* A value that the function is passed. */
const struct value *code_given(
	struct code_builder *code, struct code_type type, const char *name);

/* A constant array of the file. */
const struct variable *code_constant(struct code_builder *code, enum dtype dtype,
	const char *name, int64_t length, const struct code_constant *constant);

/* A constant array that is emitted here: a copy of the numbers, or zeros if number is
   NULL. Not allowed within a function. */
const struct variable *code_file_constant(struct code_builder *code, enum dtype dtype,
	const char *name, const char *comment, const int64_t *number, int64_t n);

/* Variables of the current function, which code_declare declares later, alone or
   together. */
struct variable *code_variable(
	struct code_builder *code, struct code_type type, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 3, 4)))
#endif
	;
struct variable *code_array(struct code_builder *code, struct code_type type,
	const char *name, int64_t length, int alignment);
struct variable *code_counter(struct code_builder *code, const char *name);
/* A pointer to write through, to be declared and moved. */
struct variable *code_pointer(
	struct code_builder *code, struct code_type type, const char *name);
/* Any of these, with only what all of them have. */
struct variable *code_new_variable(struct code_builder *code, enum variable_kind kind,
	struct code_type type, const char *name);

#endif
