#ifndef OPGEN_TESTS_WIRE_H
#define OPGEN_TESTS_WIRE_H

#include "model/model.h"

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Protobuf messages, put together by hand: each function returns bytes that live in the
   arena. */

/* A field with a number, with bytes or a message, with a text. */
struct bytes wire_number(struct arena *arena, uint32_t field, uint64_t number);
struct bytes wire_bytes(struct arena *arena, uint32_t field, struct bytes content);
struct bytes wire_text(struct arena *arena, uint32_t field, const char *text);

/* A number alone, as packed lists have them. */
struct bytes wire_varint(struct arena *arena, uint64_t number);

/* Parts one after the other; one part many times. */
struct bytes wire_join(struct arena *arena, const struct bytes *part, size_t npart);
struct bytes wire_times(struct arena *arena, size_t times, struct bytes part);

#define wire(arena, ...) \
	wire_join((arena), (const struct bytes[]){__VA_ARGS__}, \
		sizeof(const struct bytes[]){__VA_ARGS__} / sizeof(struct bytes))

#endif
