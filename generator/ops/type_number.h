#ifndef OPGEN_OPS_TYPE_NUMBER_H
#define OPGEN_OPS_TYPE_NUMBER_H

#include "base/dtype.h"

#include <stdint.h>

/* The element type that ONNX gives a number. Of one that opgen has not, DTYPE_NONE, and
 *foreign is its name, or NULL where ONNX has none either. */
enum dtype type_of_number(int64_t number, const char **foreign);

#endif
