#ifndef OPGEN_NETWORK_FIT_H
#define OPGEN_NETWORK_FIT_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* The choice of designs by which a network is no larger than --code-size allows. */

/* The steps that functions are emitted for, and the designs that each may have. */
struct network_fit;

/* Begins the choice for the target of a network's schedule, whose steps have the fastest
   designs. */
struct network_fit *network_fit_begin(
	const struct schedule *schedule, uint64_t max_output, struct arena *arena);

/* Replaces designs of steps, those first by which a byte costs the least time, until the
   code takes `bytes` fewer bytes, as far as is known before functions are shared anew;
   what is left then goes to those that save the most time. Returns false if there is
   nothing to replace. */
bool network_fit_save(struct network_fit *fit, uint64_t bytes);

#endif
