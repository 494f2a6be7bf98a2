#include "ops/attribute.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/choices.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "diag/source.h"

static const char *
type_name(enum attribute_type type)
{
	static const char *const name[] = {
		[ATTRIBUTE_INT] = "an integer",
		[ATTRIBUTE_FLOAT] = "a real number",
		[ATTRIBUTE_STRING] = "a string",
		[ATTRIBUTE_INTS] = "a list of integers",
		[ATTRIBUTE_FLOATS] = "a list of real numbers",
		[ATTRIBUTE_STRINGS] = "a list of strings",
	};

	return name[type];
}

static bool
in_range(int64_t value, const struct attribute_rule *rule)
{
	return value >= rule->minimum && value <= rule->maximum;
}

static void
refuse_range(int64_t value, const struct attribute_rule *rule, const struct place *where,
	struct source *source, struct arena *arena)
{
	const char *wanted;

	if (rule->maximum - rule->minimum == 1)
		wanted = arena_format(
			arena, "%" PRId64 " or %" PRId64, rule->minimum, rule->maximum);
	else if (value < rule->minimum)
		wanted = arena_format(arena, "%" PRId64 " or more", rule->minimum);
	else
		wanted = arena_format(arena, "at most %" PRId64, rule->maximum);
	source_error(source, where, "%s: expected %s, got %" PRId64, rule->name, wanted,
		value);
}

/* Reports the first value of a list that is out of range; the list may be long. */
static void
check_list(const struct attribute *attribute, const struct attribute_rule *rule,
	struct source *source, struct arena *arena)
{
	size_t i = 0;

	while (i < attribute->nint && in_range(attribute->ints[i], rule))
		i++;
	if (i < attribute->nint)
		refuse_range(attribute->ints[i], rule,
			place_entry(attribute->where, i, arena), source, arena);
}

static void
check_choice(const struct attribute *attribute, const struct attribute_rule *rule,
	struct source *source, struct arena *arena)
{
	struct choices words = {.nword = 0};

	for (const char *const *choice = rule->choice; *choice; choice++) {
		if (!strcmp(*choice, attribute->s))
			return;
		choices_add(&words, *choice);
	}
	source_error(source, attribute->where, "%s: expected %s, got %s%s", rule->name,
		choices_list(&words, "or", arena), clipped(attribute->s, arena),
		choices_offer(&words, attribute->s, arena));
}

/* Every integer has a float32 near it, but not every other number. */
static void
check_float(const struct attribute *attribute, const struct attribute_rule *rule,
	struct source *source)
{
	if (attribute->type == ATTRIBUTE_INT || !isinf((float)attribute->f))
		return;
	source_error(source, attribute->where,
		"%s: expected a number that float32 can hold, got %g", rule->name,
		attribute->f);
}

/* A list of integers with a real number in it. */
static void
refuse_real(const struct attribute *attribute, const struct attribute_rule *rule,
	struct source *source, struct arena *arena)
{
	size_t i = 0;

	while (i + 1 < attribute->nfloat &&
		attribute->floats[i] == floor(attribute->floats[i]))
		i++;
	source_error(source, place_entry(attribute->where, i, arena),
		"%s: expected an integer, got a real number", rule->name);
}

/* Lists with so many numbers for each spatial axis. */
static const struct {
	const char *name;
	int each;
} of_axes[] = {{"kernel_shape", 1}, {"kernel", 1}, {"strides", 1}, {"dilations", 1},
	{"output_padding", 1}, {"output_shape", 1}, {"pads_begin", 1}, {"pads_end", 1},
	{"ksize", 1}, {"pads", 2}};

