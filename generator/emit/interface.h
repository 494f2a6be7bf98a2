#ifndef OPGEN_EMIT_INTERFACE_H
#define OPGEN_EMIT_INTERFACE_H

#include "schedule/schedule.h"

#include <stddef.h>
#include <stdint.h>

/* The operands of an external function, in the order of its arguments: a node's,
   including constants, or a network's. */
size_t interface_ninput(const struct schedule *schedule);
const struct operand *interface_input(const struct schedule *schedule, size_t i);
size_t interface_noutput(const struct schedule *schedule);
const struct operand *interface_output(const struct schedule *schedule, size_t i);

/* Whether there are functions that pack weights and take packed ones; whether these are
   in another order, on any target; bytes of those. */
bool interface_packs(const struct schedule *schedule);
bool interface_reorders(const struct schedule *schedule);
uint64_t interface_packed_bytes(const struct schedule *schedule);

/* Whether a workspace follows them, and its bytes, for the target that takes the most. */
bool interface_has_workspace(const struct schedule *schedule);
int64_t interface_workspace(const struct schedule *schedule);

/* Whether the binary of constants comes last. */
bool interface_has_constants(const struct schedule *schedule);

/* Whether an entry also has a function for a part of its work; and the parts for the
   target that has the most. For an empty output there is one, which does nothing. Of a
   network, the parts of the step that has the most, and the steps that these are of. */
bool interface_has_part(const struct schedule *schedule, enum entry entry);
size_t interface_nparts(const struct schedule *schedule);
size_t interface_nsteps(const struct schedule *schedule);

/* An argument of an entry, as C declares and passes it. interface_next() finds the first
   one, then the next, and returns false behind the last. */
struct interface_argument {
	bool of_call;   /* given: a call also passes a workspace of the file's own */
	bool of_target; /* given: as functions for a target take it, in any case */
	bool is_shared; /* that is a workspace of the file's own, which parts share */
	size_t next;
	const char *comma;            /* before it */
	const char *qualifier, *type; /* of what it points to: "const ", "float" */
	const char *name;
	const struct operand *operand; /* NULL: the workspace, the constants */
};
bool interface_next(const struct schedule *schedule, enum entry entry,
	struct interface_argument *argument);

/* Hands on the arrays of constants of one target's functions, in the order of the C file;
   and those of all targets. */
struct array;
void interface_arrays(const struct schedule *schedule,
	void (*take)(void *context, const struct array *array), void *context);
void interface_all_arrays(const struct schedule *schedule,
	void (*take)(void *context, const struct array *array), void *context);
bool interface_has_arrays(const struct schedule *schedule);

#endif
