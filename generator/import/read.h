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
   Everything lives in the arena. Reports a malformed file, and overrides for unknown
   tensors, and returns false. */
bool candidates_read(struct candidates *candidates, struct source *source,
	enum format format, int64_t opset, const struct overrides *overrides,
	struct arena *arena);

#endif
