#ifndef OPGEN_MODEL_TENSORFLOW_TENSOR_H
#define OPGEN_MODEL_TENSORFLOW_TENSOR_H

#include "model/model.h"

#include <stdbool.h>
#include <stdint.h>

struct Tensorflow__Shape;
struct Tensorflow__Tensor;
struct arena;

/* The element type with this number in TensorFlow. A quantized type becomes the integer
   type that stores it, except qint8, which opgen has; a reference to a variable (its
   type's number plus 100) becomes the type. For a type that opgen does not have,
   *foreign becomes its name. */
enum dtype tensorflow_dtype(int32_t type, const char **foreign, struct arena *arena);

/* A shape as the file states it; no shape at all, or an extent below 0, is unknown.
   Returns NULL, or why it cannot be used, as the end of a message. */
const char *tensorflow_shape(struct model_shape *shape,
	const struct Tensorflow__Shape *stated, struct arena *arena);

/* Makes a value a constant: sets its type, shape and encoded elements, but not its
   name. The tensor must live as long as the value. */
void tensorflow_tensor_value(struct value *value, const struct Tensorflow__Tensor *tensor,
	struct arena *arena);

/* The elements of a constant, as the member `decode` of struct model. */
const void *tensorflow_tensor_decode(const struct model *model, const struct value *value,
	struct arena *arena, const char **why);

#endif
