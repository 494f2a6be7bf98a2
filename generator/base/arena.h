#ifndef OPGEN_BASE_ARENA_H
#define OPGEN_BASE_ARENA_H

#include <stddef.h>

/* Memory that is freed all at once. Whoever declares an arena states its lifetime
   and frees it; nothing in it is freed one by one. A zeroed struct is an empty arena. */
struct arena {
	struct arena_block *block; /* the newest block; owned */
	struct arena_block *spare; /* empty blocks, to be used again; owned */
};

/* Returns size zeroed bytes, aligned for any type, never NULL; a machine without
   memory ends the program with exit status 3. */
void *arena_alloc(struct arena *arena, size_t size);

/* The bytes that a request of size bytes really takes; size is less than SIZE_MAX / 2. */
size_t arena_size(size_t size);

/* As arena_alloc, for n objects of size bytes each. If the product overflows, the machine
   counts as out of memory. */
void *arena_alloc_array(struct arena *arena, size_t n, size_t size);

/* Makes room for one more object after n objects of size bytes each; returns the array
   itself or a larger copy of it. The array must have been grown like this from NULL; it
   doubles whenever n is a power of two. */
void *arena_grow(struct arena *arena, void *array, size_t n, size_t size);

/* A copy of n objects of size bytes each. An array of none may be NULL, which memcpy()
   does not take. */
void *arena_copy(struct arena *arena, const void *array, size_t n, size_t size);

/* The same of size bytes of text, ended by a NUL. */
char *arena_copy_text(struct arena *arena, const char *text, size_t size);

/* Text as printf would make it. */
char *arena_format(struct arena *arena, const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 2, 3)))
#endif
	;

/* Moves everything of the other arena to this one; the other is then empty. */
void arena_take(struct arena *arena, struct arena *other);

/* Frees everything; the arena is empty and can be used again. */
void arena_free(struct arena *arena);

/* The same for an arena in a loop: it keeps some of its memory for the next round. */
void arena_clear(struct arena *arena);

/* What an arena holds at a moment. */
struct arena_mark {
	struct arena_block *block; /* the newest one */
	struct arena_block *next;  /* the one after it */
	size_t used;               /* of the newest one */
};

struct arena_mark arena_mark(const struct arena *arena);

/* Takes back what has been allocated since the mark, marks of that time included. */
void arena_release(struct arena *arena, struct arena_mark mark);

/* n zeroed objects of a type. */
#define arena_array(arena, type, n) \
	((type *)arena_alloc_array((arena), (size_t)(n), sizeof(type)))

/* One zeroed object of a type. */
#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))

#endif
