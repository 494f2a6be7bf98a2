#ifndef OPGEN_NETWORK_BANDS_H
#define OPGEN_NETWORK_BANDS_H

#include "network/network.h"

#include <stdint.h>

struct arena;

struct settings;

/* Computes windows and those that alone read their results band by band, so that of the
   tensor between two of them a band is in the workspace at a time: where the most bytes
   live, at level small as long as that lowers the workspace and the estimated time is not
   much longer; and with settings->max_workspace until the workspace is no larger, or
   nothing lowers it. No bit of a result changes. tensor: the table of the spec, complete,
   which gets the bands. max_output: as of schedule_make(). */
void network_bands(struct network *network, const struct tensor **tensor,
	const struct settings *settings, uint64_t max_output, struct arena *arena);

#endif
