#ifndef OPGEN_KERNELS_COMMON_LOWERING_H
#define OPGEN_KERNELS_COMMON_LOWERING_H

#include "code/build.h"
#include "schedule.h"

/* What every design needs to lower a plan: the functions that others can call, and the
   operands as they see them. */

/* The functions of a node. Those behind the first are there where weights come at run
   time. */
enum entry {
	ENTRY_WHOLE,  /* everything */
	ENTRY_PACK,   /* name_pack: brings weights into the kernel's order */
	ENTRY_PACKED, /* name_packed: everything, with weights in that order */
	NENTRY
};

struct lowering {
	struct code_builder *code;
	const struct schedule *schedule;
	bool fused; /* sums are kept by fused multiply-adds */
	/* Elements of src and dst in memory; what sums are kept in, in plain C. */
	struct code_type memory, sum;
};

/* An entry's operands, as pointers or constants; NULL where the entry has none. */
struct entry_operands {
	const struct variable *src, *weights, *bias, *dst, *packed;
};

struct lowering lowering_begin(
	const struct schedule *schedule, struct code_builder *code);

/* The type of vectors of sums, of so many lanes. */
struct code_type lowering_vector(const struct lowering *l, int lanes);

/* An entry begins: "void conv(const float *X, …)", external where no other function
   stands in front of it. A function whose output has no elements is complete with that:
   its arguments are unused. */
struct entry_operands lowering_entry(const struct lowering *l, enum entry entry);

/* "opgen_conv_v4_" and a name. */
const char *lowering_name(const struct lowering *l, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* A static function begins whose arguments are src and dst, in this order; dst is
   restricted. */
struct ends {
	const struct variable *src, *dst;
};
struct ends lowering_function(const struct lowering *l, enum linkage linkage,
	const char *name, const char *comment);

/* How many entries a node has: 1, or NENTRY where weights come at run time. */
int entries_of(const struct schedule *schedule);

/* Whether a node's external function calls others, made for targets. */
bool has_dispatcher(const struct schedule *schedule);

/* How a kernel reads an operand: by the argument's name, or its array's; "NULL" for a
   constant without elements. templates/constants.c.in */
const char *array_name(
	const struct schedule *schedule, const struct operand *operand, char *name);
enum {
	ARRAY_NAME_SIZE = 256
};

#endif
