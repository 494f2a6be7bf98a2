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

/* window.c.in: `name(const float *X, float *Y)` with a node's arguments; the head of the
   function that does all of its work, which is the external one where it needs no other
   in front of it; the attributes of a target's functions, with a blank behind, or "". */
void emit_parameters(struct out *out, const struct schedule *schedule, enum entry entry);
void emit_signature(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry);
void emit_definition(struct out *out, const struct schedule *schedule, enum entry entry);
void emit_call(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry);

/* pack.c.in: whether a node's kernel packs weights that come at run time. */
bool packs_weights(const struct schedule *schedule);

/* Bytes of packed weights, for the target that takes the most. */
uint64_t packed_bytes(const struct schedule *schedule);

/* pack.c.in: the entries for weights of a kernel that takes them as they are; a function
   that packs those of a class' tile. */
void emit_unpacked_entries(struct out *out, const struct schedule *schedule);
void emit_pack(struct out *out, const struct schedule *schedule, size_t class);
const char *qualifier(const struct schedule *schedule);

/* dispatch.c.in: whether a node's external function calls others, made for targets; what
   a file begins with for them; that function; what stands around a target's functions. */
void emit_targets(struct out *out, const struct unit *unit);
void emit_dispatcher(struct out *out, const struct schedule *schedule);
void emit_target_begin(struct out *out, const struct schedule *schedule);
void emit_target_end(struct out *out, const struct schedule *schedule);

/* window.c.in: what a function without outputs says of its arguments; else nothing. */
void emit_unused_arguments(struct out *out, const struct schedule *schedule);

/* window.c.in: |x|^p added to a sum, for LpPool. */
void emit_power(struct out *out, const struct schedule *schedule);

/* One per kernel design: all functions of a node, the external one last. */
void emit_straight(struct out *out, const struct schedule *schedule);
void emit_tiles(struct out *out, const struct schedule *schedule);
void emit_winograd(struct out *out, const struct schedule *schedule);
void emit_sparse(struct out *out, const struct schedule *schedule);
void emit_straight_move(struct out *out, const struct schedule *schedule);
void emit_loop_move(struct out *out, const struct schedule *schedule);
void emit_shuffle_move(struct out *out, const struct schedule *schedule);

/* move.c.in: a pointer to the first element that a nest's loops reach. shuffle.c.in:
   whether a nest's chunk is called in a loop, which needs a variable; its calls. */
void emit_pointer(struct out *out, const char *tab, const char *type, const char *name,
	const char *base, const struct move_nest *nest, int nloop, bool dst);
bool calls_in_loop(const struct move_nest *nest);
void emit_chunk_calls(struct out *out, const struct schedule *schedule,
	const struct move_nest *nest, const char *tab);

#endif
