#ifndef OPGEN_EMIT_EMIT_H
#define OPGEN_EMIT_EMIT_H

#include "schedule/schedule.h"

#include <stddef.h>

struct binary;
struct out;
struct self_test;

/* One C file: the schedules of all its functions, in the order of the specs. */
struct unit {
	const struct schedule *const *schedule;
	size_t nschedule;
	const struct binary *binary;       /* of constants; NULL: they are not in one */
	const struct self_test *self_test; /* one for each schedule; NULL: none */
};

/* Where the constants of all functions lie. */
enum constants_home unit_constants(const struct unit *unit);

/* The C file. */
void emit_unit(struct out *out, const struct unit *unit);

/* The C file of constants, if they have one. */
void emit_unit_constants(struct out *out, const struct unit *unit);

/* The program that tests the functions of the C file. */
void emit_self_test(struct out *out, const struct unit *unit);

/* The statements of all functions, one a line, instead of C. */
void emit_statements(struct out *out, const struct unit *unit);

/* The header that --header asks for; the last part of path names its include guard. */
void emit_header(struct out *out, const struct unit *unit, const char *path);

#endif
