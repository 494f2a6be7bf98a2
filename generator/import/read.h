#ifndef OPGEN_IMPORT_READ_H
#define OPGEN_IMPORT_READ_H

#include "model/format.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct candidates;
struct overrides;
struct source;

/* Reads a model of that format, infers its shapes and collects the candidates. opset: for
   an ONNX model that states none, 0: not given; overrides: shapes that the user gives.
   Texts and elements live in the arena, and all that is made of the candidates needs no
   more; the tables of nodes, values and candidates in `tables`, which may be the same.
   Reports a malformed file, and overrides for unknown tensors, and returns false. */
bool candidates_read(struct candidates *candidates, struct source *source,
	enum format format, int64_t opset, const struct overrides *overrides,
	struct arena *arena, struct arena *tables);

#endif
