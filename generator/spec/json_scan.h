#ifndef OPGEN_SPEC_JSON_SCAN_H
#define OPGEN_SPEC_JSON_SCAN_H

#include <stdbool.h>

struct source;

/* Limits of a spec's text: the members of one object; the numbers of one list, including
   the lists in it; the depth of nesting. */
enum {
	JSON_DEPTH = 64,
	JSON_LIST_LIMIT = 1000000,
	JSON_OBJECT_LIMIT = 10000
};

/* Checks a text before a tree is built of it: its limits, strings and brackets. Reports
   the first mistake. */
bool json_scan(struct source *source);

#endif
