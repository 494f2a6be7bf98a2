#include "model/openvino/choices.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"

/* A type, as an element <data> and as a port spell it. */
struct word {
	const char *element_type, *precision;
	enum dtype dtype;
};

static const struct word words[] = {
	{"f32", "FP32", DTYPE_FLOAT32},
	{"f64", "FP64", DTYPE_FLOAT64},
	{"f16", "FP16", DTYPE_FLOAT16},
	{"bf16", "BF16", DTYPE_BFLOAT16},
	{"boolean", "BOOL", DTYPE_BOOL},
	{"i8", "I8", DTYPE_INT8},
	{"i16", "I16", DTYPE_INT16},
	{"i32", "I32", DTYPE_INT32},
	{"i64", "I64", DTYPE_INT64},
	{"u8", "U8", DTYPE_UINT8},
	{"u16", "U16", DTYPE_UINT16},
	{"u32", "U32", DTYPE_UINT32},
	{"u64", "U64", DTYPE_UINT64},
};

enum {
	NWORD = sizeof words / sizeof words[0]
};

/* Reads the digits at the start and returns how many there are; 0 if the number is too
   large. */
static size_t
scan_number(const char *text, int64_t *number)
{
	size_t n = strspn(text, "0123456789");
	int64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		if (mul_overflows(sum, 10, &sum) ||
			add_overflows(sum, text[i] - '0', &sum))
			return 0;
	*number = sum;
	return n;
}

bool
ir_number(const char *text, int64_t *number)
{
	int64_t scanned;
	size_t n = scan_number(text, &scanned);

	if (n == 0 || text[n])
		return false;
	*number = scanned;
	return true;
}

/* "1..8", "..8" and "1..". */
static bool
is_interval(const char *text)
{
	const char *dots = strstr(text, "..");
	int64_t bound;

	if (!dots || (dots == text && !dots[2]))
		return false;
	return (dots == text || text + scan_number(text, &bound) == dots) &&
	       (!dots[2] || ir_number(dots + 2, &bound));
}

bool
ir_extent(const char *text, bool dynamic, struct extent *extent)
{
	*extent = (struct extent){.length = -1};
	if (ir_number(text, &extent->length))
		return true;
	return dynamic &&
	       (!strcmp(text, "-1") || !strcmp(text, "?") || is_interval(text));
}

/* One extent of a list: from *at to the next comma, which is skipped, without the blanks
   around it. */
static bool
next_extent(const char **at, bool dynamic, struct extent *extent)
{
	size_t n = strcspn(*at, ",");
	const char *begin = *at, *end = *at + n;
	char word[48];

	*at = *end ? end + 1 : end;
	while (begin < end && *begin == ' ')
		begin++;
	while (begin < end && end[-1] == ' ')
		end--;
	n = (size_t)(end - begin);
	if (n >= sizeof word)
		return false;
	memcpy(word, begin, n);
	word[n] = '\0';
	return ir_extent(word, dynamic, extent);
}

const char *
ir_shape(const char *text, bool dynamic, struct model_shape *shape, struct arena *arena)
{
	size_t rank = *text ? 1 : 0;
	struct extent *extent;

	*shape = (struct model_shape){.known = false};
	if (dynamic && !strcmp(text, "..."))
		return NULL;
	for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ','))
		rank++;
	if (rank > IR_RANK_LIMIT)
		return arena_format(arena, "has %zu dimensions; at most %d make sense",
			rank, IR_RANK_LIMIT);
	extent = arena_array(arena, struct extent, rank);
	for (size_t i = 0; i < rank; i++) {
		if (!next_extent(&text, dynamic, &extent[i]))
			return arena_format(
				arena, "has a shape whose dimension %zu is no number", i);
	}
	*shape = (struct model_shape){true, rank, extent};
	return NULL;
}

enum dtype
ir_element_type(const char *word)
{
	for (size_t i = 0; i < NWORD; i++)
		if (!strcmp(words[i].element_type, word))
			return words[i].dtype;
	return DTYPE_NONE;
}

enum dtype
ir_precision(const char *word)
{
	for (size_t i = 0; i < NWORD; i++)
		if (!strcmp(words[i].precision, word))
			return words[i].dtype;
	return DTYPE_NONE;
}

bool
ir_shapes_differ(const struct model_shape *a, const struct model_shape *b)
{
	if (!a->known || !b->known)
		return false;
	if (a->rank != b->rank)
		return true;
	for (size_t i = 0; i < a->rank; i++) {
		int64_t here = a->extent[i].length, there = b->extent[i].length;

		if (here >= 0 && there >= 0 && here != there)
			return true;
	}
	return false;
}
