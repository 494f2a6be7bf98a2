#include "attribute.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arena.h"
#include "names.h"
#include "source.h"
#include "words.h"

static const char *
type_name(enum attribute_type type)
{
	static const char *const name[] = {
		[ATTRIBUTE_INT] = "an integer",
		[ATTRIBUTE_FLOAT] = "a real number",
		[ATTRIBUTE_STRING] = "a string",
		[ATTRIBUTE_INTS] = "a list of integers",
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
	struct words words = {.nword = 0};

	for (const char *const *choice = rule->choice; *choice; choice++) {
		if (!strcmp(*choice, attribute->s))
			return;
		words_add(&words, *choice);
	}
	source_error(source, attribute->where, "%s: expected %s, got %s%s", rule->name,
		words_list(&words, "or", arena), quoted(attribute->s, arena),
		words_offer(&words, attribute->s, arena));
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

void
attribute_check(const struct attribute *attribute, const struct attribute_rule *rule,
	const char *title, struct source *source, struct arena *arena)
{
	bool fits = attribute->type == rule->type ||
		    (attribute->type == ATTRIBUTE_INT && rule->type == ATTRIBUTE_FLOAT);

	if (!fits) {
		source_error(source, attribute->where, "%s: %s expects %s, got %s",
			rule->name, title, type_name(rule->type),
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
	}
}
