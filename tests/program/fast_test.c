/* Convolutions in numerics fast, which may differ from the exact ones by the bound that
   the emitted file states. Weights that are zero are no terms: where they are left out,
   an infinite input beside them is none either. Each is run in memory for every target
   that has its kernel; compilers see a sample. */

#include "support/test.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "opgen_runtime.h"
#include "schedule/setting.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/lowered.h"
#include "support/machine.h"
#include "support/sample.h"
#include "support/subject.h"

enum {
	SAMPLE = 8,   /* of so many functions one is compiled, */
	SANITIZED = 4 /* and with sanitizers one of so many is run */
};

struct row {
	const char *name, *dtype, *targets, *kernel;
	int batch, group, ic, oc; /* channels of a group */
	int height, width;
	int pads[4];
	bool bias;
	int kh, kw, dilation;
	int zeros;     /* weights of a hundred */
	bool infinite; /* the first input channel */
};

#define EACH NULL                  /* the targets one by one */
#define BOTH "x86-64-v4,x86-64-v3" /* as one function */
#define V3 "x86-64-v3"
#define WINOGRAD "winograd"
#define SPARSE "sparse"

/* clang-format off */
static const struct row rows[] = {
	{"one block", "float32", BOTH, WINOGRAD, 1, 1, 16, 32, 12, 12, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"odd sizes, channels left over", "float32", EACH, WINOGRAD, 2, 1, 5, 19, 13, 11, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"groups, other pads on each side", "float32", EACH, WINOGRAD, 1, 2, 7, 40, 9, 23, {0, 2, 1, 0}, true, 3, 3, 1, 0, false},
	{"one input channel", "float32", BOTH, WINOGRAD, 2, 2, 1, 16, 9, 13, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"narrow", "float32", EACH, WINOGRAD, 1, 1, 3, 16, 31, 4, {2, 1, 2, 1}, false, 3, 3, 1, 0, false},
	{"rows in several blocks", "float32", EACH, WINOGRAD, 1, 1, 3, 33, 7, 250, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"tiles in the padding", "float32", EACH, WINOGRAD, 1, 1, 3, 16, 2, 3, {5, 6, 5, 20}, true, 3, 3, 1, 0, false},
	{"one output", "float32", EACH, WINOGRAD, 1, 1, 4, 16, 3, 3, {0, 0, 0, 0}, true, 3, 3, 1, 0, false},
	{"several vectors of inputs", "float32", EACH, WINOGRAD, 1, 1, 2, 17, 6, 37, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"many channels", "float32", EACH, WINOGRAD, 1, 1, 150, 70, 14, 14, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"half the registers", "float32", V3, WINOGRAD, 2, 2, 9, 21, 9, 23, {0, 2, 1, 0}, true, 3, 3, 1, 0, false},
	{"half the registers, many channels", "float32", V3, WINOGRAD, 1, 1, 90, 70, 14, 14, {1, 1, 1, 1}, false, 3, 3, 1, 0, false},
	{"rows asked for ahead", "float32", BOTH, WINOGRAD, 1, 1, 8, 40, 130, 100, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"rows asked for ahead, of two channels at a time", "float32", EACH, WINOGRAD, 2, 1, 40, 16, 25, 224, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"rows asked for ahead, blocks side by side", "float16", EACH, WINOGRAD, 1, 1, 7, 20, 60, 460, {0, 1, 1, 1}, false, 3, 3, 1, 0, false},
	{"doubles", "float64", EACH, WINOGRAD, 2, 2, 7, 21, 9, 23, {0, 2, 1, 0}, true, 3, 3, 1, 0, false},
	{"doubles, half the registers", "float64", V3, WINOGRAD, 1, 1, 12, 16, 14, 14, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"halves", "float16", EACH, WINOGRAD, 1, 1, 16, 32, 12, 13, {1, 1, 1, 1}, true, 3, 3, 1, 0, false},
	{"halves, half the registers", "float16", V3, WINOGRAD, 1, 1, 5, 19, 12, 13, {1, 0, 1, 1}, false, 3, 3, 1, 0, false},
	{"zeros left out, rows with padding", "float32", BOTH, SPARSE, 2, 1, 6, 9, 13, 28, {1, 1, 1, 1}, true, 3, 3, 1, 80, false},
	{"zeros left out, planes in vectors", "float32", EACH, SPARSE, 1, 2, 32, 20, 14, 14, {0, 0, 0, 0}, true, 1, 1, 1, 60, false},
	{"zeros left out, nine vectors and a lane", "float32", EACH, SPARSE, 1, 1, 5, 4, 5, 29, {0, 0, 0, 0}, false, 1, 1, 1, 50, false},
	{"zeros left out, fewer outputs than lanes", "float32", EACH, SPARSE, 1, 1, 4, 5, 9, 5, {0, 2, 1, 0}, true, 3, 3, 1, 40, false},
	{"zeros left out, no padding", "float32", EACH, SPARSE, 2, 1, 3, 7, 11, 40, {0, 0, 0, 0}, true, 5, 3, 1, 90, false},
	{"zeros left out, taps apart", "float32", V3, SPARSE, 1, 1, 3, 6, 12, 21, {4, 2, 3, 2}, true, 3, 3, 2, 70, false},
	{"zeros left out, an infinite channel", "float32", EACH, SPARSE, 1, 1, 6, 24, 7, 19, {1, 1, 1, 1}, true, 3, 3, 1, 95, true},
	{"zeros left out, a plane in pieces", "float32", EACH, SPARSE, 1, 1, 3, 4, 30, 31, {0, 0, 0, 0}, true, 1, 1, 1, 50, false},
	{"zeros left out, doubles", "float64", EACH, SPARSE, 1, 2, 7, 5, 9, 23, {0, 2, 1, 0}, true, 3, 3, 1, 75, false},
	{"zeros left out, a channel in, a channel out", "float32", BOTH, SPARSE, 2, 1, 1, 1, 9, 28, {1, 1, 1, 1}, true, 3, 3, 1, 50, false},
	{"zeros left out, channels by themselves", "float32", EACH, SPARSE, 1, 3, 1, 1, 9, 21, {0, 1, 0, 1}, false, 3, 3, 1, 50, false},
	{"zeros left out, a row", "float32", EACH, SPARSE, 1, 1, 4, 3, 1, 50, {0, 1, 0, 1}, true, 1, 3, 1, 50, false},
	{"zeros left out, halves", "float16", EACH, SPARSE, 1, 1, 16, 8, 12, 13, {1, 1, 1, 1}, true, 3, 3, 1, 75, false},
};
/* clang-format on */

