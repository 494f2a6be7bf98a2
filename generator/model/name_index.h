#ifndef OPGEN_MODEL_NAME_INDEX_H
#define OPGEN_MODEL_NAME_INDEX_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Names in order, so that one is found by halving: no choice of names makes it slow. */
struct name_index {
	struct indexed {
		struct bytes name;
		size_t which; /* the caller's number for it */
	} * entry;
	size_t nentry;
};

/* Room for n names; none is in it yet. */
void name_index_begin(struct name_index *index, size_t n, struct arena *arena);
void name_index_add(struct name_index *index, struct bytes name, size_t which);

/* Puts them in order, before the first search; equal names by their numbers. */
void name_index_sort(struct name_index *index);

/* The first of the entries of that name, or NULL. */
const struct indexed *name_index_find(const struct name_index *index, struct bytes name);

/* Whether an entry's name is another one's too. */
bool name_index_is_shared(const struct name_index *index, const struct indexed *entry);

#endif
