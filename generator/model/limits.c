#include "model/limits.h"

#include "diag/source.h"

bool
graph_limits_hold(const struct graph_limit *row, size_t nrow, struct source *source)
{
	for (size_t i = 0; i < nrow; i++)
		if (row[i].n > row[i].most) {
			source_error(source, NULL,
				"the graph has %zu %s; opgen takes at most %zu", row[i].n,
				row[i].what, row[i].most);
			return false;
		}
	return true;
}
