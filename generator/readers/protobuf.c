#include "readers/protobuf.h"

#include <stdint.h>

#include "arena.h"

enum {
	/* A file takes at most this much, and for each of its bytes that many more. The
	   graphs of real models take up to 10 bytes for one, weights take 1. */
	BASE_MEMORY = 64 * 1024 * 1024,
	MEMORY_PER_BYTE = 16
};

void
protobuf_begin(struct protobuf *protobuf, size_t file_size, struct arena *arena)
{
	size_t most = (SIZE_MAX - BASE_MEMORY) / MEMORY_PER_BYTE;

	if (file_size > most)
		file_size = most;
	*protobuf = (struct protobuf){
		.arena = arena, .limit = BASE_MEMORY + file_size * MEMORY_PER_BYTE};
}

static void *
take(void *data, size_t size)
{
	struct protobuf *protobuf = data;

	if (size >= protobuf->limit - protobuf->used) {
		protobuf->exhausted = true;
		return NULL;
	}
	protobuf->used += size + 1;
	return arena_alloc(protobuf->arena, size + 1);
}

static void
leave(void *data, void *bytes)
{
	(void)data;
	(void)bytes;
}

const void *
protobuf_unpack(struct protobuf *protobuf, const ProtobufCMessageDescriptor *type,
	const void *bytes, size_t size)
{
	ProtobufCAllocator allocator = {take, leave, protobuf};

	return protobuf_c_message_unpack(type, &allocator, size, bytes);
}

const char *
protobuf_fault(const struct protobuf *protobuf)
{
	return protobuf->exhausted
		       ? arena_format(protobuf->arena,
				 "would take more than %zu MiB of memory, far more than "
				 "a file of its size has use for",
				 protobuf->limit / (1024 * 1024))
		       : "is not a well-formed message";
}

struct bytes
protobuf_bytes(ProtobufCBinaryData data)
{
	return (struct bytes){data.len ? (const char *)data.data : "", data.len};
}
