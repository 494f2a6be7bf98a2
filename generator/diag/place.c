#include "diag/place.h"

#include "base/arena.h"

const struct place place_command_line = {.typed = true};

static const struct place *
new_place(struct place place, struct arena *arena)
{
	struct place *copy = arena_new(arena, struct place);

	*copy = place;
	return copy;
}

const struct place *
place_member(const struct place *parent, const char *key, struct arena *arena)
{
	return new_place((struct place){.parent = parent, .key = key}, arena);
}

const struct place *
place_key(const struct place *where, struct arena *arena)
{
	struct place place;

	if (!where || !where->key)
		return where;
	place = *where;
	place.at_key = true;
	return new_place(place, arena);
}

const struct place *
place_entry(const struct place *parent, size_t index, struct arena *arena)
{
	return new_place((struct place){.parent = parent, .index = index}, arena);
}
