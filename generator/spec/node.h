#ifndef OPGEN_SPEC_NODE_H
#define OPGEN_SPEC_NODE_H

#include "base/dtype.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct arena;
struct node;
struct place;
struct source;
struct tensor;

/* A spec being read from jansson's tree. The arrays have room for all that it can
   hold. */
struct reader {
	struct source *source;
	struct arena *arena;
	struct node *node;
	size_t nnode;
	struct tensor *tensor;
	size_t ntensor;
	const char **file;
	size_t nfile;
	json_t *names; /* the names of the nodes so far; an object, for quick lookup */
	/* In a graph: the indices of its tensors in the table, by name; else NULL. */
	json_t *tensors;
};

/* A copy that outlives the tree. */
char *reader_copy(struct reader *r, const char *text);

/* Whether a value is of a type; reports "what: expected wanted, got …" if not. */
bool reader_expect(struct reader *r, const json_t *value, json_type type,
	const char *what, const char *wanted, const struct place *where);

/* Reports unknown keys of an object; false if there are any. */
bool reader_check_keys(struct reader *r, json_t *object, const char *const *known,
	size_t nknown, const struct place *where);

/* Read a member of the object at a place: a string, copied; an object; the element type
   that its dtype names. NULL or DTYPE_NONE when the member is absent, or when it is
   wrong, which is reported and makes *good false. */
const char *reader_string(struct reader *r, const json_t *object, const char *key,
	const struct place *where, bool *good);
json_t *reader_object(struct reader *r, const json_t *object, const char *key,
	const struct place *where, bool *good);
enum dtype reader_dtype(
	struct reader *r, const json_t *object, const struct place *where, bool *good);

/* The index in the table of the tensor of that name, which is added if it is new. */
size_t reader_named_tensor(struct reader *r, const char *name, const struct place *where);

#endif
