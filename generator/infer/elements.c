#include "infer/elements.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "infer/room.h"
#include "infer/shapes.h"

/* The most bytes of a constant with equal elements; other constants are bounded by their
   file. */
#define SPLAT_LIMIT (INT64_C(1) << 27)

/* The elements of a model's constant for a value with count elements, or one element for
   a splat; or NULL and *why. */
static const void *
read_source(const struct shapes_room *room, int64_t index, int64_t count,
	struct arena *arena, const char **why)
{
	const struct value *source = room->fact[index].source;
	int64_t nelement = 1;

	if (source->fault) {
		*why = source->fault;
		return NULL;
	}
	for (size_t i = 0; i < source->shape.rank; i++)
		if (!extent_multiply(nelement, source->shape.extent[i].length, &nelement))
			nelement = UNKNOWN;
	if (room->fact[index].splat)
		count = 1;
	if (!source->shape.known || nelement != count ||
		source->dtype != room->known[index].dtype) {
		*why = "is not of the type and shape of the constant that it is made of";
		return NULL;
	}
	return room->model->decode(room->model, source, arena, why);
}

static void
decode(struct shapes_room *room, int64_t value)
{
	const struct known *known = &room->known[value];
	struct fact *fact = &room->fact[value];
	const void *elements = fact->elements;
	struct contents *contents;
	const char *why;
	int64_t count;

	if (!contents_follow(known->dtype) || !known_count(known, &count) ||
		count > CONTENT_LIMIT)
		return;
	if (fact->source)
		elements = read_source(room, value, count, room->arena, &why);
	else if (fact->elements &&
		 ((int64_t)fact->nelement != count || fact->type != known->dtype))
		return;
	if (!elements && (fact->source || !fact->splat))
		return;
	contents = arena_new(room->arena, struct contents);
	contents_read(contents, known->dtype, elements, (size_t)count, fact->splat);
	fact->contents = contents;
}

const struct contents *
room_contents(struct shapes_room *room, int64_t value)
{
	struct fact *fact = &room->fact[value];

	if (!fact->contents && !fact->decoded &&
		known_has_elements(&room->known[value]) &&
		known_is_concrete(&room->known[value])) {
		fact->decoded = true;
		decode(room, value);
	}
	return fact->contents;
}

/* Repeats an element count times; NULL: 0. */
static const void *
fill(const void *element, size_t size, int64_t count, struct arena *arena,
	const char **why)
{
	static const char zero[16];
	size_t whole = (size_t)count * size, done = size;
	char *elements;

	if (count > SPLAT_LIMIT / (int64_t)size) {
		*why = arena_format(arena,
			"is a constant of %" PRId64 " equal elements, too many", count);
		return NULL;
	}
	elements = arena_alloc(arena, whole);
	if (!element || !count || !memcmp(element, zero, size))
		return elements;
	memcpy(elements, element, size);
	for (size_t n; done < whole; done += n) {
		n = done < whole - done ? done : whole - done;
		memcpy(elements + done, elements, n);
	}
	return elements;
}

const void *
shapes_elements(
	const struct shapes *shapes, int64_t value, struct arena *arena, const char **why)
{
	const struct known *known = &shapes->known[value];
	const struct fact *fact = &shapes->room->fact[value];
	size_t size = dtype_info[known->dtype].size;
	const void *source = NULL;
	void *elements;
	int64_t count;

	*why = "is no constant of a known type and shape";
	if (!known_has_elements(known) || !size || !known_is_concrete(known) ||
		!known_count(known, &count))
		return NULL;
	if (fact->source) {
		source = read_source(shapes->room, value, count, arena, why);
		if (!source || !fact->splat)
			return source;
	}
	if (fact->splat)
		return fill(source, size, count, arena, why);
	if (fact->elements)
		return known->dtype == fact->type && (int64_t)fact->nelement == count
			       ? fact->elements
			       : NULL;
	if (!fact->contents || (int64_t)fact->contents->count != count)
		return NULL;
	elements = arena_alloc(arena, (size_t)count * size);
	contents_write(fact->contents, known->dtype, elements);
	return elements;
}

const void *
shapes_splat(const struct shapes *shapes, int64_t value, struct arena *arena)
{
	const struct known *known = &shapes->known[value];
	const struct fact *fact = &shapes->room->fact[value];
	size_t size = dtype_info[known->dtype].size;
	const char *why;
	int64_t count;

	if (!fact->splat || !known->constant || !size || !known_is_concrete(known) ||
		!known_count(known, &count))
		return NULL;
	return fact->source ? read_source(shapes->room, value, count, arena, &why)
			    : arena_alloc(arena, size);
}