/* Numbers between -1 and 1 that every type has, the same each time. */
static double
made_up(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return ((double)(*state >> 22) - 512) / 512;
}

/* Zero, so many times of a hundred. */
static double
thinned(int zeros, double number, unsigned *state)
{
	if (zeros)
		*state = *state * 1664525u + 1013904223u;
	return (int)((*state >> 20) % 100) < zeros ? 0 : number;
}

static void
put_numbers(FILE *file, const int *extent, int rank, int zeros, unsigned *state)
{
	for (int i = 0; i < extent[0]; i++) {
		fputs(i ? "," : "[", file);
		if (rank > 1)
			put_numbers(file, extent + 1, rank - 1, zeros, state);
		else
			fprintf(file, "%.17g", thinned(zeros, made_up(state), state));
	}
	fputs("]", file);
}

static char *
spec_of(const struct row *r, size_t *size)
{
	int extent[] = {r->group * r->oc, r->ic, r->kh, r->kw};
	unsigned state = 1;
	char *text;
	FILE *file = open_memstream(&text, size);

	fprintf(file,
		"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"%s\", \"inputs\": ",
		r->dtype);
	fprintf(file, "{\"X\": [%d, %d, %d, %d], ", r->batch, r->group * r->ic, r->height,
		r->width);
	fprintf(file, "\"W\": {\"shape\": [%d, %d, %d, %d], \"data\": ", extent[0], r->ic,
		r->kh, r->kw);
	put_numbers(file, extent, 4, r->zeros, &state);
	fputs("}", file);
	if (r->bias) {
		fprintf(file, ", \"B\": {\"shape\": [%d], \"data\": ", extent[0]);
		put_numbers(file, extent, 1, 0, &state);
		fputs("}", file);
	}
	fprintf(file,
		"}, \"attributes\": {\"pads\": [%d, %d, %d, %d], \"group\": %d, "
		"\"dilations\": [%d, %d]}}",
		r->pads[0], r->pads[1], r->pads[2], r->pads[3], r->group, r->dilation,
		r->dilation);
	fclose(file);
	return text;
}

