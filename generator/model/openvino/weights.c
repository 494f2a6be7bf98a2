#include "model/openvino/weights.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "diag/foreign.h"
#include "diag/names.h"
#include "model/raw.h"
#include "spec/data_file.h"

/* Bytes of one constant at most. */
#define SIZE_LIMIT ((int64_t)1 << 30)

/* The bytes of a constant, or NULL with *why. */
static const char *
read_weights(const char *path, const struct encoded *encoded, struct arena *arena,
	const char **why)
{
	int64_t size;
	const char *fault;
	int file = data_file_open(path, &size, &fault);
	char *bytes = NULL;

	if (file < 0) {
		*why = arena_format(
			arena, "is kept in %s: %s", quoted(path, arena), fault);
		return NULL;
	}
	if (encoded->offset > size || encoded->size > size - encoded->offset) {
		*why = arena_format(arena,
			"lies at offset %" PRId64 ", %" PRId64
			" bytes, beyond the end of %s, which has %" PRId64 "%s",
			encoded->offset, encoded->size, quoted(path, arena), size,
			foreign_remark(file, arena));
	} else {
		bytes = arena_alloc(arena, (size_t)encoded->size);
		if (!data_file_read(
			    file, path, bytes, (size_t)encoded->size, encoded->offset)) {
			bytes = NULL;
			*why = arena_format(arena, "is kept in %s, which got shorter",
				quoted(path, arena));
		}
	}
	close(file);
	return bytes;
}

static const void *
decode(const struct model *model, const struct value *value, struct arena *arena,
	const char **why)
{
	struct openvino *openvino = model->reader;
	const struct encoded *encoded = value->encoded;
	size_t element = dtype_info[value->dtype].size;
	const char *bytes;
	int64_t nelement;

	if (value->fault) {
		*why = value->fault;
		return NULL;
	}
	if (element == 0) {
		*why = "has elements of a type that opgen does not have";
		return NULL;
	}
	if (!raw_count(value, &nelement) || nelement > SIZE_LIMIT / (int64_t)element) {
		*why = "has too many elements";
		return NULL;
	}
	if (encoded->size != nelement * (int64_t)element) {
		*why = arena_format(arena,
			"has %" PRId64 " bytes of data, expected %" PRId64 " for %s",
			encoded->size, nelement * (int64_t)element,
			raw_type_text(value, arena));
		return NULL;
	}
	bytes = read_weights(openvino->weights, encoded, arena, why);
	if (!bytes)
		return NULL;
	openvino->model->nfile = 1;
	return raw_elements(value, bytes, (size_t)encoded->size, arena, why);
}

void
weights_begin(struct model *model, const char *path, struct arena *arena)
{
	struct openvino *openvino = arena_new(arena, struct openvino);
	size_t size = strlen(path);
	bool is_xml = size > 4 && !strcmp(path + size - 4, ".xml");

	openvino->model = model;
	openvino->weights =
		arena_format(arena, "%.*s.bin", (int)(is_xml ? size - 4 : size), path);
	model->reader = openvino;
	model->decode = decode;
	model->file = arena_new(arena, const char *);
	model->file[0] = openvino->weights;
}
