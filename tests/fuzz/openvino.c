#include <stdbool.h>
#include <string.h>

#include "fuzz/file.h"
#include "fuzz/trial.h"

static const char seam[] = "\0bin";

/* Where the .bin begins in an input, or its end. */
static size_t
find_seam(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i + sizeof seam <= size; i++)
		if (!memcmp(bytes + i, seam, sizeof seam))
			return i;
	return size;
}

/* An OpenVINO IR: the .xml, and after a NUL, "bin" and another NUL its .bin. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	size_t xml = find_seam(bytes, size);
	size_t bin = xml < size ? xml + sizeof seam : size;

	file_set("build/fuzz/work/net.bin", bytes + bin, size - bin);
	trial_model("build/fuzz/work/net.xml", FORMAT_OPENVINO, bytes, xml);
	return 0;
}
