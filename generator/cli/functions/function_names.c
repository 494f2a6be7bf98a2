#include "cli/functions/function_names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/complain.h"
#include "base/paths.h"
#include "cli/options/options.h"
#include "diag/names.h"
#include "diag/source.h"
#include "emit/interface.h"
#include "spec/spec.h"

/* A copy, sorted. */
static struct named *
sort_named(const struct named *named, size_t n,
	int (*compare)(const void *, const void *), struct arena *arena)
{
	struct named *copy = arena_copy(arena, named, n, sizeof *copy);

	qsort(copy, n, sizeof *copy, compare);
	return copy;
}

static int
compare_names(const void *a, const void *b)
{
	const struct named *named_a = a, *named_b = b;
	int order = strcmp(named_a->node->name, named_b->node->name);

	if (order)
		return order;
	return (named_a->source > named_b->source) - (named_a->source < named_b->source);
}

static enum status
check_names(const struct named *all, size_t n, struct arena *arena)
{
	const struct named *named = sort_named(all, n, compare_names, arena);
	enum status status = STATUS_DONE;

	for (size_t i = 1; i < n; i++) {
		const struct named *first = &named[i - 1], *second = &named[i];

		if (first->source == second->source ||
			strcmp(first->node->name, second->node->name) != 0)
			continue;
		source_error(second->source,
			place_member(second->node->where, "name", arena),
			"name: '%s' is a function of %s already", second->node->name,
			first->source->path);
		status = STATUS_REFUSED;
	}
	return status;
}

/* The header's macros spell a function's name in capitals. */
static int
compare_capitals(const void *a, const void *b)
{
	const struct named *named_a = a, *named_b = b;

	return strcasecmp(named_a->node->name, named_b->node->name);
}

static bool
is_capital(const char *text)
{
	return !text[strcspn(text, "abcdefghijklmnopqrstuvwxyz")];
}

/* Whether a node has an operand of that name, letter case aside. */
static bool
has_operand(const struct node *node, const char *name)
{
	if (!strcasecmp(name, "Y") || !strcasecmp(name, "output"))
		return true;
	for (size_t i = 0; i < node->ninput; i++)
		if (!strcasecmp(name, node->input[i].name))
			return true;
	return false;
}

/* The node of that name, letter case aside, or NULL. The nodes are sorted by
   compare_capitals. */
static const struct named *
find_named(const char *name, const struct named *named, size_t nnamed)
{
	struct node node = {.name = name};

	return bsearch(&(struct named){&node, NULL}, named, nnamed, sizeof *named,
		compare_capitals);
}

/* The node that has a macro of that name for itself (A_PACKED_SIZE, for node "a"), or
   NULL. The C file has the last of them. */
static const struct node *
find_own_macro(const char *name, bool in_header, const struct named *named, size_t nnamed,
	struct arena *arena)
{
	static const char *const macro[] = {"_PACKED_SIZE", "_PARTS", "_WORKSPACE_SIZE",
		"_WORKSPACE_ALIGNMENT", "_CONSTANTS_SIZE", "_CONSTANTS_ALIGNMENT",
		"_CONSTANTS_ATTRIBUTE"};
	size_t n = sizeof macro / sizeof *macro, length = strlen(name);

	for (size_t i = in_header ? 0 : n - 1; i < n && is_capital(name); i++) {
		const struct named *owner = NULL;

		if (path_ends_in(name, macro[i]))
			owner = find_named(
				arena_copy_text(arena, name, length - strlen(macro[i])),
				named, nnamed);
		if (owner)
			return owner->node;
	}
	return NULL;
}

/* The node whose operand's macro has that name (A_Y_SIZE, for node "a"), or NULL. */
static const struct node *
find_macro_owner(
	const char *name, const struct named *named, size_t nnamed, struct arena *arena)
{
	static const char *const macro[] = {"_RANK", "_SHAPE", "_SIZE"};
	const char *last = strrchr(name, '_');
	char *operand, *stem;
	const struct named *owner;
	size_t i = 0;

	while (last && i < 3 && strcmp(last, macro[i]) != 0)
		i++;
	if (!last || i == 3 || !is_capital(name))
		return NULL;
	stem = arena_copy_text(arena, name, (size_t)(last - name));
	operand = strrchr(stem, '_');
	if (!operand)
		return NULL;
	*operand++ = '\0';
	owner = find_named(stem, named, nnamed);
	return owner && has_operand(owner->node, operand) ? owner->node : NULL;
}

