#ifndef OPGEN_SPEC_JSON_H
#define OPGEN_SPEC_JSON_H

#include <stdbool.h>

struct arena;
struct source;
struct spec;

/* Reads a spec as described in samples/README.md, "Specs": forms, types, names,
   constants. Whether the op exists and has such attributes and inputs is checked later.
   Constants from files are read relative to the source's path. The spec lives in the
   arena. Returns false after reporting mistakes; the spec then holds the nodes whose op,
   domain and opset are known, as far as they could be read, so that later rooms can look
   for more mistakes. */
bool json_read(struct source *source, struct spec *spec, struct arena *arena);

#endif
