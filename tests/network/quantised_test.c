/* Whole networks of 8-bit integers, in ONNX's QOperator form, as they lie beside
   OPGEN_MODELS: every byte is onnxruntime's. */
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "spec/npy.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/reference.h"
#include "support/sample.h"

enum {
	INPUTS = 6,          /* of each network */
	SAMPLE = 2,          /* of so many networks one is compiled and run */
	MOST_BYTES = 1 << 15 /* of an input or an output */
};

/* A network; its input is a plane of so many places, which files have with the channels
   last. */
struct row {
	const char *name;
	int64_t plane, channels, outputs;
	bool is_unsigned, runs;
};

/* clang-format off */
static struct row row[] = {
	{"ad01_qop_s8",          640,     1, 640, false, false},
	{"ad01_qop_u8",          640,     1, 640, true,  false},
	{"ic_resnet8_qop_s8",    32 * 32, 3, 10,  false, false},
	{"ic_resnet8_qop_u8",    32 * 32, 3, 10,  true,  false},
	{"kws_dscnn_qop_s8",     49 * 10, 1, 12,  false, false},
	{"kws_dscnn_qop_u8",     49 * 10, 1, 12,  true,  false},
	{"vww_mobilenet_qop_s8", 96 * 96, 3, 2,   false, false},
	{"vww_mobilenet_qop_u8", 96 * 96, 3, 2,   true,  false},
};
/* clang-format on */

static const char *folder; /* of quantised networks */

/* The bytes of a .npy file. */
static const uint8_t *
bytes_of(const char *path, enum dtype dtype, struct reference *run)
{
	struct tensor tensor = {.dtype = dtype};

	if (!npy_read(&tensor, false, "bytes", path, NULL, &run->source, &run->arena))
		fail_msg("%s cannot be read", path);
	return tensor.constant;
}

/* Generates the network's C, and compiles it if it is to run; loops keep it small. */
static reference_function *
build(struct reference *run, const struct row *r)
{
	reference_function *function;
	const char *argv[] = {arena_format(&run->arena, "%s/opgen", build_directory()),
		arena_format(&run->arena, "%s/onnx/%s.onnx", folder, r->name), "--graph",
		"--name=net", "--workspace=static", "--unroll=small", "-o",
		arena_format(&run->arena, "%s/net.c", run->directory),
		arena_format(&run->arena, "--header=%s/net.h", run->directory), NULL};

	assert_int_equal(run_command(&(struct run){.argv = argv}), 0);
	if (!r->runs)
		return NULL;
	assert_true(reference_compile(run));
	function = reference_load_function(run);
	assert_non_null(function);
	return function;
}

/* Input number k, with the channels first; of unsigned networks 128 more. */
static void
fill(struct reference *run, const struct row *r, int k)
{
	const char *base = arena_copy_text(
		&run->arena, r->name, (size_t)(strstr(r->name, "_qop") - r->name));
	const uint8_t *from = bytes_of(
		arena_format(&run->arena, "%s/tflite/refs/%s_int8_in.npy", folder, base),
		DTYPE_INT8, run);
	uint8_t *to = run->passed[0].element;

	from += k * r->plane * r->channels;
	for (int64_t c = 0; c < r->channels; c++)
		for (int64_t i = 0; i < r->plane; i++)
			*to++ = (uint8_t)(from[i * r->channels + c] +
					  (r->is_unsigned ? 128 : 0));
}

static void
network_holds(void **state)
{
	static uint8_t element[2][MOST_BYTES];
	const struct row *r = *state;
	struct reference run = {.npassed = 2};
	reference_function *function;

	run.passed[0].element = element[0];
	run.passed[1].element = element[1];
	run.directory = arena_format(
		&run.arena, "%s/tests/quantised/%s", build_directory(), r->name);
	directory_remove(run.directory);
	directory_make(run.directory);
	function = build(&run, r);
	for (int k = 0; k < INPUTS && function; k++) {
		const char *path = arena_format(&run.arena,
			"%s/onnx/refs/%s_%d_disabled.npy", folder, r->name, k);

		fill(&run, r, k);
		reference_call(&run, function);
		assert_memory_equal(element[1],
			bytes_of(path, r->is_unsigned ? DTYPE_UINT8 : DTYPE_INT8, &run),
			(size_t)r->outputs);
	}
	arena_free(&run.arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(row)];
	struct sample sample = sample_begin("runs the same networks");
	const char *models = getenv("OPGEN_MODELS");
	static char path[4096];

	snprintf(path, sizeof path, "%s/../quantised", models ? models : "");
	folder = models ? realpath(path, NULL) : NULL;
	if (!folder) {
		puts("no quantised networks lie beside OPGEN_MODELS: they are left out");
		return 0;
	}
	for (size_t i = 0; i < countof(row); i++) {
		row[i].runs = sample_takes(&sample, SAMPLE) && !is_sanitized();
		test[i] = (struct CMUnitTest){
			row[i].name, network_holds, NULL, NULL, &row[i]};
	}
	return _cmocka_run_group_tests("quantised", test, countof(test), NULL, NULL);
}
