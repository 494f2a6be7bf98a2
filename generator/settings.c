#include "settings.h"

#include <string.h>

#include "arena.h"
#include "names.h"
#include "words.h"

const char *const settings_name[] = {"target", "numerics", "unroll"};
const size_t nsettings_name = sizeof settings_name / sizeof settings_name[0];

static const char *const numerics_names[] = {
	[NUMERICS_DEFAULT] = "default",
	[NUMERICS_STRICT] = "strict",
	[NUMERICS_FMA] = "fma",
};

static const char *const unroll_names[] = {
	[UNROLL_AUTO] = "auto",
	[UNROLL_FULL] = "full",
	[UNROLL_WINDOW] = "window",
};

enum {
	NNUMERICS = NUMERICS_FMA + 1,
	NUNROLL = UNROLL_WINDOW + 1
};

static const char *
refusal(const char *name, const char *value, const char *const *word, size_t nword,
	struct arena *arena)
{
	struct words words = {0};

	for (size_t i = 0; i < nword; i++)
		words_add(&words, word[i]);
	return arena_format(arena, "%s: expected %s, got %s%s", name,
		words_list(&words, "or", arena), quoted(value, arena),
		words_offer(&words, value, arena));
}

/* The place of value among the words from first on, or nword. */
static size_t
find_word(const char *value, const char *const *word, size_t first, size_t nword)
{
	size_t i = first;

	while (i < nword && strcmp(word[i], value) != 0)
		i++;
	return i;
}

static const char *
set_target(struct settings *settings, const char *value, struct arena *arena)
{
	const struct target *target = target_find(value);
	const char **name;

	if (target) {
		settings->target = target;
		return NULL;
	}
	name = arena_array(arena, const char *, ntarget);
	for (size_t i = 0; i < ntarget; i++)
		name[i] = target_table[i].name;
	return refusal("target", value, name, ntarget, arena);
}

static const char *
set_numerics(struct settings *settings, const char *value, struct arena *arena)
{
	size_t i = find_word(value, numerics_names, NUMERICS_STRICT, NNUMERICS);

	if (i == NNUMERICS)
		return refusal("numerics", value, numerics_names + NUMERICS_STRICT,
			NNUMERICS - NUMERICS_STRICT, arena);
	settings->numerics = (enum numerics)i;
	return NULL;
}

static const char *
set_unroll(struct settings *settings, const char *value, struct arena *arena)
{
	size_t i = find_word(value, unroll_names, 0, NUNROLL);

	if (i == NUNROLL)
		return refusal("unroll", value, unroll_names, NUNROLL, arena);
	settings->unroll = (enum unroll)i;
	settings->has_unroll = true;
	return NULL;
}

bool
settings_has(const char *name)
{
	return find_word(name, settings_name, 0, nsettings_name) < nsettings_name;
}

const char *
settings_set(struct settings *settings, const char *name, const char *value,
	struct arena *arena)
{
	if (!strcmp(name, "target"))
		return set_target(settings, value, arena);
	if (!strcmp(name, "numerics"))
		return set_numerics(settings, value, arena);
	if (!strcmp(name, "unroll"))
		return set_unroll(settings, value, arena);
	return refusal("options", name, settings_name, nsettings_name, arena);
}

struct settings
settings_resolve(const struct settings *over, const struct settings *under)
{
	struct settings settings = *under;

	if (over->target)
		settings.target = over->target;
	if (over->numerics != NUMERICS_DEFAULT)
		settings.numerics = over->numerics;
	if (over->has_unroll) {
		settings.unroll = over->unroll;
		settings.has_unroll = true;
	}
	if (!settings.target)
		settings.target = target_find("generic");
	if (settings.numerics == NUMERICS_DEFAULT)
		settings.numerics =
			settings.target->has_fma ? NUMERICS_FMA : NUMERICS_STRICT;
	return settings;
}

const char *
numerics_name(enum numerics numerics)
{
	return numerics_names[numerics];
}

const char *
unroll_name(enum unroll unroll)
{
	return unroll_names[unroll];
}
