#ifndef OPGEN_MODEL_PROTOBUF_LIMITS_H
#define OPGEN_MODEL_PROTOBUF_LIMITS_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

/* What unpacking a message takes, found without unpacking it. */
struct protobuf_memory {
	size_t memory;  /* bytes that unpacking takes at least */
	size_t payload; /* those of them for large fields, such as the elements of a
			   tensor */
	size_t outside; /* bytes of the message that are not payload */
};

/* Measures a message, whose type must not contain itself. Returns false when it is not
   well-formed; protobuf-c may still refuse a message for which this returns true. */
bool protobuf_measure(struct protobuf_memory *sum, const ProtobufCMessageDescriptor *type,
	const void *bytes, size_t size);

#endif