static double
element_at(const void *elements, enum dtype dtype, int64_t i)
{
	if (dtype == DTYPE_FLOAT64)
		return ((const double *)elements)[i];
	if (dtype == DTYPE_FLOAT32)
		return (double)((const float *)elements)[i];
	return (double)opgen_float16_to_float(((const opgen_float16 *)elements)[i]);
}

static void *
inputs_of(const struct row *r, const struct plan *plan, struct arena *arena)
{
	int64_t n = plan->src->nelement;
	double *wide = arena_array(arena, double, n);
	float *narrow = arena_array(arena, float, n);
	opgen_float16 *half = arena_array(arena, opgen_float16, n);
	unsigned state = 2;

	for (int64_t i = 0; i < n; i++) {
		wide[i] = made_up(&state);
		if (r->infinite && i < r->height * r->width)
			wide[i] = INFINITY;
		narrow[i] = (float)wide[i];
		half[i] = opgen_float_to_float16(narrow[i]);
	}
	if (plan->src->dtype == DTYPE_FLOAT64)
		return wide;
	return plan->src->dtype == DTYPE_FLOAT32 ? (void *)narrow : (void *)half;
}

/* An output, and what the bound is relative to. */
struct exact {
	double value, weights;
};

static struct exact
exact_output(const struct row *r, const struct plan *plan, const void *x, int64_t at)
{
	const int64_t *shape = plan->dst.shape;
	int64_t column = at % shape[3], row = at / shape[3] % shape[2];
	int64_t channel = at / (shape[2] * shape[3]) % shape[1];
	int64_t image = at / (shape[1] * shape[2] * shape[3]);
	int64_t plane = (image * r->group + channel / r->oc) * r->ic;
	int64_t taps = r->kh * r->kw;
	struct exact exact = {plan->bias ? operand_number(plan->bias, channel) : 0, 0};

	for (int64_t c = 0; c < r->ic; c++)
		for (int64_t k = 0; k < taps; k++) {
			int64_t h = row + k / r->kw * r->dilation - r->pads[0];
			int64_t w = column + k % r->kw * r->dilation - r->pads[1];
			double weight = operand_number(
				plan->weights, (channel * r->ic + c) * taps + k);

			exact.weights += fabs(weight);
			if (weight != 0 && h >= 0 && h < r->height && w >= 0 &&
				w < r->width)
				exact.value +=
					weight *
					element_at(x, plan->src->dtype,
						((plane + c) * r->height + h) * r->width +
							w);
		}
	return exact;
}

static double
rounding_of(enum dtype dtype)
{
	return dtype == DTYPE_FLOAT64   ? DBL_EPSILON
	       : dtype == DTYPE_FLOAT32 ? (double)FLT_EPSILON
					: 0x1p-10;
}

static void
check_outputs(const struct row *r, const struct schedule *schedule, const void *x,
	const void *y)
{
	const struct plan *plan = schedule->plan;
	double bound = schedule->bound;

	for (int64_t i = 0; i < plan->dst.nelement; i++) {
		struct exact exact = exact_output(r, plan, x, i);
		double got = element_at(y, plan->dst.dtype, i);
		double allowed = bound * exact.weights +
				 rounding_of(plan->dst.dtype) * fabs(exact.value);

		if (isfinite(exact.value) ? !(fabs(got - exact.value) <= allowed)
					  : isfinite(got))
			fail_msg("%s: output %lld is %.9g, not %.9g; %.2g is allowed",
				r->name, (long long)i, got, exact.value, allowed);
	}
}

