#include "model/tensorflow/attributes.h"

#include <string.h>

#include "base/arena.h"
#include "model/protobuf.h"
#include "model/tensorflow/tensor.h"
#include "model/tensorflow/tensorflow.pb-c.h"

enum {
	ATTRIBUTE_LIMIT = 256 /* of a node */
};

static void
set_ints(struct model_attribute *attribute, const int64_t *ints, size_t n)
{
	attribute->type = MODEL_INTS;
	attribute->ints = ints;
	attribute->count = n;
}

static void
set_strings(struct model_attribute *attribute, const Tensorflow__List *list,
	struct arena *arena)
{
	struct bytes *strings = arena_array(arena, struct bytes, list->n_s);

	for (size_t i = 0; i < list->n_s; i++)
		strings[i] = protobuf_bytes(list->s[i]);
	attribute->type = MODEL_STRINGS;
	attribute->strings = strings;
	attribute->count = list->n_s;
}

/* Types and bools as integers. */
static void
set_small(struct model_attribute *attribute, const Tensorflow__List *list,
	struct arena *arena)
{
	size_t n = list->n_type > 0 ? list->n_type : list->n_b;
	int64_t *ints = arena_array(arena, int64_t, n);

	for (size_t i = 0; i < n; i++)
		ints[i] = list->n_type > 0 ? list->type[i] : list->b[i] != 0;
	set_ints(attribute, ints, n);
}

/* A list has values of one type; the type of an empty one cannot be told. */
static void
set_list(struct model_attribute *attribute, const Tensorflow__List *list,
	struct arena *arena)
{
	if (list->n_s > 0) {
		set_strings(attribute, list, arena);
	} else if (list->n_f > 0) {
		attribute->type = MODEL_FLOATS;
		attribute->floats = list->f;
		attribute->count = list->n_f;
	} else if (list->n_type > 0 || list->n_b > 0) {
		set_small(attribute, list, arena);
	} else if (list->n_shape > 0 || list->n_tensor > 0 ||
		   list->base.n_unknown_fields > 0) {
		attribute->type = MODEL_OTHER;
	} else {
		set_ints(attribute, list->i, list->n_i);
	}
}

static void
set_shape(struct model_attribute *attribute, const Tensorflow__Shape *stated,
	struct arena *arena)
{
	struct model_shape shape;
	int64_t *ints;

	attribute->type = MODEL_OTHER;
	if (tensorflow_shape(&shape, stated, arena) || !shape.known)
		return;
	ints = arena_array(arena, int64_t, shape.rank);
	for (size_t i = 0; i < shape.rank; i++)
		ints[i] = shape.extent[i].length;
	set_ints(attribute, ints, shape.rank);
}

static void
set_tensor(struct model_attribute *attribute, const Tensorflow__Tensor *tensor,
	struct arena *arena)
{
	struct value *value = arena_new(arena, struct value);

	value->name.text = "";
	value->producer = NO_NODE;
	tensorflow_tensor_value(value, tensor, arena);
	attribute->type = MODEL_TENSOR;
	attribute->value = value;
}

static void
set_value(struct model_attribute *attribute, const Tensorflow__Attribute *stated,
	struct arena *arena)
{
	switch (stated->value_case) {
	case TENSORFLOW__ATTRIBUTE__VALUE_LIST:
		set_list(attribute, stated->list, arena);
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_S:
		attribute->type = MODEL_STRING;
		attribute->s = protobuf_bytes(stated->s);
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_I:
		attribute->type = MODEL_INT;
		attribute->i = stated->i;
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_F:
		attribute->type = MODEL_FLOAT;
		attribute->f = stated->f;
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_B:
		attribute->type = MODEL_INT;
		attribute->i = stated->b != 0;
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_TYPE:
		attribute->type = MODEL_INT;
		attribute->i = stated->type;
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_SHAPE:
		set_shape(attribute, stated->shape, arena);
		break;
	case TENSORFLOW__ATTRIBUTE__VALUE_TENSOR:
		set_tensor(attribute, stated->tensor, arena);
		break;
	default:
		attribute->type = MODEL_OTHER;
	}
}

/* Whether an entry has a value, be it one that opgen does not read. */
static bool
has_value(const Tensorflow__AttributeEntry *entry)
{
	return entry->value &&
	       (entry->value->value_case != TENSORFLOW__ATTRIBUTE__VALUE__NOT_SET ||
		       entry->value->base.n_unknown_fields > 0);
}

static bool
is_repeated(const struct model_attribute *attribute, size_t n, struct bytes name)
{
	for (size_t i = 0; i < n; i++)
		if (bytes_equal(attribute[i].name, name))
			return true;
	return false;
}

void
tensorflow_attributes(
	struct model_node *node, const Tensorflow__Node *stated, struct arena *arena)
{
	struct model_attribute *attribute;

	if (stated->n_attr > ATTRIBUTE_LIMIT) {
		node->fault =
			arena_format(arena, "has %zu attributes; at most %d make sense",
				stated->n_attr, ATTRIBUTE_LIMIT);
		return;
	}
	attribute = arena_array(arena, struct model_attribute, stated->n_attr);
	for (size_t i = 0; i < stated->n_attr; i++) {
		const Tensorflow__AttributeEntry *entry = stated->attr[i];

		attribute[i].name = protobuf_bytes(entry->key);
		attribute[i].type = MODEL_OTHER;
		if (is_repeated(attribute, i, attribute[i].name))
			node->fault = arena_format(arena, "has the attribute %s twice",
				quoted_bytes(attribute[i].name, arena));
		else if (!has_value(entry))
			node->fault = arena_format(arena,
				"has the attribute %s without a value",
				quoted_bytes(attribute[i].name, arena));
		else
			set_value(&attribute[i], entry->value, arena);
	}
	node->attribute = attribute;
	node->nattribute = stated->n_attr;
}

const Tensorflow__Attribute *
tensorflow_attribute(const Tensorflow__Node *node, const char *name)
{
	for (size_t i = 0; i < node->n_attr && i < ATTRIBUTE_LIMIT; i++)
		if (bytes_are(protobuf_bytes(node->attr[i]->key), name))
			return node->attr[i]->value;
	return NULL;
}
