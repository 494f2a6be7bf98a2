#include "model/tensorflow/operations.h"

#include "ops/op.h"

#define ONE .is_list = false
#define LIST .is_list = true
#define CHECKED .is_checked = true
#define OUTPUTS(...) .output = {__VA_ARGS__}

#define OP(symbol, infer, detail)
#define TENSORFLOW_OP(symbol, attribute, outputs, infer, detail) \
	{.op = &op_##symbol, .type = attribute, outputs},

static const struct tensorflow_operation own[] = {
#include "ops/ops.def"
};

#define OPERATION(spelt, attribute, outputs, infer, dtype, detail) \
	{.name = #spelt, .type = attribute, outputs},

static const struct tensorflow_operation others[] = {
#include "model/tensorflow/operations.def"
};

const struct tensorflow_operation *
tensorflow_operation_find(struct bytes name)
{
	for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
		if (bytes_are(name, own[i].op->name))
			return &own[i];
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (bytes_are(name, others[i].name))
			return &others[i];
	return NULL;
}

int64_t
tensorflow_output(
	const struct tensorflow_operation *operation, struct bytes output, int64_t k)
{
	if (!operation || operation->is_list)
		return k;
	if (k > 0)
		return -1;
	if (!operation->output[0])
		return 0;
	for (int i = 0; i < TENSORFLOW_OUTPUTS && operation->output[i]; i++)
		if (bytes_are(output, operation->output[i]))
			return i;
	return -1;
}
