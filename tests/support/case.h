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
	size_t node;       /* which of the model's nodes it is */
	bool refused;
	const json_t *inputs; /* by operand's name, flat; NULL: only the shape is known */
	const json_t *shape, *data;
	const json_t *more; /* the data of the outputs behind the first, each a list; or
			       NULL */
	const json_t *tolerance; /* or NULL */
	json_t *root; /* owns the above; never freed: a case has its own process */
};

/* Reads a case. With constants, the run-time weights and bias of a Conv become constants
   of the spec. On failure prints why and returns false. */
bool case_read(struct conformance_case *c, const char *path, bool constants,
	struct arena *arena);

/* Whether the file is a Conv whose weights come with its data, or a spec that is refused.
 */
bool case_has_weights(const char *path, struct arena *arena);
bool case_is_refused(const char *path, struct arena *arena);

/* Stores a flat list of numbers as elements; false when there are not n. */
bool case_elements(const json_t *list, enum dtype dtype, size_t n, void *to);

/* The flat list that case_elements makes the same elements of; a NaN is as good as
   another. */
json_t *case_list(enum dtype dtype, size_t n, const void *elements);

/* How far the results of a plan may be from the case's: the case's own tolerance, or
   that of its type. */
struct tolerance case_tolerance(
	const struct conformance_case *c, const struct plan *plan);

#endif
