#ifndef OPGEN_CLI_DESCRIBE_H
#define OPGEN_CLI_DESCRIBE_H

#include <stdbool.h>

struct arena;
struct out;

/* --list: a line per op and domain with its versions, element types. */
void describe_list(struct out *out);

/* --describe OP: every version's inputs, attributes, types and defaults, for each domain
   that has an op of that name. If there is none, reports that with the closest name, and
   returns false. */
bool describe_op(struct out *out, const char *name, struct arena *arena);

#endif
