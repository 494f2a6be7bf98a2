#ifndef OPGEN_EMIT_INTERFACE_H
#define OPGEN_EMIT_INTERFACE_H

#include "schedule/schedule.h"

#include <stddef.h>

/* The operands of an external function, in the order of its arguments: a node's,
   including constants, or a network's. */
size_t interface_ninput(const struct schedule *schedule);
const struct operand *interface_input(const struct schedule *schedule, size_t i);
size_t interface_noutput(const struct schedule *schedule);
const struct operand *interface_output(const struct schedule *schedule, size_t i);

/* Whether a workspace follows them. */
bool interface_has_workspace(const struct schedule *schedule);

#endif
