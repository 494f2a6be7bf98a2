#include "network/name.h"

#include "base/arena.h"
#include "diag/last_part.h"
#include "diag/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A text and its name in C. */
struct name {
	const char *text, *name;
	size_t index;
};

static int
compare_names(const void *a, const void *b)
{
	const struct name *one = *(const struct name *const *)a;
	const struct name *other = *(const struct name *const *)b;
	int order = strcasecmp(one->name, other->name);

	return order ? order : (one->index > other->index) - (one->index < other->index);
}

static void
append_index(struct name *name, struct arena *arena)
{
	name->name =
		name_from_text(name->name, strlen(name->name), (long)name->index, arena);
}

/* Of equal names, all but the first get an index appended, until no two are equal, not
   even in capitals, as in the header's macros. */
static void
tell_apart(struct name *name, size_t n, struct arena *arena)
{
	struct arena own = {0};
	struct name **sorted = arena_array(&own, struct name *, n);
	bool alike;

	for (size_t i = 0; i < n; i++)
		sorted[i] = &name[i];
	do {
		alike = false;
		qsort(sorted, n, sizeof(struct name *), compare_names);
		for (size_t i = n; i-- > 1;) {
			if (strcasecmp(sorted[i - 1]->name, sorted[i]->name) != 0)
				continue;
			append_index(sorted[i], arena);
			alike = true;
		}
	} while (alike);
	arena_free(&own);
}

/* Makes legal names from texts, no two of them equal. */
static void
make_names(struct name *name, size_t n, struct arena *arena)
{
	for (size_t i = 0; i < n; i++) {
		name[i].name =
			name_from_text(name[i].text, strlen(name[i].text), -1, arena);
		name[i].index = i;
	}
	tell_apart(name, n, arena);
}

static int
compare_with_text(const void *text, const void *name)
{
	return strcmp(text, *(const char *const *)name);
}

static int
compare_texts(const void *a, const void *b)
{
	return compare_with_text(*(const char *const *)a, b);
}

/* Notes which of the sorted names begin a name, up to a '_' and a letter. */
static void
note_beginnings(const char *name, const char *const *sorted, size_t n, bool *begins,
	struct arena *arena)
{
	char *text = arena_copy_text(arena, name, strlen(name));

	for (char *at = text + strlen(text); at-- > text;) {
		const char *const *found;

		if (*at != '_' || !isalpha((unsigned char)at[1]))
			continue;
		*at = '\0';
		found = bsearch(text, sorted, n, sizeof *sorted, compare_with_text);
		if (found)
			begins[found - sorted] = true;
	}
}

/* A step's functions and constants are named after it, as "a_part_0" after "a", which
   could be the name of another step. So a name that begins another one gets its index
   appended. Gives whether there was one. */
static bool
end_names(struct name *name, size_t n, struct arena *arena)
{
	struct arena own = {0};
	const char **sorted = arena_array(&own, const char *, n);
	bool *begins = arena_array(&own, bool, n), any = false;

	for (size_t i = 0; i < n; i++)
		sorted[i] = name[i].name;
	qsort(sorted, n, sizeof *sorted, compare_texts);
	for (size_t i = 0; i < n; i++)
		note_beginnings(name[i].name, sorted, n, begins, &own);
	for (size_t i = 0; i < n; i++) {
		const char *const *at = bsearch(
			name[i].name, sorted, n, sizeof *sorted, compare_with_text);

		if (!begins[at - sorted])
			continue;
		append_index(&name[i], arena);
		any = true;
	}
	arena_free(&own);
	return any;
}

/* Whether an operand before one, or an output, has a name. */
static bool
is_taken(const struct plan *plan, size_t before, const char *name)
{
	for (size_t i = 0; i < before; i++)
		if (!strcmp(plan->operand[i].name, name))
			return true;
	for (size_t i = 0; i <= plan->nmore; i++)
		if (!strcmp(plan_output(plan, i)->name, name))
			return true;
	return false;
}

/* A name from the file, in quotes, safe in a comment of C: it neither begins nor ends
   one, and holds no trigraph, one of which is a backslash. */
static const char *
title_of(const char *name, struct arena *arena)
{
	static const char *const pair[] = {"*/", "/*", "??"};
	struct arena own = {0};
	const char *text = quoted(name, &own);
	char *title = arena_copy_text(arena, text, strlen(text));

	arena_free(&own);

	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++)
		for (char *at = title; (at = strstr(at, pair[i]));)
			at[1] = ' ';
	return title;
}

/* What a step is named after. */
static const char *
name_of(const struct node *node, const struct tensor *tensor)
{
	size_t k = 0;

	while (k < node->nresult && node->result[k] == NO_TENSOR)
		k++;
	if (node->name)
		return node->name;
	return k < node->nresult ? tensor[node->result[k]].name : "node";
}

