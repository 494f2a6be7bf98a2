#ifndef OPGEN_SPEC_JSON_H
#define OPGEN_SPEC_JSON_H

#include <stdbool.h>

struct arena;
struct source;
struct spec;

/* Reads a spec as samples/README.md, "Specs", has it: forms, types, names, constants.
   Which op, version, attributes and inputs there may be is not looked at here.
   Constants from files are read relative to the source's path. The spec lives in the
   arena. Returns false when anything was wrong; it has been reported then, and the spec
   holds the nodes whose op, domain and opset are known, with what could be read of them,
   so that later rooms can look for more mistakes. */
bool json_read(struct source *source, struct spec *spec, struct arena *arena);

#endif
