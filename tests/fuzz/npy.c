#include "fuzz/file.h"
#include "fuzz/trial.h"

#include <string.h>

/* Specs that an array can be a constant of: every type, with a shape and without. */
static const char *const specs[] = {
	"{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 3, 8, 8], "
	"\"W\": {\"file\": \"constant.npy\"}}}",
	"{\"op\": \"SpaceToBatch\", \"dtype\": \"int8\", \"inputs\": {\"data\": [2, 4, "
	"4], \"block_shape\": {\"file\": \"constant.npy\"}, \"pads_begin\": {\"shape\": "
	"[3], \"data\": [0, 0, 0]}, \"pads_end\": {\"shape\": [3], \"data\": [0, 0, "
	"0]}}}",
};

static const char *const dtypes[] = {"float32", "float64", "float16", "bfloat16", "bool",
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "qint8",
	"complex64", "complex128"};

enum {
	NSPEC = sizeof specs / sizeof *specs,
	NDTYPE = sizeof dtypes / sizeof *dtypes
};

static void
try_spec(const char *spec)
{
	trial_spec("build/fuzz/work/npy.json", (const uint8_t *)spec, strlen(spec));
}

/* A numpy file, as a constant of each type. */
int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char spec[256];

	file_set("build/fuzz/work/constant.npy", bytes, size);
	for (size_t i = 0; i < NSPEC; i++)
		try_spec(specs[i]);
	for (size_t i = 0; i < NDTYPE; i++) {
		snprintf(spec, sizeof spec,
			"{\"op\": \"DepthToSpace\", \"dtype\": \"%s\", \"inputs\": "
			"{\"input\": {\"file\": \"constant.npy\"}}, \"attributes\": "
			"{\"block_size\": 2}}",
			dtypes[i]);
		try_spec(spec);
	}
	return 0;
}
