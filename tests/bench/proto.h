/* Writes protocol buffers: fields appended to a growing run of bytes. */
#ifndef BENCH_PROTO_H
#define BENCH_PROTO_H

#include <stddef.h>
#include <stdint.h>

/* A message in the making. Starts zeroed; ends the program when memory runs out. */
struct proto {
	char *bytes;
	size_t nbyte;
	size_t room;
};

void proto_int(struct proto *p, int field, int64_t value);
void proto_bytes(struct proto *p, int field, const void *bytes, size_t n);
void proto_text(struct proto *p, int field, const char *text);

/* Appends the message as a field of another, and empties it. */
void proto_message(struct proto *p, int field, struct proto *message);

#endif
