#ifndef OPGEN_MODEL_OPENVINO_CHOICES_H
#define OPGEN_MODEL_OPENVINO_CHOICES_H

#include "base/dtype.h"
#include "model/model.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

enum {
	IR_RANK_LIMIT = 254
};

/* How the attributes and texts of an IR are read. None of them begins or ends with a
   blank. */

/* Whether a text is a decimal number from 0 to INT64_MAX, and nothing else; stores
   nothing when it is not. */
bool ir_number(const char *text, int64_t *number);

/* An extent: a number or, where `dynamic`, also -1, "?" or an interval like "1..8", all
   of which stand for an unknown extent. Returns false when it is neither. */
bool ir_extent(const char *text, bool dynamic, struct extent *extent);

/* A shape as an element <data> has it: "", "5", "64, 3, 7, 7", and "..." for an unknown
   rank. Returns NULL, or what is wrong, as the end of a message. */
const char *ir_shape(
	const char *text, bool dynamic, struct model_shape *shape, struct arena *arena);

/* The element type that an attribute names: "f32", "boolean". DTYPE_NONE: opgen does
   not have it. */
enum dtype ir_element_type(const char *word);

/* The same of a port's precision: "FP32", "BOOL". */
enum dtype ir_precision(const char *word);

/* Whether two shapes contradict each other; unknown ranks and extents contradict
   nothing. */
bool ir_shapes_differ(const struct model_shape *a, const struct model_shape *b);

#endif
