#include "support/wire.h"

#include <string.h>

#include "base/arena.h"

enum {
	WIRE_VARINT = 0,
	WIRE_BYTES = 2
};

struct bytes
wire_varint(struct arena *arena, uint64_t number)
{
	char *text = arena_alloc(arena, 10);
	size_t n = 0;

	for (; number > 0x7f; number >>= 7)
		text[n++] = (char)((number & 0x7f) | 0x80);
	text[n++] = (char)number;
	return (struct bytes){text, n};
}

struct bytes
wire_join(struct arena *arena, const struct bytes *part, size_t npart)
{
	size_t size = 0;
	char *text;

	for (size_t i = 0; i < npart; i++)
		size += part[i].size;
	text = arena_alloc(arena, size + 1);
	size = 0;
	for (size_t i = 0; i < npart; i++) {
		if (part[i].size > 0)
			memcpy(text + size, part[i].text, part[i].size);
		size += part[i].size;
	}
	return (struct bytes){text, size};
}

struct bytes
wire_times(struct arena *arena, size_t times, struct bytes part)
{
	char *text = arena_alloc(arena, times * part.size + 1);

	for (size_t i = 0; i < times; i++)
		memcpy(text + i * part.size, part.text, part.size);
	return (struct bytes){text, times * part.size};
}

struct bytes
wire_number(struct arena *arena, uint32_t field, uint64_t number)
{
	return wire(arena, wire_varint(arena, (uint64_t)field << 3 | WIRE_VARINT),
		wire_varint(arena, number));
}

struct bytes
wire_bytes(struct arena *arena, uint32_t field, struct bytes content)
{
	return wire(arena, wire_varint(arena, (uint64_t)field << 3 | WIRE_BYTES),
		wire_varint(arena, content.size), content);
}

struct bytes
wire_text(struct arena *arena, uint32_t field, const char *text)
{
	return wire_bytes(arena, field, (struct bytes){text, strlen(text)});
}
