#include "model/protobuf_limits.h"

#include <stdint.h>

#include "base/arena.h"

enum {
	DEPTH_LIMIT = 16, /* nested messages; the schemas have at most 8 */
	LARGE = 1024,     /* a field of so many bytes or more is payload */
	/* While protobuf-c unpacks a message, it keeps a note of each of its fields:
	   the first few on the stack, the others in tables, each twice as long as the
	   one before. */
	NOTES_ON_STACK = 16,
	NOTE_SIZE = 32
};

/* A message being scanned. */
struct frame {
	const ProtobufCMessageDescriptor *type;
	const unsigned char *end;
	size_t nfield; /* so far */
};

struct walk {
	struct protobuf_memory *sum;
	const unsigned char *at;
	struct frame frame[DEPTH_LIMIT];
	size_t nframe;
};

static bool
read_varint(struct walk *walk, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; shift < 64 + 6 && walk->at < end; shift += 7) {
		unsigned char byte = *walk->at++;

		if (shift < 64)
			*value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* The bytes of a field's value, without its length prefix; false if they exceed the
   message. */
static bool
read_length(struct walk *walk, const unsigned char *end, ProtobufCWireType wire,
	uint64_t *length)
{
	const unsigned char *began = walk->at;
	uint64_t value;

	switch (wire) {
	case PROTOBUF_C_WIRE_TYPE_VARINT:
		if (!read_varint(walk, end, &value))
			return false;
		*length = (uint64_t)(walk->at - began);
		walk->at = began;
		return true;
	case PROTOBUF_C_WIRE_TYPE_64BIT:
		*length = 8;
		break;
	case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
		if (!read_varint(walk, end, length))
			return false;
		break;
	case PROTOBUF_C_WIRE_TYPE_32BIT:
		*length = 4;
		break;
	default:
		return false;
	}
	return *length <= (uint64_t)(end - walk->at);
}

/* Bytes in memory of an element of a repeated field. */
static size_t
element_size(ProtobufCType type)
{
	switch (type) {
	case PROTOBUF_C_TYPE_INT64:
	case PROTOBUF_C_TYPE_SINT64:
	case PROTOBUF_C_TYPE_SFIXED64:
	case PROTOBUF_C_TYPE_UINT64:
	case PROTOBUF_C_TYPE_FIXED64:
	case PROTOBUF_C_TYPE_DOUBLE:
	case PROTOBUF_C_TYPE_STRING:
	case PROTOBUF_C_TYPE_MESSAGE:
		return 8;
	case PROTOBUF_C_TYPE_BYTES:
		return sizeof(ProtobufCBinaryData);
	default:
		return 4;
	}
}

/* The number of varints in a packed field. */
static size_t
count_varints(const unsigned char *bytes, size_t size)
{
	size_t n = 0;

	for (size_t i = 0; i < size; i++)
		n += bytes[i] < 0x80;
	return n;
}

/* Memory of a packed field. */
static size_t
packed_size(ProtobufCType type, const unsigned char *bytes, size_t size)
{
	switch (type) {
	case PROTOBUF_C_TYPE_FLOAT:
	case PROTOBUF_C_TYPE_DOUBLE:
	case PROTOBUF_C_TYPE_FIXED32:
	case PROTOBUF_C_TYPE_FIXED64:
	case PROTOBUF_C_TYPE_SFIXED32:
	case PROTOBUF_C_TYPE_SFIXED64:
		return size;
	default:
		return count_varints(bytes, size) * element_size(type);
	}
}

/* The bytes that protobuf.c takes from the arena for a request. */
static size_t
taken(size_t size)
{
	return arena_size(size + 1);
}

/* Memory of a field that is not a message. */
static void
add_leaf(struct walk *walk, const ProtobufCFieldDescriptor *field, ProtobufCWireType wire,
	size_t length)
{
	struct protobuf_memory *sum = walk->sum;
	bool in_bytes = wire == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED, repeated;
	size_t memory = 0;

	repeated = field && field->label == PROTOBUF_C_LABEL_REPEATED;
	if (!field)
		memory = sizeof(ProtobufCMessageUnknownField) + taken(length);
	else if (in_bytes && field->type == PROTOBUF_C_TYPE_BYTES)
		memory = length + (repeated ? element_size(field->type) : 0);
	else if (repeated && in_bytes)
		memory = packed_size(field->type, walk->at, length);
	else if (repeated)
		memory = element_size(field->type);
	sum->memory += memory;
	if (field && length >= LARGE)
		sum->payload += memory;
	else
		sum->outside += length;
}

static bool
begin(struct walk *walk, const ProtobufCMessageDescriptor *type, const unsigned char *end)
{
	if (walk->nframe == DEPTH_LIMIT)
		return false;
	walk->frame[walk->nframe++] = (struct frame){type, end, 0};
	walk->sum->memory += taken(type->sizeof_message);
	return true;
}

/* Memory of the tables of notes. */
static void
add_notes(struct walk *walk, size_t nfield)
{
	size_t room = NOTES_ON_STACK;

	for (size_t n = 2 * room; room < nfield; n *= 2) {
		walk->sum->memory += n * NOTE_SIZE;
		room += n;
	}
}

/* Takes the next field of the innermost message. */
static bool
take_field(struct walk *walk)
{
	struct frame *frame = &walk->frame[walk->nframe - 1];
	const unsigned char *began = walk->at;
	const ProtobufCFieldDescriptor *field = NULL;
	ProtobufCWireType wire;
	uint64_t tag, length;

	if (!read_varint(walk, frame->end, &tag))
		return false;
	wire = (ProtobufCWireType)(tag & 7);
	if (!read_length(walk, frame->end, wire, &length))
		return false;
	if (tag >> 3 <= UINT32_MAX)
		field = protobuf_c_message_descriptor_get_field(
			frame->type, (unsigned)(tag >> 3));
	frame->nfield++;
	walk->sum->outside += (size_t)(walk->at - began);
	if (field && field->type == PROTOBUF_C_TYPE_MESSAGE &&
		wire == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED) {
		if (field->label == PROTOBUF_C_LABEL_REPEATED)
			walk->sum->memory += element_size(field->type);
		return begin(walk, field->descriptor, walk->at + length);
	}
	add_leaf(walk, field, wire, (size_t)length);
	walk->at += length;
	return true;
}

bool
protobuf_measure(struct protobuf_memory *sum, const ProtobufCMessageDescriptor *type,
	const void *bytes, size_t size)
{
	struct walk walk = {.sum = sum, .at = bytes};

	*sum = (struct protobuf_memory){.memory = 0};
	if (!size)
		return true;
	begin(&walk, type, walk.at + size);
	while (walk.nframe > 0) {
		const struct frame *frame = &walk.frame[walk.nframe - 1];

		if (walk.at < frame->end) {
			if (!take_field(&walk))
				return false;
			continue;
		}
		add_notes(&walk, frame->nfield);
		walk.nframe--;
	}
	return true;
}
