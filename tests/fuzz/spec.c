#include "fuzz/trial.h"

/* A JSON spec. Constants' files are found as those of tests/errors are. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	trial_spec("tests/errors/fuzz.json", bytes, size);
	return 0;
}
