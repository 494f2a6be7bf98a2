#ifndef OPGEN_TEMPLATES_EMITTERS_H
#define OPGEN_TEMPLATES_EMITTERS_H

#include "kernels/common/lowering.h"
#include "kernels/design.h"
#include "kernels/kernel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct array;
struct out;
struct unit;

/* The functions of the templates. */

/* unit.c.in: the beginning and the end of an emitted file; between them, if constants are
   in a binary, the functions that check it. */
void emit_begin(struct out *out, const struct unit *unit);
void emit_fit(struct out *out, const struct unit *unit);
void emit_end(struct out *out);

/* The beginning and the end of a file of constants. */
void emit_constants_begin(struct out *out, const struct unit *unit);
void emit_prototypes_end(struct out *out);

/* summary.c.in: what the file's comment says of a function. */
void emit_summary(struct out *out, const struct schedule *schedule);

/* Where constant arrays are, and how a file mentions them. */
enum constants_part {
	CONSTANTS_HERE,     /* defined in this file, for it alone */
	CONSTANTS_DECLARED, /* declared; another file defines them */
	CONSTANTS_DEFINED,  /* defined; this is that other file */
	CONSTANTS_OUTSIDE   /* in no C file that opgen writes */
};

/* constants.c.in: an array as C; and the declaration of an array that the product
   defines, or that is in a binary, `offset` bytes after its beginning. */
void emit_array(struct out *out, const struct array *array, enum constants_part part);
void emit_array_outside(struct out *out, const struct array *array, uint64_t offset);

/* emit.c: the declarations of all arrays of a function that the product defines. */
void emit_wanted_arrays(struct out *out, const struct schedule *schedule);

/* signature.c.in: `name(const float *X, float *Y)`, a node's function, and a call of it;
   part: `name_part(const float *X, float *Y, int part, int parts)`, of a network
   `name_step_part(…, int step, int part)`, and the function itself for a target, whose
   parts have functions in the order of their stages. */
void emit_signature(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry, bool part);
void emit_call(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry, bool part);
struct stage_part {
	size_t stage; /* as in struct function */
	const char *name;
};
struct stage_parts {
	struct stage_part *part;
	size_t n;
};
void emit_part_function(struct out *out, const struct schedule *schedule,
	enum entry entry, const struct stage_parts *parts);

/* dispatch.c.in: what a file for some machines needs first; the lines around the
   functions for one of them; the file's own workspace, which a network shares with its
   parts; the function that chooses among targets, for an entry or a part of it. */
void emit_machines(struct out *out, const struct unit *unit);
void emit_machine_begin(struct out *out, const struct target *target);
void emit_machine_end(struct out *out);
void emit_shared_workspace(struct out *out, const struct schedule *schedule);
void emit_choosing(
	struct out *out, const struct schedule *schedule, enum entry entry, bool part);

#endif
