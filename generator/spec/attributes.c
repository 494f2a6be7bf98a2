#include "spec/attributes.h"

#include <stdint.h>

#include "base/arena.h"
#include "diag/source.h"
#include "spec/json_text.h"
#include "spec/spec.h"

static bool
read_ints(struct reader *r, const json_t *list, struct attribute *attribute)
{
	size_t n = json_array_size(list);
	int64_t *ints = arena_array(r->arena, int64_t, n);

	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_array_get(list, i);
		struct place place = {.parent = attribute->where, .index = i};

		if (!reader_expect(r, value, JSON_INTEGER, attribute->name, "an integer",
			    &place))
			return false;
		ints[i] = json_integer_value(value);
	}
	attribute->type = ATTRIBUTE_INTS;
	attribute->ints = ints;
	attribute->nint = n;
	return true;
}

static bool
has_real(const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_is_real(json_array_get(list, i)))
			return true;
	return false;
}

static bool
read_floats(struct reader *r, const json_t *list, struct attribute *attribute)
{
	size_t n = json_array_size(list);
	double *floats = arena_array(r->arena, double, n);

	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_array_get(list, i);

		if (!json_is_number(value)) {
			source_error(r->source,
				place_entry(attribute->where, i, r->arena),
				"%s: expected a number, got %s", attribute->name,
				json_kind(value));
			return false;
		}
		floats[i] = json_number_value(value);
	}
	attribute->type = ATTRIBUTE_FLOATS;
	attribute->floats = floats;
	attribute->nfloat = n;
	return true;
}

static bool
read_strings(struct reader *r, const json_t *list, struct attribute *attribute)
{
	size_t n = json_array_size(list);
	const char **strings = arena_array(r->arena, const char *, n);

	for (size_t i = 0; i < n; i++) {
		const json_t *value = json_array_get(list, i);

		if (!json_is_string(value)) {
			source_error(r->source,
				place_entry(attribute->where, i, r->arena),
				"%s: expected a string, got %s", attribute->name,
				json_kind(value));
			return false;
		}
		strings[i] = reader_copy(r, json_string_value(value));
	}
	attribute->type = ATTRIBUTE_STRINGS;
	attribute->strings = strings;
	attribute->nstring = n;
	return true;
}

/* The first entry says of what a list is. */
static bool
read_list(struct reader *r, const json_t *list, struct attribute *attribute)
{
	if (json_is_string(json_array_get(list, 0)))
		return read_strings(r, list, attribute);
	return has_real(list) ? read_floats(r, list, attribute)
			      : read_ints(r, list, attribute);
}

static bool
read_attribute(struct reader *r, const json_t *value, struct attribute *attribute)
{
	switch (json_typeof(value)) {
	case JSON_INTEGER:
		attribute->type = ATTRIBUTE_INT;
		attribute->i = json_integer_value(value);
		return true;
	case JSON_REAL:
		attribute->type = ATTRIBUTE_FLOAT;
		attribute->f = json_real_value(value);
		return true;
	case JSON_STRING:
		attribute->type = ATTRIBUTE_STRING;
		attribute->s = reader_copy(r, json_string_value(value));
		return true;
	case JSON_ARRAY:
		return read_list(r, value, attribute);
	case JSON_TRUE:
	case JSON_FALSE:
		source_error(r->source, attribute->where,
			"%s: expected a number, a string or a list of integers, got %s; "
			"a flag is a number: write %d",
			attribute->name, json_kind(value), json_is_true(value));
		return false;
	default:
		source_error(r->source, attribute->where,
			"%s: expected a number, a string or a list of integers, got %s",
			attribute->name, json_kind(value));
		return false;
	}
}

bool
reader_attributes(struct reader *r, const json_t *object, struct node *node)
{
	bool good = true;
	json_t *attributes = reader_object(r, object, "attributes", node->where, &good),
	       *value;
	const struct place *where;
	struct attribute *attribute;
	const char *key;

	if (!json_object_size(attributes))
		return good;
	where = place_member(node->where, "attributes", r->arena);
	attribute = arena_array(r->arena, struct attribute, json_object_size(attributes));
	node->attribute = attribute;
	json_object_foreach (attributes, key, value) {
		attribute->name = reader_copy(r, key);
		attribute->where = place_member(where, attribute->name, r->arena);
		if (!read_attribute(r, value, attribute)) {
			good = false;
			continue;
		}
		node->nattribute++;
		attribute++;
	}
	return good;
}
