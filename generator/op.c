#include "op.h"

#include <string.h>

const struct domain domain_table[] = {
	{"ai.onnx", 28, true},
	{"openvino", 2, false},
	{"tensorflow", 0, false},
};

const size_t ndomain = sizeof domain_table / sizeof domain_table[0];

#define OP(name) &op_##name,
const struct op *const op_table[] = {
#include "ops.def"
};
#undef OP

const size_t nop = sizeof op_table / sizeof op_table[0];

const struct domain *
domain_find(const char *name)
{
	if (!*name)
		name = "ai.onnx";
	for (size_t i = 0; i < ndomain; i++)
		if (!strcmp(domain_table[i].name, name))
			return &domain_table[i];
	return NULL;
}

const struct op *
op_find(const char *name, const char *domain)
{
	if (domain && !*domain)
		domain = "ai.onnx";
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];

		if (strcmp(op->name, name))
			continue;
		if (domain ? !strcmp(op->domain, domain) : op->default_domain)
			return op;
	}
	return NULL;
}

int
op_version(const struct op *op, int64_t opset)
{
	int newest = 0;

	for (const int *version = op->version; *version && *version <= opset; version++)
		newest = *version;
	return newest;
}
