#ifndef OPGEN_IMPORT_IMPORT_GRAPH_H
#define OPGEN_IMPORT_IMPORT_GRAPH_H

#include "import/candidates.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* What the command line says about a graph. A zeroed struct sets nothing. */
struct graph_options {
	bool whole;                            /* --graph: a model is one function */
	const char *const *begin, *const *end; /* tensors, as they were typed */
	size_t nbegin, nend;
};

/* Makes a spec from a model: one function of everything between the tensors where it
   begins and ends, except for what is known while generating. Reports to the candidates'
   source what prevents it, and returns false. */
bool import_graph(struct spec *spec, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena);

/* The nodes between those tensors. */
struct graph_list {
	struct candidates candidates; /* op NULL: opgen does not have the operation */
	const char **around; /* for each node of the model: "; --end 'a' ends the graph
				before it" */
	struct spec spec;
	/* Whether all could be imported into the spec. If not, each candidate has its
	   state. */
	bool whole;
};

/* Lists them. Reports wrong options and returns false. */
bool import_graph_list(struct graph_list *list, const struct candidates *candidates,
	const struct graph_options *options, struct arena *arena);

#endif
