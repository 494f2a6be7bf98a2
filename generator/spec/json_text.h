#ifndef OPGEN_SPEC_JSON_TEXT_H
#define OPGEN_SPEC_JSON_TEXT_H

#include <jansson.h>

struct arena;
struct source;

/* The text as jansson's tree, to be released with json_decref; NULL when it is no JSON or
   goes beyond a limit, which has been reported then. */
json_t *json_parse(struct source *source, struct arena *arena);

/* What kind of value it is, in words: "a list". */
const char *json_kind(const json_t *value);

#endif
