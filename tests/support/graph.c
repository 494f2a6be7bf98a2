#include "support/graph_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/domain.h"

static size_t
add_value(struct reading *reading, struct bytes name)
{
	reading->value = arena_grow(
		reading->arena, reading->value, reading->nvalue, sizeof *reading->value);
	reading->value[reading->nvalue] = (struct value){
		.name = name,
		.dtype = DTYPE_NONE,
		.producer = NO_NODE,
	};
	return reading->nvalue++;
}

/* The value of a name, which this may be the first mention of. */
static size_t
named_value(struct reading *reading, struct bytes name)
{
	for (size_t i = 0; i < reading->nvalue; i++)
		if (name.size && bytes_equal(reading->value[i].name, name))
			return i;
	return add_value(reading, name);
}

static bool
is_literal(const char *at)
{
	size_t word = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789");

	return strchr("[{?-0123456789", *at) || at[word] == '[' || at[word] == '{';
}

static int64_t
take_input(struct reading *reading)
{
	size_t value;

	skip_blank(reading);
	if (*reading->at == '_' && !isalnum((unsigned char)reading->at[1])) {
		reading->at++;
		return NO_VALUE;
	}
	if (!is_literal(reading->at))
		return (int64_t)named_value(reading, take_word(reading));
	value = add_value(reading, (struct bytes){"", 0});
	take_tensor(reading, &reading->value[value]);
	return (int64_t)value;
}

/* [1,2] or f[0.5,2] after its bracket. */
static void
take_list(struct reading *reading, struct model_attribute *attribute, bool floats)
{
	int64_t *ints = arena_array(reading->arena, int64_t, 32);
	float *reals = arena_array(reading->arena, float, 32);

	attribute->type = floats ? MODEL_FLOATS : MODEL_INTS;
	attribute->ints = ints;
	attribute->floats = reals;
	while (!take(reading, ']')) {
		char *end;

		reals[attribute->count] = strtof(reading->at, NULL);
		ints[attribute->count++] = strtoll(reading->at, &end, 10);
		reading->at = end + strspn(end, ".0123456789e");
		take(reading, ',');
	}
}

static void
take_attribute(
	struct reading *reading, struct model_attribute *attribute, enum model_kind kind)
{
	char *end;

	attribute->name = take_word(reading);
	assert_true(take(reading, '='));
	if (kind == MODEL_OPENVINO) {
		attribute->type = MODEL_STRING;
		attribute->s = (struct bytes){reading->at, strcspn(reading->at, " ;")};
		reading->at += attribute->s.size;
	} else if (take(reading, '[')) {
		take_list(reading, attribute, false);
	} else if (!strncmp(reading->at, "f[", 2)) {
		reading->at += 2;
		take_list(reading, attribute, true);
	} else if (*reading->at == 't' &&
		   strcspn(reading->at, "{") < strcspn(reading->at, " ;")) {
		struct value *value = arena_new(reading->arena, struct value);

		reading->at++;
		take_tensor(reading, value);
		attribute->type = MODEL_TENSOR;
		attribute->value = value;
	} else if (isalpha((unsigned char)*reading->at)) {
		attribute->type = MODEL_STRING;
		attribute->s = take_word(reading);
	} else {
		attribute->i = strtoll(reading->at, &end, 10);
		attribute->type = *end == '.' ? MODEL_FLOAT : MODEL_INT;
		attribute->f = strtof(reading->at, &end);
		reading->at = end;
	}
}

/* OP-9 and what follows it. */
static void
take_node(struct reading *reading, struct model_node *node, enum model_kind kind)
{
	static const char *const domain[] = {"ai.onnx", "tensorflow", "openvino"};
	int64_t *input = arena_array(reading->arena, int64_t, 40);
	struct model_attribute *attribute =
		arena_array(reading->arena, struct model_attribute, 16);

	node->op = take_word(reading);
	node->domain = domain_of_op((struct bytes){"com.microsoft", 13}, node->op);
	if (!node->domain || bytes_are(node->op, "QLinearConv"))
		node->domain = domain[kind];
	if (*reading->at == '-')
		node->opset =
			strtoll(reading->at + 1, (char **)(uintptr_t)&reading->at, 10);
	for (skip_blank(reading); *reading->at && *reading->at != ';';
		skip_blank(reading)) {
		size_t word = strspn(reading->at,
			"abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ");

		if (reading->at[word] == '=')
			take_attribute(reading, &attribute[node->nattribute++], kind);
		else
			input[node->ninput++] = take_input(reading);
	}
	node->input = input;
	node->attribute = attribute;
}

/* A statement: its names first. */
static void
take_statement(struct reading *reading, enum model_kind kind)
{
	struct model_node node = {.opset = 0};
	int64_t *output = arena_array(reading->arena, int64_t, 32);

	do {
		struct bytes name = take_word(reading);

		output[node.noutput++] = bytes_are(name, "_")
						 ? NO_VALUE
						 : (int64_t)named_value(reading, name);
	} while (take(reading, ','));
	if (take(reading, ':')) {
		take_tensor(reading, &reading->value[output[0]]);
		return;
	}
	assert_true(take(reading, '='));
	node.output = output;
	take_node(reading, &node, kind);
	for (size_t i = 0; i < node.noutput; i++)
		if (output[i] != NO_VALUE) {
			reading->value[output[i]].producer = (int64_t)reading->nnode;
			reading->value[output[i]].producer_output = i;
		}
	reading->node = arena_grow(
		reading->arena, reading->node, reading->nnode, sizeof *reading->node);
	reading->node[reading->nnode++] = node;
}

static const void *
decode(const struct model *model, const struct value *value, struct arena *arena,
	const char **why)
{
	(void)model;
	(void)arena;
	*why = "is no constant";
	return value->encoded ? value->encoded->elements : NULL;
}

void
graph_build(
	struct model *model, enum model_kind kind, const char *text, struct arena *arena)
{
	struct reading reading = {.at = text, .arena = arena};

	for (skip_blank(&reading); *reading.at; skip_blank(&reading)) {
		take_statement(&reading, kind);
		assert_true(take(&reading, ';') || !*reading.at);
	}
	*model = (struct model){
		.kind = kind,
		.path = "test",
		.node = reading.node,
		.nnode = reading.nnode,
		.value = reading.value,
		.nvalue = reading.nvalue,
		.decode = decode,
		.tables = arena,
	};
}

int64_t
graph_value(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->nvalue; i++)
		if (bytes_are(model->value[i].name, name))
			return (int64_t)i;
	fail_msg("no value %s", name);
	return NO_VALUE;
}
