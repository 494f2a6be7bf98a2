#ifndef OPGEN_SCHEDULE_SHARED_H
#define OPGEN_SCHEDULE_SHARED_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct code_builder;
struct function;
struct share;

/* Functions that schedules have in common: those of the steps of a network, of the boxes
   that they are cut into, or of the boxes of one operation. */

/* Finds them. The result is also returned for notes (share_note). */
struct share *shared_find(struct shared_schedules *shared,
	const struct schedule **schedule, size_t n, struct arena *arena);

/* How many functions schedule i is lowered to, whoever shares them. */
size_t shared_functions(const struct shared_schedules *shared, size_t i);

/* Whether the last function of schedule i, its entry, is that of an earlier one; how many
   it is emitted for; its name. */
bool shared_is_other(const struct shared_schedules *shared, size_t i);
size_t shared_count(const struct shared_schedules *shared, size_t i);
const char *shared_name(const struct shared_schedules *shared, size_t i);

/* Lowers schedule i, which is the next one, unless all of its functions are shared;
   returns its last function, for calls. */
const struct function *shared_lower(
	const struct shared_schedules *shared, size_t i, struct code_builder *code);

#endif
