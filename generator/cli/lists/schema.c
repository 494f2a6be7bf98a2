#include "cli/lists/schema.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/out.h"
#include "diag/names.h"
#include "diag/reserved.h"
#include "ops/check.h"
#include "ops/common/layouts.h"
#include "ops/op.h"
#include "schedule/kernel_choice.h"
#include "spec/shape.h"
#include "target/settings.h"
#include "target/target.h"

/* What a schema describes of an operation: what all its versions accept, or what one
   version accepts in addition. */
struct facet {
	const struct op *op;
	int version; /* 0: all */
};

static json_t *
strings(const char *const *word)
{
	json_t *list = json_array();

	for (; *word; word++)
		json_array_append_new(list, json_string(*word));
	return list;
}

/* {"KEY": value}, which owns the value. */
static json_t *
wrap(const char *key, json_t *value)
{
	return json_pack("{s: o}", key, value);
}

static json_t *
if_then(json_t *condition, json_t *then)
{
	return json_pack("{s: o, s: o}", "if", condition, "then", then);
}

static bool
attribute_in(const struct attribute_rule *rule, int version)
{
	return rule->since <= version && rule->until >= version;
}

static bool
attribute_stays(const struct op *op, const struct attribute_rule *rule)
{
	return attribute_in(rule, op->version[0]) &&
	       attribute_in(rule, op_version(op, LATEST));
}

/* Whether all versions have an input, with the same name. */
static bool
input_stays(const struct op *op, const struct input_rule *rule)
{
	return input_in_version(rule, op->version[0]) &&
	       input_in_version(rule, op_version(op, LATEST)) &&
	       rule->renamed <= op->version[0];
}

static bool
dtypes_stay(const struct op *op)
{
	const struct dtype_rule *rule = op->dtype;

	while (rule->dtype && rule->since <= op->version[0])
		rule++;
	return !rule->dtype;
}

/* Whether two versions of an operation accept the same. */
static bool
versions_agree(const struct op *op, int a, int b)
{
	for (const struct attribute_rule *rule = op->attribute; rule->name; rule++)
		if (attribute_in(rule, a) != attribute_in(rule, b))
			return false;
	for (const struct input_rule *rule = op->input; rule->name; rule++)
		if (input_in_version(rule, a) != input_in_version(rule, b) ||
			strcmp(input_rule_name(rule, a), input_rule_name(rule, b)) != 0)
			return false;
	for (const struct dtype_rule *rule = op->dtype; rule->dtype; rule++)
		if ((rule->since <= a) != (rule->since <= b))
			return false;
	return true;
}

bool
schema_has_versions(const struct op *op)
{
	for (const int *version = op->version; *version; version++)
		if (!versions_agree(op, *version, op->version[0]))
			return true;
	return false;
}

/* version 0: of all versions. */
static json_t *
dtypes_of(const struct dtype_rule *rule, int version)
{
	json_t *list = json_array();

	for (; rule->dtype; rule++)
		if (!version || rule->since <= version)
			json_array_append_new(
				list, json_string(dtype_info[rule->dtype].name));
	return wrap("enum", list);
}

static json_t *
integer_schema(int64_t minimum, int64_t maximum)
{
	json_t *json = json_pack("{s: s}", "type", "integer");

	if (minimum > INT64_MIN)
		json_object_set_new(json, "minimum", json_integer(minimum));
	if (maximum < INT64_MAX)
		json_object_set_new(json, "maximum", json_integer(maximum));
	return json;
}

static json_t *
list_schema(json_t *items)
{
	return json_pack("{s: s, s: o}", "type", "array", "items", items);
}

static json_t *
value_schema(const struct attribute_rule *rule)
{
	switch (rule->type) {
	case ATTRIBUTE_INT:
		return integer_schema(rule->minimum, rule->maximum);
	case ATTRIBUTE_INTS:
		return list_schema(integer_schema(rule->minimum, rule->maximum));
	case ATTRIBUTE_FLOAT:
		return json_pack("{s: s}", "type", "number");
	case ATTRIBUTE_FLOATS:
		return list_schema(json_pack("{s: s}", "type", "number"));
	case ATTRIBUTE_STRINGS:
		return list_schema(json_pack("{s: s}", "type", "string"));
	case ATTRIBUTE_STRING:
		break;
	}
	if (rule->choice)
		return wrap("enum", strings(rule->choice));
	return json_pack("{s: s}", "type", "string");
}

static json_t *
attribute_schema(const struct attribute_rule *rule)
{
	json_t *json = value_schema(rule);

	json_object_set_new(json, "description",
		rule->initial
			? json_sprintf("%s; default %s", rule->summary, rule->initial)
			: json_string(rule->summary));
	return json;
}

