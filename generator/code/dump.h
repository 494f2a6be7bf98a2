#ifndef OPGEN_CODE_DUMP_H
#define OPGEN_CODE_DUMP_H

#include "code/code.h"

struct out;

/* A function's statements for people who debug a design, a line each: what they do, with
   every type, lane and step written out. No C. */
void dump_function(struct out *out, const struct function *function);

/* One of them, without those in its body: what messages show. */
void dump_statement(struct out *out, const struct statement *statement);

#endif
