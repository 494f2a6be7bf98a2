#include "ops/op.h"

#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"

const struct domain domain_table[] = {
	{"ai.onnx", 28, true},
	{"com.microsoft", 1, false},
	{"openvino", 16, false},
	{"tensorflow", 0, false},
};

const size_t ndomain = sizeof domain_table / sizeof domain_table[0];

#define OP(name, ...) &op_##name,
const struct op *const op_table[] = {
#include "ops/ops.def"
};

const size_t nop = sizeof op_table / sizeof op_table[0];

const char *const own_dtype_words[] = {
	[OWN_NONE] = "T",
	[OWN_INTEGER] = "integers",
	[OWN_INDEX] = "int32 or int64",
	[OWN_INT64] = "int64",
	[OWN_FLOAT32] = "float32",
	[OWN_REAL] = "float32, float64 or float16",
	[OWN_BOOL] = "bool",
};

bool
own_dtype_fits(enum own_dtype own, enum dtype dtype)
{
	switch (own) {
	case OWN_INTEGER:
		return dtype_is_integer(dtype) && dtype != DTYPE_QINT8;
	case OWN_INDEX:
		return dtype == DTYPE_INT32 || dtype == DTYPE_INT64;
	case OWN_INT64:
		return dtype == DTYPE_INT64;
	case OWN_FLOAT32:
		return dtype == DTYPE_FLOAT32;
	case OWN_REAL:
		return dtype == DTYPE_FLOAT32 || dtype == DTYPE_FLOAT64 ||
		       dtype == DTYPE_FLOAT16;
	case OWN_BOOL:
		return dtype == DTYPE_BOOL;
	default:
		return true;
	}
}

const char *
dtype_rule_words(const struct dtype_rule *rule, int version, struct arena *arena)
{
	struct choices words = {.nword = 0};

	for (; rule->dtype; rule++)
		if (rule->since <= version)
			choices_add(&words, dtype_info[rule->dtype].name);
	return choices_list(&words, "or", arena);
}

bool
dtype_rule_has(const struct dtype_rule *rule, enum dtype dtype, int version)
{
	while (rule->dtype && rule->dtype != dtype)
		rule++;
	return rule->dtype && rule->since <= version;
}

bool
input_has_own_dtype(const struct input_rule *rule)
{
	return rule->own_dtype || rule->dtype;
}

bool
input_own_dtype_since(const struct input_rule *rule, int version)
{
	const struct dtype_rule *own = rule->dtype;

	while (own && own->dtype && own->since > version)
		own++;
	return own && own->dtype;
}

/* Whether a version has what came with `since` and went after `until`, if that is not
   0. */
static bool
is_in_version(int since, int until, int version)
{
	return version >= since && (!until || version <= until);
}

bool
input_in_version(const struct input_rule *rule, int version)
{
	return is_in_version(rule->since, rule->until, version);
}

bool
output_in_version(const struct output_rule *rule, int version)
{
	return is_in_version(rule->since, rule->until, version);
}

/* Whether a version has an output, or a later one has. */
static bool
is_to_come(const struct output_rule *rule, int version)
{
	return is_in_version(0, rule->until, version);
}

size_t
op_most_outputs(const struct op *op, int version)
{
	size_t n = 0;

	for (const struct output_rule *rule = op->output; rule->name; rule++) {
		if (rule->variadic)
			return MOST_OUTPUTS;
		n += is_to_come(rule, version);
	}
	return n;
}

const struct output_rule *
op_output(const struct op *op, int version, size_t index, int *part)
{
	*part = NO_PART;
	for (const struct output_rule *rule = op->output; rule->name; rule++) {
		if (!is_to_come(rule, version))
			continue;
		if (rule->variadic)
			*part = (int)index;
		if (rule->variadic || !index)
			return index < MOST_OUTPUTS ? rule : NULL;
		index--;
	}
	return NULL;
}

bool
op_trains(const struct op *op, int version)
{
	return op->trains_since && version >= op->trains_since &&
	       version <= op->trains_until;
}

const char *
output_name(const struct output_rule *rule, int part, struct arena *arena)
{
	return part == NO_PART ? rule->name
			       : arena_format(arena, "%s_%d", rule->name, part);
}

size_t
op_most_inputs(const struct op *op, int version)
{
	size_t n = 0;

	for (const struct input_rule *rule = op->input; rule->name; rule++) {
		if (rule->variadic)
			return MAX_INPUT;
		n += input_in_version(rule, version);
	}
	return n;
}

const struct input_rule *
op_input(const struct op *op, int version, size_t index, int *part)
{
	*part = NO_PART;
	for (const struct input_rule *rule = op->input; rule->name; rule++) {
		if (!input_in_version(rule, version))
			continue;
		if (rule->variadic)
			*part = (int)index;
		if (rule->variadic || !index)
			return rule;
		index--;
	}
	return NULL;
}

const struct domain *
domain_find(const char *name)
{
	if (!*name)
		name = "ai.onnx";
	for (size_t i = 0; i < ndomain; i++)
		if (!strcmp(domain_table[i].name, name))
			return &domain_table[i];
	return NULL;
}

const struct op *
op_find(const char *name, const char *domain)
{
	if (domain && !*domain)
		domain = "ai.onnx";
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];

		if (strcmp(op->name, name))
			continue;
		if (domain ? !strcmp(op->domain, domain) : op->default_domain)
			return op;
	}
	return NULL;
}

size_t
op_typed_input(const struct op *op)
{
	size_t i = 0;

	while (input_has_own_dtype(&op->input[i]))
		i++;
	return op->first_is_last ? i - 1 : i;
}

const char *
input_rule_name(const struct input_rule *rule, int version)
{
	return version < rule->renamed ? rule->former : rule->name;
}

const struct input_rule *
op_named_input(const struct op *op, int version, const char *name)
{
	for (const struct input_rule *rule = op->input; rule->name; rule++)
		if (input_in_version(rule, version) &&
			!strcmp(input_rule_name(rule, version), name))
			return rule;
	return NULL;
}

int
op_version(const struct op *op, int64_t opset)
{
	int newest = 0;

	for (const int *version = op->version; *version && *version <= opset; version++)
		newest = *version;
	return newest;
}