struct step_name *
network_name_steps(const struct spec *spec, struct arena *arena)
{
	size_t n = spec->nnode;
	struct step_name *made = arena_array(arena, struct step_name, n);
	struct arena own = {0};
	struct name *name = arena_array(&own, struct name, n);
	const char **whole = arena_array(&own, const char *, n), **last;

	for (size_t i = 0; i < n; i++)
		whole[i] = name_of(&spec->node[i], spec->tensor);
	last = last_parts(whole, n, &own);
	for (size_t i = 0; i < n; i++)
		name[i].text = last[i];
	make_names(name, n, arena);
	while (end_names(name, n, arena))
		tell_apart(name, n, arena);
	for (size_t i = 0; i < n; i++) {
		const struct node *node = &spec->node[i];
		const char *title = node->title ? node->title : whole[i];

		made[i].name = name[i].name;
		made[i].title =
			strcmp(title, made[i].name) != 0 ? title_of(title, arena) : NULL;
	}
	arena_free(&own);
	return made;
}

const char *
network_step_name(const struct network *network, const struct network_step *step,
	struct arena *arena)
{
	return arena_format(arena, "%s_%s", network->graph->function.name, step->name);
}

const char *
network_join_titles(const struct network_step *from, const struct network_step *to,
	struct arena *arena)
{
	const char *second = arena_format(arena, " + %s", to->plan->op);

	if (from->last_named == to->first_named) {
		second = strstr(second + 1, " + ");
		if (!second)
			return from->plan->op;
	}
	return arena_format(arena, "%s%s", from->plan->op, second);
}

void
network_name_operands(struct plan *plan, struct arena *arena)
{
	for (size_t i = 0; i < plan->noperand; i++) {
		const char *name = plan->operand[i].name;

		for (size_t n = i; is_taken(plan, i, name); n += MAX_OPERAND)
			name = arena_format(arena, "x%zu", n);
		plan->operand[i].name = name;
	}
}

/* The graph's named tensors, each once. */
struct listed {
	size_t *tensor, n;
	size_t nargument; /* the first ones */
	bool *there;      /* by tensors */
};

static void
list_tensor(struct listed *l, const struct tensor *tensor, size_t number)
{
	if (tensor[number].name && !l->there[number])
		l->tensor[l->n++] = number;
	l->there[number] = true;
}

/* The arguments come first, so that their names do not depend on other tensors. */
static struct listed
list_tensors(
	const struct network *network, const struct tensor *tensor, struct arena *arena)
{
	const struct graph *graph = network->graph;
	struct listed l = {.tensor = arena_array(arena, size_t, network->ntensor + 1),
		.there = arena_array(arena, bool, network->ntensor + 1)};

	for (size_t i = 0; i < graph->function.ninput; i++)
		list_tensor(&l, tensor, graph->function.input[i].tensor);
	for (size_t i = 0; i < graph->noutput; i++)
		list_tensor(&l, tensor, graph->output[i]);
	l.nargument = l.n;
	for (size_t i = 0; i < network->ntensor; i++)
		list_tensor(&l, tensor, i);
	return l;
}

static uint64_t
hash_name(const char *name)
{
	uint64_t hash = 0;

	for (; *name; name++)
		hash = hash * 31 + (uint64_t)tolower((unsigned char)*name);
	return hash;
}

/* Whether a tensor has a name, but for case; or an argument that is no tensor. */
static bool
is_name_of_tensor(
	struct tensor_names *names, const struct network *network, const char *name)
{
	for (size_t i = *hash_table_newest(&names->hash, hash_name(name)); i;
		i = names->hash.before[i - 1])
		if (!strcasecmp(network->tensor[names->tensor[i - 1]].operand.name, name))
			return true;
	return !strcasecmp(name, "workspace") || !strcasecmp(name, "constants");
}

const char *
network_free_name(struct tensor_names *names, const struct network *network,
	const char *name, struct arena *arena)
{
	for (; names->seen + 1 < network->ntensor; names->seen++) {
		const char *there = network->tensor[names->seen].operand.name;

		if (!there)
			continue;
		names->tensor =
			arena_grow(arena, names->tensor, names->n, sizeof *names->tensor);
		names->tensor[names->n] = names->seen;
		hash_table_add(&names->hash, hash_name(there), names->n++, arena);
	}
	while (is_name_of_tensor(names, network, name))
		name = arena_format(arena, "%s_", name);
	return name;
}

void
network_name_tensors(struct network *network, const struct tensor *tensor,
	bool takes_constants, struct arena *arena)
{
	struct arena own = {0};
	const struct listed l = list_tensors(network, tensor, &own);
	struct name *name = arena_array(&own, struct name, l.n + 2);
	const char **whole = arena_array(&own, const char *, l.n), **last;
	size_t kept = takes_constants ? 2 : 1;

	name[0].text = "workspace";
	name[1].text = "constants";
	for (size_t i = 0; i < l.n; i++)
		whole[i] = tensor[l.tensor[i]].name;
	last = last_parts(whole, l.n, &own);
	for (size_t i = 0; i < l.n; i++)
		name[kept + i].text = i < l.nargument ? whole[i] : last[i];
	make_names(name, kept + l.n, arena);
	for (size_t i = 0; i < network->ntensor; i++) {
		network->tensor[i].place = network->tensor[i].bytes_of = i;
		network->tensor[i].bytes =
			tensor[i].nelement * (int64_t)dtype_info[tensor[i].dtype].size;
		network->tensor[i].operand.name = "constant";
	}
	for (size_t i = 0; i < l.n; i++) {
		struct network_tensor *named = &network->tensor[l.tensor[i]];

		named->title = title_of(tensor[l.tensor[i]].name, arena);
		named->operand.name = name[kept + i].name;
	}
	arena_free(&own);
}