/* A row in one of the numerics, for some targets. */
struct function_row {
	const struct row *row;
	const char *numerics, *targets;
	size_t number; /* among all functions */
};

static void
run_in_memory(const struct function_row *f, const struct schedule *schedule,
	struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct lowered lowered = lowered_make(schedule, arena);
	const void *input[MAX_OPERAND] = {inputs_of(f->row, plan, arena)};
	void *y = arena_alloc(arena, (size_t)operand_nbyte(&plan->dst));
	const char *wrong = lowered_run(&lowered, input, y);

	if (wrong)
		fail_msg("%s, %s: %s", f->row->name, f->targets, wrong);
	check_outputs(f->row, schedule, input[0], y);
}

static void
run_compiled(const struct function_row *f, const struct schedule *schedule,
	struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	const char *folder =
		arena_format(arena, "%s/tests/fast/%zu", build_directory(), f->number);
	const char *c_file = arena_format(arena, "%s/f.c", folder);
	const char *library = arena_format(arena, "%s/f.so", folder);
	struct compilation way = compilation_of(f->number);
	struct emitted emitted = {.plan = plan};
	const void *input[MAX_OPERAND] = {inputs_of(f->row, plan, arena)};
	void *y = arena_alloc(arena, (size_t)operand_nbyte(&plan->dst));
	uint64_t ncode;
	void *handle;

	directory_make(folder);
	assert_true(emit_file(c_file, &schedule, 1, &ncode));
	assert_true(emitted_compile(&way, c_file, library, arena));
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	assert_non_null(handle);
	emitted.function = dlsym(handle, "f");
	assert_non_null(emitted.function);
	emitted_call(&emitted, PLACED_AT_END, input, y);
	check_outputs(f->row, schedule, input[0], y);
	emitted_call(&emitted, PLACED_AT_BEGIN, input, y);
	check_outputs(f->row, schedule, input[0], y);
	dlclose(handle);
	directory_remove(folder);
}

static struct sample sample;

static void
run_function(const struct function_row *f)
{
	struct arena arena = {0};
	size_t size;
	char *spec = spec_of(f->row, &size);
	struct settings settings = {.kernel = NULL};
	struct subject subject;
	struct schedule schedule;
	/* Sanitizers see the generator and the interpreter at work. */
	bool compiled = sample_takes(&sample, SAMPLE) && !is_sanitized() &&
			!is_left_out(f->targets);

	assert_null(setting_read(&settings, "numerics", f->numerics, &arena));
	assert_null(setting_read(&settings, "target", f->targets, &arena));
	assert_null(setting_read(&settings, "kernel", f->row->kernel, &arena));
	settings = settings_resolve(&settings, &(struct settings){0});
	assert_true(subject_plan(&subject, "fast.json", spec, size));
	assert_true(subject_schedule(&subject, "", &settings, 1 << 24, &schedule));
	run_in_memory(f, &schedule, &arena);
	if (compiled)
		run_compiled(f, &schedule, &arena);
	subject_free(&subject);
	arena_free(&arena);
	free(spec);
}

static void
row_holds(void **state)
{
	static const char *const numerics[] = {"fast", "fast:4"};
	static const char *const each[] = {"x86-64-v3", "x86-64-v4", NULL};
	struct function_row f = {.row = *state};
	const char *const given[] = {f.row->targets, NULL};
	const char *const *targets = f.row->targets ? given : each;
	size_t nnumerics = strcmp(f.row->kernel, "winograd") ? 1 : countof(numerics);

	f.number = (size_t)(f.row - rows) * countof(each) * countof(numerics);
	for (; *targets; targets++)
		for (size_t i = 0; i < nnumerics; i++, f.number++) {
			f.targets = *targets;
			f.numerics = numerics[i];
			if (sample_takes_sanitized(&sample, SANITIZED))
				run_function(&f);
		}
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	sample = sample_begin("tries and compiles the same functions");
	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, row_holds, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("fast", test, countof(rows), NULL, NULL);
}