/* The element types that an object for an input may name. */
static json_t *
input_dtypes(const struct op *op, const struct input_rule *rule)
{
	json_t *list;

	if (!rule->own_dtype)
		return dtypes_of(rule->dtype ? rule->dtype : op->dtype, 0);
	list = json_array();
	for (int i = DTYPE_NONE + 1; i < DTYPE_COUNT; i++)
		if (own_dtype_fits(rule->own_dtype, (enum dtype)i))
			json_array_append_new(list, json_string(dtype_info[i].name));
	return wrap("enum", list);
}

/* What an input's rule adds to the schema of any tensor. */
static json_t *
input_schema(const struct op *op, const struct input_rule *rule)
{
	json_t *json = json_pack("{s: s}", "description", rule->summary);

	if (rule->variadic) {
		json_object_set_new(json, "type", json_string("array"));
		json_object_set_new(json, "minItems", json_integer(1));
		json_object_set_new(json, "maxItems", json_integer(MAX_INPUT));
		json_object_set_new(json, "items",
			json_pack("{s: [s, s, s]}", "type", "array", "object", "string"));
		return json;
	}
	json_object_set_new(json, "items", json_pack("{s: s}", "type", "integer"));
	if (rule->constant) {
		json_object_set_new(
			json, "type", json_pack("[s, s]", "object", "string"));
		json_object_set_new(json, "anyOf",
			json_pack("[{s: [s]}, {s: [s]}]", "required", "data", "required",
				"file"));
	}
	json_object_set_new(json, "properties", wrap("dtype", input_dtypes(op, rule)));
	return json;
}

/* {"properties", "required"}: an object's members. closed: there may be no others. */
static json_t *
members(json_t *properties, json_t *required, bool closed)
{
	json_t *json = wrap("properties", properties);

	if (closed)
		json_object_set_new(json, "additionalProperties", json_false());
	if (json_array_size(required))
		json_object_set(json, "required", required);
	json_decref(required);
	return json;
}

/* Sets the schema of a name. If not all versions have it, the facet of all versions
   only allows the name; that of a version has its schema, or forbids it. */
static void
set_name(json_t *properties, json_t *required, const struct facet *facet,
	const char *name, bool stays, bool needed, json_t *schema)
{
	if (!facet->version && !stays) {
		json_object_set_new(properties, name, json_true());
		json_decref(schema);
		return;
	}
	json_object_set_new(properties, name, schema ? schema : json_false());
	if (schema && needed)
		json_array_append_new(required, json_string(name));
}

static json_t *
attributes_schema(const struct facet *facet)
{
	json_t *properties = json_object(), *required = json_array();

	for (const struct attribute_rule *rule = facet->op->attribute; rule->name;
		rule++) {
		bool stays = attribute_stays(facet->op, rule);
		bool has = stays || attribute_in(rule, facet->version);

		/* Another row with this name may be the one of this version. */
		if ((facet->version && stays) ||
			(!has && json_object_get(properties, rule->name)))
			continue;
		set_name(properties, required, facet, rule->name, stays, rule->required,
			has ? attribute_schema(rule) : NULL);
	}
	return members(properties, required, !facet->version);
}

static json_t *
inputs_schema(const struct facet *facet)
{
	json_t *properties = json_object(), *required = json_array();

	for (const struct input_rule *rule = facet->op->input; rule->name; rule++) {
		bool stays = input_stays(facet->op, rule);
		const char *name[] = {rule->name, stays ? NULL : rule->former, NULL};

		for (int i = 0; name[i] && !(facet->version && stays); i++) {
			bool has = stays ||
				   (input_in_version(rule, facet->version) &&
					   !strcmp(name[i], input_rule_name(rule,
								    facet->version)));

			/* Another rule with this name may be the one of this version. */
			if (!has && json_object_get(properties, name[i]))
				continue;
			set_name(properties, required, facet, name[i], stays,
				!rule->optional,
				has ? input_schema(facet->op, rule) : NULL);
		}
	}
	return members(properties, required, !facet->version);
}

/* How many outputs a node may name, and which: a spec by the op's names, a graph by those
   of the tensors that it makes of them, in the same places. */
