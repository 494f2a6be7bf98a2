#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Under AddressSanitizer, the unused part of a block is out of bounds, and a gap follows
   every allocation. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHECKED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CHECKED
#endif
#ifdef CHECKED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

enum {
	BLOCK_SIZE = 64 * 1024,
	MOST_SPARE = 64,  /* blocks that are kept */
	SMALL_TEXT = 256, /* bytes; longer texts are formatted twice */
#ifdef CHECKED
	GAP = alignof(max_align_t)
#else
	GAP = 0
#endif
};

/* One piece of memory from the system. Small requests share a block, and are zeroed one
   by one; a larger one has a block of its own, which comes zeroed. */
struct arena_block {
	struct arena_block *next;
	size_t size; /* bytes after the header */
	size_t used;
	max_align_t data[];
};

/* Empty blocks of BLOCK_SIZE bytes from freed arenas. Arenas come and go so often that
   asking the system each time would dominate. */
static struct {
	struct arena_block *block;
	size_t n;
} spare;

static void
empty_block(struct arena_block *block)
{
	ASAN_POISON_MEMORY_REGION(block->data, block->used);
	block->used = 0;
}

static struct arena_block *
new_block(size_t size)
{
	struct arena_block *block = spare.block;

	if (size == BLOCK_SIZE && block) {
		spare.block = block->next;
		spare.n--;
		block->next = NULL;
		return block;
	}
	if (size > SIZE_MAX - sizeof *block)
		alloc_failed();
	block = size > BLOCK_SIZE ? calloc(1, sizeof *block + size)
				  : malloc(sizeof *block + size);
	if (!block)
		alloc_failed();
	*block = (struct arena_block){.size = size};
	ASAN_POISON_MEMORY_REGION(block->data, size);
	return block;
}

/* An empty block for a request of that size, linked to nothing. */
static struct arena_block *
take_block(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->spare;

	if (size > BLOCK_SIZE || !block)
		return new_block(size > BLOCK_SIZE ? size : BLOCK_SIZE);
	arena->spare = block->next;
	block->next = NULL;
	return block;
}

size_t
arena_size(size_t size)
{
	return (size + alignof(max_align_t) - 1) / alignof(max_align_t) *
		       alignof(max_align_t) +
	       GAP;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->block;
	size_t wanted = size;
	char *bytes;

	if (size > SIZE_MAX / 2)
		alloc_failed();
	size = arena_size(size);
	if (!block || block->size - block->used < size) {
		block = take_block(arena, size);
		/* A large request gets a block of its own; the block in use stays in
		 * front. */
		if (arena->block && size > BLOCK_SIZE) {
			block->next = arena->block->next;
			arena->block->next = block;
		} else {
			block->next = arena->block;
			arena->block = block;
		}
	}
	bytes = (char *)block->data + block->used;
	block->used += size;
	ASAN_UNPOISON_MEMORY_REGION(bytes, wanted);
	if (size <= BLOCK_SIZE)
		memset(bytes, 0, wanted);
	return bytes;
}

void *
arena_alloc_array(struct arena *arena, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		alloc_failed();
	return arena_alloc(arena, n * size);
}

void *
arena_grow(struct arena *arena, void *array, size_t n, size_t size)
{
	void *grown;

	if (n & (n - 1))
		return array;
	grown = arena_alloc_array(arena, n ? 2 * n : 1, size);
	if (n)
		memcpy(grown, array, n * size);
	return grown;
}

void *
arena_copy(struct arena *arena, const void *array, size_t n, size_t size)
{
	void *copy = arena_alloc_array(arena, n, size);

	if (n)
		memcpy(copy, array, n * size);
	return copy;
}

char *
arena_copy_text(struct arena *arena, const char *text, size_t size)
{
	char *copy = arena_alloc(arena, size + 1);

	if (size)
		memcpy(copy, text, size);
	return copy;
}

char *
arena_format(struct arena *arena, const char *format, ...)
{
	char small[SMALL_TEXT];
	va_list arguments;
	int length;
	char *text;

	va_start(arguments, format);
	length = vsnprintf(small, sizeof small, format, arguments);
	va_end(arguments);
	if (length < SMALL_TEXT)
		return arena_copy_text(arena, small, (size_t)length);
	text = arena_alloc(arena, (size_t)length + 1);
	va_start(arguments, format);
	vsnprintf(text, (size_t)length + 1, format, arguments);
	va_end(arguments);
	return text;
}

static void
free_blocks(struct arena_block *block)
{
	while (block) {
		struct arena_block *next = block->next;

		if (block->size == BLOCK_SIZE && spare.n < MOST_SPARE) {
			empty_block(block);
			block->next = spare.block;
			spare.block = block;
			spare.n++;
		} else {
			free(block);
		}
		block = next;
	}
}

void
arena_free(struct arena *arena)
{
	free_blocks(arena->block);
	free_blocks(arena->spare);
	*arena = (struct arena){0};
}

void
arena_take(struct arena *arena, struct arena *other)
{
	struct arena_block **end = &arena->block;

	while (*end)
		end = &(*end)->next;
	*end = other->block;
	other->block = NULL;
	arena_free(other);
}

/* Takes blocks back from *from up to `end`, which stays. */
static void
take_back(struct arena *arena, struct arena_block **from, struct arena_block *end)
{
	while (*from != end) {
		struct arena_block *block = *from;

		*from = block->next;
		if (block->size > BLOCK_SIZE) {
			free(block);
		} else {
			empty_block(block);
			block->next = arena->spare;
			arena->spare = block;
		}
	}
}

void
arena_clear(struct arena *arena)
{
	take_back(arena, &arena->block, NULL);
}

struct arena_mark
arena_mark(const struct arena *arena)
{
	const struct arena_block *block = arena->block;

	return (struct arena_mark){
		arena->block, block ? block->next : NULL, block ? block->used : 0};
}

void
arena_release(struct arena *arena, struct arena_mark mark)
{
	struct arena_block *block = mark.block;

	take_back(arena, &arena->block, block);
	if (!block)
		return;
	/* Large blocks have come between the newest one and the next. */
	take_back(arena, &block->next, mark.next);
	ASAN_POISON_MEMORY_REGION(
		(char *)block->data + mark.used, block->used - mark.used);
	block->used = mark.used;
}
