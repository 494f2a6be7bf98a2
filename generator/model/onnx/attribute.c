#include "model/onnx/attribute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/model.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/onnx/tensor.h"
#include "model/protobuf.h"

enum {
	ATTRIBUTE_LIMIT = 256 /* of a node; each is compared with all before it */
};

/* AttributeProto.AttributeType, in the order of its numbers. They go on after GRAPHS;
   those become MODEL_OTHER, like TENSORS and GRAPH. */
enum attribute_type {
	UNDEFINED,
	FLOAT,
	INT,
	STRING,
	TENSOR,
	GRAPH,
	FLOATS,
	INTS,
	STRINGS,
	TENSORS,
	GRAPHS,
	NTYPE
};

static const char *const type_name[NTYPE] = {"UNDEFINED", "FLOAT", "INT", "STRING",
	"TENSOR", "GRAPH", "FLOATS", "INTS", "STRINGS", "TENSORS", "GRAPHS"};

static bool
is_there(const Onnx__Attribute *message, enum attribute_type type)
{
	switch (type) {
	case FLOAT:
		return message->has_f;
	case INT:
		return message->has_i;
	case STRING:
		return message->has_s;
	case TENSOR:
		return message->t;
	case GRAPH:
		return message->has_g;
	case FLOATS:
		return message->n_floats > 0;
	case INTS:
		return message->n_ints > 0;
	case STRINGS:
		return message->n_strings > 0;
	case GRAPHS:
		return message->n_graphs > 0;
	default:
		return false;
	}
}

/* Whether a member is there and says more than its absence would. */
static bool
says_something(const Onnx__Attribute *message, enum attribute_type type)
{
	switch (type) {
	case FLOAT:
		return message->has_f && (message->f < 0 || message->f > 0);
	case INT:
		return message->has_i && message->i != 0;
	case STRING:
		return message->has_s && message->s.len > 0;
	default:
		return is_there(message, type);
	}
}

/* The type that the file states, NTYPE for one that is not listed. Files from before
   there were types state none; then it is that of the only member that is there.
   Otherwise returns UNDEFINED and sets *fault. */
static enum attribute_type
find_type(const Onnx__Attribute *message, const char **fault)
{
	enum attribute_type found = UNDEFINED;

	if (message->type != UNDEFINED)
		return message->type > UNDEFINED && message->type < NTYPE
			       ? (enum attribute_type)message->type
			       : NTYPE;
	for (enum attribute_type type = FLOAT; type < NTYPE; type++) {
		if (!is_there(message, type))
			continue;
		if (found != UNDEFINED) {
			*fault = "has no type, but values of several";
			return UNDEFINED;
		}
		found = type;
	}
	if (found == UNDEFINED)
		*fault = "has neither a type nor a value";
	return found;
}

/* What contradicts the type of an attribute, or NULL. */
static const char *
find_contradiction(
	const Onnx__Attribute *message, enum attribute_type type, struct arena *arena)
{
	for (enum attribute_type other = FLOAT; type < NTYPE && other < NTYPE; other++)
		if (other != type && says_something(message, other))
			return arena_format(arena, "is of type %s, but has a value of %s",
				type_name[type], type_name[other]);
	if (message->has_ref_attr_name)
		return "refers to an attribute of a function";
	return NULL;
}

static const struct bytes *
read_strings(const Onnx__Attribute *message, struct arena *arena)
{
	struct bytes *string = arena_array(arena, struct bytes, message->n_strings);

	for (size_t i = 0; i < message->n_strings; i++)
		string[i] = protobuf_bytes(message->strings[i]);
	return string;
}

static const struct value *
read_tensor(const Onnx__Attribute *message, struct arena *arena)
{
	static const Onnx__Tensor absent = ONNX__TENSOR__INIT;
	struct value *value = arena_new(arena, struct value);

	value->name.text = "";
	value->producer = NO_NODE;
	onnx_tensor_value(value, message->t ? message->t : &absent, arena);
	return value;
}

static void
set_value(struct model_attribute *attribute, const Onnx__Attribute *message,
	enum attribute_type type, struct arena *arena)
{
	static const enum model_attribute_type meant[NTYPE] = {
		[FLOAT] = MODEL_FLOAT,
		[INT] = MODEL_INT,
		[STRING] = MODEL_STRING,
		[TENSOR] = MODEL_TENSOR,
		[GRAPH] = MODEL_OTHER,
		[FLOATS] = MODEL_FLOATS,
		[INTS] = MODEL_INTS,
		[STRINGS] = MODEL_STRINGS,
		[UNDEFINED] = MODEL_OTHER,
		[TENSORS] = MODEL_OTHER,
		[GRAPHS] = MODEL_OTHER,
	};

	attribute->type = type < NTYPE ? meant[type] : MODEL_OTHER;
	attribute->i = message->i;
	attribute->f = message->f;
	attribute->s = protobuf_bytes(message->s);
	if (attribute->type == MODEL_INTS) {
		attribute->ints = message->ints;
		attribute->count = message->n_ints;
	} else if (attribute->type == MODEL_FLOATS) {
		attribute->floats = message->floats;
		attribute->count = message->n_floats;
	} else if (attribute->type == MODEL_STRINGS) {
		attribute->strings = read_strings(message, arena);
		attribute->count = message->n_strings;
	} else if (attribute->type == MODEL_TENSOR) {
		attribute->value = read_tensor(message, arena);
	}
}

/* Returns what is wrong with the attribute, as the end of a message, or NULL. */
static const char *
read_attribute(struct model_attribute *attribute, const Onnx__Attribute *message,
	struct arena *arena)
{
	const char *fault = NULL;
	enum attribute_type type = find_type(message, &fault);

	attribute->name = protobuf_bytes(message->name);
	set_value(attribute, message, type, arena);
	return fault ? fault : find_contradiction(message, type, arena);
}

static bool
is_repeated(const struct model_attribute *attribute, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (bytes_equal(attribute[k].name, attribute[i].name))
			return true;
	return false;
}

void
onnx_attributes(struct model_node *node, const Onnx__Node *message, struct arena *arena)
{
	size_t n = message->n_attribute;
	struct model_attribute *attribute;

	if (n > ATTRIBUTE_LIMIT) {
		node->fault = arena_format(arena, "has %zu attributes", n);
		return;
	}
	attribute = arena_array(arena, struct model_attribute, n);
	for (size_t i = 0; i < n; i++) {
		const char *fault =
			read_attribute(&attribute[i], message->attribute[i], arena);

		if (!fault && is_repeated(attribute, i))
			fault = "is given twice";
		if (fault && !node->fault)
			node->fault =
				arena_format(arena, "has the attribute %s, which %s",
					quoted_bytes(attribute[i].name, arena), fault);
	}
	node->attribute = attribute;
	node->nattribute = n;
}
