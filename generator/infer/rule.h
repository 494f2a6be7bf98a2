#ifndef OPGEN_INFER_RULE_H
#define OPGEN_INFER_RULE_H

#include "model/model.h"

struct op;
struct step;

/* The element type of an operation's first output. */
enum rule_dtype {
	RULE_INPUT_0, /* that of an input */
	RULE_INPUT_1,
	RULE_INPUT_2,
	RULE_BOOL,
	RULE_INT32,
	RULE_INT64,
	RULE_OWN,   /* set by the operation's function */
	RULE_TABLES /* of one of opgen's: what its tables say */
};

/* How the shapes of an operation's outputs follow from those of its inputs. */
struct rule {
	const char *op;                   /* NULL: opgen's, which has the name */
	void (*infer)(struct step *step); /* NULL: no shape is known */
	enum rule_dtype dtype;
	int detail; /* distinguishes operations with the same function */
};

/* The rules of operations of a format that opgen has not, sorted by op. */
struct rules {
	const struct rule *rule;
	size_t nrule;
};

/* The operation of opgen's that one of own_rules is of. */
const struct op *rule_op(const struct rule *own);

/* The rule of a node's operation, or NULL. */
const struct rule *rule_of(enum model_kind kind, const struct model_node *node);

#endif
