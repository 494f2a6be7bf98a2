#ifndef OPGEN_OPS_TYPE_NUMBER_H
#define OPGEN_OPS_TYPE_NUMBER_H

#include "base/dtype.h"

#include <stdint.h>

struct operation;
struct source;

/* The element type with ONNX's number. If opgen does not have it, DTYPE_NONE, and
 *foreign is its name, or NULL if ONNX does not have it either. */
enum dtype type_of_number(int64_t number, const char **foreign);

/* The same with TensorFlow's number. */
enum dtype type_of_tensorflow(int64_t number, const char **foreign);

/* ONNX's number of an element type that it has. */
int64_t number_of_type(enum dtype dtype);

/* The floating-point type whose number stash_type is, 1 where it is not given. Reports
   another one, and returns DTYPE_NONE. */
enum dtype operation_stash_type(const struct operation *operation, struct source *source);

#endif
