#ifndef OPGEN_BASE_HASH_TABLE_H
#define OPGEN_BASE_HASH_TABLE_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* A chained hash table of indices 0, 1, … in the order in which they are added. Each has
   a hash; equal things have equal hashes. */

enum {
	HASH_TABLE_ROWS = 127
};

struct hash_table {
	size_t newest[HASH_TABLE_ROWS]; /* its index + 1; 0: none */
	size_t *before; /* for each index, the next one in its chain, likewise */
};

/* The newest entry in a hash's chain: its index + 1, or 0. The entry after i in the chain
   is table->before[i - 1]. */
static inline size_t *
hash_table_newest(struct hash_table *table, uint64_t number)
{
	return &table->newest[number % HASH_TABLE_ROWS];
}

/* Adds the next index. */
static inline void
hash_table_add(
	struct hash_table *table, uint64_t number, size_t index, struct arena *arena)
{
	size_t *first = hash_table_newest(table, number);

	table->before = arena_grow(arena, table->before, index, sizeof *table->before);
	table->before[index] = *first;
	*first = index + 1;
}

#endif
