#include "import/import_inputs.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "infer/elements.h"
#include "infer/missing.h"
#include "spec/shape.h"

enum {
	SPLAT_BYTES = 1 << 16 /* bytes from which a constant of equal elements is kept as
				 one element */
};

static const char *
value_title(const struct import *import, int64_t value)
{
	return quoted_bytes(import->candidates->model->value[value].name, import->tables);
}

/* Copies a known shape. */
static bool
import_shape(struct import *import, int64_t value, int64_t least, struct tensor *tensor)
{
	const struct known *known = &import->candidates->shapes.known[value];
	const char *title = value_title(import, value);

	if (known->conflict) {
		source_error(
			import->source, tensor->where, "%s %s", title, known->conflict);
		return false;
	}
	if (!known_is_concrete(known)) {
		source_error(import->source, tensor->where, "%s",
			shapes_missing(
				&import->candidates->shapes, value, import->arena));
		return false;
	}
	if (known->rank > MAX_RANK) {
		source_error(import->source, tensor->where,
			"%s has %zu dimensions; expected at most %d", title, known->rank,
			MAX_RANK);
		return false;
	}
	tensor->rank = (int)known->rank;
	for (size_t i = 0; i < known->rank; i++) {
		tensor->shape[i] = known->extent[i];
		if (known->extent[i] >= least && known->extent[i] <= EXTENT_LIMIT)
			continue;
		source_error(import->source, tensor->where,
			"%s: expected extents from 1 to 2^62, got %" PRId64
			" for dimension %zu",
			title, known->extent[i], i);
		return false;
	}
	if (shape_count(tensor))
		return true;
	source_error(import->source, tensor->where,
		"%s: expected fewer than 2^59 elements, extents of 0 left out, got %s",
		title, shape_text(tensor, import->arena));
	return false;
}

/* Keeps a large constant of equal elements as one element, if the operation allows
   that. */
static bool
import_splat(struct import *import, int64_t value, const struct input_rule *rule,
	struct tensor *tensor)
{
	int64_t size = (int64_t)dtype_info[tensor->dtype].size;

	if (!import->candidate->op->splats || rule->constant ||
		import->constants == CONSTANTS_PARAM ||
		tensor->nelement <= SPLAT_BYTES / (size ? size : 1))
		return false;
	tensor->constant =
		shapes_splat(&import->candidates->shapes, value, import->arena);
	tensor->splat = tensor->constant != NULL;
	return tensor->splat;
}

/* Whether a tensor that no rule wants to be a constant is one. */
static bool
is_constant(const struct import *import, int64_t value)
{
	const struct known *known = &import->candidates->shapes.known[value];

	return known->constant ||
	       (import->constants == CONSTANTS_KNOWN && known->computed);
}

/* Decodes the elements of a constant. */
static bool
import_elements(struct import *import, int64_t value, const struct input_rule *rule,
	struct tensor *tensor)
{
	bool needed = rule->constant;
	const char *why = NULL;
	struct arena tried = {0};

	if (needed && !known_has_elements(&import->candidates->shapes.known[value])) {
		source_error(import->source, tensor->where,
			"%s is no constant; %s needs to know its elements",
			value_title(import, value), import->candidate->op->name);
		return false;
	}
	if (!needed &&
		(!is_constant(import, value) || import->constants == CONSTANTS_PARAM))
		return true;
	if (import->constants == CONSTANTS_TRIED && !needed) {
		bool good =
			shapes_elements(&import->candidates->shapes, value, &tried, &why);

		if (!good)
			source_error(import->source, tensor->where, "%s %s",
				value_title(import, value), why);
		arena_free(&tried);
		return good;
	}
	tensor->constant =
		shapes_elements(&import->candidates->shapes, value, import->arena, &why);
	if (!tensor->constant)
		source_error(import->source, tensor->where, "%s %s",
			value_title(import, value), why);
	return tensor->constant != NULL;
}

