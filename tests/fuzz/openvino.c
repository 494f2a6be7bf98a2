#include "fuzz/file.h"
#include "fuzz/trial.h"

/* An OpenVINO IR. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	trial_model("build/fuzz/work/net.xml", FORMAT_OPENVINO, bytes,
		file_set_bin(bytes, size));
	return 0;
}
