#include "fuzz/trial.h"

/* A GraphDef, a SavedModel or a MetaGraphDef. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	trial_model("fuzz.pb", FORMAT_TENSORFLOW, bytes, size);
	return 0;
}
