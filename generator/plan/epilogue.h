#ifndef OPGEN_PLAN_EPILOGUE_H
#define OPGEN_PLAN_EPILOGUE_H

#include "plan/chain.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* Pointwise steps after the sums of a window or a product. */

enum epilogue_kind {
	EPILOGUE_NUMBER,
	EPILOGUE_TENSOR /* a tensor: a number for each element, channel, image or column
			   of the output, or a single one; constant or not */
};

/* Which element of an operand belongs to element k of the output: k / every % period; if
   period is 0, k / every. If `image` is not 0, the operand has `period` elements of its
   own for each `image` elements of the output, and k / image * period is added. */
struct repetition {
	int64_t every, period, image;
};

struct epilogue_operand {
	enum epilogue_kind kind;
	enum dtype loaded; /* as in struct operand */
	double number;     /* EPILOGUE_NUMBER */
	size_t operand;    /* EPILOGUE_TENSOR: its index among the plan's operands */
	struct repetition repetition;
};

/* Operand 0 of the chain is the output, rounded to the element type that it has without
   the steps. */
struct epilogue {
	const struct pointwise_chain *chain;
	struct epilogue_operand operand[MAX_OPERAND]; /* by the numbers of the chain's
							 operands; [0] is unused */
	size_t noperand;
	enum dtype from; /* of the output before the steps, which may give it another
			    type: the plan's */
};

/* The type that a plan's own output has, before the steps of an epilogue if it has one.
 */
enum dtype epilogue_from(const struct plan *plan);

/* The element of an operand that belongs to element k of the output; and the distance in
   the operand for a distance in the output that either stays among elements sharing one
   element of the operand, or leads from the first of those to another first one. */
int64_t repetition_element(const struct repetition *repetition, int64_t k);
int64_t repetition_inc(const struct repetition *repetition, int64_t inc);

/* The elements of an operand of an output of so many. */
int64_t repetition_elements(const struct repetition *repetition, int64_t noutput);

/* Whether every design that computes the plan can read such an operand. Each of its loops
   must go along elements that share one element of the operand, or along different ones
   within a period, or from period to period, or from image to image. For windows: one
   element for each channel, of all images or of each, for each image, for each output, or
   for all. */
bool repetition_fits(const struct plan *plan, const struct repetition *repetition);

/* A source of the elements of the plan's operands. */
struct epilogue_source {
	union quantity (*element)(void *context, size_t operand, int64_t k);
	void *context;
};

/* The result of the steps, unrounded, for element k of the tensor that they follow. */
union quantity epilogue_compute(const struct epilogue *steps,
	const struct algebra *algebra, union quantity x, int64_t k,
	const struct epilogue_source *source);

/* Element k of the output after the epilogue, unrounded; with epilogue NULL,
   unchanged. */
union quantity epilogue_apply(const struct epilogue *epilogue,
	const struct algebra *algebra, union quantity output, int64_t k,
	const struct epilogue_source *source);

#endif
