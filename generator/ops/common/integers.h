#ifndef OPGEN_OPS_INTEGERS_H
#define OPGEN_OPS_INTEGERS_H

#include "ops/operation.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct place;
struct source;

/* Integers that an operation has as an attribute in some versions, and as a constant
   input in others: "axes", "pads", "starts". */
struct integers {
	const char *name;
	bool given;
	int64_t n;
	const int64_t *value;
	const struct operation *operation;
	int input;                         /* by the rule's place; -1: an attribute */
	const struct attribute *attribute; /* or NULL */
};

/* Reads the list of a name. Refuses an input that has not one dimension; returns false
   then. */
bool integers_read(struct integers *list, const struct operation *operation,
	const char *name, struct source *source, struct arena *arena);

/* Where the list stands, or the node where it is absent; and where an element does. */
const struct place *integers_place(const struct integers *list);
const struct place *integers_element_place(const struct integers *list, int64_t i,
	const struct source *source, struct arena *arena);

/* Whether the list has n elements, one for each of `what`; else says so. */
bool integers_expect(
	const struct integers *list, int64_t n, const char *what, struct source *source);

/* Reads element i as an axis of so many dimensions, those below 0 counted from the end.
   Refuses one out of range. */
bool integers_axis(const struct integers *list, int64_t i, int rank, int *axis,
	struct source *source, struct arena *arena);

/* The axes that the elements of others are for: all in order where the list is absent.
   Refuses axes out of range and those named twice. axis has room for MAX_RANK. */
bool integers_axes(const struct integers *list, int rank, int axis[MAX_RANK], int *n,
	struct source *source, struct arena *arena);

/* The attribute "axis", those below 0 counted from the end; `extent` is 1 where the axis
   may be the rank itself. */
bool read_axis(const struct operation *operation, int64_t absent, int rank, int extent,
	int *axis, struct source *source);

/* The list as a message shows it: "[1, -1]". */
const char *integers_text(const struct integers *list, struct arena *arena);

/* Adds a line of detail: "pads [0, 1]". */
struct plan;
void integers_add_detail(
	const struct integers *list, struct plan *plan, struct arena *arena);

#endif
