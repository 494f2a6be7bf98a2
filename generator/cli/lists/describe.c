#include "cli/lists/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/complain.h"
#include "base/out.h"
#include "diag/choices.h"
#include "diag/names.h"
#include "ops/op.h"

static void
put_versions(struct out *out, const struct op *op)
{
	for (const int *version = op->version; *version; version++)
		out_format(out, "%s%d", version == op->version ? "" : ", ", *version);
}

/* "float32, float64, bfloat16 (since 22)"; first: a version that needs no mention. */
static void
put_dtypes(struct out *out, const struct dtype_rule *dtypes, int first)
{
	for (const struct dtype_rule *rule = dtypes; rule->dtype; rule++) {
		out_format(out, "%s%s", rule == dtypes ? "" : ", ",
			dtype_info[rule->dtype].name);
		if (rule->since > first)
			out_format(out, " (since %d)", rule->since);
	}
}

/* The versions that have something, unless all do. */
static void
put_range(struct out *out, const struct op *op, int since, int until)
{
	if (since > op->version[0])
		out_format(out, "; since version %d", since);
	if (until && until != LATEST)
		out_format(out, "; until version %d", until);
}

static const char *
type_name(enum attribute_type type)
{
	static const char *const name[] = {
		[ATTRIBUTE_INT] = "INT",
		[ATTRIBUTE_FLOAT] = "FLOAT",
		[ATTRIBUTE_STRING] = "STRING",
		[ATTRIBUTE_INTS] = "INTS",
		[ATTRIBUTE_FLOATS] = "FLOATS",
		[ATTRIBUTE_STRINGS] = "STRINGS",
	};

	return name[type];
}

/* The values that an INT, or each of INTS, may have. */
static void
put_values(struct out *out, const struct attribute_rule *rule)
{
	if (rule->type != ATTRIBUTE_INT && rule->type != ATTRIBUTE_INTS)
		return;
	if (rule->minimum < rule->maximum && rule->minimum == rule->maximum - 1)
		out_format(
			out, "; %" PRId64 " or %" PRId64, rule->minimum, rule->maximum);
	else
		out_format(out, "; %" PRId64 " or more", rule->minimum);
}

static void
put_attribute(struct out *out, const struct op *op, const struct attribute_rule *rule)
{
	out_format(out, "    %-18s %-6s  ", rule->name, type_name(rule->type));
	if (rule->required)
		out_text(out, "required");
	else
		out_format(out, "default %s", rule->initial);
	put_values(out, rule);
	put_range(out, op, rule->since, rule->until);
	out_format(out, "\n        %s\n", rule->summary);
	if (!rule->choice)
		return;
	out_text(out, "        one of");
	for (const char *const *choice = rule->choice; *choice; choice++)
		out_format(out, "%s %s", choice == rule->choice ? "" : ",", *choice);
	out_text(out, "\n");
}

/* The types that an input may have in place of the operation's. */
static void
put_own_dtypes(struct out *out, const struct op *op, const struct input_rule *rule)
{
	int first = op->version[0];

	if (rule->since > first)
		first = rule->since;
	out_text(out, "; of a type of its own");
	if (rule->dtype->since > first) {
		first = rule->dtype->since;
		out_format(out, ", since version %d", first);
	}
	out_text(out, ": ");
	put_dtypes(out, rule->dtype, first);
}

static void
put_input(struct out *out, const struct op *op, const struct input_rule *rule)
{
	out_format(out, "    %-18s %s", rule->name, rule->summary);
	if (rule->optional)
		out_text(out, "; optional");
	if (rule->constant)
		out_text(out, "; a constant");
	if (rule->own_dtype)
		out_format(out, " of %s", own_dtype_words[rule->own_dtype]);
	if (rule->dtype)
		put_own_dtypes(out, op, rule);
	if (rule->variadic)
		out_text(out, "; a list of one or more");
	if (rule->former)
		out_format(
			out, "; named %s before version %d", rule->former, rule->renamed);
	put_range(out, op, rule->since, rule->until);
	out_text(out, "\n");
}

