#ifndef OPGEN_MODEL_PROTOBUF_LIMITS_H
#define OPGEN_MODEL_PROTOBUF_LIMITS_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

/* What unpacking a message comes to, found out without doing it. */
struct protobuf_memory {
	size_t memory;  /* bytes that unpacking takes at least */
	size_t payload; /* those of them that are elements of large tensors or the like */
	size_t outside; /* bytes of the message that are none */
};

/* Looks through a message, whose type must not nest in itself. Returns false when it is
   not well-formed; when true, protobuf-c may yet find that it is not. */
bool protobuf_measure(struct protobuf_memory *sum, const ProtobufCMessageDescriptor *type,
	const void *bytes, size_t size);

#endif
