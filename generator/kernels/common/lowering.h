#ifndef OPGEN_KERNELS_COMMON_LOWERING_H
#define OPGEN_KERNELS_COMMON_LOWERING_H

#include "code/build.h"
#include "kernels/design.h"

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

struct stores;

struct lowering {
	struct code_builder *code;
	const struct schedule *schedule;
	bool fused; /* sums are kept by fused multiply-adds */
	/* Elements of src and dst in memory; what sums are kept in, in plain C. */
	struct code_type memory, sum;
	const struct stores *stores; /* functions that store vectors of channels */
};

/* An entry's operands, as pointers or constants; NULL where the entry has none. */
struct entry_operands {
	const struct variable *src, *weights, *bias, *dst, *packed;
	const struct variable *places; /* of a pool: the output behind dst */
	const struct variable *operand[MAX_OPERAND]; /* all inputs, by their numbers */
	const struct variable **output;              /* all */
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
   the constants are arrays. Without dst. And the arguments for these parameters, as many
   as are returned. */
struct entry_operands lowering_operands(const struct lowering *l);
size_t lowering_pass(const struct lowering *l, const struct entry_operands *operands,
	struct argument *argument);

/* Outputs become parameters of the function at hand that no other pointer reaches. */
void lowering_outputs(const struct lowering *l, struct entry_operands *operands);

/* What the steps behind a window or a product read beside the output is known to the
   function at hand, whose operands these are; entries and functions with outputs know it.
 */
void lowering_beside(const struct lowering *l, const struct entry_operands *operands);

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

/* Whether a network's external function has the workspace; else its caller has. */
bool owns_workspace(const struct schedule *schedule);

/* Whether a node's external function calls others: those made for targets; one of
   another name, where a parameter of its entries has its own; or one that is given a
   workspace. */
bool has_dispatcher(const struct schedule *schedule);

/* Whether a node's kernel packs weights that come at run time; bytes of packed weights,
   for the target that takes the most. */
bool packs_weights(const struct schedule *schedule);
uint64_t packed_bytes(const struct schedule *schedule);

/* How a kernel reads an operand: by the argument's name, or its array's; "NULL" for a
   constant without elements. templates/constants.c.in */
const char *array_name(
	const struct schedule *schedule, const struct operand *operand, char *name);
enum {
	ARRAY_NAME_SIZE = 256
};

/* Bytes of straight-line text, nearly, before any of it is there: an estimate may be
   NEARLY times the bytes that are written. Characters of a number; what is around a
   node's statements, in a file of its own: the head, the prototypes, and the functions
   that users call. */
enum {
	NEARLY = 2
};
uint64_t size_of_number(int64_t n);
uint64_t size_around(const struct schedule *schedule);

#endif
