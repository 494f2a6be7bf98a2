#ifndef OPGEN_TESTS_CASE_H
#define OPGEN_TESTS_CASE_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "plan/plan.h"
#include "support/element.h"

struct arena;

/* One conformance case: an operation, and either what it computes or that it is refused.
 */
struct conformance_case {
	const char *spec; /* its text */
	size_t nspec;
	const char *model; /* the path of a model that has the operation, in place of a
			      spec; or NULL */
	size_t node;       /* the number of the node in the model */
	bool refused;
	const json_t *inputs; /* by operand's name, flat; NULL: only the shape is known */
	const json_t *shape, *data;
	const char *dtype;  /* of the first output, or NULL */
	const json_t *more; /* the data of further outputs: lists, or objects with one;
			       or NULL */
	const json_t *tolerance; /* or NULL */
	json_t *root; /* owns the members above; never freed: each case has its own
			 process */
};

/* Reads a case. With constants, the run-time weights and bias of a Conv become constants
   of the spec. On failure prints why and returns false. */
bool case_read(struct conformance_case *c, const char *path, bool constants,
	struct arena *arena);

/* Whether the file is a Conv with weights in its data, or a spec that is refused. */
bool case_has_weights(const char *path, struct arena *arena);
bool case_is_refused(const char *path, struct arena *arena);

/* The data expected of an output; NULL or a null: the case does not say. */
const json_t *case_expected(const struct conformance_case *c, size_t output);

/* Stores a flat list of n numbers as elements; false if there are not n. */
bool case_elements(const json_t *list, enum dtype dtype, size_t n, void *to);

/* The inverse of case_elements: elements as a flat list; all NaNs are alike. */
json_t *case_list(enum dtype dtype, size_t n, const void *elements);

/* The tolerance for results of a plan that have a type: the case's own, or that of the
   type. */
struct tolerance case_tolerance(
	const struct conformance_case *c, const struct plan *plan, enum dtype dtype);

#endif
