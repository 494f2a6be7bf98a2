#ifndef OPGEN_INFER_ATTRIBUTES_H
#define OPGEN_INFER_ATTRIBUTES_H

#include "infer/contents.h"
#include "model/model.h"

struct step;

/* Integers of an attribute or an input. */
struct list {
	const int64_t *value;
	size_t count;
	int64_t own[CONTENT_LIMIT]; /* storage that value may point to */
};

enum list_status {
	LIST_ABSENT,
	LIST_UNKNOWN, /* an input with unknown contents */
	LIST_KNOWN
};

/* Attributes. One of another type fails the step and counts as absent. */
bool step_has_attribute(const struct step *step, const char *name);
int64_t step_int(struct step *step, const char *name, int64_t absent);
float step_float(struct step *step, const char *name, float absent);
const struct model_attribute *step_floats(struct step *step, const char *name);
struct bytes step_word(struct step *step, const char *name, const char *absent);

/* The integers of the attribute of that name (NULL: there is none) or, without it, of an
   input, whose elements may be real but must be whole. */
enum list_status step_list(
	struct step *step, const char *name, size_t input, struct list *list);

/* The entries of a list as axes of so many dimensions; an impossible one, and one named
   twice, fail the step. axis has room for KNOWN_RANK. */
bool step_axes(struct step *step, const struct list *list, size_t rank, int *axis);

#endif
