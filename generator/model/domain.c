#include "model/domain.h"

#include "ops/op.h"

const char *
domain_of_op(struct bytes domain, struct bytes op)
{
	/* Files of ONNX have no operations of the other formats' domains. */
	for (size_t i = 0; i < nop && bytes_are(domain, "com.microsoft"); i++)
		if (bytes_are(op, op_table[i]->name) &&
			bytes_are(domain, op_table[i]->domain))
			return op_table[i]->domain;
	return NULL;
}
