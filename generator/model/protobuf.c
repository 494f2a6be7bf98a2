#include "model/protobuf.h"

#include <stdint.h>

#include "base/arena.h"
#include "model/protobuf_limits.h"

enum {
	/* What unpacking a file may take besides its payload: a base, and so many bytes
	   for each byte of the file that is not payload. Real graphs take up to 9 for
	   each, small ones more; malicious files take 80 and more. */
	BASE_MEMORY = 64 * 1024 * 1024,
	MEMORY_PER_BYTE = 10,
	/* The most of both together. The nodes that are made of the messages take as
	   much again, but MOST_NODES is reached before. */
	MOST_MEMORY = 144 * 1024 * 1024
};

void
protobuf_begin(struct protobuf *protobuf, size_t file_size, struct arena *arena)
{
	*protobuf = (struct protobuf){
		.arena = arena, .file_size = file_size, .base = BASE_MEMORY};
}

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Raises the limit for one more message. The payload of the first one is the file's;
   embedded messages, and further attempts to read the file, may copy each byte of it
   once more. */
static void
grant(struct protobuf *protobuf, const struct protobuf_memory *sum)
{
	size_t own = MOST_MEMORY, payload = sum->payload;

	if (sum->outside < MOST_MEMORY / MEMORY_PER_BYTE)
		own = least(own, protobuf->base + sum->outside * MEMORY_PER_BYTE);
	if (own > protobuf->allowance)
		protobuf->allowance = own;
	if (protobuf->begun) {
		payload = least(payload, protobuf->file_size);
		protobuf->file_size -= payload;
	}
	protobuf->begun = true;
	protobuf->payload += payload;
	protobuf->limit = protobuf->allowance + protobuf->payload;
}

static void *
take(void *data, size_t size)
{
	struct protobuf *protobuf = data;

	size_t left = protobuf->limit - protobuf->used, taken;

	if (size >= left || (taken = arena_size(size + 1)) > left) {
		protobuf->exhausted = true;
		return NULL;
	}
	protobuf->used += taken;
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
	struct protobuf_memory sum;

	if (!protobuf_measure(&sum, type, bytes, size))
		return NULL;
	grant(protobuf, &sum);
	if (sum.memory > protobuf->limit - protobuf->used) {
		protobuf->exhausted = true;
		return NULL;
	}
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
