#include "model/onnx/external.h"

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/checked.h"
#include "model/external.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/protobuf.h"

enum key {
	LOCATION,
	OFFSET,
	LENGTH,
	NKEY
};

static const char *const key_name[NKEY] = {"location", "offset", "length"};

/* A number in decimal digits, without a sign; false when it is none or does not fit. */
static bool
read_number(struct bytes text, int64_t *number)
{
	*number = 0;
	for (size_t i = 0; i < text.size; i++)
		if (text.text[i] < '0' || text.text[i] > '9' ||
			mul_overflows(*number, 10, number) ||
			add_overflows(*number, text.text[i] - '0', number))
			return false;
	return text.size > 0;
}

bool
onnx_external(struct external *part, const Onnx__Tensor *tensor, struct arena *arena,
	const char **why)
{
	int64_t *const number[NKEY] = {
		[OFFSET] = &part->offset, [LENGTH] = &part->length};
	bool seen[NKEY] = {false};

	*part = (struct external){.length = -1};
	for (size_t i = 0; i < tensor->n_external_data; i++) {
		struct bytes key = protobuf_bytes(tensor->external_data[i]->key);
		struct bytes value = protobuf_bytes(tensor->external_data[i]->value);
		int k = 0;

		while (k < NKEY && !bytes_are(key, key_name[k]))
			k++;
		if (k == NKEY)
			continue;
		if (seen[k]) {
			*why = arena_format(arena,
				"has the %s of its external data twice", key_name[k]);
			return false;
		}
		seen[k] = true;
		if (k == LOCATION) {
			part->location = value;
		} else if (!read_number(value, number[k])) {
			*why = arena_format(arena,
				"has external data with the %s %s, expected a number of "
				"bytes",
				key_name[k], clipped_bytes(value, arena));
			return false;
		}
	}
	return true;
}
