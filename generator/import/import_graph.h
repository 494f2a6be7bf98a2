#ifndef OPGEN_IMPORT_IMPORT_GRAPH_H
#define OPGEN_IMPORT_IMPORT_GRAPH_H

#include "import/candidates.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* What the command line says of a graph. A zeroed struct says nothing. */
struct graph_options {
	bool whole;                            /* --graph: a model is one function */
	const char *const *begin, *const *end; /* tensors, as they were typed */
	size_t nbegin, nend;
};

/* Makes a spec of a model: one function of everything between the tensors where it begins
   and those where it ends, what is known of it while generating left out. Reports, in
   the candidates' source, what keeps that from being done, and returns false. */
bool import_graph(struct spec *spec, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena);

/* The nodes between those tensors. */
struct graph_list {
	struct candidates candidates; /* op NULL: opgen has no such operation */
	const char **around; /* of each, by its number in the model: "; --end 'a' ends the
				graph before it" */
	struct spec spec;
	/* All could be imported into the spec. Else each candidate has its state. */
	bool whole;
};

/* Lists them. Reports what of the options is wrong, and returns false. */
bool import_graph_list(struct graph_list *list, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena);

#endif
