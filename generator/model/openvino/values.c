#include "model/openvino/values.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"
#include "model/openvino/choices.h"
#include "model/openvino/weights.h"

enum {
	/* Bytes that the names of second and further outputs may take; each repeats its
	   layer's. */
	NAMES_LIMIT = 64 * 1024 * 1024,
	WORD_LIMIT = 32 /* characters of a type's name */
};

/* The state while values are made of an IR's output ports. */
struct build {
	struct ir *ir;
	struct value *value;
	size_t nvalue;
	size_t nname; /* bytes of names so far */
	struct source *source;
	struct arena *arena;
};

/* An attribute of a layer's <data>, or NULL. */
static const char *
data_of(const struct ir_layer *layer, const char *name)
{
	for (size_t i = 0; i < layer->ndata; i++)
		if (bytes_are(layer->data[i].name, name))
			return layer->data[i].s.text;
	return NULL;
}

/* The name of a type that opgen does not have, for messages. */
static const char *
foreign_word(const char *word)
{
	size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				"0123456789_");

	return n > 0 && n <= WORD_LIMIT && !word[n] ? word : "an unknown type";
}

static void
set_type(struct value *value, enum dtype dtype, const char *word)
{
	value->dtype = dtype;
	value->foreign = dtype == DTYPE_NONE ? foreign_word(word) : NULL;
}

/* Sets the type and shape that <data> states for a constant or a parameter. */
static void
declare(struct build *build, const struct ir_layer *layer, struct value *value,
	bool dynamic)
{
	const char *type = data_of(layer, "element_type"),
		   *shape = data_of(layer, "shape");
	struct model_shape declared;
	const char *wrong;

	if (type && value->dtype != DTYPE_NONE && ir_element_type(type) != value->dtype) {
		value->fault = arena_format(build->arena,
			"has the element type %s in its data, but %s at its port",
			clipped(type, build->arena), dtype_info[value->dtype].name);
		return;
	}
	if (type)
		set_type(value, ir_element_type(type), type);
	if (!shape)
		return;
	wrong = ir_shape(shape, dynamic, &declared, build->arena);
	if (!wrong && ir_shapes_differ(&declared, &value->shape))
		wrong = arena_format(build->arena,
			"has the shape %s in its data, but %s at its port",
			model_shape_text(&declared, build->arena),
			model_shape_text(&value->shape, build->arena));
	if (wrong)
		value->fault = wrong;
	else
		value->shape = declared;
}

/* A number in a constant's <data>; without one, -1 and a fault of the value. */
static int64_t
place_of(struct build *build, const struct ir_layer *layer, const char *name,
	struct value *value)
{
	const char *text = data_of(layer, name);
	int64_t number;

	if (text && ir_number(text, &number))
		return number;
	value->fault = text ? arena_format(build->arena,
				      "has the %s %s, expected a number below 2^63", name,
				      clipped(text, build->arena))
			    : arena_format(build->arena, "has no %s in its data", name);
	return -1;
}

static void
add_constant(struct build *build, const struct ir_layer *layer, struct value *value)
{
	struct encoded *encoded = arena_new(build->arena, struct encoded);

	declare(build, layer, value, false);
	encoded->offset = place_of(build, layer, "offset", value);
	encoded->size = place_of(build, layer, "size", value);
	value->encoded = encoded;
}

/* Adds the value of an output port, the nth of its layer. */
static bool
add_value(struct build *build, struct ir_port *port, size_t n)
{
	const struct ir_layer *layer = &build->ir->layer[port->layer];
	struct value *value = &build->value[build->nvalue];

	port->value = (int64_t)build->nvalue++;
	*value = (struct value){.name = layer->name,
		.shape = port->shape,
		.producer = (int64_t)port->layer,
		.producer_output = n,
		.fault = port->fault};
	if (n > 0) {
		build->nname += layer->name.size;
		if (build->nname > NAMES_LIMIT) {
			source_error_at(build->source, layer->offset,
				"the names of the tensors take more than %d bytes",
				NAMES_LIMIT);
			return false;
		}
		value->name.text =
			arena_format(build->arena, "%s:%zu", layer->name.text, n);
		value->name.size = strlen(value->name.text);
	}
	if (port->precision.size && !bytes_are(port->precision, "UNSPECIFIED"))
		set_type(value, ir_precision(port->precision.text), port->precision.text);
	if (bytes_are(layer->type, "Const"))
		add_constant(build, layer, value);
	else if (bytes_are(layer->type, "Parameter"))
		declare(build, layer, value, build->ir->version > 10);
	return true;
}

bool
ir_values(struct ir *ir, struct value **value, size_t *nvalue, struct source *source,
	struct arena *arena)
{
	struct build build = {.ir = ir, .source = source, .arena = arena};

	build.value = arena_array(arena, struct value, ir->nport);
	for (size_t i = 0; i < ir->nlayer; i++) {
		const struct ir_layer *layer = &ir->layer[i];
		size_t n = 0;

		for (size_t j = 0; j < layer->nport; j++)
			if (ir->port[layer->port + j].output &&
				!add_value(&build, &ir->port[layer->port + j], n++))
				return false;
	}
	*value = build.value;
	*nvalue = build.nvalue;
	return true;
}