static json_t *
outputs_schema(const struct op *op)
{
	json_t *words = json_string(""), *longer;
	json_int_t n = 0;

	for (const struct output_rule *rule = op->output; rule->name; rule++) {
		longer = json_sprintf("%s%s%s%s%s%s", json_string_value(words),
			n ? "; " : "", rule->name, rule->summary ? ": " : "",
			rule->summary ? rule->summary : "",
			rule->optional ? ", optional" : "");
		json_decref(words);
		words = longer;
		n += rule->variadic ? MOST_OUTPUTS : 1;
	}
	return json_pack("{s: o, s: I}", "description", words, "maxItems", n);
}

static json_t *
opset_schema(const struct op *op)
{
	const struct domain *domain = domain_find(op->domain);

	if (!op->has_opset)
		return json_false();
	return integer_schema(
		op->version[0], domain->takes_later ? INT64_MAX : domain->newest_opset);
}

/* The schema of a facet. */
static json_t *
facet_schema(const struct facet *facet)
{
	json_t *properties = json_object(), *required = json_array();
	json_t *attributes = attributes_schema(facet);

	if (!facet->version)
		json_object_set_new(properties, "opset", opset_schema(facet->op));
	if (!facet->version == dtypes_stay(facet->op))
		json_object_set_new(
			properties, "dtype", dtypes_of(facet->op->dtype, facet->version));
	json_object_set_new(properties, "inputs", inputs_schema(facet));
	if (!facet->version)
		json_object_set_new(properties, "outputs", outputs_schema(facet->op));
	json_object_set_new(properties, "attributes", attributes);
	if (json_object_get(attributes, "required"))
		json_array_append_new(required, json_string("attributes"));
	return members(properties, required, false);
}

/* The condition that "opset" is `first` or later, and before `next`. */
static json_t *
version_condition(const int *first, const int *next)
{
	json_t *condition = wrap("properties",
		wrap("opset", integer_schema(*first, *next ? *next - 1 : INT64_MAX)));

	/* Without "opset", the newest version is meant. */
	if (*next)
		json_object_set_new(condition, "required", json_pack("[s]", "opset"));
	return condition;
}

json_t *
schema_of_versions(const struct op *op)
{
	json_t *list = json_array();
	const int *next;

	for (const int *first = op->version; *first; first = next) {
		struct facet facet = {op, *first};

		next = first + 1;
		while (*next && versions_agree(op, *first, *next))
			next++;
		json_array_append_new(list,
			if_then(version_condition(first, next), facet_schema(&facet)));
	}
	return wrap("allOf", list);
}

/* The condition that a node is of an operation. */
static json_t *
op_condition(const struct op *op)
{
	bool is_onnx = domain_find("") == domain_find(op->domain);
	json_t *domain = json_pack("[s]", op->domain), *required = json_pack("[s]", "op");

	if (is_onnx)
		json_array_append_new(domain, json_string(""));
	if (!op->default_domain)
		json_array_append_new(required, json_string("domain"));
	return json_pack("{s: {s: {s: s}, s: {s: o}}, s: o}", "properties", "op", "const",
		op->name, "domain", "enum", domain, "required", required);
}

json_t *
schema_operations(bool only_versions)
{
	json_t *list = json_array();

	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];

		if (!only_versions || schema_has_versions(op))
			json_array_append_new(
				list, if_then(op_condition(op),
					      json_pack("{s: o}", "$ref",
						      json_sprintf("#/$defs/%s.%s%s",
							      op->domain, op->name,
							      only_versions ? ".versions"
									    : ""))));
	}
	return wrap("allOf", list);
}

/* The operations of the domain that a node names. */
json_t *
schema_domains(void)
{
	json_t *list = json_array();

	for (size_t d = 0; d < ndomain; d++) {
		json_t *names = json_array(), *domain;

		for (size_t i = 0; i < nop; i++)
			if (domain_find(op_table[i]->domain) == &domain_table[d])
				json_array_append_new(
					names, json_string(op_table[i]->name));
		domain = d ? json_pack("[s]", domain_table[d].name)
			   : json_pack("[s, s]", domain_table[d].name, "");
		json_array_append_new(list,
			if_then(json_pack("{s: {s: {s: o}}, s: [s]}", "properties",
					"domain", "enum", domain, "required", "domain"),
				json_pack("{s: {s: {s: o}}}", "properties", "op", "enum",
					names)));
	}
	return wrap("allOf", list);
}

json_t *
schema_op(void)
{
	json_t *list = json_array();

	for (size_t i = 0; i < nop; i++)
		if (op_table[i]->default_domain)
			json_array_append_new(list, json_string(op_table[i]->name));
	return wrap("enum", list);
}

json_t *
schema_domain(void)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ndomain; i++)
		json_array_append_new(list, json_string(domain_table[i].name));
	json_array_append_new(list, json_string(""));
	return wrap("enum", list);
}

