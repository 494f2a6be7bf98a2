#ifndef OPGEN_NETWORK_PLANNING_H
#define OPGEN_NETWORK_PLANNING_H

#include "network/name.h"
#include "network/network.h"
#include "ops/common/subnormal.h"
#include "spec/spec.h"
#include "target/settings.h"

#include <stddef.h>

struct arena;
struct source;

#define NO_STEP SIZE_MAX

/* The state while the nodes of a graph become steps. */
struct planning {
	struct network *network;
	struct spec spec; /* with a table of tensors in which types and shapes are filled
			     in step by step */
	struct tensor *tensor; /* that table */
	size_t *source_of; /* for each of these, the one of the same elements, type and
			      shape that a step without code makes it of; itself */
	size_t *maker; /* for each of these, the step that makes it; NO_STEP: none has yet
			*/
	size_t *passed_by; /* for each step, the last one that reads what it reads rather
			      than what it makes; itself */
	const struct step_name *name; /* of the step of each node of the spec */
	struct tensor_names names;
	size_t tensor_room; /* of the tables of tensors; and of those of steps */
	size_t step_room;
	struct subnormal_told told;
	int64_t given;                   /* bytes of the file's constants */
	uint64_t computed;               /* bytes of those that are computed of them */
	const struct settings *over;     /* of the command line */
	const struct settings *under;    /* of the graph */
	const struct settings *function; /* both together */
	/* The settings of a node that has none of its own; NULL: none has come yet. */
	const struct settings *shared;
	struct source *source;
	struct arena *plans; /* what steps are made of */
	struct arena *arena; /* the rest */
};

#endif
