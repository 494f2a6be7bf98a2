#ifndef OPGEN_PLAN_EPILOGUE_H
#define OPGEN_PLAN_EPILOGUE_H

#include "plan/chain.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* Pointwise steps behind the sums of a window or a product. */

enum epilogue_kind {
	EPILOGUE_NUMBER,
	EPILOGUE_TENSOR /* a number for each element of the output, channel or column */
};

/* Where an operand's elements belong: element k / every % period of it to element k of
   the output; period 0: k / every. */
struct repetition {
	int64_t every, period;
};

struct epilogue_operand {
	enum epilogue_kind kind;
	double number;  /* EPILOGUE_NUMBER */
	size_t operand; /* EPILOGUE_TENSOR: which of the plan's it is */
	struct repetition repetition;
};

/* Operand 0 of the chain is the output, rounded to its element type. */
struct epilogue {
	const struct pointwise_chain *chain;
	struct epilogue_operand operand[MAX_OPERAND]; /* by the chain's; of 0 none */
	size_t noperand;
	enum dtype dtype; /* of the output, before and behind the steps */
};

/* The element of an operand that belongs to element k of the output; the way in it for
   such a way in the output, which goes along elements that have the same one, or from the
   first of those to another first one. */
int64_t repetition_element(const struct repetition *repetition, int64_t k);
int64_t repetition_inc(const struct repetition *repetition, int64_t inc);

/* Whether every design that computes a plan can read such an operand: its loops go, each
   of them, along elements that have the same one, or along different ones before they
   repeat themselves, or from one repetition to another. Windows: one for each plane, or
   for each element. */
bool repetition_fits(const struct plan *plan, const struct repetition *repetition);

/* Who has the elements of the plan's operands: element k of one. */
struct epilogue_source {
	union quantity (*element)(void *context, size_t operand, int64_t k);
	void *context;
};

/* What element k of the output becomes; epilogue NULL: itself. It is not rounded at the
   end. */
union quantity epilogue_apply(const struct epilogue *epilogue,
	const struct algebra *algebra, union quantity output, int64_t k,
	const struct epilogue_source *source);

#endif
