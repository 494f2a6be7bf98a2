#ifndef OPGEN_TESTS_MODEL_RESULT_H
#define OPGEN_TESTS_MODEL_RESULT_H

#include <stdbool.h>

/* Whether a node of a model, with its own weights, computes what onnxruntime computed.
   path: the file of that result, whose inputs are often smaller than the model's; folder:
   the models. Emitted files go to the directory. With run false it becomes C, no more. */
bool model_result_holds(
	const char *path, const char *folder, const char *directory, bool run);

#endif
