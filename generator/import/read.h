#ifndef OPGEN_IMPORT_READ_H
#define OPGEN_IMPORT_READ_H

#include "model/format.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct candidates;
struct overrides;
struct source;

/* Reads a model of that format, infers its shapes and collects the candidates. opset:
   that of an ONNX model that names none, 0: not given; overrides: what the user says of
   shapes. Everything lives in the arena. Reports a file that is no such model, and what
   is said of tensors that it has not, and returns false. */
bool candidates_read(struct candidates *candidates, struct source *source,
	enum format format, int64_t opset, const struct overrides *overrides,
	struct arena *arena);

#endif