/* ", such as [2, 2]": the list that somebody may mean who writes a single number. */
static const char *
list_of(const struct attribute *attribute, const struct attribute_rule *rule,
	const struct operation *operation, struct arena *arena)
{
	const struct tensor *x = operation->input[0];
	/* TensorFlow's have a number for batch and channels, too. */
	bool whole = !strcmp(operation->op->domain, "tensorflow");
	int64_t value[2 * MAX_RANK];
	int n = 1;

	if (attribute->type != ATTRIBUTE_INT || rule->type != ATTRIBUTE_INTS)
		return "";
	for (size_t i = 0; i < sizeof of_axes / sizeof *of_axes; i++)
		if (x && x->rank > 2 && !strcmp(of_axes[i].name, rule->name))
			n = of_axes[i].each * (x->rank - 2) + 2 * whole;
	for (int i = 0; i < n; i++)
		value[i] = attribute->i;
	if (whole && n > 1)
		value[0] = value[n - 1] = 1;
	return arena_format(arena, ", such as %s", extents_text(value, (size_t)n, arena));
}

/* Reports an attribute's type or value that violates its rule. */
static void
check_value(const struct attribute *attribute, const struct attribute_rule *rule,
	const struct operation *operation, const char *title, struct source *source,
	struct arena *arena)
{
	bool fits =
		attribute->type == rule->type ||
		(attribute->type == ATTRIBUTE_INT && rule->type == ATTRIBUTE_FLOAT) ||
		(attribute->type == ATTRIBUTE_INTS && rule->type == ATTRIBUTE_FLOATS) ||
		(attribute->type == ATTRIBUTE_INTS && !attribute->nint &&
			rule->type == ATTRIBUTE_STRINGS);

	if (attribute->type == ATTRIBUTE_FLOATS && rule->type == ATTRIBUTE_INTS) {
		refuse_real(attribute, rule, source, arena);
		return;
	}
	if (!fits) {
		source_error(source, attribute->where, "%s: %s expects %s (%s)%s, got %s",
			rule->name, title, type_name(rule->type), rule->summary,
			list_of(attribute, rule, operation, arena),
			type_name(attribute->type));
		return;
	}
	switch (rule->type) {
	case ATTRIBUTE_INT:
		if (!in_range(attribute->i, rule))
			refuse_range(attribute->i, rule, attribute->where, source, arena);
		break;
	case ATTRIBUTE_INTS:
		check_list(attribute, rule, source, arena);
		break;
	case ATTRIBUTE_STRING:
		if (rule->choice)
			check_choice(attribute, rule, source, arena);
		break;
	case ATTRIBUTE_FLOAT:
		check_float(attribute, rule, source);
		break;
	case ATTRIBUTE_FLOATS:
	case ATTRIBUTE_STRINGS:
		break;
	}
}

/* Whether the operation's version has a rule's attribute. */
static bool
has_attribute(const struct operation *operation, const struct attribute_rule *rule)
{
	return rule->since <= operation->version && rule->until >= operation->version;
}

/* The rule of an attribute in the operation's version; if there is none, *later is the
   rule of the first later version that has it, or NULL. */
static const struct attribute_rule *
find_rule(const struct operation *operation, const char *name,
	const struct attribute_rule **later)
{
	const struct attribute_rule *rule = operation->op->attribute;

	*later = NULL;
	for (; rule->name; rule++) {
		if (strcmp(rule->name, name))
			continue;
		if (has_attribute(operation, rule))
			return rule;
		if (rule->since > operation->version && !*later)
			*later = rule;
	}
	return NULL;
}

static bool
op_has(const struct op *op, const char *name)
{
	const struct attribute_rule *rule = op->attribute;

	while (rule->name && strcmp(rule->name, name))
		rule++;
	return rule->name;
}

/* If no domain is given: the operation of the same name in another domain which has an
   attribute that this one lacks, and is probably meant. Or NULL. */
static const struct op *
meant_elsewhere(const struct node *node, const struct op *op)
{
	for (size_t i = 0; !node->domain && i < node->nattribute; i++) {
		const char *name = node->attribute[i].name;

		for (size_t k = 0; k < nop && !op_has(op, name); k++)
			if (!strcmp(op_table[k]->name, op->name) &&
				op_has(op_table[k], name))
				return op_table[k];
	}
	return NULL;
}

/* "; did you mean "auto_pad": "SAME_UPPER"?": the attribute that is offered, with the
   word of its own for the value; "" if there is none. */
