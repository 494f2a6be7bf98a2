/* Whole networks of other people, compiled as users do and run, against what another
   program computed: the models of OPGEN_MODELS that graph-refs/list.json there names,
   with results of onnxruntime, and those that list.json in tests/network/frameworks
   names. Those that take long run with OPGEN_ALL alone. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/machine.h"
#include "support/reference.h"
#include "support/sample.h"

/* Of the largest value of a result. */
static const double tolerance = 1e-4, tolerance_of_halves = 1e-2;

/* Whether the code of this machine fuses multiply-adds, and its target. */
static bool fused;
static const char *target;

enum {
	SAMPLE = 2 /* of so many networks one is compiled and run */
};

/* What cannot be right yet. A model that is named here and is right fails, and is one of
   the quick ones below, so that it is noticed. */
struct known {
	const char *model;
	const char *message; /* of opgen, which refuses it; NULL: its results are off */
	const char *reason;
	bool fused; /* only where multiply-adds are fused */
};

/* clang-format off */
static const struct known known[] = {
	{"onnx/ort-small/layout_transform_reshape.onnx", NULL, "it divides by small differences of large sums, 1.1e-4 off", true},
};

/* Models that ninja test takes: each is a few seconds. */
static const char *const quick[] = {
	"onnx/wonnx/opt-mnist.onnx",
	"onnx/derived/micro_kws_lppool.onnx",
	"onnx/derived/espcn_x2_d2s_dcr.onnx",
	"onnx/emx/mixed_ops_dynamic_batch.onnx",
	"onnx/emx/micro_kws_m_static_fp32.onnx",
	"onnx/emx/micro_kws_m_static_qdq.onnx",
	"onnx/ort-small/qdq_with_multi_consumer_q_dq_axis.onnx",
	"onnx/ort-small/layout_transform_reshape.onnx",
	"onnx/kazuhito/face_detection_yunet_120x160.onnx",
	"onnx/ort/mnist-react-native.onnx",
	"onnx/ort/cnn_mnist_pytorch.onnx",
};
/* clang-format on */

/* A network, and the folder that has its results. */
struct network_row {
	const json_t *entry;
	const char *references, *model;
	bool runs; /* the others become C, no more */
};

static const char *models; /* OPGEN_MODELS */
static struct network_row *row;
static size_t nrow;
static struct jobs jobs;
static struct arena run_arena;

static bool
is_quick(const char *model)
{
	for (size_t i = 0; i < countof(quick); i++)
		if (!strcmp(quick[i], model))
			return true;
	return false;
}

static const struct known *
known_of(const char *model)
{
	for (size_t i = 0; i < countof(known); i++)
		if (!strcmp(known[i].model, model) && (fused || !known[i].fused))
			return &known[i];
	return NULL;
}

static bool
is_right(struct reference *run)
{
	bool good = true;

	for (size_t i = run->ninput; i < run->npassed; i++) {
		struct passed *p = &run->passed[i];
		bool halves = dtype_info[p->tensor.dtype].kind == KIND_HALF;
		double off = reference_distance(run, p);

		fprintf(stderr, "%s is off by %.2g of its largest value\n", p->name, off);
		good &= off <= (halves ? tolerance_of_halves : tolerance);
	}
	return good;
}

/* Compiles and calls it. */
static bool
is_built(struct reference *run)
{
	reference_function *function =
		reference_compile(run) ? reference_load_function(run) : NULL;

	if (function)
		reference_call(run, function);
	return function != NULL;
}

/* What a known failure must be. */
static bool
fails_as_known(struct reference *run, const struct network_row *r, const struct known *k,
	int status)
{
	size_t size;
	const char *said;

	if (!k->message)
		return !status && (!r->runs || (is_built(run) && !is_right(run)));
	said = file_read(
		arena_format(&run->arena, "%s/said", run->directory), &size, &run->arena);
	return status == 1 && said && strstr(said, k->message);
}

static bool
check_network(struct reference *run, const struct network_row *r)
{
	const struct known *k = known_of(run->model);
	int status = reference_generate(
		run, (const char *const[]){"-onet.c", "--header=net.h", NULL});
	size_t size;
	const char *said = file_read(
		arena_format(&run->arena, "%s/said", run->directory), &size, &run->arena);

	fprintf(stderr, "%s\nopgen's exit status is %d\n", said ? said : "", status);
	if (k) {
		fprintf(stderr, "known to fail: %s; where it does not, take it off\n",
			k->reason);
		return fails_as_known(run, r, k, status);
	}
	return !status && (!r->runs || (is_built(run) && is_right(run)));
}

static bool
run_network(const size_t *index, size_t n)
{
	static struct reference run;

	(void)n; /* one at a time */
	reference_begin(&run, models, row[*index].references, row[*index].entry,
		arena_format(
			&run_arena, "%s/tests/references/%zu", build_directory(), *index),
		target);
	return check_network(&run, &row[*index]);
}

static void
network_holds(void **state)
{
	const size_t *task = *state;

	jobs_assert(&jobs, *task, &run_arena);
}

/* The rows refer to the list, which the caller releases. Sanitizers have seen the
   generator at work when the C is there. */
static json_t *
add_rows(const char *references, bool all, struct sample *sample)
{
	json_t *list = reference_list(references);
	size_t n = json_array_size(list), ntaken = 0;
	struct network_row *more = arena_array(&run_arena, struct network_row, nrow + n);

	if (nrow)
		memcpy(more, row, nrow * sizeof *row);
	row = more;
	for (size_t i = 0; i < n; i++) {
		const char *model = reference_model(list, i);

		if (!all && !is_quick(model))
			continue;
		row[nrow++] = (struct network_row){json_array_get(list, i), references,
			model, sample_takes(sample, SAMPLE) && !is_sanitized()};
		ntaken++;
	}
	printf("%zu of %zu networks of %s; ninja test-networks takes all\n", ntaken, n,
		references);
	return list;
}

int
main(void)
{
	struct CMUnitTest *test;
	struct sample sample;
	json_t *list[2];
	size_t *task;
	int failed;

	models = getenv("OPGEN_MODELS") ? realpath(getenv("OPGEN_MODELS"), NULL) : NULL;
	if (!getenv("OPGEN_MODELS")) {
		puts("OPGEN_MODELS is not set: the networks of other people are left "
		     "out");
		return 0;
	}
	if (!models) {
		perror(getenv("OPGEN_MODELS"));
		return 3;
	}
	fused = !is_left_out("x86-64-v3");
	target = fused ? "x86-64-v3" : "generic";
	sample = sample_begin("runs the same networks");
	list[0] = add_rows(arena_format(&run_arena, "%s/graph-refs", models),
		getenv("OPGEN_ALL") != NULL, &sample);
	list[1] = add_rows("tests/network/frameworks", true, &sample);
	test = arena_array(&run_arena, struct CMUnitTest, nrow);
	task = arena_array(&run_arena, size_t, nrow);
	for (size_t i = 0; i < nrow; i++) {
		task[i] = i;
		test[i] = (struct CMUnitTest){
			row[i].model, network_holds, NULL, NULL, &task[i]};
	}
	jobs_begin(&jobs, run_network, nrow, 1,
		arena_format(&run_arena, "%s/tests/references", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("references", test, nrow, NULL, NULL);
	json_decref(list[0]);
	json_decref(list[1]);
	return failed;
}
