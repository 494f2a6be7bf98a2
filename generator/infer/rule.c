#include "infer/rule.h"

#include "infer/tables.h"

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

const struct rule *
rule_of(enum model_kind kind, const struct model_node *node)
{
	static const struct rules *const tables[] = {
		[MODEL_ONNX] = &onnx_rules,
		[MODEL_TENSORFLOW] = &tensorflow_rules,
		[MODEL_OPENVINO] = &openvino_rules,
	};
	const struct rules *rules = tables[kind];
	size_t from = 0, to = rules->nrule;

	if (!node->domain || !node->op.size)
		return NULL;
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
