#include "infer/attributes.h"

#include <string.h>

#include "base/checked.h"
#include "infer/room.h"
#include "infer/step.h"
#include "model/texts.h"
#include "ops/shape/moved.h"

/* The attribute, if the node has it with the right type. */
static const struct model_attribute *
attribute_of(struct step *step, const char *name, enum model_attribute_type type)
{
	const struct model_attribute *attribute = model_attribute(step->node, name);

	if (attribute && attribute->type != type) {
		step->failed = true;
		return NULL;
	}
	return attribute;
}

bool
step_has_attribute(const struct step *step, const char *name)
{
	return model_attribute(step->node, name) != NULL;
}

/* An IR's attributes are texts. */
static bool
has_texts(const struct step *step)
{
	return step->room->model->kind == MODEL_OPENVINO;
}

/* The integers of an existing attribute; anything else fails the step. */
static bool
read_list(struct step *step, const char *name, struct list *list)
{
	const struct model_attribute *attribute =
		attribute_of(step, name, has_texts(step) ? MODEL_STRING : MODEL_INTS);

	if (!attribute)
		return false;
	if (has_texts(step)) {
		step->failed = step->failed || !texts_integers(attribute->s, list->own,
						       CONTENT_LIMIT, &list->count);
		list->value = list->own;
		return !step->failed;
	}
	list->value = attribute->ints;
	list->count = attribute->count;
	return true;
}

int64_t
step_int(struct step *step, const char *name, int64_t absent)
{
	const struct model_attribute *attribute;
	struct list list;

	if (!has_texts(step)) {
		attribute = attribute_of(step, name, MODEL_INT);
		return attribute ? attribute->i : absent;
	}
	if (!step_has_attribute(step, name) || !read_list(step, name, &list))
		return absent;
	step->failed = step->failed || list.count != 1;
	return list.count ? list.value[0] : absent;
}

float
step_float(struct step *step, const char *name, float absent)
{
	const struct model_attribute *attribute = attribute_of(step, name, MODEL_FLOAT);

	return attribute ? attribute->f : absent;
}

const struct model_attribute *
step_floats(struct step *step, const char *name)
{
	return attribute_of(step, name, MODEL_FLOATS);
}

struct bytes
step_word(struct step *step, const char *name, const char *absent)
{
	const struct model_attribute *attribute = attribute_of(step, name, MODEL_STRING);

	return attribute ? attribute->s : (struct bytes){absent, strlen(absent)};
}

enum list_status
step_list(struct step *step, const char *name, size_t input, struct list *list)
{
	const struct contents *contents;

	if (name && step_has_attribute(step, name))
		return read_list(step, name, list) ? LIST_KNOWN : LIST_UNKNOWN;
	if (!step_has(step, input))
		return LIST_ABSENT;
	contents = step_contents(step, input);
	if (!contents || !contents_complete(contents))
		return LIST_UNKNOWN;
	for (size_t i = 0; i < contents->count; i++) {
		list->own[i] = contents->number[i].i;
		if (contents->real && !whole_number(contents->number[i].f, &list->own[i]))
			return LIST_UNKNOWN;
	}
	list->value = list->own;
	list->count = contents->count;
	return LIST_KNOWN;
}

bool
step_axes(struct step *step, const struct list *list, size_t rank, int *axis)
{
	if (shape_axes(list->value, list->count, rank, axis).kind != FITS)
		step->failed = true;
	return !step->failed;
}
