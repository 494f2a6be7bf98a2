#include "spec/identity.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/json_text.h"
#include "spec/spec.h"

/* An object of names and words. */
static bool
read_words(struct reader *r, const json_t *object, const char *name,
	const struct place *parent, const struct option **all, size_t *n)
{
	bool good = true;
	json_t *words = reader_object(r, object, name, parent, &good), *value;
	const struct place *where;
	struct option *option;
	const char *key;

	if (!json_object_size(words))
		return good;
	where = place_member(parent, name, r->arena);
	option = arena_array(r->arena, struct option, json_object_size(words));
	*all = option;
	json_object_foreach (words, key, value) {
		option->name = reader_copy(r, key);
		option->where = place_member(where, option->name, r->arena);
		option->value = reader_string(r, words, key, where, &good);
		option++;
	}
	*n = (size_t)(option - *all);
	return good;
}

bool
reader_options(struct reader *r, const json_t *object, struct node *node)
{
	return read_words(
		r, object, "options", node->where, &node->option, &node->noption);
}

bool
reader_layouts(struct reader *r, const json_t *object, struct node *node)
{
	return read_words(
		r, object, "layouts", node->where, &node->layout, &node->nlayout);
}

bool
reader_require(struct reader *r, const json_t *object, const char *key,
	const char *example, const struct place *where)
{
	if (json_object_get(object, key))
		return true;
	source_error(r->source, where, "%s is missing; for example %s", key, example);
	return false;
}

bool
reader_opset(struct reader *r, const json_t *object, struct node *node)
{
	const json_t *value = json_object_get(object, "opset");
	struct place place = {.parent = node->where, .key = "opset"};

	if (!value)
		return true;
	if (!reader_expect(r, value, JSON_INTEGER, "opset", "an integer", &place))
		return false;
	node->has_opset = true;
	node->opset = json_integer_value(value);
	if (node->opset >= 1)
		return true;
	source_error(r->source, &place,
		"opset: expected an integer of 1 or more, got %" PRId64, node->opset);
	return false;
}

/* "; 'my_conv' would do" for "my-conv". */
static const char *
offer_name(const char *name, struct arena *arena)
{
	if (!*name || strlen(name) > NAME_LIMIT)
		return "";
	return arena_format(arena, "; %s would do",
		quoted(name_from_text(name, strlen(name), -1, arena), arena));
}

/* The node's name, or one made from the file's name; index is -1 if the node is the only
   one. */
bool
reader_name(struct reader *r, const json_t *object, long index, struct node *node)
{
	struct place place = {.parent = node->where, .key = "name"};
	bool good = true;
	const char *name = reader_string(r, object, "name", node->where, &good);
	const char *refusal;

	if (!good)
		return false;
	if (!name) {
		if (!strcmp(r->source->path, "<stdin>")) {
			source_error(r->source, node->where,
				"name is missing; standard input has no file name to "
				"take it from");
			return false;
		}
		name = name_from_path(r->source->path, index, r->arena);
		place = node->where ? *node->where : (struct place){0};
	}
	refusal = name_refusal(name);
	if (refusal) {
		source_error(r->source, &place, "name: %s %s%s", clipped(name, r->arena),
			refusal, offer_name(name, r->arena));
		return false;
	}
	if (json_object_get(r->names, name)) {
		source_error(r->source, &place,
			"name: %s is already the name of another node",
			clipped(name, r->arena));
		return false;
	}
	json_object_set_new(r->names, name, json_true());
	node->name = name;
	return true;
}

/* Reads the operation and its version, without which nothing else can be checked. */
bool
reader_identity(struct reader *r, const json_t *object, struct node *node)
{
	bool good = reader_require(r, object, "op", "\"op\": \"Conv\"", node->where);

	node->op = reader_string(r, object, "op", node->where, &good);
	node->domain = reader_string(r, object, "domain", node->where, &good);
	return reader_opset(r, object, node) && good;
}
