#include "spec/identity.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/source.h"
#include "spec/json_text.h"
#include "spec/spec.h"

bool
reader_options(struct reader *r, const json_t *object, struct node *node)
{
	const struct place *where = place_member(node->where, "options", r->arena);
	bool good = true;
	json_t *options = reader_object(r, object, "options", node->where, &good), *value;
	struct option *option =
		arena_array(r->arena, struct option, json_object_size(options));
	const char *key;

	node->option = option;
	json_object_foreach (options, key, value) {
		option->name = reader_copy(r, key);
		option->where = place_member(where, option->name, r->arena);
		option->value = reader_string(r, options, key, where, &good);
		node->noption++;
		option++;
	}
	return good;
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
