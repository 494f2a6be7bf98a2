#ifndef OPGEN_KERNELS_COMMON_LOWERING_H
#define OPGEN_KERNELS_COMMON_LOWERING_H

#include "code/statements/build.h"
#include "kernels/design.h"

/* What every design needs to lower a plan: the entries, which are the functions that
   users call, and their operands. */

/* What follows the name of a node in those of its functions. */
extern const char *const entry_suffix[NENTRY];

struct stores;

struct lowering {
	struct code_builder *code;
	const struct schedule *schedule;
	bool fused; /* sums use fused multiply-adds */
	/* The types of src and of dst in memory; the type of sums in plain C. */
	struct code_type memory, stored, sum;
	const struct stores *stores; /* functions that store vectors of channels */
};

/* An entry's operands, as pointers or arrays of constants; NULL: it does not have
   them. */
struct entry_operands {
	const struct variable *src, *weights, *bias, *dst, *packed;
	const struct variable *places;               /* of a pool: the second output */
	const struct variable *operand[MAX_OPERAND]; /* all inputs, by number */
	const struct variable **output;              /* all outputs, by number */
};

struct lowering lowering_begin(
	const struct schedule *schedule, struct code_builder *code);

/* The type of vectors of sums with so many lanes. */
struct code_type lowering_vector(const struct lowering *l, int lanes);

/* Begins an entry: "void conv(const float *X, …)", external unless a dispatcher calls it.
   If the output has no elements, the entry is then complete: its arguments are unused. */
struct entry_operands lowering_entry(const struct lowering *l, enum entry entry);

/* Makes the run-time inputs of an entry parameters of the current function, in the
   operation's order; constants are arrays. The second function makes the outputs
   parameters; restricted: no other pointer aliases them; external: they are tensors that
   the function is given. */
struct entry_operands lowering_inputs(const struct lowering *l, enum entry entry);
void lowering_outputs(const struct lowering *l, struct entry_operands *operands,
	bool restricted, bool external);

/* Finds one of the inputs; stores the arguments for these parameters, and returns their
   number. */
const struct variable *lowering_operand(const struct lowering *l,
	const struct entry_operands *operands, const struct operand *operand);
size_t lowering_pass(const struct lowering *l, const struct entry_operands *operands,
	struct argument *argument);

/* The array of constant weights. */
const struct variable *lowering_weights(const struct lowering *l);

/* The schedule's stem and a name: "opgen_conv_v4_NAME". */
const char *lowering_name(const struct lowering *l, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* Adds the entries for weights that come at run time, for a kernel that reads these as
   they are: packing copies them, as the first function's entry does. whole: the entry
   that does everything. */
const struct function *lowering_copying_entry(const struct lowering *l);
void lowering_unpacked_entries(const struct lowering *l, const struct function *whole);

/* How many entries a node has: 1, or NENTRY if weights come at run time. */
int entries_of(const struct schedule *schedule);

/* Whether a network's external function provides the workspace itself, instead of
   taking it as an argument. */
bool owns_workspace(const struct schedule *schedule);

/* Whether a node's external function only calls another one: because there are several
   targets or one other than generic, because a parameter has the function's name, or
   because it provides a workspace. */
bool has_dispatcher(const struct schedule *schedule);

/* The bytes of packed weights, for the target that needs the most. */
uint64_t packed_bytes(const struct schedule *schedule);

#endif