static enum status
check_macros(const struct named *all, size_t n, const struct options *options,
	struct arena *arena)
{
	const struct named *named = sort_named(all, n, compare_capitals, arena);
	bool capital = is_capital(options->prefix);
	bool in_header = options->header != NULL;
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < n; i++) {
		const struct node *node = named[i].node;
		const struct place *where = place_member(node->where, "name", arena);
		const struct node *owner =
			capital && in_header
				? find_macro_owner(node->name, named, n, arena)
				: NULL;
		bool alike =
			in_header && i > 0 && !compare_capitals(&named[i - 1], &named[i]);

		if (!owner && capital)
			owner = find_own_macro(node->name, in_header, named, n, arena);

		if (alike)
			source_error(named[i].source, where,
				"name: '%s' and '%s' would have the same macros in the "
				"header",
				named[i - 1].node->name, node->name);
		if (owner)
			source_error(named[i].source, where,
				"name: '%s' is a macro of '%s' in the %s", node->name,
				owner->name, in_header ? "header" : "C file");
		if (alike || owner)
			status = STATUS_REFUSED;
	}
	return status;
}

static enum status
check_prefixed(const char *prefix, const char *name, struct arena *arena)
{
	const char *refusal = name_refusal(arena_format(arena, "%s%s", prefix, name));

	if (!refusal)
		return STATUS_DONE;
	complain("--prefix: '%s' with '%s' makes a name that %s", prefix, name, refusal);
	return STATUS_USAGE;
}

static enum status
check_prefix(const struct named *named, size_t n, const char *prefix, struct arena *arena)
{
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < n && status == STATUS_DONE; i++)
		status = check_prefixed(prefix, named[i].node->name, arena);
	return status;
}

enum status
function_names_check(const struct named *named, size_t n, const struct options *options,
	struct arena *arena)
{
	enum status status = check_names(named, n, arena);

	status = status_worse(status, check_macros(named, n, options, arena));
	return status_worse(status, check_prefix(named, n, options->prefix, arena));
}

/* What macros begin with, letter case aside, and whose they are. */
struct stem {
	const char *text;
	const struct named *owner;
};

struct stems {
	struct stem *stem;
	size_t n;
	struct arena *arena;
};

static void
add_stem(struct stems *s, const struct named *owner, const char *name)
{
	s->stem = arena_grow(s->arena, s->stem, s->n, sizeof *s->stem);
	s->stem[s->n++] = (struct stem){
		arena_format(s->arena, "%s_%s", owner->node->name, name), owner};
}

static void
add_stems(struct stems *s, const struct named *owner, const struct schedule *schedule)
{
	struct interface_argument argument = {.next = 0};

	while (interface_next(schedule, ENTRY_WHOLE, &argument))
		if (argument.operand)
			add_stem(s, owner, argument.operand->name);
	if (interface_has_workspace(schedule))
		add_stem(s, owner, "workspace");
	if (interface_has_constants(schedule))
		add_stem(s, owner, "constants");
	if (interface_packs(schedule))
		add_stem(s, owner, "packed");
}

static int
compare_stems(const void *a, const void *b)
{
	const struct stem *stem_a = a, *stem_b = b;
	int order = strcasecmp(stem_a->text, stem_b->text);

	return order ? order
		     : (stem_a->owner > stem_b->owner) - (stem_a->owner < stem_b->owner);
}

enum status
operand_macros_check(const struct named *named, const struct schedule *const *schedule,
	size_t n, struct arena *arena)
{
	struct stems s = {.arena = arena};
	enum status status = STATUS_DONE;

	for (size_t i = 0; i < n; i++)
		add_stems(&s, &named[i], schedule[i]);
	qsort(s.stem, s.n, sizeof *s.stem, compare_stems);
	for (size_t i = 1; i < s.n; i++) {
		const struct named *first = s.stem[i - 1].owner;
		const struct named *second = s.stem[i].owner;

		if (first == second ||
			strcasecmp(s.stem[i - 1].text, s.stem[i].text) != 0)
			continue;
		source_error(second->source,
			place_member(second->node->where, "name", arena),
			"name: '%s' and '%s' would have the same macros in the header: "
			"those of '%s'",
			first->node->name, second->node->name, s.stem[i].text);
		status = STATUS_REFUSED;
	}
	return status;
}
