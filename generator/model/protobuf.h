#ifndef OPGEN_MODEL_PROTOBUF_H
#define OPGEN_MODEL_PROTOBUF_H

#include "model/model.h"

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The memory for the unpacked messages of one file, in bytes. A small file can need
   much: an empty node of two bytes takes 150. It comes from the arena, so
   protobuf_c_message_free_unpacked is not called. */
struct protobuf {
	struct arena *arena;
	size_t file_size; /* payload that may be copied once more */
	size_t base;      /* what any file may use */
	size_t allowance; /* what this file may use besides its payload */
	size_t payload;   /* payload unpacked so far */
	size_t limit;     /* allowance and payload */
	size_t used;
	bool begun;
	bool exhausted; /* the limit was exceeded */
};

void protobuf_begin(struct protobuf *protobuf, size_t file_size, struct arena *arena);

/* Unpacks a message, whose type must not be recursive, because protobuf-c recurses.
   Members of type bytes are followed by a NUL. Returns NULL if the bytes are no such
   message, or too much memory would be used. */
const void *protobuf_unpack(struct protobuf *protobuf,
	const ProtobufCMessageDescriptor *type, const void *bytes, size_t size);

/* Why the last call returned NULL, as the end of a message. */
const char *protobuf_fault(const struct protobuf *protobuf);

/* A member of type bytes; an absent one is empty. */
struct bytes protobuf_bytes(ProtobufCBinaryData data);

#endif
