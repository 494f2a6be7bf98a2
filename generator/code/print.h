#ifndef OPGEN_CODE_PRINT_H
#define OPGEN_CODE_PRINT_H

#include "code/code.h"

struct out;

/* A function as C: its comment, its head, its statements. */
void print_function(struct out *out, const struct function *function);

/* A statement's first line, for messages. */
void print_statement(struct out *out, const struct statement *statement);

/* A constant array of integers, or of zeros, and what it holds. */
void print_constant(
	struct out *out, const struct variable *variable, const char *comment);

#endif
