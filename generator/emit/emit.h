#ifndef OPGEN_EMIT_EMIT_H
#define OPGEN_EMIT_EMIT_H

#include "emit/unit.h"

struct out;

/* The C file. */
void emit_unit(struct out *out, const struct unit *unit);

/* The C file of constants, if they have one. */
void emit_unit_constants(struct out *out, const struct unit *unit);

/* The program that tests the functions of the C file; templates/self_test.c.in. */
void emit_self_test(struct out *out, const struct unit *unit);

/* The statements of all functions, one a line, instead of C. */
void emit_statements(struct out *out, const struct unit *unit);

/* The header that --header asks for; the last part of path names its include guard.
   Defined in templates/unit.c.in. */
void emit_header(struct out *out, const struct unit *unit, const char *path);

#endif
