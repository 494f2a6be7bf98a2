#ifndef OPGEN_TEMPLATES_EMITTERS_H
#define OPGEN_TEMPLATES_EMITTERS_H

#include "kernels/common/lowering.h"
#include "kernels/kernel.h"
#include "schedule.h"

#include <stdbool.h>
#include <stddef.h>

struct out;
struct unit;

/* The templates' functions. unit.c.in: what an emitted file begins and ends with. */
void emit_begin(struct out *out, const struct unit *unit);
void emit_end(struct out *out);

/* constants.c.in: the arrays of a node's constants that its kernel reads. */
void emit_constants(struct out *out, const struct schedule *schedule);

/* fast.c.in: what numerics fast has come to, for the file's comment. */
void emit_fast_note(struct out *out, const struct schedule *schedule);

/* signature.c.in: `name(const float *X, float *Y)`, a node's function, and a call of it.
 */
void emit_signature(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry);
void emit_call(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry);

/* dispatch.c.in: what a file begins with for targets; the function in front of theirs;
   what stands around a target's functions. */
void emit_targets(struct out *out, const struct unit *unit);
void emit_dispatcher(struct out *out, const struct schedule *schedule);
void emit_target_begin(struct out *out, const struct schedule *schedule);
void emit_target_end(struct out *out, const struct schedule *schedule);

#endif
