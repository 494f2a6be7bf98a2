#include "proto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The wire types that are used. */
enum {
	VARINT = 0,
	LENGTH_DELIMITED = 2
};

static void
append(struct proto *p, const void *bytes, size_t n)
{
	if (p->nbyte + n > p->room) {
		p->room = (p->nbyte + n) * 2;
		p->bytes = realloc(p->bytes, p->room);
	}
	if (!p->bytes) {
		fprintf(stderr, "bench: out of memory\n");
		exit(3);
	}
	memcpy(p->bytes + p->nbyte, bytes, n);
	p->nbyte += n;
}

/* Seven bits a byte, the lowest first; the eighth says that more follow. */
static void
append_varint(struct proto *p, uint64_t value)
{
	while (value > 127) {
		append(p, &(unsigned char){(unsigned char)(value | 128)}, 1);
		value >>= 7;
	}
	append(p, &(unsigned char){(unsigned char)value}, 1);
}

static void
append_tag(struct proto *p, int field, int wire_type)
{
	append_varint(p, (uint64_t)(field << 3 | wire_type));
}

void
proto_int(struct proto *p, int field, int64_t value)
{
	append_tag(p, field, VARINT);
	append_varint(p, (uint64_t)value);
}

void
proto_bytes(struct proto *p, int field, const void *bytes, size_t n)
{
	append_tag(p, field, LENGTH_DELIMITED);
	append_varint(p, n);
	append(p, n ? bytes : "", n);
}

void
proto_text(struct proto *p, int field, const char *text)
{
	proto_bytes(p, field, text, strlen(text));
}

void
proto_message(struct proto *p, int field, struct proto *message)
{
	proto_bytes(p, field, message->bytes, message->nbyte);
	free(message->bytes);
	*message = (struct proto){0};
}
