#include "model/tensorflow/operations.h"

#define ONE .is_list = false
#define LIST .is_list = true
#define OURS .is_ours = true
#define OUTPUTS(...) .output = {__VA_ARGS__}
#define OPERATION(op, attribute, outputs, infer, dtype, detail) \
	{.name = #op, .type = attribute, outputs},

static const struct tensorflow_operation operations[] = {
#include "model/tensorflow/operations.def"
};

const struct tensorflow_operation *
tensorflow_operation_find(struct bytes name)
{
	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
		if (bytes_are(name, operations[i].name))
			return &operations[i];
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
