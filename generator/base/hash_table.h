#ifndef OPGEN_BASE_HASH_TABLE_H
#define OPGEN_BASE_HASH_TABLE_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/* A chained hash table of things that have an index, 0, 1, … in the order in which they
   are added, and a number that those which may be alike have in common. */

enum {
	HASH_TABLE_ROWS = 127
};

struct hash_table {
	size_t newest[HASH_TABLE_ROWS]; /* one more than its index; 0: there is none */
	size_t *before; /* of each thing, the next one of its chain, likewise */
};

/* The newest thing of a number's chain: one more than its index, or 0. The thing before i
   is table->before[i - 1]. */
static inline size_t *
hash_table_newest(struct hash_table *table, uint64_t number)
{
	return &table->newest[number % HASH_TABLE_ROWS];
}

/* Adds the thing of the next index. */
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
