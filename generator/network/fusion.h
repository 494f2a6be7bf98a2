#ifndef OPGEN_NETWORK_FUSION_H
#define OPGEN_NETWORK_FUSION_H

#include "base/arena.h"
#include "network/network.h"
#include "plan/chain.h"

#include <stddef.h>

/* Two steps of a network that become one: what every kind of fusion needs. */

enum {
	FUSION_STEPS = 24 /* of one chain at most: their results must fit registers */
};

struct epilogue;

/* What was made of a step here, which can be changed in place. */
struct own {
	struct plan *plan;             /* NULL: nothing was */
	struct epilogue *epilogue;     /* the plan's */
	struct pointwise_chain *chain; /* the plan's, or the epilogue's */
	char *title;                   /* room for the plan's op, in bytes */
	size_t room;
};

struct fusion {
	struct network *network;
	size_t *nreader; /* of each place: the number of steps that read it, and the
			    caller */
	struct network_step **maker;  /* the step that makes each tensor, or NULL */
	struct own *own;              /* of each step */
	const struct plan *forgotten; /* if it is fused, with all that belongs to it */
	struct arena plans; /* the plans that were made again of steps that remain */
	struct arena *arena;
	struct network_step *from, *to; /* `to` reads what `from` makes */
	size_t made;                    /* the tensor */
};

/* The place of a tensor. */
size_t fusion_place(const struct network *network, size_t tensor);

/* Counts the readers of all places; and joins those of a place that both steps read,
   which has one less when they are fused. */
void fusion_count_readers(const struct network *network, size_t *nreader);
void fusion_join_readers(struct fusion *fusion);

/* What was made of a step. What was made of `from` becomes that of `to`; it is begun if
   nothing was. */
struct own *fusion_own(const struct fusion *fusion, const struct network_step *step);
struct own *fusion_hand_on(const struct fusion *fusion);

/* What the operations of both steps are together. */
const char *fusion_join_titles(const struct fusion *fusion, struct own *own);

/* Joins the chain of `from`, NULL if it has none, and that of `to`, which reads the first
   one's result, `made`. operand[i]: the values of the other operands of `to`. */
const struct pointwise_chain *fusion_join_chains(const struct fusion *fusion,
	struct own *own, const struct pointwise_chain *first, struct chain_value made,
	const struct chain_value *operand);

/* An operand of `to` for a plan that stays. */
struct operand fusion_kept_operand(const struct fusion *fusion, size_t operand);

#endif
