#include "support/imported.h"

#include "base/arena.h"
#include "diag/source_read.h"
#include "import/candidates.h"
#include "import/import_graph.h"
#include "import/read.h"
#include "model/format.h"

bool
imported_graph(
	struct spec *spec, struct source *source, const char *path, struct arena *arena)
{
	static const struct graph_options whole = {.whole = true};
	static const struct overrides none = {.nshape = 0};
	struct candidates *candidates = arena_new(arena, struct candidates);

	return source_read(source, path, format_limit, arena) == SOURCE_READ &&
	       candidates_read(candidates, source, format_of(source->text, source->size),
		       0, &none, arena, arena) &&
	       import_graph(spec, candidates, &whole, arena);
}
