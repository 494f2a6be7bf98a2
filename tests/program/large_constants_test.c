/* Constants large enough to be written twice on generic: as a string, for compilers that
   are known to read long ones and have the lowest byte of a number first, and as
   integers. Either way the code computes what the reference interpreter does. */

#include "support/test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "plan/reference.h"
#include "schedule/setting.h"
#include "spec/npy.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/subject.h"

struct row {
	const char *name, *dtype;
	bool weights;
	int rows, columns; /* of the constant, 256 KiB and some bytes in all */
};

/* clang-format off */
static const struct row rows[] = {
	{"weights", "float32", true, 131, 503},
	{"weights, widened", "float16", true, 131, 503},
	{"numbers of a byte", "int8", false, 7, 37451},
	{"truth values", "bool", false, 7, 37451},
	{"halves", "bfloat16", false, 7, 18725},
	{"integers of 16 bits", "uint16", false, 7, 18725},
	{"floats", "float32", false, 7, 9363},
	{"doubles", "float64", false, 7, 4683},
	{"integers of 64 bits", "int64", false, 7, 4683},
	{"complex numbers", "complex64", false, 7, 4683},
};
/* clang-format on */

/* An element's bytes: any, but those of weights are of small numbers, so that sums differ
   in no NaN, and those of a truth value are one of two. */
static void
put_element(FILE *file, const struct row *r, enum dtype dtype, unsigned random)
{
	const float weight = (float)(random >> 25);
	const uint16_t half = (uint16_t)(0x3c00 + (random >> 26));

	if (dtype == DTYPE_BOOL)
		fputc((int)(random >> 31), file);
	else if (!r->weights)
		for (size_t b = 0; b < dtype_info[dtype].size; b++)
			fputc((int)((random >> 8) + b) & 255, file);
	else if (dtype == DTYPE_FLOAT32)
		fwrite(&weight, sizeof weight, 1, file);
	else
		fwrite(&half, sizeof half, 1, file);
}

static void
write_constant(const char *path, const struct row *r)
{
	enum dtype dtype = DTYPE_FLOAT32;
	unsigned state = 1;
	FILE *file = fopen(path, "wb");
	char header[118];

	assert_non_null(file);
	while (strcmp(dtype_info[dtype].name, r->dtype))
		dtype++;
	snprintf(header, sizeof header,
		"{'descr': '<%s', 'fortran_order': False, 'shape': (%s%d, %d%s)}",
		npy_descr[dtype], r->weights ? "" : "1, ", r->rows, r->columns,
		r->weights ? ", 1" : "");
	fwrite("\x93NUMPY\1\0\x76", 1, 10, file);
	fprintf(file, "%-117s\n", header);
	for (int i = 0; i < r->rows * r->columns; i++) {
		state = state * 1664525u + 1013904223u;
		put_element(file, r, dtype, state);
	}
	fclose(file);
}

static const char conv[] = "\"op\": \"Conv\", \"inputs\": {\"X\": [1, %d, 3], \"W\": ";

static const char batch_to_space[] =
	"\"op\": \"BatchToSpaceND\", \"inputs\": {"
	"\"block_shape\": {\"dtype\": \"int64\", \"shape\": [1], \"data\": [1]}, "
	"\"crops\": {\"dtype\": \"int64\", \"shape\": [1, 2], \"data\": [1, 0]}, "
	"\"input\": ";

/* A Conv, or a copy of all but the first row. */
static char *
spec_of(const struct row *r, size_t *size)
{
	char *text;
	FILE *file = open_memstream(&text, size);

	fprintf(file, "{\"name\": \"f\", \"dtype\": \"%s\", ", r->dtype);
	if (r->weights)
		fprintf(file, conv, r->columns);
	else
		fputs(batch_to_space, file);
	fputs("{\"file\": \"constant.npy\"}}}", file);
	fclose(file);
	return text;
}

/* The run-time input: float32 or float16, small integers as weights are, of any bits. */
static void *
input_of(const struct plan *plan, struct arena *arena)
{
	size_t n = (size_t)plan->src->nelement;
	uint16_t *half = arena_array(arena, uint16_t, n);
	float *single = arena_array(arena, float, n);

	for (size_t i = 0; i < n; i++) {
		half[i] = (uint16_t)(0x3c00 + i % 64);
		single[i] = (float)(i % 61) - 30;
	}
	return plan->src->dtype == DTYPE_FLOAT16 ? (void *)half : (void *)single;
}

static void
run_compiled(const struct plan *plan, const struct compilation *way, const char *c_file,
	struct arena *arena)
{
	const char *library = arena_format(arena, "%s.so", c_file);
	size_t size = (size_t)plan->dst.nelement * dtype_info[plan->dst.dtype].size;
	const void *input[MAX_OPERAND] = {input_of(plan, arena)};
	char *expected = arena_alloc(arena, size), *y = arena_alloc(arena, size);
	struct emitted emitted = {.plan = plan};
	void *handle;

	assert_true(emitted_compile(way, c_file, library, arena));
	handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	assert_non_null(handle);
	emitted.function = dlsym(handle, "f");
	assert_non_null(emitted.function);
	emitted_call(&emitted, PLACED_AT_END, input, y);
	reference_run(plan, NUMERICS_STRICT, input, (void *const[]){expected});
	assert_memory_equal(y, expected, size);
	dlclose(handle);
}

static void
both_are_right(void **state)
{
	static const char *const byte_order[] = {NULL, "-U__BYTE_ORDER__"};
	const struct row *r = *state;
	struct arena arena = {0};
	const char *folder = arena_format(&arena, "%s/tests/large_constants/%zu",
		build_directory(), (size_t)(r - rows));
	const char *spec_path = arena_format(&arena, "%s/f.json", folder);
	const char *c_file = arena_format(&arena, "%s/f.c", folder);
	struct settings settings = {.kernel = NULL};
	struct subject subject;
	struct schedule schedule;
	const struct schedule *only = &schedule;
	uint64_t ncode;
	size_t size;
	char *spec = spec_of(r, &size);

	directory_make(folder);
	write_constant(arena_format(&arena, "%s/constant.npy", folder), r);
	assert_null(setting_read(&settings, "numerics", "strict", &arena));
	settings = settings_resolve(&settings, &(struct settings){0});
	assert_true(subject_plan(&subject, spec_path, spec, size));
	assert_true(subject_schedule(&subject, "", &settings, 1 << 24, &schedule));
	assert_true(emit_file(c_file, &only, 1, &ncode));
	for (size_t i = 0; i < countof(byte_order); i++) {
		struct compilation way = compilation_of((size_t)(r - rows) + 9 * i);

		way.machine = byte_order[i];
		run_compiled(&subject.plan, &way, c_file, &arena);
	}
	directory_remove(folder);
	subject_free(&subject);
	arena_free(&arena);
	free(spec);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, both_are_right, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests(
		"large_constants", test, countof(rows), NULL, NULL);
}
