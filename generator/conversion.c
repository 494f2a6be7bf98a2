#include "conversion.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "readers/shape.h"
#include "source.h"

static const char *
value_title(const struct conversion *c, int64_t value)
{
	return quoted_bytes(c->nodes->model->value[value].name, c->arena);
}

/* Takes over a shape that is known. */
static bool
convert_shape(struct conversion *c, int64_t value, struct tensor *tensor)
{
	const struct known *known = &c->nodes->shapes.known[value];
	const char *title = value_title(c, value);

	if (known->conflict) {
		source_error(c->source, tensor->where, "%s %s", title, known->conflict);
		return false;
	}
	if (!known_is_concrete(known)) {
		source_error(c->source, tensor->where, "%s",
			shapes_missing(&c->nodes->shapes, value, c->arena));
		return false;
	}
	if (known->rank > MAX_RANK) {
		source_error(c->source, tensor->where,
			"%s has %zu dimensions; expected at most %d", title, known->rank,
			MAX_RANK);
		return false;
	}
	tensor->rank = (int)known->rank;
	for (size_t i = 0; i < known->rank; i++) {
		tensor->shape[i] = known->extent[i];
		if (known->extent[i] >= 1 && known->extent[i] <= EXTENT_LIMIT)
			continue;
		source_error(c->source, tensor->where,
			"%s: expected extents from 1 to 2^62, got %" PRId64
			" for dimension %zu",
			title, known->extent[i], i);
		return false;
	}
	if (shape_count(tensor))
		return true;
	source_error(c->source, tensor->where,
		"%s: expected a shape of fewer than 2^59 elements, got %s", title,
		shape_text(tensor, c->arena));
	return false;
}

/* Decodes the elements of what is to be a constant. */
static bool
convert_elements(struct conversion *c, int64_t value, const struct input_rule *rule,
	struct tensor *tensor)
{
	bool needed = rule->constant;
	const char *why = NULL;
	struct arena tried = {0};

	if (!c->nodes->shapes.known[value].constant && needed) {
		source_error(c->source, tensor->where,
			"%s is no constant; %s needs to know its elements",
			value_title(c, value), c->candidate->op->name);
		return false;
	}
	if (!c->nodes->shapes.known[value].constant ||
		(c->constants == CONSTANTS_PARAM && !needed))
		return true;
	if (c->constants == CONSTANTS_TRIED && !needed) {
		bool good = shapes_elements(&c->nodes->shapes, value, &tried, &why);

		if (!good)
			source_error(c->source, tensor->where, "%s %s",
				value_title(c, value), why);
		arena_free(&tried);
		return good;
	}
	tensor->constant = shapes_elements(&c->nodes->shapes, value, c->arena, &why);
	if (!tensor->constant)
		source_error(
			c->source, tensor->where, "%s %s", value_title(c, value), why);
	return tensor->constant != NULL;
}

static bool
convert_tensor(struct conversion *c, int64_t value, const struct input_rule *rule,
	struct tensor *tensor)
{
	const struct value *from = &c->nodes->model->value[value];
	const struct known *known = &c->nodes->shapes.known[value];

	if (from->name.size && memchr(from->name.text, 0, from->name.size)) {
		source_error(c->source, tensor->where, "%s: a name must not hold a NUL",
			value_title(c, value));
		return false;
	}
	if (from->fault) {
		source_error(c->source, tensor->where, "%s %s", value_title(c, value),
			from->fault);
		return false;
	}
	tensor->dtype = known->dtype;
	if (known->foreign) {
		source_error(c->source, tensor->where,
			"%s has elements of type %s, which opgen has not",
			value_title(c, value), known->foreign);
		return false;
	}
	return convert_shape(c, value, tensor) &&
	       convert_elements(c, value, rule, tensor);
}

static bool
convert_input(struct conversion *c, const struct input_rule *rule, int64_t value)
{
	struct input *input = &c->input[c->node->ninput];
	struct tensor *tensor = &c->tensor[c->spec->ntensor];

	input->name = rule->name;
	input->tensor = c->spec->ntensor;
	input->where = place_member(c->node->where,
		arena_format(
			c->arena, "%s, tensor %s", rule->name, value_title(c, value)),
		c->arena);
	*tensor = (struct tensor){.where = input->where};
	if (!convert_tensor(c, value, rule, tensor))
		return false;
	c->node->ninput++;
	c->spec->ntensor++;
	return true;
}

bool
conversion_inputs(struct conversion *c)
{
	const struct input_rule *rule = c->candidate->op->input;
	size_t nrule = 0, ninput = c->from->ninput;
	bool good = true;

	while (rule[nrule].name)
		nrule++;
	while (ninput > 0 && c->from->input[ninput - 1] == NO_VALUE)
		ninput--;
	if (ninput > nrule) {
		source_error(c->source, c->node->where,
			"expected at most %zu inputs, got %zu", nrule, ninput);
		return false;
	}
	c->node->input = c->input = arena_array(c->arena, struct input, nrule);
	for (size_t i = 0; i < ninput; i++)
		if (c->from->input[i] != NO_VALUE)
			good &= convert_input(c, &rule[i], c->from->input[i]);
	return good;
}
