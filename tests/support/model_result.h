#ifndef OPGEN_TESTS_MODEL_RESULT_H
#define OPGEN_TESTS_MODEL_RESULT_H

#include <stdbool.h>

/* Whether a node of a model computes what onnxruntime computed, as path tells it, with
   its own weights, on inputs of the size that the result is for, which is often smaller
   than the model's. folder: where the models are. What is emitted goes to the directory.
 */
bool model_result_holds(const char *path, const char *folder, const char *directory);

#endif
