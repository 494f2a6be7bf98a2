#include "spec/constant.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/locate.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/element.h"
#include "spec/json_scan.h"
#include "spec/json_text.h"
#include "spec/shape.h"

/* Lists around a number: one for each axis, and a complex number's pair. */
enum {
	MAX_LEVEL = MAX_RANK + 1
};

/* Nested lists being read into a tensor's elements. */
struct reading {
	struct source *source;
	const char *name;
	struct arena *arena;

	int64_t extent[MAX_LEVEL]; /* the length that the lists of each level must have */
	int nlevel;

	enum dtype dtype; /* of one number: for complex elements, of each part */
	unsigned char *number;
	size_t nnumber; /* stored so far */

	const char *text; /* from where the data begins */
	size_t at;        /* where to look for the next number's text */
	size_t npassed;   /* numbers before it */
};

/* Whether the text of a number is -0: jansson loses the sign of that integer. Numbers
   must be asked for in ascending order, so that the text is walked only once. */
static bool
is_negative_zero(struct reading *r, size_t index)
{
	static const char between[] = " \t\r\n,[]";
	const char *text = r->text;
	size_t began = r->at;

	for (; r->npassed <= index; r->npassed++) {
		r->at += strspn(text + r->at, between);
		began = r->at;
		if (text[r->at] == '"')
			r->at += 2 + strcspn(text + r->at + 1, "\"");
		else
			r->at += strcspn(text + r->at, between);
	}
	return text[began] == '-';
}

static bool
read_number(struct reading *r, const json_t *value, const struct place *where)
{
	const struct dtype_info *info = &dtype_info[r->dtype];
	void *element = r->number + r->nnumber * info->size;
	enum element_status status = ELEMENT_WRONG_TYPE;

	if (json_is_boolean(value) && info->kind == KIND_BOOL)
		status = element_from_int(element, r->dtype, json_is_true(value));
	else if (json_is_integer(value)) {
		int64_t i = json_integer_value(value);

		if (i == 0 && dtype_is_real(r->dtype) && is_negative_zero(r, r->nnumber))
			status = element_from_real(element, r->dtype, -0.0);
		else
			status = element_from_int(element, r->dtype, i);
	} else if (json_is_real(value))
		status = element_from_real(element, r->dtype, json_real_value(value));
	else if (json_is_string(value))
		status = element_from_word(element, r->dtype, json_string_value(value));

	r->nnumber++;
	if (status == ELEMENT_OUT_OF_RANGE)
		source_error(r->source, where, "%s: out of range for %s: expected %s",
			r->name, info->name, element_range(r->dtype));
	else if (status == ELEMENT_WRONG_TYPE)
		source_error(r->source, where, "%s: expected %s, got %s", r->name,
			element_wanted(r->dtype),
			json_is_string(value)
				? clipped(json_string_value(value), r->arena)
				: json_kind(value));
	return status == ELEMENT_STORED;
}

static bool
read_list(struct reading *r, const json_t *list, const struct place *where, int level)
{
	int64_t extent = r->extent[level];

	if (!json_is_array(list)) {
		source_error(r->source, where,
			"%s: expected a list of %" PRId64 " values, got %s", r->name,
			extent, json_kind(list));
		return false;
	}
	if (json_array_size(list) != (uint64_t)extent) {
		source_error(r->source, where, "%s: expected %" PRId64 " values, got %zu",
			r->name, extent, json_array_size(list));
		return false;
	}
	for (size_t i = 0; i < (size_t)extent; i++) {
		const json_t *value = json_array_get(list, i);
		struct place here = {.parent = where, .index = i};
		bool good = level + 1 < r->nlevel ? read_list(r, value, &here, level + 1)
						  : read_number(r, value, &here);

		if (!good)
			return false;
	}
	return true;
}

/* Measures the lists around the first number, outermost first; false when there are too
   many. */
static bool
measure(const json_t *data, int64_t *extent, int *nlevel, bool *is_empty)
{
	*nlevel = 0;
	for (; json_is_array(data); data = json_array_get(data, 0)) {
		if (*nlevel == MAX_LEVEL)
			return false;
		extent[(*nlevel)++] = (int64_t)json_array_size(data);
	}
	*is_empty = !data;
	return true;
}

/* Sets the shape to that of the nested lists, judged by the first list of each level. A
   flat list is an axis. */
static bool
take_shape(
	struct tensor *tensor, struct reading *r, int nesting, const struct place *where)
{
	if (nesting < 1)
		nesting = 1; /* where pairs are missing */
	if (nesting > MAX_RANK) {
		source_error(r->source, where,
			"%s: expected at most %d dimensions, got %d", r->name, MAX_RANK,
			nesting);
		return false;
	}
	tensor->rank = nesting;
	memcpy(tensor->shape, r->extent, (size_t)nesting * sizeof *tensor->shape);
	if (!shape_count(tensor)) {
		source_error(r->source, where, "%s: the lists differ in length", r->name);
		return false;
	}
	return true;
}

bool
constant_from_data(struct tensor *tensor, bool has_shape, const char *name,
	const json_t *data, const struct place *where, struct source *source,
	struct arena *arena)
{
	bool is_complex = dtype_info[tensor->dtype].kind == KIND_COMPLEX;
	int64_t parts = is_complex ? 2 : 1;
	struct reading r = {.source = source, .name = name, .arena = arena};
	int nesting;
	bool is_empty;

	if (!json_is_array(data)) {
		source_error(source, where, "%s: data: expected a list, got %s", name,
			json_kind(data));
		return false;
	}
	if (!measure(data, r.extent, &nesting, &is_empty)) {
		source_error(source, where,
			"%s: expected at most %d dimensions, got more", name, MAX_RANK);
		return false;
	}
	if (is_complex && !is_empty)
		nesting--;
	if (!has_shape && !take_shape(tensor, &r, nesting, where))
		return false;
	if (tensor->nelement > JSON_LIST_LIMIT / parts) {
		source_error(source, where,
			"%s: %" PRId64 " elements are too many for data; at most %" PRId64
			", more go through a .npy file",
			name, tensor->nelement, JSON_LIST_LIMIT / parts);
		return false;
	}

	r.nlevel = nesting < 2 ? 1 : tensor->rank;
	if (nesting < 2)
		r.extent[0] = tensor->nelement;
	else
		memcpy(r.extent, tensor->shape, sizeof tensor->shape);
	if (is_complex)
		r.extent[r.nlevel++] = 2;
	r.dtype = element_part(tensor->dtype);
	r.number = arena_alloc_array(
		arena, (size_t)tensor->nelement + 1, dtype_info[tensor->dtype].size);
	r.text = source->text +
		 locate_next(source->text, source->size, where, &source->last);
	if (!read_list(&r, data, where, 0))
		return false;
	tensor->constant = r.number;
	return true;
}
