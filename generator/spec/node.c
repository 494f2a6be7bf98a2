#include "spec/node.h"

#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/json_text.h"
#include "spec/spec.h"

#define countof(array) (sizeof(array) / sizeof(array)[0])

char *
reader_copy(struct reader *r, const char *text)
{
	return arena_copy_text(r->arena, text, strlen(text));
}

bool
reader_expect(struct reader *r, const json_t *value, json_type type, const char *what,
	const char *wanted, const struct place *where)
{
	if (json_typeof(value) == type)
		return true;
	source_error(r->source, where, "%s: expected %s, got %s", what, wanted,
		json_kind(value));
	return false;
}

bool
reader_check_keys(struct reader *r, json_t *object, const char *const *known,
	size_t nknown, const struct place *where)
{
	const char *key;
	json_t *value;
	struct choices words = {0};
	bool good = true;

	for (size_t i = 0; i < nknown; i++)
		choices_add(&words, known[i]);
	json_object_foreach (object, key, value) {
		struct place place = {.parent = where, .key = key, .at_key = true};
		size_t i = 0;

		while (i < nknown && strcmp(known[i], key))
			i++;
		if (i < nknown)
			continue;
		if (source_is_full(r->source))
			break;
		source_error(r->source, &place, "unknown key %s%s",
			clipped(key, r->arena),
			choices_offer_or_list(&words, key, r->arena));
		good = false;
	}
	return good;
}

const char *
reader_string(struct reader *r, const json_t *object, const char *key,
	const struct place *where, bool *good)
{
	const json_t *value = json_object_get(object, key);
	struct place place = {.parent = where, .key = key};

	if (!value)
		return NULL;
	if (!reader_expect(r, value, JSON_STRING, key, "a string", &place)) {
		*good = false;
		return NULL;
	}
	return reader_copy(r, json_string_value(value));
}

/* A suggestion for an unknown type. C's names for the types are recognised, too. */
static const char *
offer_dtype(const char *word, struct arena *arena)
{
	struct choices words = {0};

	for (int i = DTYPE_NONE + 1; i < DTYPE_COUNT; i++) {
		if (!strcmp(word, dtype_info[i].c_type))
			return arena_format(
				arena, "; did you mean '%s'?", dtype_info[i].name);
		choices_add(&words, dtype_info[i].name);
	}
	return choices_offer_or_list(&words, word, arena);
}

enum dtype
reader_dtype(
	struct reader *r, const json_t *object, const struct place *where, bool *good)
{
	const char *word = reader_string(r, object, "dtype", where, good);
	struct place place = {.parent = where, .key = "dtype"};
	enum dtype dtype = word ? dtype_find(word) : DTYPE_NONE;

	if (word && dtype == DTYPE_NONE) {
		source_error(r->source, &place, "dtype: unknown element type %s%s",
			clipped(word, r->arena), offer_dtype(word, r->arena));
		*good = false;
	}
	return dtype;
}

json_t *
reader_object(struct reader *r, const json_t *object, const char *key,
	const struct place *where, bool *good)
{
	json_t *value = json_object_get(object, key);
	struct place place = {.parent = where, .key = key};

	if (value && !reader_expect(r, value, JSON_OBJECT, key,
			     "an object of names and values", &place)) {
		*good = false;
		return NULL;
	}
	return value;
}

size_t
reader_named_tensor(struct reader *r, const char *name, const struct place *where)
{
	const json_t *known = json_object_get(r->tensors, name);

	if (known)
		return (size_t)json_integer_value(known);
	json_object_set_new(r->tensors, name, json_integer((json_int_t)r->ntensor));
	r->tensor[r->ntensor] = (struct tensor){
		.name = reader_copy(r, name), .where = where, .made = true};
	return r->ntensor++;
}
