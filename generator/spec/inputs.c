#include "spec/inputs.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "spec/constant.h"
#include "spec/json_text.h"
#include "spec/npy.h"
#include "spec/shape.h"
#include "spec/spec.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

static const char *const constant_key[] = {"shape", "data", "file", "dtype"};

bool
reader_shape(struct reader *r, const char *name, const json_t *list,
	struct tensor *tensor, const struct place *where)
{
	size_t rank = json_array_size(list);

	if (rank > MAX_RANK) {
		source_error(r->source, where,
			"%s: expected at most %d dimensions, got %zu", name, MAX_RANK,
			rank);
		return false;
	}
	tensor->rank = (int)rank;
	for (size_t i = 0; i < rank; i++) {
		const json_t *value = json_array_get(list, i);
		struct place place = {.parent = where, .index = i};

		if (!json_is_integer(value)) {
			source_error(r->source, &place,
				"%s: expected an integer as extent, got %s%s", name,
				json_kind(value),
				json_is_array(value) || json_is_real(value)
					? "; a constant is {\"data\": [...]}"
					: "");
			return false;
		}
		tensor->shape[i] = json_integer_value(value);
		if (tensor->shape[i] < 0 || tensor->shape[i] > EXTENT_LIMIT) {
			source_error(r->source, &place,
				"%s: expected an extent from 0 to 2^62, got %" PRId64
				"%s",
				name, tensor->shape[i],
				tensor->shape[i] < 0 ? "; every extent has to be said"
						     : "");
			return false;
		}
	}
	if (!shape_count(tensor)) {
		source_error(r->source, where,
			"%s: expected fewer than 2^59 elements, extents of 0 left out, "
			"got %s",
			name, shape_text(tensor, r->arena));
		return false;
	}
	return true;
}

/* The path of a file that a spec names, relative to the spec's own directory. */
static const char *
path_beside(struct reader *r, const char *file)
{
	const char *spec = r->source->path;
	const char *slash = strrchr(spec, '/');

	if (file[0] == '/' || !slash)
		return file;
	return arena_format(r->arena, "%.*s%s", (int)(slash + 1 - spec), spec, file);
}

/* The elements of a constant, from `data` or from `file`. */
static bool
read_elements(struct reader *r, const char *name, json_t *object, struct tensor *tensor,
	bool has_shape, const struct place *where)
{
	const json_t *data = json_object_get(object, "data");
	const json_t *file = json_object_get(object, "file");
	struct place place = {.parent = where, .key = data ? "data" : "file"};
	const char *path;

	if (data && file) {
		source_error(r->source, where,
			"%s: expected either data or file, got both", name);
		return false;
	}
	if (!data && !file) {
		source_error(r->source, where,
			"%s: expected data or file, got neither; what is no constant is "
			"%s",
			name,
			r->tensors ? "the name of a tensor"
				   : "a list of extents, or an object with shape and "
				     "dtype");
		return false;
	}
	if (data)
		return constant_from_data(
			tensor, has_shape, name, data, &place, r->source, r->arena);
	if (!reader_expect(r, file, JSON_STRING, name, "the path of a .npy file", &place))
		return false;
	path = path_beside(r, reader_copy(r, json_string_value(file)));
	r->file[r->nfile++] = path;
	return npy_read(tensor, has_shape, name, path, &place, r->source, r->arena);
}

/* Whether an object is an argument with a type of its own. In a graph those are inputs
   of the graph. */
static bool
is_argument(const struct reader *r, const json_t *object)
{
	return !r->tensors && json_object_get(object, "shape") &&
	       json_object_get(object, "dtype") && !json_object_get(object, "data") &&
	       !json_object_get(object, "file");
}

/* Reads a constant, or an argument with its type. Elements cannot be read if dtype, the
   node's, is unknown. */
static bool
read_object(struct reader *r, const char *name, json_t *object, enum dtype dtype,
	struct tensor *tensor, const struct place *where)
{
	json_t *shape = json_object_get(object, "shape");
	struct place place = {.parent = where, .key = "shape"};
	bool good =
		reader_check_keys(r, object, constant_key, countof(constant_key), where);

	tensor->dtype = reader_dtype(r, object, where, &good);
	if (shape)
		good = reader_expect(
			       r, shape, JSON_ARRAY, name, "a list of extents", &place) &&
		       reader_shape(r, name, shape, tensor, &place) && good;
	if (tensor->dtype == DTYPE_NONE)
		tensor->dtype = dtype;
	if (!good || tensor->dtype == DTYPE_NONE)
		return false;
	if (is_argument(r, object))
		return true;
	return read_elements(r, name, object, tensor, shape != NULL, where);
}

static bool
read_tensor(struct reader *r, const char *name, json_t *value, enum dtype dtype,
	struct tensor *tensor)
{
	const char *hint = "";

	if (json_is_array(value) && !r->tensors)
		return reader_shape(r, name, value, tensor, tensor->where);
	if (json_is_object(value))
		return read_object(r, name, value, dtype, tensor, tensor->where);
	if (json_is_string(value))
		hint = "; a file is {\"file\": \"...\"}";
	else if (json_is_array(value))
		hint = "; arguments are inputs of the graph";
	source_error(r->source, tensor->where,
		"%s: expected %s, or an object for a constant, got %s%s", name,
		r->tensors ? "the name of a tensor" : "a list of extents",
		json_kind(value), hint);
	return false;
}

/* Reads a tensor and appends it. */
static bool
add_input(struct reader *r, struct node *node, struct input *input, json_t *value)
{
	struct tensor tensor = {.where = input->where};

	input->tensor = r->ntensor;
	if (r->tensors && json_is_string(value))
		input->tensor =
			reader_named_tensor(r, json_string_value(value), input->where);
	else if (read_tensor(r, input->name, value, node->dtype, &tensor))
		r->tensor[r->ntensor++] = tensor;
	else
		return false;
	node->ninput++;
	return true;
}

/* A list of lists of extents, of constants, or of tensors' names. */
static bool
is_list_of_tensors(const json_t *value)
{
	const json_t *first = json_array_get(value, 0);

	return json_is_array(first) || json_is_object(first) || json_is_string(first);
}

/* How many tensors an input is. */
static size_t
count_tensors(const json_t *value)
{
	return is_list_of_tensors(value) ? json_array_size(value) : 1;
}

size_t
reader_count_inputs(const json_t *node)
{
	json_t *inputs = json_object_get(node, "inputs");
	const char *key;
	json_t *value;
	size_t n = 0;

	json_object_foreach (inputs, key, value)
		n += count_tensors(value);
	return n;
}

bool
reader_inputs(struct reader *r, const json_t *object, struct node *node)
{
	const struct place *where = place_member(node->where, "inputs", r->arena);
	bool good = true;
	json_t *inputs = reader_object(r, object, "inputs", node->where, &good), *value;
	struct input *input =
		arena_array(r->arena, struct input, reader_count_inputs(object));
	const char *key;

	node->input = input;
	json_object_foreach (inputs, key, value) {
		const char *name = reader_copy(r, key);
		const struct place *at = place_member(where, name, r->arena);
		bool is_list = is_list_of_tensors(value);

		for (size_t i = 0; i < count_tensors(value); i++) {
			*input = (struct input){.name = name,
				.part = is_list ? (int)i : NO_PART,
				.where = is_list ? place_entry(at, i, r->arena) : at};
			if (add_input(r, node, input,
				    is_list ? json_array_get(value, i) : value))
				input++;
			else
				good = false;
		}
	}
	return good;
}