static void
put_output(struct out *out, const struct op *op, const struct output_rule *rule)
{
	bool bare = !rule->summary && !rule->dtype;

	out_format(out, bare ? "    %s" : "    %-18s ", rule->name);
	out_text(out, rule->summary ? rule->summary : "");
	if (rule->dtype)
		out_format(out, "%sof %s", rule->summary ? "; " : "",
			dtype_info[rule->dtype].name);
	if (rule->optional)
		out_text(out, "; optional");
	if (rule->variadic)
		out_format(out, "; as many as are asked for: %s_0, %s_1 ...", rule->name,
			rule->name);
	put_range(out, op, rule->since, rule->until);
	out_text(out, "\n");
}

static void
put_op(struct out *out, const struct op *op)
{
	out_format(out, "%s of %s%s: %s\n", op->name, op->domain,
		op->default_domain ? "" : " (to be named as domain)", op->summary);
	if (op->has_opset) {
		out_text(out, "  versions: ");
		put_versions(out, op);
		out_text(out, "\n");
	}
	out_text(out, "  element types: ");
	put_dtypes(out, op->dtype, op->version[0]);
	out_text(out, "\n  inputs:\n");
	for (const struct input_rule *rule = op->input; rule->name; rule++)
		put_input(out, op, rule);
	out_text(out, "  outputs:\n");
	for (const struct output_rule *rule = op->output; rule->name; rule++)
		put_output(out, op, rule);
	if (!op->attribute->name)
		return;
	out_text(out, "  attributes:\n");
	for (const struct attribute_rule *rule = op->attribute; rule->name; rule++)
		put_attribute(out, op, rule);
}

/* Characters of what put_versions() puts. */
static int
versions_width(const struct op *op)
{
	int width = 0;

	for (const int *version = op->version; op->has_opset && *version; version++)
		width += (version == op->version ? 0 : 2) +
			 snprintf(NULL, 0, "%d", *version);
	return width;
}

void
describe_list(struct out *out)
{
	int name = 0, domain = 0, versions = 0;

	for (size_t i = 0; i < nop; i++) {
		name = (int)max_of(name, (int64_t)strlen(op_table[i]->name));
		domain = (int)max_of(domain, (int64_t)strlen(op_table[i]->domain));
		versions = (int)max_of(versions, versions_width(op_table[i]));
	}
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];

		out_format(out, "%-*s  %-*s  ", name, op->name, domain, op->domain);
		if (op->has_opset)
			put_versions(out, op);
		out_format(out, "%*s", versions - versions_width(op) + 2, "");
		put_dtypes(out, op->dtype, op->version[0]);
		out_text(out, "\n");
	}
}

/* Whether a name means an op: "Conv", or with its domain "ai.onnx:Conv". */
static bool
is_named(const struct op *op, const char *name)
{
	const char *colon = strrchr(name, ':');
	size_t size = colon ? (size_t)(colon - name) : 0;

	if (!colon)
		return !strcmp(op->name, name);
	return strlen(op->domain) == size && !strncmp(op->domain, name, size) &&
	       !strcmp(op->name, colon + 1);
}

bool
describe_op(struct out *out, const char *name, struct arena *arena)
{
	struct choices words = {.nword = 0};
	bool found = false;

	for (size_t i = 0; i < nop; i++) {
		choices_add(&words, op_table[i]->name);
		if (!is_named(op_table[i], name))
			continue;
		if (found)
			out_text(out, "\n");
		put_op(out, op_table[i]);
		found = true;
	}
	if (!found)
		complain("--describe: expected %s, got %s%s",
			choices_list(&words, "or", arena), quoted(name, arena),
			choices_offer(&words, name, arena));
	return found;
}