json_t *
schema_name(void)
{
	json_t *keywords = json_array();

	for (size_t i = 0; reserved_keyword(i); i++)
		json_array_append_new(keywords, json_string(reserved_keyword(i)));
	json_array_append_new(keywords, json_string("main"));
	return json_pack("{s: s, s: s, s: i, s: s, s: {s: [{s: s}, {s: o}]}}", "type",
		"string", "pattern", "^[A-Za-z][A-Za-z0-9_]*$", "maxLength", NAME_LIMIT,
		"description", "the emitted function", "not", "anyOf", "pattern",
		"^(opgen_|OPGEN_)|(_pack|_packed|_part|_constants_fit)$", "enum",
		keywords);
}

static json_t *
target_schema(void)
{
	json_t *names = json_pack("[s]", "native"), *several, *json;
	json_t *all = json_string("native");

	for (size_t i = 0; i < ntarget; i++) {
		json_t *longer = json_sprintf(
			"%s|%s", json_string_value(all), target_table[i].name);

		json_array_append_new(names, json_string(target_table[i].name));
		json_decref(all);
		all = longer;
	}
	several = json_sprintf(
		"^(%s)(,(%s))+$", json_string_value(all), json_string_value(all));
	json = json_pack("{s: [{s: o}, {s: s, s: o}]}", "anyOf", "enum", names, "type",
		"string", "pattern", several);
	json_decref(all);
	return json;
}

static json_t *
parts_schema(void)
{
	_Static_assert(MOST_PARTS == 256, "the pattern says so");
	return json_pack("{s: s, s: s}", "type", "string", "pattern",
		"^0{0,6}([1-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-6])$");
}

static json_t *
setting_schema(const char *name)
{
	json_t *list = json_array();

	if (!strcmp(name, "target") || !strcmp(name, "parts")) {
		json_decref(list);
		return *name == 't' ? target_schema() : parts_schema();
	}
	for (size_t i = 0; settings_word(name, i); i++)
		json_array_append_new(list, json_string(settings_word(name, i)));
	for (size_t i = 0; !strcmp(name, "kernel") && i < nkernel; i++)
		json_array_append_new(list, json_string(kernel_table[i]->name));
	return wrap("enum", list);
}

/* The places for a workspace that options of a node, a step or a graph can name. */
static json_t *
workspace_schema(enum settings_of of)
{
	json_t *list = json_array();

	for (int i = WORKSPACE_ARGUMENT; i <= WORKSPACE_STACK; i++)
		if (!workspace_refusal((enum workspace)i, of))
			json_array_append_new(
				list, json_string(workspace_name((enum workspace)i)));
	return wrap("enum", list);
}

json_t *
schema_options(enum settings_of of)
{
	json_t *properties = json_object();

	for (size_t i = 0; i < nsettings_name; i++) {
		const char *name = settings_name[i];

		if (!strcmp(name, "workspace")) {
			if (of != SETTINGS_OF_STEP)
				json_object_set_new(
					properties, name, workspace_schema(of));
		} else if (of != SETTINGS_OF_STEP || strcmp(name, "parts") != 0) {
			json_object_set_new(properties, name, setting_schema(name));
		}
	}
	return json_pack("{s: s, s: o, s: b}", "type", "object", "properties", properties,
		"additionalProperties", 0);
}

json_t *
schema_dtype(void)
{
	json_t *list = json_array();

	for (int i = DTYPE_NONE + 1; i < DTYPE_COUNT; i++)
		json_array_append_new(list, json_string(dtype_info[i].name));
	return wrap("enum", list);
}

json_t *
schema_layout(void)
{
	json_t *list = json_array();

	for (size_t i = 0; layout_word[i]; i++)
		json_array_append_new(list, json_string(layout_word[i]));
	return wrap("enum", list);
}

json_t *
schema_extents(void)
{
	return json_pack("{s: s, s: s, s: i, s: o}", "description",
		"the extents of a tensor", "type", "array", "maxItems", MAX_RANK, "items",
		integer_schema(0, EXTENT_LIMIT));
}

json_t *
schema_of_op(const struct op *op)
{
	json_t *json = facet_schema(&(struct facet){op, 0});

	json_object_set_new(json, "description", json_string(op->summary));
	return json;
}

static int
put_piece(const char *text, size_t size, void *out)
{
	out_bytes(out, text, size);
	return 0;
}

void
schema_json(struct out *out, json_t *json)
{
	json_dump_callback(json, put_piece, out, JSON_ENCODE_ANY);
	json_decref(json);
}
