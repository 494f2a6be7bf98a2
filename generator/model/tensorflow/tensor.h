#ifndef OPGEN_MODEL_TENSORFLOW_TENSOR_H
#define OPGEN_MODEL_TENSORFLOW_TENSOR_H

#include "model/model.h"

#include <stdbool.h>
#include <stdint.h>

struct Tensorflow__Shape;
struct Tensorflow__Tensor;
struct arena;

/* The element type that TensorFlow numbers so; the quantized ones are the integers that
   they are kept in, but for qint8. Of one that opgen has not, *foreign becomes its name.
   A reference to a variable, 100 and more, counts as what it refers to. */
enum dtype tensorflow_dtype(int32_t type, const char **foreign, struct arena *arena);

/* A shape as the file states it; none at all, and a size below 0, is not known. Returns
   NULL, or why it cannot be, as the end of a message. */
const char *tensorflow_shape(struct model_shape *shape,
	const struct Tensorflow__Shape *stated, struct arena *arena);

/* Makes a constant of a value: its type, its shape, and where its elements are; its name
   is left alone. The tensor must live as long. */
void tensorflow_tensor_value(struct value *value, const struct Tensorflow__Tensor *tensor,
	struct arena *arena);

/* The elements of a constant as struct model's decode has them. */
const void *tensorflow_tensor_decode(const struct model *model, const struct value *value,
	struct arena *arena, const char **why);

#endif
