#include "support/graph_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void
skip_blank(struct reading *reading)
{
	while (*reading->at == ' ' || *reading->at == '\n')
		reading->at++;
}

bool
take(struct reading *reading, char c)
{
	skip_blank(reading);
	if (*reading->at != c)
		return false;
	reading->at++;
	return true;
}

struct bytes
take_word(struct reading *reading)
{
	struct bytes word;

	skip_blank(reading);
	word.text = reading->at;
	while (isalnum((unsigned char)*reading->at) || *reading->at == '_')
		reading->at++;
	word.size = (size_t)(reading->at - word.text);
	word.text = arena_copy_text(reading->arena, word.text, word.size);
	return word;
}

/* [1,?,N] after its bracket. */
static void
take_shape(struct reading *reading, struct model_shape *shape)
{
	struct extent *extent = arena_array(reading->arena, struct extent, 20);

	*shape = (struct model_shape){.known = true, .extent = extent};
	while (!take(reading, ']')) {
		struct extent *last = &extent[shape->rank++];

		assert_true(shape->rank <= 20);
		last->length = -1;
		if (isdigit((unsigned char)*reading->at))
			last->length = strtoll(
				reading->at, (char **)(uintptr_t)&reading->at, 10);
		else if (!take(reading, '?'))
			last->symbol = take_word(reading);
		take(reading, ',');
	}
}

/* {1,2} after its brace: the elements of a type. Returns their number. */
static size_t
take_elements(struct reading *reading, enum dtype dtype, void *elements)
{
	size_t n = 0;

	while (!take(reading, '}')) {
		char *end;
		double real = strtod(reading->at, &end);
		int64_t integer = strtoll(reading->at, NULL, 10);

		assert_true(end > reading->at && n < 100);
		reading->at = end;
		switch (dtype) {
		case DTYPE_FLOAT32:
			((float *)elements)[n++] = (float)real;
			break;
		case DTYPE_INT32:
			((int32_t *)elements)[n++] = (int32_t)integer;
			break;
		case DTYPE_BOOL:
			((uint8_t *)elements)[n++] = (uint8_t)integer;
			break;
		default:
			((int64_t *)elements)[n++] = integer;
		}
		take(reading, ',');
	}
	return n;
}

void
take_tensor(struct reading *reading, struct value *value)
{
	void *elements = arena_alloc(reading->arena, 100 * sizeof(int64_t));
	struct encoded *encoded = arena_new(reading->arena, struct encoded);
	enum dtype dtype = DTYPE_NONE;
	size_t count = 1;

	skip_blank(reading);
	if (isalpha((unsigned char)*reading->at)) {
		const char *word = take_word(reading).text;

		dtype = dtype_find(word);
		value->foreign = dtype ? NULL : word;
	}
	if (take(reading, '['))
		take_shape(reading, &value->shape);
	else
		take(reading, '?');
	if (value->foreign) {
		if (take(reading, '{') && take(reading, '}')) {
			value->encoded = encoded;
			value->fault = "has elements that opgen does not know";
		}
		return;
	}
	value->dtype = dtype ? dtype : DTYPE_FLOAT32;
	if (*reading->at != '{' && *reading->at != '-' &&
		!isdigit((unsigned char)*reading->at))
		return;
	value->dtype = dtype ? dtype : DTYPE_INT64;
	if (take(reading, '{')) {
		count = take_elements(reading, value->dtype, elements);
		if (!value->shape.known) {
			struct extent *extent = arena_new(reading->arena, struct extent);

			extent->length = (int64_t)count;
			value->shape = (struct model_shape){true, 1, extent};
		}
	} else {
		*(int64_t *)elements =
			strtoll(reading->at, (char **)(uintptr_t)&reading->at, 10);
		value->shape.known = true;
	}
	encoded->elements = elements;
	value->encoded = encoded;
}
