#include "cli/lists/select.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "cli/lists/list_nodes.h"
#include "cli/options/options.h"
#include "deliver/out_file.h"
#include "diag/diagnostics.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/ready.h"

enum {
	NAMESAKE_LIMIT = 8 /* the most nodes that a message lists */
};

/* Whether what was typed means a node: its name, FUNCTION/NAME, @OUTPUT. */
static bool
goes_by(const struct model *model, const struct model_node *node, const char *typed)
{
	size_t nfunction = node->function.size;
	const char *name = typed + nfunction + 1;

	for (size_t i = 0; typed[0] == '@' && i < node->noutput; i++)
		if (node->output[i] != NO_VALUE &&
			bytes_are(model->value[node->output[i]].name, typed + 1))
			return true;
	if (!node->name.size)
		return false;
	if (!nfunction)
		return bytes_are(node->name, typed);
	return strlen(typed) > nfunction && typed[nfunction] == '/' &&
	       !memcmp(typed, node->function.text, nfunction) &&
	       bytes_are(node->name, name);
}

/* The number in "#3"; false if something else was typed. */
static bool
read_index(const char *typed, size_t *index)
{
	size_t n = strspn(typed + (typed[0] == '#'), "0123456789");

	if (typed[0] != '#' || !n || typed[1 + n] || n > 18)
		return false;
	*index = (size_t)strtoull(typed + 1, NULL, 10);
	return true;
}

/* All texts that mean some node, and the part of each to compare with what was typed. */
struct addresses {
	const char **key, **address;
	size_t n;
	struct arena *arena;
};

static void
add_address(struct addresses *addresses, const char *key, const char *address)
{
	size_t n = addresses->n++;

	addresses->key =
		arena_grow(addresses->arena, addresses->key, n, sizeof *addresses->key);
	addresses->address = arena_grow(
		addresses->arena, addresses->address, n, sizeof *addresses->address);
	addresses->key[n] = key;
	addresses->address[n] = address;
}

/* Adds a node's name, number and output; for a node in a function, also its name
   alone. */
static void
add_node(struct addresses *addresses, const struct model *model, size_t index)
{
	const struct model_node *node = &model->node[index];
	const struct value *output = node_output(model, node);
	struct arena *arena = addresses->arena;
	const char *number = arena_format(arena, "#%zu", index);

	if (node->name.size) {
		const char *address = node_address(node, arena).text;

		add_address(addresses, address, address);
		add_address(addresses, node->name.text, address);
	}
	if (output && output->name.size)
		add_address(addresses, output->name.text,
			arena_format(arena, "@%s", output->name.text));
	add_address(addresses, number + 1, number);
}

/* "; did you mean '/up/Conv'?", or how to list the nodes. */
static const char *
offer(const struct candidates *candidates, const char *typed, struct arena *arena)
{
	struct addresses addresses = {.arena = arena};
	size_t i;

	for (i = 0; i < candidates->ncandidate; i++)
		add_node(&addresses, candidates->model, candidates->candidate[i].index);
	i = nearest_name(typed + (typed[0] == '@'), addresses.key, addresses.n);
	if (i == addresses.n)
		return "; --list-nodes prints those there are";
	return arena_format(
		arena, "; did you mean %s?", quoted(addresses.address[i], arena));
}

/* Reports that what was typed means a node that opgen cannot compile, or none at all. */
static void
report_none(const struct candidates *candidates, const char *typed, struct arena *arena)
{
	const struct model *model = candidates->model;
	size_t index = SIZE_MAX;

	if (!read_index(typed, &index))
		for (size_t i = 0; i < model->nnode && index == SIZE_MAX; i++)
			if (goes_by(model, &model->node[i], typed))
				index = i;
	if (index < model->nnode)
		source_error(candidates->source, NULL,
			"--node: %s is a %s, which is no operation that opgen has",
			node_title(model, index, arena),
			clipped_bytes(model->node[index].op, arena));
	else if (index != SIZE_MAX)
		source_error(candidates->source, NULL,
			"--node: there is no node %s; the model has %zu, from #0 on",
			typed, model->nnode);
	else
		source_error(candidates->source, NULL, "--node: there is no node %s%s",
			quoted(typed, arena), offer(candidates, typed, arena));
}

