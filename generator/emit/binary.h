#ifndef OPGEN_EMIT_BINARY_H
#define OPGEN_EMIT_BINARY_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct array;
struct binary_array;
struct out;
struct schedule;

/* The arrays of constants of some functions as one binary; runtime/README.md,
   "Constants", has its format. */

enum {
	BINARY_HEAD = 64, /* bytes at the beginning, by which emitted code recognises its
			     binary */
	BINARY_ALIGNMENT = 64 /* bytes, of the binary and of each array in it */
};

struct binary {
	const struct binary_array *array; /* in the order of the C file */
	size_t narray;
	uint64_t size; /* bytes */
	unsigned char head[BINARY_HEAD];
	uint64_t hash; /* of all bytes of the binary, with 0 in place of the hash */
};

/* Where array number i begins, in bytes from the beginning of the binary. */
uint64_t binary_offset(const struct binary *binary, size_t i);

const struct binary *binary_make(
	const struct schedule *const *schedule, size_t nschedule, struct arena *arena);
void binary_put(struct out *out, const struct binary *binary);

/* 64-bit FNV-1a of an array's bytes, the lowest of each number first. */
uint64_t array_hash(const struct array *array);

#endif
