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
	/* Constant weights, where they do not lie as the spec has them; or NULL. */
	const struct code_constant *weights;
	int64_t nweight;
	/* The functions that store vectors of channels, one for each of the tiles'. */
	const struct function *const *stores;
};

/* An entry's operands, as pointers or constants; NULL where the entry has none. */
struct entry_operands {
	const struct variable *src, *weights, *bias, *dst, *second, *packed;
};

struct lowering lowering_begin(
	const struct schedule *schedule, struct code_builder *code);

/* The type of vectors of sums, of so many lanes. */
struct code_type lowering_vector(const struct lowering *l, int lanes);

/* An entry begins: "void conv(const float *X, …)", external where no other function
   stands in front of it. Where the output has no elements, the entry for everything is
   complete with that: its arguments are unused. */
struct entry_operands lowering_entry(const struct lowering *l, enum entry entry);

/* The run-time inputs become parameters of the function at hand, in the op's own order;
   the constants are arrays. Without dst. And one of the operands among them. */
struct entry_operands lowering_operands(const struct lowering *l);
const struct variable *entry_operand_of(const struct plan *plan,
	const struct entry_operands *operands, const struct operand *operand);

/* The run-time inputs become parameters of the function at hand, in the op's own order;
   the constants are arrays. Without dst. And one of the operands among them. */
struct entry_operands lowering_operands(const struct lowering *l);
const struct variable *entry_operand_of(const struct plan *plan,
	const struct entry_operands *operands, const struct operand *operand);

/* Constant weights do not lie as the spec has them, from here on: n of them, of an
   operand, in the order that source(packing, k) says. */
void lowering_set_weights(struct lowering *l, const struct operand *operand,
	int64_t (*source)(const void *packing, int64_t k), const void *packing,
	int64_t n);

/* The array of constant weights. */
const struct variable *lowering_weights(const struct lowering *l);

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

/* The entries for weights at run time of a kernel that takes them as they are: packing
   copies them. whole: the entry for all of the work. */
void lowering_unpacked_entries(const struct lowering *l, const struct function *whole);

/* How many entries a node has: 1, or NENTRY where weights come at run time. */
int entries_of(const struct schedule *schedule);

/* Whether a node's external function calls others: those made for targets; or one of
   another name, where a parameter of its entries has its own. */
bool has_dispatcher(const struct schedule *schedule);

/* Whether a node's kernel packs weights that come at run time; bytes of packed weights,
   for the target that takes the most. packed.c */
bool packs_weights(const struct schedule *schedule);
uint64_t packed_bytes(const struct schedule *schedule);

/* How a kernel reads an operand: by the argument's name, or its array's; "NULL" for a
   constant without elements. templates/constants.c.in */
const char *array_name(
	const struct schedule *schedule, const struct operand *operand, char *name);
enum {
	ARRAY_NAME_SIZE = 256
};

#endif
