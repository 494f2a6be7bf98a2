#ifndef OPGEN_MODEL_NAME_INDEX_H
#define OPGEN_MODEL_NAME_INDEX_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Sorted names, found by binary search: no choice of names makes it slow. */
struct name_index {
	struct indexed {
		struct bytes name;
		size_t which; /* the caller's number */
	} * entry;
	size_t nentry;
};

/* Begins an empty index with room for n names. */
void name_index_begin(struct name_index *index, size_t n, struct arena *arena);
void name_index_add(struct name_index *index, struct bytes name, size_t which);

/* Sorts the names, before the first search; equal names by number. */
void name_index_sort(struct name_index *index);

/* The first entry of that name, or NULL. */
const struct indexed *name_index_find(const struct name_index *index, struct bytes name);

/* Whether an entry shares its name with another. */
bool name_index_is_shared(const struct name_index *index, const struct indexed *entry);

#endif
