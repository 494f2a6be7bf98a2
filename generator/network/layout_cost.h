#ifndef OPGEN_NETWORK_LAYOUT_COST_H
#define OPGEN_NETWORK_LAYOUT_COST_H

#include "network/network.h"
#include "network/step_time.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What steps of a network cost in either order of their tensors. */

/* The cost of what must not be; others are cycles, in percent. */
#define LAYOUT_NEVER (INT64_C(1) << 50)

struct layout_costs {
	const struct network *network;
	struct step_timer timer;
	uint64_t drawn; /* costs are drawn from this number; 0: by estimates */
};

/* Whether a step may gain by another order. A pointwise step follows those around it. */
bool layout_may_gain(const struct plan *plan);

/* What step i costs if it reads src, and writes its output, like this. */
int64_t layout_cost(struct layout_costs *costs, size_t i, bool src_last, bool dst_last);

/* What it costs to bring a tensor into the other order, beside a step. */
int64_t layout_cost_of_movement(struct layout_costs *costs,
	const struct network_step *step, const struct operand *tensor);

#endif