/* Sets the type that is known, or none. */
static bool
import_known_type(const struct import *import, int64_t value, struct tensor *tensor)
{
	const struct known *known = &import->candidates->shapes.known[value];

	tensor->dtype = known->dtype;
	if (known->foreign)
		source_error(import->source, tensor->where,
			"%s has elements of type %s, which opgen has not",
			value_title(import, value), known->foreign);
	return !known->foreign;
}

static bool
import_tensor(struct import *import, int64_t value, const struct input_rule *rule,
	struct tensor *tensor)
{
	const struct value *from = &import->candidates->model->value[value];
	const struct known *known = &import->candidates->shapes.known[value];

	if (from->name.size && memchr(from->name.text, 0, from->name.size)) {
		source_error(import->source, tensor->where,
			"%s: a name must not hold a NUL", value_title(import, value));
		return false;
	}
	if (from->fault) {
		source_error(import->source, tensor->where, "%s %s",
			value_title(import, value), from->fault);
		return false;
	}
	if (!import_known_type(import, value, tensor))
		return false;
	/* Tensors made by nodes of a graph get their shapes later. */
	if (import->value && !known->constant && !rule->constant)
		return true;
	return import_shape(import, value, rule->constant ? 0 : 1, tensor) &&
	       (import_splat(import, value, rule, tensor) ||
		       import_elements(import, value, rule, tensor));
}

bool
import_type(struct import *import, int64_t value, struct tensor *tensor)
{
	if (!import_known_type(import, value, tensor))
		return false;
	if (tensor->dtype == DTYPE_NONE) {
		source_error(import->source, tensor->where,
			"the type of the elements of %s is not in the file",
			value_title(import, value));
		return false;
	}
	return import_shape(import, value, 1, tensor);
}

void
import_reserve(struct import *import, const struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->ncandidate; i++)
		import->room +=
			candidates->model->node[candidates->candidate[i].index].ninput;
	import->tensors = arena_array(import->tables, struct tensor, import->room);
	import->value = arena_array(import->tables, int64_t, import->room);
	import->spec->tensor = import->tensors;
}

/* The next free index in the spec's table of tensors. */
static struct tensor *
next_tensor(struct import *import)
{
	if (import->spec->ntensor == import->room) {
		import->tensors = arena_grow(import->tables, import->tensors,
			import->room, sizeof *import->tensors);
		import->spec->tensor = import->tensors;
		import->room++;
	}
	return &import->tensors[import->spec->ntensor];
}

static bool
import_input(struct import *import, size_t index, int64_t value)
{
	struct input *input = &import->input[import->node->ninput];
	const struct input_rule *rule;
	struct tensor *tensor;

	rule = op_input(
		import->candidate->op, import->candidate->version, index, &input->part);
	tensor = next_tensor(import);
	input->name = input_rule_name(rule, import->candidate->version);
	input->tensor = import->spec->ntensor;
	input->where = place_member(import->node->where,
		arena_format(import->arena, "%s, tensor %s", input->name,
			value_title(import, value)),
		import->arena);
	*tensor = (struct tensor){.where = input->where};
	if (import->value)
		import->value[input->tensor] = value;
	if (!import_tensor(import, value, rule, tensor))
		return false;
	import->node->ninput++;
	import->spec->ntensor++;
	return true;
}

bool
import_inputs(struct import *import)
{
	size_t ninput = import->from->ninput;
	size_t nrule = op_most_inputs(import->candidate->op, import->candidate->version);
	bool good = true;

	while (ninput > 0 && import->from->input[ninput - 1] == NO_VALUE)
		ninput--;
	if (ninput > nrule) {
		source_error(import->source, import->node->where,
			"expected at most %zu inputs, got %zu", nrule, ninput);
		return false;
	}
	import->node->input = import->input =
		arena_array(import->tables, struct input, ninput);
	for (size_t i = 0; i < ninput; i++) {
		size_t from = import->candidate->op->first_is_last
				      ? (i + ninput - 1) % ninput
				      : i;

		if (import->from->input[from] != NO_VALUE)
			good &= import_input(import, i, import->from->input[from]);
	}
	return good;
}
