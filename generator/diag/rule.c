#include "diag/rule.h"

#include <string.h>

#include "diag/place.h"

/* clang-format off */
const struct rule_row rule_table[NRULE] = {
	[RULE_TEXT]       = {"text", "The text of a file is what its format demands, within opgen's limits."},
	[RULE_FILE]       = {"file", "A file is one that opgen reads, and what it holds can be computed."},
	[RULE_NODE]       = {"node", "A node has the keys that it needs and no others, and its code fits the limits."},
	[RULE_NAME]       = {"name", "A name is a C identifier that nothing else has."},
	[RULE_OP]         = {"op", "An operation is one that opgen has."},
	[RULE_DOMAIN]     = {"domain", "A domain is one that has the operation."},
	[RULE_OPSET]      = {"opset", "An operator set has the operation."},
	[RULE_DTYPE]      = {"dtype", "An element type is one that the operation takes."},
	[RULE_INPUTS]     = {"inputs", "Inputs have the names, types and shapes that the operation needs."},
	[RULE_OUTPUTS]    = {"outputs", "Outputs are those that the operation has."},
	[RULE_ATTRIBUTES] = {"attributes", "Attributes have the names, types and values that the operation needs."},
	[RULE_OPTIONS]    = {"options", "Options have names and values that opgen knows."},
	[RULE_GRAPH]      = {"graph", "The nodes of a graph can be computed one after the other."},
	[RULE_MODEL]      = {"model", "A node of a model is one that opgen can compile."},
	[RULE_USAGE]      = {"usage", "The command line is one that opgen --help describes."},
	[RULE_MACHINE]    = {"machine", "Files can be read and written, and there is memory."},
	[RULE_BUG]        = {"bug", "opgen can prove the code that it has made."},
};
/* clang-format on */

enum {
	MAX_STEP = 5 /* of a place: {"graph": {"nodes": [{"attributes": ... */
};

/* The first steps of a place, from the whole text on; returns how many there are. */
static size_t
first_steps(const struct place *where, const struct place *step[MAX_STEP])
{
	size_t n;

	if (!where)
		return 0;
	n = first_steps(where->parent, step);
	if (n < MAX_STEP)
		step[n++] = where;
	return n;
}

static bool
is_member(const struct place *step, const char *key)
{
	return step->key && !step->at_key && !strcmp(step->key, key);
}

/* The rule of a node's member. */
static enum rule
rule_of_key(const char *key)
{
	if (!strcmp(key, "output"))
		return RULE_OUTPUTS;
	for (int rule = RULE_NAME; rule <= RULE_OPTIONS; rule++)
		if (!strcmp(key, rule_table[rule].code))
			return (enum rule)rule;
	return RULE_NODE;
}

enum rule
rule_of_place(const struct place *where)
{
	const struct place *step[MAX_STEP];
	size_t n = first_steps(where, step), i = 0;
	bool in_graph = n && is_member(step[0], "graph");

	if (in_graph)
		i++;
	if (n > i && is_member(step[i], "nodes"))
		i += 2;
	if (i >= n || step[i]->at_key || !step[i]->key)
		return in_graph && i < 3 ? RULE_GRAPH : RULE_NODE;
	return rule_of_key(step[i]->key);
}
