#include "target/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"

const char *const settings_name[] = {
	"target", "numerics", "unroll", "kernel", "workspace", "parts"};
const size_t nsettings_name = sizeof settings_name / sizeof settings_name[0];

static const char *const unroll_names[] = {
	[UNROLL_AUTO] = "auto",
	[UNROLL_FULL] = "full",
	[UNROLL_WINDOW] = "window",
	[UNROLL_SMALL] = "small",
};

static const char *const workspace_names[] = {
	[WORKSPACE_DEFAULT] = "",
	[WORKSPACE_ARGUMENT] = "argument",
	[WORKSPACE_STATIC] = "static",
	[WORKSPACE_STACK] = "stack",
};

enum {
	NUNROLL = UNROLL_SMALL + 1,
	NWORKSPACE = WORKSPACE_STACK + 1
};

/* The index of a value among the words from first on, or nword. */
static size_t
find_word(const char *value, const char *const *word, size_t first, size_t nword)
{
	size_t i = first;

	while (i < nword && strcmp(word[i], value) != 0)
		i++;
	return i;
}

static bool
has_target(const struct target_list *list, const struct target *target)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->target[i] == target)
			return true;
	return false;
}

/* Sets targets from names separated by commas. */
static const char *
set_targets(struct settings *settings, const char *value, struct arena *arena)
{
	struct target_list list = {.n = 0};
	const char **name = arena_array(arena, const char *, ntarget + 1);
	const char *at = value;
	size_t length;

	for (;; at += length + 1) {
		const struct target *target;
		const char *word;

		length = strcspn(at, ",");
		word = arena_copy_text(arena, at, length);
		target = target_find(word);
		if (!target) {
			for (size_t i = 0; i < ntarget; i++)
				name[i] = target_table[i].name;
			name[ntarget] = "native";
			return choices_refusal("target", word, name, ntarget + 1, arena);
		}
		if (has_target(&list, target))
			return arena_format(
				arena, "target: %s is named twice", target->name);
		if (list.n && !list.target[list.n - 1]->machine)
			return arena_format(arena,
				"target: %s is what is left when no other "
				"can run, and comes last",
				list.target[list.n - 1]->name);
		list.target[list.n++] = target;
		if (!at[length])
			break;
	}
	settings->targets = list;
	return NULL;
}

static const char *
set_numerics(struct settings *settings, const char *value, struct arena *arena)
{
	size_t i = find_word(value, numerics_names, NUMERICS_STRICT, NNUMERICS);

	if (i == NNUMERICS)
		return choices_refusal("numerics", value,
			numerics_names + NUMERICS_STRICT, NNUMERICS - NUMERICS_STRICT,
			arena);
	settings->numerics = (enum numerics)i;
	return NULL;
}

static const char *
set_unroll(struct settings *settings, const char *value, struct arena *arena)
{
	size_t i = find_word(value, unroll_names, 0, NUNROLL);

	if (i == NUNROLL)
		return choices_refusal("unroll", value, unroll_names, NUNROLL, arena);
	settings->unroll = (enum unroll)i;
	settings->has_unroll = true;
	return NULL;
}

static const char *
set_workspace(struct settings *settings, const char *value, struct arena *arena)
{
	size_t i = find_word(value, workspace_names, WORKSPACE_ARGUMENT, NWORKSPACE);

	if (i == NWORKSPACE)
		return choices_refusal("workspace", value,
			workspace_names + WORKSPACE_ARGUMENT,
			NWORKSPACE - WORKSPACE_ARGUMENT, arena);
	settings->workspace = (enum workspace)i;
	return NULL;
}

static const char *
set_parts(struct settings *settings, const char *value, struct arena *arena)
{
	size_t digits = strspn(value, "0123456789");
	long parts =
		digits && digits < 10 && !value[digits] ? strtol(value, NULL, 10) : 0;

	if (parts < 1 || parts > MOST_PARTS)
		return arena_format(arena,
			"parts: expected a number from 1 to %d, got '%s'", MOST_PARTS,
			value);
	settings->parts = (size_t)parts;
	return NULL;
}

const char *
settings_word(const char *name, size_t i)
{
	if (!strcmp(name, "numerics") && i < NNUMERICS - NUMERICS_STRICT)
		return numerics_names[NUMERICS_STRICT + i];
	if (!strcmp(name, "unroll") && i < NUNROLL)
		return unroll_names[i];
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
		return set_targets(settings, value, arena);
	if (!strcmp(name, "numerics"))
		return set_numerics(settings, value, arena);
	if (!strcmp(name, "unroll"))
		return set_unroll(settings, value, arena);
	if (!strcmp(name, "workspace"))
		return set_workspace(settings, value, arena);
	if (!strcmp(name, "parts"))
		return set_parts(settings, value, arena);
	return choices_refusal("options", name, settings_name, nsettings_name, arena);
}

/* fma if every target that is named has it in hardware; the generic code that follows
   them has the same numerics. */
static enum numerics
default_numerics(const struct target_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (!list->target[i]->has_fma && (i == 0 || list->target[i]->machine))
			return NUMERICS_STRICT;
	return NUMERICS_FMA;
}

static void
resolve_targets(struct target_list *list)
{
	const struct target *generic = target_find("generic");

	if (!list->n || (list->n > 1 && !has_target(list, generic)))
		list->target[list->n++] = generic;
}

struct settings
settings_resolve(const struct settings *over, const struct settings *under)
{
	struct settings settings = *under;

	if (over->targets.n)
		settings.targets = over->targets;
	if (over->numerics != NUMERICS_DEFAULT)
		settings.numerics = over->numerics;
	if (over->has_unroll) {
		settings.unroll = over->unroll;
		settings.has_unroll = true;
	}
	if (over->kernel)
		settings.kernel = over->kernel;
	if (over->workspace)
		settings.workspace = over->workspace;
	if (over->parts)
		settings.parts = over->parts;
	settings.cuts_short = over->cuts_short;
	settings.drawn_layouts = over->drawn_layouts;
	settings.constants = over->constants;
	settings.section = over->section;
	settings.limits_stack = over->limits_stack;
	settings.max_stack = over->max_stack;
	settings.limits_workspace = over->limits_workspace;
	settings.max_workspace = over->max_workspace;
	settings.limits_code = over->limits_code;
	settings.code_size = over->code_size;
	settings.limits_constants = over->limits_constants;
	settings.max_constants = over->max_constants;
	resolve_targets(&settings.targets);
	if (settings.numerics == NUMERICS_DEFAULT)
		settings.numerics = default_numerics(&settings.targets);
	return settings;
}

enum numerics
numerics_of_sums(enum numerics numerics, const struct target *target)
{
	if (!numerics_tile(numerics))
		return numerics;
	return target->has_fma ? NUMERICS_FMA : NUMERICS_STRICT;
}

uint64_t
settings_stack(const struct settings *settings, uint64_t most)
{
	bool argument = settings->workspace == WORKSPACE_ARGUMENT;

	if (!settings->limits_stack || argument || settings->max_stack > most)
		return most;
	return settings->max_stack;
}

const char *
unroll_name(enum unroll unroll)
{
	return unroll_names[unroll];
}

const char *
workspace_name(enum workspace workspace)
{
	return workspace_names[workspace];
}
