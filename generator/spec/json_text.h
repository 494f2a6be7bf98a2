#ifndef OPGEN_SPEC_JSON_TEXT_H
#define OPGEN_SPEC_JSON_TEXT_H

#include <jansson.h>

struct arena;
struct source;

/* The text as jansson's tree, to be released with json_decref; NULL, after a message,
   when it is not JSON or exceeds a limit. */
json_t *json_parse(struct source *source, struct arena *arena);

/* What kind of value it is, in words: "a list". */
const char *json_kind(const json_t *value);

#endif
