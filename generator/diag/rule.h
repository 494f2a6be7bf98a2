#ifndef OPGEN_DIAG_RULE_H
#define OPGEN_DIAG_RULE_H

#include <stddef.h>

struct place;

/* What a message is about: the code that programs know it by. */
enum rule {
	RULE_TEXT, /* no JSON, no XML; what the text says again, or beyond a limit */
	RULE_FILE, /* the file as a whole */
	RULE_NODE, /* a node's keys: one is unknown, or missing */
	RULE_NAME,
	RULE_OP,
	RULE_DOMAIN,
	RULE_OPSET,
	RULE_DTYPE,
	RULE_INPUTS,
	RULE_OUTPUTS,
	RULE_ATTRIBUTES,
	RULE_OPTIONS,
	RULE_GRAPH,
	RULE_MODEL, /* a place in a model */
	RULE_USAGE,
	RULE_MACHINE,
	RULE_BUG,
	NRULE
};

/* A rule's code, and what it says, as a sentence. */
struct rule_row {
	const char *code, *summary;
};

extern const struct rule_row rule_table[NRULE];

/* The rule of what is wrong at a place of a spec's text. */
enum rule rule_of_place(const struct place *where);

#endif
