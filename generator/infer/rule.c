#include "infer/rule.h"

#include "infer/tables.h"
#include "ops/op.h"

#include <string.h>

static int
compare(struct bytes op, const char *name)
{
	size_t size = strlen(name);
	int order = memcmp(op.text, name, op.size < size ? op.size : size);

	if (order)
		return order;
	return op.size < size ? -1 : op.size > size;
}

const struct op *
rule_op(const struct rule *own)
{
	return op_table[own - own_rules];
}

static const struct rule *
own_rule(const struct model_node *node)
{
	for (size_t i = 0; i < nop; i++)
		if (bytes_are(node->op, op_table[i]->name) &&
			!strcmp(op_table[i]->domain, node->domain))
			return &own_rules[i];
	return NULL;
}

static const struct rule *
other_rule(const struct rules *rules, const struct model_node *node)
{
	size_t from = 0, to = rules->nrule;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		int order = compare(node->op, rules->rule[middle].op);

		if (order == 0)
			return rules->rule[middle].infer ? &rules->rule[middle] : NULL;
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	return NULL;
}

const struct rule *
rule_of(enum model_kind kind, const struct model_node *node)
{
	static const struct rules *const tables[] = {
		[MODEL_ONNX] = &onnx_rules,
		[MODEL_TENSORFLOW] = &tensorflow_rules,
		[MODEL_OPENVINO] = &openvino_rules,
	};
	const struct rule *own;

	if (!node->domain || !node->op.size)
		return NULL;
	own = own_rule(node);
	return own ? own : other_rule(tables[kind], node);
}
