#ifndef OPGEN_SPEC_JSON_SCAN_H
#define OPGEN_SPEC_JSON_SCAN_H

#include <stdbool.h>

struct source;

/* Limits of a spec's text. The members are those of one object; the numbers those of one
   list, the lists inside it included; the depth is of values nested in each other. */
enum {
	JSON_DEPTH = 64,
	JSON_LIST_LIMIT = 1000000,
	JSON_OBJECT_LIMIT = 10000
};

/* A first look at a text, before a tree is built of it: whether it keeps to the limits,
   its strings are whole and its brackets match. Reports the first mistake. */
bool json_scan(struct source *source);

#endif