static const char *
offer_pair(const struct attribute *attribute, const struct choices *alike,
	const struct operation *operation, struct arena *arena)
{
	size_t i = nearest_word(attribute->name, alike->word, alike->nword), n = 0, word;
	const struct attribute_rule *later, *rule;

	if (attribute->type != ATTRIBUTE_STRING || i == alike->nword)
		return "";
	rule = find_rule(operation, alike->word[i], &later);
	while (rule->choice && rule->choice[n])
		n++;
	word = nearest_word(attribute->s, rule->choice, n);
	return word == n ? ""
			 : arena_format(arena, "; did you mean \"%s\": \"%s\"?",
				   rule->name, rule->choice[word]);
}

/* A suggestion for an unknown attribute: one of the same type, by the word of another
   program. */
static const char *
offer_attribute(const struct attribute *attribute, const struct operation *operation,
	struct arena *arena)
{
	struct choices all = {.nword = 0}, alike = {.nword = 0};
	const char *offer;

	for (const struct attribute_rule *rule = operation->op->attribute; rule->name;
		rule++) {
		if (!has_attribute(operation, rule))
			continue;
		choices_add(&all, rule->name);
		if (rule->type == attribute->type)
			choices_add(&alike, rule->name);
	}
	offer = offer_pair(attribute, &alike, operation, arena);
	if (*offer)
		return offer;
	offer = choices_offer(&alike, attribute->name, arena);
	return *offer ? offer : choices_offer(&all, attribute->name, arena);
}

static void
refuse_unknown(const struct attribute *attribute, const struct attribute_rule *later,
	const struct operation *operation, const char *title, struct source *source,
	struct arena *arena)
{
	const struct op *elsewhere = meant_elsewhere(operation->node, operation->op);
	const struct attribute_rule *rule = operation->op->attribute;
	const struct place *where = place_key(attribute->where, arena);
	struct choices words = {.nword = 0};

	if (later) {
		source_error(source, where, "%s has no %s; it came with version %d",
			title, later->name, later->since);
		return;
	}
	for (; rule->name; rule++)
		if (has_attribute(operation, rule))
			choices_add(&words, rule->name);
	if (!words.nword) {
		source_error(source, where, "%s has no attributes, got %s", title,
			clipped(attribute->name, arena));
		return;
	}
	if (elsewhere && op_has(elsewhere, attribute->name))
		source_error(source, where,
			"%s of %s has no attribute %s; %s of %s has it: write "
			"\"domain\": \"%s\"",
			title, operation->op->domain, clipped(attribute->name, arena),
			elsewhere->name, elsewhere->domain, elsewhere->domain);
	else
		source_error(source, where, "%s has no attribute %s; it has %s%s", title,
			clipped(attribute->name, arena),
			choices_list(&words, "and", arena),
			offer_attribute(attribute, operation, arena));
}

static void
check_attribute(const struct attribute *attribute, struct operation *operation,
	const char *title, struct source *source, struct arena *arena)
{
	const struct attribute_rule *later;
	const struct attribute_rule *rule = find_rule(operation, attribute->name, &later);
	const struct attribute **kept;

	if (!rule) {
		refuse_unknown(attribute, later, operation, title, source, arena);
		return;
	}
	kept = &operation->attribute[rule - operation->op->attribute];
	if (*kept) {
		source_error(source, place_key(attribute->where, arena),
			"%s: given twice", rule->name);
		return;
	}
	*kept = attribute;
	check_value(attribute, rule, operation, title, source, arena);
}

void
attributes_check(const struct node *node, struct operation *operation, const char *title,
	struct source *source, struct arena *arena)
{
	const struct attribute_rule *rule = operation->op->attribute;
	bool whole = !node->partial && !meant_elsewhere(node, operation->op);

	for (size_t i = 0; i < node->nattribute; i++)
		check_attribute(&node->attribute[i], operation, title, source, arena);
	for (int i = 0; rule[i].name && whole; i++)
		if (rule[i].required && !operation->attribute[i] &&
			has_attribute(operation, &rule[i]))
			source_error(source,
				place_member(node->where, "attributes", arena),
				"attributes: %s needs %s", title, rule[i].name);
}
