#ifndef OPGEN_CODE_DUMP_H
#define OPGEN_CODE_DUMP_H

#include "code/statements/code.h"

struct out;

/* Prints a function's statements for debugging a design: one a line, not C, with every
   type, lane and step written out. */
void dump_function(struct out *out, const struct function *function);

/* Prints one statement without its body, for messages. */
void dump_statement(struct out *out, const struct statement *statement);

#endif
