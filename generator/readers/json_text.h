#ifndef OPGEN_READERS_JSON_TEXT_H
#define OPGEN_READERS_JSON_TEXT_H

#include <jansson.h>

struct arena;
struct source;

/* Values nested in each other at most. */
enum {
	JSON_DEPTH = 64
};

/* Numbers of one list at most, those of lists inside it included. */
enum {
	JSON_LIST_LIMIT = 1000000
};

/* The text as jansson's tree, to be released with json_decref; NULL when it is no JSON or
   goes beyond a limit, which has been reported then. */
json_t *json_parse(struct source *source, struct arena *arena);

/* What kind of value it is, in words: "a list". */
const char *json_kind(const json_t *value);

#endif
