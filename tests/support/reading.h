#ifndef OPGEN_TESTS_READING_H
#define OPGEN_TESTS_READING_H

#include "base/arena.h"
#include "diag/source.h"
#include "model/model.h"

#include <stdbool.h>

struct read_request;

/* A model that is read, with the messages caught. */
struct reading {
	struct source source;
	struct arena arena;
	struct model model;
	bool good;
	char *said;
};

/* A reader of models, as readers/ have them. */
typedef bool reader(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena);

/* Reads the bytes of a file that would be at the path, which stay where they are. */
void reading_begin(
	struct reading *reading, reader *read, const char *path, struct bytes bytes);
void reading_end(struct reading *reading);

/* The first node of that name in words: described.h. */
const char *reading_node(struct reading *reading, const char *name);

/* Puts every node into words, decoding its constants. */
void reading_use(struct reading *reading);

/* The bytes of a file. */
struct bytes load(const char *path, struct arena *arena);

#endif
