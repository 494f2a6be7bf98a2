#ifndef OPGEN_TEMPLATES_EMITTERS_H
#define OPGEN_TEMPLATES_EMITTERS_H

#include "kernels/common/lowering.h"
#include "kernels/design.h"
#include "kernels/kernel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct array;
struct cut;
struct out;
struct unit;

/* The functions of the templates. */

/* unit.c.in: the beginning and the end of an emitted file; between them, if constants are
   in a binary, the functions that check it. */
void emit_begin(struct out *out, const struct unit *unit);
void emit_fit(struct out *out, const struct unit *unit);
void emit_end(struct out *out);

/* Likewise for a file of constants. */
void emit_constants_begin(struct out *out, const struct unit *unit);
void emit_constants_end(struct out *out);

/* unit.c.in, too: the header of a file; the last part of path names its include guard. */
void emit_declarations(struct out *out, const struct unit *unit, const char *path);

/* self_test.c.in: the program that tests the functions of the C file. */
void emit_tests(struct out *out, const struct unit *unit);

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

/* fast.c.in: the result of numerics fast, for the file's comment; of a node, and of each
   step of a network. */
void emit_fast_note(struct out *out, const struct schedule *schedule);
void emit_network_fast_note(struct out *out, const struct schedule *schedule);

/* signature.c.in: `name(const float *X, float *Y)`, a node's function, and a call of it;
   part: `name_part(const float *X, float *Y, int part, int parts)`, and the function
   itself for a target. */
void emit_signature(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry, bool part);
void emit_call(struct out *out, const struct schedule *schedule, const char *name,
	enum entry entry, bool part);
void emit_part_function(struct out *out, const struct schedule *schedule,
	enum entry entry, const struct cut *cut);

/* dispatch.c.in: the beginning of a file for several targets; the function that chooses
   among them; the lines around a target's functions. */
void emit_targets(struct out *out, const struct unit *unit);
void emit_dispatcher(struct out *out, const struct schedule *schedule);
void emit_target_begin(struct out *out, const struct schedule *schedule);
void emit_target_end(struct out *out, const struct schedule *schedule);

#endif
