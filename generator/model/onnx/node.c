#include "model/onnx/node.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "model/domain.h"
#include "model/model.h"
#include "model/onnx/attribute.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/protobuf.h"

void
onnx_node(struct model_node *node, const Onnx__Node *message,
	const struct onnx_opset *opset, struct arena *arena)
{
	struct bytes domain = protobuf_bytes(message->domain);
	bool is_default = domain.size == 0 || bytes_are(domain, "ai.onnx");
	const char *own = domain_of_op(domain, protobuf_bytes(message->op_type));

	*node = (struct model_node){
		.name = protobuf_bytes(message->name),
		.function.text = "",
		.op = protobuf_bytes(message->op_type),
		.domain = is_default ? "ai.onnx" : own,
		/* com.microsoft has had one version. */
		.opset = is_default ? opset->version
			 : own      ? 1
				    : 0,
	};
	onnx_attributes(node, message, arena);
	if (node->name.size > 0 && memchr(node->name.text, '\0', node->name.size))
		node->fault = "has a NUL in its name";
	if (is_default && opset->fault)
		node->fault = opset->fault;
}