static void
report_several(const struct candidates *candidates, const char *typed,
	const struct candidate *const *match, size_t nmatch, struct arena *arena)
{
	const char *list = "";

	for (size_t i = 0; i < nmatch && i < NAMESAKE_LIMIT; i++)
		list = arena_format(arena, "%s%s#%zu (%s)", list, i ? ", " : "",
			match[i]->index, match[i]->op->name);
	source_error(candidates->source, NULL,
		"--node: %zu nodes are called %s: %s%s; take one by its number", nmatch,
		quoted(typed, arena), list, nmatch > NAMESAKE_LIMIT ? ", ..." : "");
}

/* The only candidate meant by what was typed; otherwise reports and returns NULL. */
static const struct candidate *
find(const struct candidates *candidates, const char *typed, struct arena *arena)
{
	const struct candidate **match =
		arena_array(arena, const struct candidate *, candidates->ncandidate);
	size_t nmatch = 0, index;
	bool by_index = read_index(typed, &index);

	for (size_t i = 0; i < candidates->ncandidate; i++) {
		const struct candidate *candidate = &candidates->candidate[i];
		const struct model_node *node =
			&candidates->model->node[candidate->index];

		if (by_index ? candidate->index == index
			     : goes_by(candidates->model, node, typed))
			match[nmatch++] = candidate;
	}
	if (nmatch == 1)
		return match[0];
	if (nmatch)
		report_several(candidates, typed, match, nmatch, arena);
	else
		report_none(candidates, typed, arena);
	return NULL;
}

static const struct candidate **
select_named(const struct candidates *candidates, const struct model_options *options,
	size_t *nselected, struct arena *arena)
{
	const struct candidate **selected =
		arena_array(arena, const struct candidate *, options->nnode);
	bool good = true;

	for (size_t i = 0; i < options->nnode; i++) {
		selected[i] = find(candidates, options->node[i], arena);
		good &= selected[i] != NULL;
		for (size_t k = 0; selected[i] && k < i; k++)
			if (selected[k] == selected[i]) {
				source_error(candidates->source, NULL,
					"--node: %s and %s are the same node",
					quoted(options->node[k], arena),
					quoted(options->node[i], arena));
				good = false;
			}
	}
	*nselected = options->nnode;
	return good ? selected : NULL;
}

/* The table as notes, a node each, for programs. */
static void
put_notes(const struct candidates *candidates, struct arena *arena)
{
	for (size_t i = 0; i < candidates->ncandidate; i++) {
		const struct candidate *candidate = &candidates->candidate[i];
		struct place where = {
			.key = node_title(candidates->model, candidate->index, arena)};
		struct message message = {
			.severity = SEVERITY_NOTE,
			.rule = RULE_MODEL,
			.path = candidates->source->path,
			.where = &where,
			.text = candidate->reason ? candidate->reason
						  : "ready to be compiled",
		};

		diagnostics_put(stderr, &message);
	}
}

static void
report_unselected(const struct candidates *candidates, struct arena *arena)
{
	struct out out;

	if (!candidates->ncandidate)
		source_error(candidates->source, NULL,
			"the model has no node of an operation that opgen has; opgen "
			"--list prints those");
	else if (!candidates->nready)
		source_error(candidates->source, NULL,
			"none of the model's %zu nodes is ready to be compiled",
			candidates->ncandidate);
	else
		source_error(candidates->source, NULL,
			"%zu nodes are ready to be compiled; choose with --node, or take "
			"them with --all-nodes",
			candidates->nready);
	if (diagnostics_format() != DIAGNOSTICS_TEXT) {
		put_notes(candidates, arena);
		return;
	}
	out_open_message(&out);
	list_nodes_table(candidates, &out);
	out_end_message(&out);
}

const struct candidate **
select_candidates(struct candidates *candidates, const struct model_options *options,
	size_t *nselected, struct arena *arena)
{
	const struct candidate **selected = arena_new(arena, const struct candidate *);

	if (options->nnode)
		return select_named(candidates, options, nselected, arena);
	*nselected = 1;
	*selected = candidates->candidate;
	if (candidates->ncandidate == 1)
		return selected;
	candidates_try(candidates, arena);
	for (size_t i = 0; i < candidates->ncandidate; i++)
		if (!candidates->candidate[i].reason)
			*selected = &candidates->candidate[i];
	if (candidates->nready == 1)
		return selected;
	report_unselected(candidates, arena);
	return NULL;
}
