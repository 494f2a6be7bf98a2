#include "support/case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "plan/reduction.h"

static json_t *
load(const char *path)
{
	json_error_t error;
	json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

	if (!root)
		fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column,
			error.text);
	return root;
}

/* Makes a run-time input of the spec a constant, with the case's data. */
static void
make_constant(json_t *root, const char *name)
{
	json_t *inputs = json_object_get(json_object_get(root, "spec"), "inputs");
	json_t *shape = json_object_get(inputs, name);
	json_t *data = json_object_get(json_object_get(root, "inputs"), name);

	if (json_is_array(shape) && data)
		json_object_set_new(inputs, name,
			json_pack("{s:O, s:O}", "shape", shape, "data", data));
}

/* What is misspelt would not be compared. */
static bool
check_expected(const json_t *expected, const char *path)
{
	static const char *const keys[] = {"shape", "dtype", "data", "more"};
	const char *key;
	json_t *value;

	json_object_foreach ((json_t *)expected, key, value) {
		size_t i = 0;

		while (i < sizeof keys / sizeof *keys && strcmp(key, keys[i]) != 0)
			i++;
		if (i < sizeof keys / sizeof *keys)
			continue;
		fprintf(stderr, "%s: nothing expects %s\n", path, key);
		return false;
	}
	return true;
}

bool
case_read(
	struct conformance_case *c, const char *path, bool constants, struct arena *arena)
{
	const json_t *expected;
	char *text;

	c->root = load(path);
	if (!c->root)
		return false;
	if (constants) {
		make_constant(c->root, "W");
		make_constant(c->root, "B");
	}
	text = json_dumps(json_object_get(c->root, "spec"), JSON_INDENT(2));
	c->nspec = strlen(text);
	c->spec = arena_copy_text(arena, text, c->nspec);
	free(text);
	expected = json_object_get(c->root, "expected");
	if (!check_expected(expected, path))
		return false;
	c->refused = json_object_get(c->root, "error") != NULL;
	c->inputs = json_object_get(c->root, "inputs");
	c->shape = json_object_get(expected, "shape");
	c->dtype = json_string_value(json_object_get(expected, "dtype"));
	c->data = json_object_get(expected, "data");
	c->more = json_object_get(expected, "more");
	c->tolerance = json_object_get(c->root, "tolerance");
	if (!c->refused && !c->shape) {
		fprintf(stderr, "%s: neither an error nor an expected shape\n", path);
		return false;
	}
	return true;
}

bool
case_has_weights(const char *path, struct arena *arena)
{
	struct conformance_case c = {0};
	bool has = case_read(&c, path, false, arena) && json_object_get(c.inputs, "W");

	json_decref(c.root);
	return has;
}

bool
case_is_refused(const char *path, struct arena *arena)
{
	struct conformance_case c = {0};
	bool refused = case_read(&c, path, false, arena) && c.refused;

	json_decref(c.root);
	return refused;
}

const json_t *
case_expected(const struct conformance_case *c, size_t output)
{
	const json_t *more = output ? json_array_get(c->more, output - 1) : NULL;

	if (!output)
		return c->data;
	return json_is_object(more) ? json_object_get(more, "data") : more;
}

/* A number, or a word for one that JSON lacks. */
static double
number(const json_t *value)
{
	const char *word = json_string_value(value);

	if (!word)
		return json_number_value(value);
	if (!strcmp(word, "NaN"))
		return (double)NAN;
	return word[0] == '-' ? -HUGE_VAL : HUGE_VAL;
}

static void
store(const json_t *value, enum dtype dtype, unsigned char *to)
{
	const struct dtype_info *type = &dtype_info[dtype];
	json_int_t integer =
		json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);

	switch (type->kind) {
	case KIND_FLOAT:
	case KIND_HALF:
		element_store(dtype, number(value), to);
		break;
	case KIND_COMPLEX:
		for (size_t i = 0; i < 2; i++)
			element_store(
				dtype == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64,
				number(json_array_get(value, i)),
				to + i * type->size / 2);
		break;
	default:
		/* Assumes a little-endian machine. */
		if (json_is_real(value))
			integer = (json_int_t)json_real_value(value);
		memcpy(to, &integer, type->size);
	}
}

bool
case_elements(const json_t *list, enum dtype dtype, size_t n, void *to)
{
	size_t i;
	json_t *value;

	if (json_array_size(list) != n)
		return false;
	json_array_foreach ((json_t *)list, i, value)
		store(value, dtype, (unsigned char *)to + i * dtype_info[dtype].size);
	return true;
}

/* JSON has no NaN and no infinities. */
static json_t *
number_value(double value)
{
	if (isnan(value))
		return json_string("NaN");
	if (isinf(value))
		return json_string(value < 0.0 ? "-Infinity" : "Infinity");
	return json_real(value);
}

static json_t *
load_element(enum dtype dtype, const unsigned char *at)
{
	const struct dtype_info *type = &dtype_info[dtype];
	enum dtype part = dtype == DTYPE_COMPLEX64 ? DTYPE_FLOAT32 : DTYPE_FLOAT64;
	json_int_t integer = 0;

	switch (type->kind) {
	case KIND_FLOAT:
	case KIND_HALF:
		return number_value(element_load(dtype, at));
	case KIND_COMPLEX:
		return json_pack("[o, o]", number_value(element_load(part, at)),
			number_value(element_load(part, at + type->size / 2)));
	default:
		/* A negative number becomes a large one with the same lowest bits. */
		memcpy(&integer, at, type->size);
		return json_integer(integer);
	}
}

json_t *
case_list(enum dtype dtype, size_t n, const void *elements)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			list, load_element(dtype, (const unsigned char *)elements +
							  i * dtype_info[dtype].size));
	return list;
}

/* Source: the README of the conformance cases. */
struct tolerance
case_tolerance(
	const struct conformance_case *c, const struct plan *plan, enum dtype dtype)
{
	static const struct tolerance by_type[DTYPE_COUNT] = {
		[DTYPE_FLOAT32] = {1e-5, 2e-6, 0},
		[DTYPE_FLOAT64] = {1e-12, 1e-12, 0},
		[DTYPE_FLOAT16] = {0x1p-10, 2e-6, 0},
		[DTYPE_BFLOAT16] = {0x1p-7, 2e-6, 0},
	};
	struct tolerance tolerance = by_type[dtype];

	if (json_is_object(c->tolerance)) {
		tolerance.relative = number(json_object_get(c->tolerance, "rel"));
		tolerance.absolute = number(json_object_get(c->tolerance, "abs"));
	} else if (c->tolerance) {
		tolerance.relative = tolerance.absolute = number(c->tolerance);
	}
	tolerance.of_largest =
		plan->kind == PLAN_PRODUCT ||
		(plan->kind == PLAN_WINDOW && plan->u.window.reduction->weighted);
	return tolerance;
}
