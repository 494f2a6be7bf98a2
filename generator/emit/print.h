#ifndef OPGEN_EMIT_PRINT_H
#define OPGEN_EMIT_PRINT_H

struct function;
struct out;
struct variable;

/* Prints a function as C: comment, head and statements; or a constant array of integers
   or zeros, with its comment. */
void print_function(struct out *out, const struct function *function);
void print_constant(
	struct out *out, const struct variable *variable, const char *comment);

#endif
