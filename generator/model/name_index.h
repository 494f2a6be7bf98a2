#ifndef OPGEN_MODEL_NAME_INDEX_H
#define OPGEN_MODEL_NAME_INDEX_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Sorted names, found by binary search: unlike a hash table, no choice of names makes
   it slow. */
struct name_index {
	struct indexed {
		struct bytes name;
		size_t which; /* the caller's number */
	} * entry;
	size_t nentry;
};

/* Begins an empty index for up to n names, and adds one of them, whose text must live
   as long. */
void name_index_begin(struct name_index *index, size_t n, struct arena *arena);
void name_index_add(struct name_index *index, struct bytes name, size_t which);

/* Sorts the names, and equal ones by number; to be called once, before the first
   search. */
void name_index_sort(struct name_index *index);

/* The first entry of that name, or NULL. */
const struct indexed *name_index_find(const struct name_index *index, struct bytes name);

/* Whether an entry shares its name with another. */
bool name_index_is_shared(const struct name_index *index, const struct indexed *entry);

#endif
