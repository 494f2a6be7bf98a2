#ifndef OPGEN_MODEL_REQUEST_H
#define OPGEN_MODEL_REQUEST_H

#include <stdint.h>

struct arena;

/* What a reader of models has to know beside the file. */
struct read_request {
	int64_t opset;        /* --opset, of a file that names none; 0: not given */
	struct arena *tables; /* the model's; NULL: the arena of the rest */
};

/* The arena of a model's tables. */
static inline struct arena *
request_tables(const struct read_request *request, struct arena *arena)
{
	return request->tables ? request->tables : arena;
}

#endif
