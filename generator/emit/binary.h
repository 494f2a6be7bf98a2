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
	BINARY_HEAD = 64,     /* bytes by which a binary is told from others */
	BINARY_ALIGNMENT = 64 /* of it and of each array in it */
};

struct binary {
	const struct binary_array *array; /* in the order of the C file */
	size_t narray;
	uint64_t size; /* bytes */
	unsigned char head[BINARY_HEAD];
	uint64_t hash; /* of all bytes, those of the hash itself taken for 0 */
};

/* Where array number i begins. */
uint64_t binary_offset(const struct binary *binary, size_t i);

const struct binary *binary_make(
	const struct schedule *const *schedule, size_t nschedule, struct arena *arena);
void binary_put(struct out *out, const struct binary *binary);

/* 64-bit FNV-1a of an array's bytes, the lowest of each number first. */
uint64_t array_hash(const struct array *array);

#endif
