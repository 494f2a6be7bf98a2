#include "model/name_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void
name_index_begin(struct name_index *index, size_t n, struct arena *arena)
{
	index->entry = arena_array(arena, struct indexed, n);
	index->nentry = 0;
}

void
name_index_add(struct name_index *index, struct bytes name, size_t which)
{
	index->entry[index->nentry++] = (struct indexed){name, which};
}

static int
compare_names(struct bytes a, struct bytes b)
{
	size_t shorter = a.size < b.size ? a.size : b.size;
	int order = shorter > 0 ? memcmp(a.text, b.text, shorter) : 0;

	return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int
compare(const void *left, const void *right)
{
	const struct indexed *a = left, *b = right;
	int order = compare_names(a->name, b->name);

	return order ? order : (a->which > b->which) - (a->which < b->which);
}

void
name_index_sort(struct name_index *index)
{
	if (index->nentry > 0)
		qsort(index->entry, index->nentry, sizeof *index->entry, compare);
}

const struct indexed *
name_index_find(const struct name_index *index, struct bytes name)
{
	size_t low = 0, high = index->nentry;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(index->entry[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == index->nentry || !bytes_equal(index->entry[low].name, name))
		return NULL;
	return &index->entry[low];
}

bool
name_index_is_shared(const struct name_index *index, const struct indexed *entry)
{
	const struct indexed *end = index->entry + index->nentry;

	return (entry > index->entry && bytes_equal(entry[-1].name, entry->name)) ||
	       (entry + 1 < end && bytes_equal(entry[1].name, entry->name));
}
