#ifndef OPGEN_NETWORK_LOWER_H
#define OPGEN_NETWORK_LOWER_H

#include "network/network.h"
#include "plan/integer_sums.h"

struct code_builder;
struct function;

/* The network of a schedule, with what is known for its target, and a step's schedule for
   the same target. */
const struct network *schedule_network(const struct schedule *schedule);
const struct network_part *schedule_part(const struct schedule *schedule);
const struct schedule *step_schedule(const struct schedule *schedule, size_t step);

/* What is known of the wide sums of a schedule, or of all steps of a network's. */
enum wide_sums schedule_wide_sums(const struct schedule *schedule);

/* Whether a schedule is that of a graph, and not of one operation. */
bool schedule_is_graph(const struct schedule *schedule);

/* Whether a step's design computes other bits than numerics strict or fma would. */
bool network_is_fast(const struct schedule *schedule);

/* How many boxes a step is cut into; 1: it is not. */
size_t step_pieces(const struct schedule *schedule, size_t step);

/* Of a network that is cut, which is done stage by stage: the number of a step's stage,
   and the most parts of one. */
size_t step_stage(const struct schedule *schedule, size_t step);
size_t network_parts(const struct schedule *schedule);

/* How many functions a step's plan is lowered to, whoever shares them, and the number of
   the first one. */
size_t step_functions(const struct schedule *schedule, size_t step, size_t *first);

/* The name of the function that the network calls for a step, or for the first of its
   boxes, which may be another step's; whether it is. */
const char *step_function(const struct schedule *schedule, size_t step);
bool step_is_shared(const struct schedule *schedule, size_t step);

/* Lowers the plan of the next step, or its boxes, but for functions that are shared;
   returns the step's function, or those of its boxes, for calls. */
const struct function **lower_step(
	const struct schedule *schedule, size_t step, struct code_builder *code);

/* The design of networks: the functions of the steps, and the one that calls them. */
extern const struct kernel kernel_network;

#endif
