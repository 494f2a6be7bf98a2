#include "fuzz/trial.h"

/* An ONNX model. External data is found as that of the encodings is. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	trial_model("tests/models/onnx/encodings/fuzz.onnx", FORMAT_ONNX, bytes, size);
	return 0;
}
