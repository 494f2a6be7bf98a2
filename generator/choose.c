#include "choose.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "list_nodes.h"
#include "names.h"
#include "nodes.h"
#include "offer.h"
#include "options.h"
#include "out_file.h"
#include "source.h"

enum {
	NAMESAKE_LIMIT = 8 /* that a message lists */
};

/* Whether a node goes by what was typed: its name, FUNCTION/NAME, @OUTPUT. */
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

/* The number in "#3"; false when that is not what was typed. */
static bool
read_index(const char *typed, size_t *index)
{
	size_t n = strspn(typed + (typed[0] == '#'), "0123456789");

	if (typed[0] != '#' || !n || typed[1 + n] || n > 18)
		return false;
	*index = (size_t)strtoull(typed + 1, NULL, 10);
	return true;
}

/* What may be typed for a node, and what of it is compared with what was typed. */
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

/* A node's name, its number, and its output; of one in a function, which goes by both,
   the name alone is compared, too. */
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

/* "; did you mean '/up/Conv'?", or where to find what there is. */
static const char *
offer(const struct nodes *nodes, const char *typed, struct arena *arena)
{
	struct addresses addresses = {.arena = arena};
	size_t i;

	for (i = 0; i < nodes->ncandidate; i++)
		add_node(&addresses, nodes->model, nodes->candidate[i].index);
	i = nearest_name(typed + (typed[0] == '@'), addresses.key, addresses.n);
	if (i == addresses.n)
		return "; --list-nodes prints those there are";
	return arena_format(
		arena, "; did you mean %s?", quoted(addresses.address[i], arena));
}

/* A node that is none of opgen's goes by what was typed, or none at all does. */
static void
report_none(const struct nodes *nodes, const char *typed, struct arena *arena)
{
	const struct model *model = nodes->model;
	size_t index = SIZE_MAX;

	if (!read_index(typed, &index))
		for (size_t i = 0; i < model->nnode && index == SIZE_MAX; i++)
			if (goes_by(model, &model->node[i], typed))
				index = i;
	if (index < model->nnode)
		source_error(nodes->source, NULL,
			"--node: %s is a %s, which is no operation that opgen has",
			node_title(model, index, arena),
			clipped_bytes(model->node[index].op, arena));
	else if (index != SIZE_MAX)
		source_error(nodes->source, NULL,
			"--node: there is no node %s; the model has %zu, from #0 on",
			typed, model->nnode);
	else
		source_error(nodes->source, NULL, "--node: there is no node %s%s",
			quoted(typed, arena), offer(nodes, typed, arena));
}

static void
report_several(const struct nodes *nodes, const char *typed,
	const struct candidate *const *match, size_t nmatch, struct arena *arena)
{
	const char *list = "";

	for (size_t i = 0; i < nmatch && i < NAMESAKE_LIMIT; i++)
		list = arena_format(arena, "%s%s#%zu (%s)", list, i ? ", " : "",
			match[i]->index, match[i]->op->name);
	source_error(nodes->source, NULL,
		"--node: %zu nodes are called %s: %s%s; take one by its number", nmatch,
		quoted(typed, arena), list, nmatch > NAMESAKE_LIMIT ? ", ..." : "");
}

/* The one candidate that goes by what was typed; otherwise reports and returns NULL. */
static const struct candidate *
find(const struct nodes *nodes, const char *typed, struct arena *arena)
{
	const struct candidate **match =
		arena_array(arena, const struct candidate *, nodes->ncandidate);
	size_t nmatch = 0, index;
	bool by_index = read_index(typed, &index);

	for (size_t i = 0; i < nodes->ncandidate; i++) {
		const struct candidate *candidate = &nodes->candidate[i];
		const struct model_node *node = &nodes->model->node[candidate->index];

		if (by_index ? candidate->index == index
			     : goes_by(nodes->model, node, typed))
			match[nmatch++] = candidate;
	}
	if (nmatch == 1)
		return match[0];
	if (nmatch)
		report_several(nodes, typed, match, nmatch, arena);
	else
		report_none(nodes, typed, arena);
	return NULL;
}

static const struct candidate **
choose_named(const struct nodes *nodes, size_t *nchosen, struct arena *arena)
{
	const struct model_options *options = nodes->options;
	const struct candidate **chosen =
		arena_array(arena, const struct candidate *, options->nnode);
	bool good = true;

	for (size_t i = 0; i < options->nnode; i++) {
		chosen[i] = find(nodes, options->node[i], arena);
		good &= chosen[i] != NULL;
		for (size_t k = 0; chosen[i] && k < i; k++)
			if (chosen[k] == chosen[i]) {
				source_error(nodes->source, NULL,
					"--node: %s and %s are the same node",
					quoted(options->node[k], arena),
					quoted(options->node[i], arena));
				good = false;
			}
	}
	*nchosen = options->nnode;
	return good ? chosen : NULL;
}

/* All that are ready; the others are reported. */
static const struct candidate **
choose_all(struct nodes *nodes, size_t *nchosen, struct arena *arena)
{
	const struct candidate **chosen =
		arena_array(arena, const struct candidate *, nodes->ncandidate);
	size_t n = 0;

	nodes_try(nodes, arena);
	for (size_t i = 0; i < nodes->ncandidate; i++) {
		const struct candidate *candidate = &nodes->candidate[i];

		if (candidate->reason)
			nodes_report(nodes, candidate, candidate->reason, arena);
		else
			chosen[n++] = candidate;
	}
	*nchosen = n;
	return nodes_go_on(nodes, nodes->ncandidate - n, n) ? chosen : NULL;
}

static void
report_unchosen(const struct nodes *nodes)
{
	struct out out;

	if (!nodes->ncandidate)
		source_error(nodes->source, NULL,
			"the model has no node of an operation that opgen has; opgen "
			"--list prints those");
	else if (!nodes->nready)
		source_error(nodes->source, NULL,
			"none of the model's %zu nodes is ready to be compiled",
			nodes->ncandidate);
	else
		source_error(nodes->source, NULL,
			"%zu nodes are ready to be compiled; choose with --node, or take "
			"them with --all-nodes",
			nodes->nready);
	out_open_message(&out);
	list_nodes_table(nodes, &out);
	out_end_message(&out);
}

const struct candidate **
choose(struct nodes *nodes, size_t *nchosen, struct arena *arena)
{
	const struct candidate **chosen = arena_new(arena, const struct candidate *);

	if (nodes->options->nnode)
		return choose_named(nodes, nchosen, arena);
	if (nodes->options->all)
		return choose_all(nodes, nchosen, arena);
	*nchosen = 1;
	*chosen = nodes->candidate;
	if (nodes->ncandidate == 1)
		return chosen;
	nodes_try(nodes, arena);
	for (size_t i = 0; i < nodes->ncandidate; i++)
		if (!nodes->candidate[i].reason)
			*chosen = &nodes->candidate[i];
	if (nodes->nready == 1)
		return chosen;
	report_unchosen(nodes);
	return NULL;
}
