#include "emit/binary.h"

#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "emit/arrays.h"
#include "emit/interface.h"
#include "ops/common/type_number.h"

struct binary_array {
	struct array array;
	const char *name;
	uint64_t name_at, offset, bytes;
};

enum {
	VERSION = 1,
	ORDER = 0x01020304, /* a number that tells readers the order of bytes */
	ENTRY = 32,         /* bytes of a row of the table */
	HASH_AT = 16,       /* where the hash is in the head */
	CHUNK = 512,        /* elements that are written at once */
	ELEMENT = 16        /* bytes of one, at most */
};

/* Where bytes go: to a file or, without one, into the hash. */
struct stream {
	struct out *out;
	uint64_t hash, written;
};

static const uint64_t fnv_basis = UINT64_C(0xcbf29ce484222325);
static const uint64_t fnv_prime = UINT64_C(0x100000001b3);

static uint64_t
hash_bytes(uint64_t hash, const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		hash = (hash ^ bytes[i]) * fnv_prime;
	return hash;
}

static void
put(struct stream *s, const void *bytes, size_t n)
{
	if (s->out)
		out_bytes(s->out, bytes, n);
	else
		s->hash = hash_bytes(s->hash, bytes, n);
	s->written += n;
}

static void
fill_to(struct stream *s, uint64_t offset)
{
	static const unsigned char zeros[BINARY_ALIGNMENT];

	while (s->written < offset) {
		uint64_t n = offset - s->written;

		put(s, zeros, n < sizeof zeros ? (size_t)n : sizeof zeros);
	}
}

static void
put_array(struct stream *s, const struct array *a)
{
	unsigned char bytes[CHUNK * ELEMENT];
	int64_t length = array_length(a);

	for (int64_t i = 0; i < length; i += CHUNK) {
		int64_t n = length - i < CHUNK ? length - i : CHUNK;

		put(s, bytes, array_bytes_at(a, i, n, bytes));
	}
}

uint64_t
array_hash(const struct array *array)
{
	struct stream s = {.hash = fnv_basis};

	put_array(&s, array);
	return s.hash;
}

/* Stores a number in so many bytes, the lowest first; returns what is after it. */
static unsigned char *
spell(unsigned char *to, uint64_t number, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		*to++ = (unsigned char)(number >> 8 * i & 255);
	return to;
}

/* ONNX's number of an element type; it has none of its own for qint8. */
static uint64_t
type_number(enum dtype dtype)
{
	enum dtype wanted = dtype == DTYPE_QINT8 ? DTYPE_INT8 : dtype;
	const char *foreign;
	int64_t number = 1;

	while (type_of_number(number, &foreign) != wanted)
		number++;
	return (uint64_t)number;
}

static void
put_all(struct stream *s, const struct binary *binary, const unsigned char *head)
{
	put(s, head, BINARY_HEAD);
	for (size_t i = 0; i < binary->narray; i++) {
		const struct binary_array *a = &binary->array[i];
		unsigned char entry[ENTRY], *at = entry;

		at = spell(at, a->offset, 8);
		at = spell(at, a->bytes, 8);
		at = spell(at, a->name_at, 8);
		at = spell(at, type_number(a->array.dtype), 4);
		spell(at, 0, 4);
		put(s, entry, sizeof entry);
	}
	for (size_t i = 0; i < binary->narray; i++)
		put(s, binary->array[i].name, strlen(binary->array[i].name) + 1);
	for (size_t i = 0; i < binary->narray; i++) {
		fill_to(s, binary->array[i].offset);
		put_array(s, &binary->array[i].array);
	}
	fill_to(s, binary->size);
}

/* The state while arrays are added to a binary. */
struct making {
	struct binary *binary;
	struct binary_array *array;
	struct arena *arena;
};

static void
add_array(void *context, const struct array *array)
{
	struct making *m = context;
	size_t *n = &m->binary->narray;

	m->array = arena_grow(m->arena, m->array, *n, sizeof *m->array);
	m->array[(*n)++] = (struct binary_array){.array = *array,
		.name = arena_format(
			m->arena, "%s_%s", array->schedule->stem, array->operand->name),
		.bytes = (uint64_t)array_length(array) * dtype_info[array->dtype].size};
}

static uint64_t
round_up(uint64_t bytes)
{
	return (bytes + BINARY_ALIGNMENT - 1) / BINARY_ALIGNMENT * BINARY_ALIGNMENT;
}

/* Places the names and the arrays in the binary. */
static void
place(struct binary *binary, struct binary_array *all)
{
	uint64_t at = BINARY_HEAD + ENTRY * (uint64_t)binary->narray;

	for (size_t i = 0; i < binary->narray; i++) {
		all[i].name_at = at;
		at += strlen(all[i].name) + 1;
	}
	for (size_t i = 0; i < binary->narray; i++) {
		at = round_up(at);
		all[i].offset = at;
		at += all[i].bytes;
	}
	binary->size = round_up(at);
	binary->array = all;
}

static void
make_head(struct binary *binary)
{
	struct stream s = {.hash = fnv_basis};
	unsigned char *at = binary->head;

	memcpy(at, "OPGENBIN", 8);
	at = spell(at + 8, VERSION, 4);
	at = spell(at, ORDER, 4);
	at = spell(at, 0, 8);
	at = spell(at, binary->size, 8);
	at = spell(at, binary->narray, 4);
	spell(at, BINARY_ALIGNMENT, 4);
	put_all(&s, binary, binary->head);
	binary->hash = s.hash;
	spell(binary->head + HASH_AT, binary->hash, 8);
}

const struct binary *
binary_make(const struct schedule *const *schedule, size_t nschedule, struct arena *arena)
{
	struct binary *binary = arena_new(arena, struct binary);
	struct making m = {.binary = binary, .arena = arena};

	for (size_t i = 0; i < nschedule; i++)
		interface_all_arrays(schedule[i], add_array, &m);
	place(binary, m.array);
	make_head(binary);
	return binary;
}

void
binary_put(struct out *out, const struct binary *binary)
{
	struct stream s = {.out = out};

	put_all(&s, binary, binary->head);
}

uint64_t
binary_offset(const struct binary *binary, size_t i)
{
	return binary->array[i].offset;
}
