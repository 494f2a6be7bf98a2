#include "support/rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "spec/npy.h"
#include "spec/shape.h"

#define TO_23 "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23"

/* A file of tests/npy, read as a type, and what becomes of it. */
struct row {
	const char *claim;
	const char *file;
	enum dtype dtype;
	const char *shape;    /* NULL: the file is refused */
	const char *elements; /* or what is said, without the file's name */
};

/* clang-format off */
static const struct row rows[] = {
	{"little-endian float32", "c_le_f4", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"big-endian float32", "c_be_f4", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"float64", "c_le_f8", DTYPE_FLOAT64, "[2, 3, 4]", TO_23},
	{"float16", "c_le_f2", DTYPE_FLOAT16, "[2, 3, 4]", "0 3c00 4000 4200 4400 4500 4600 4700 4800 4880 4900 4980 4a00 4a80 4b00 4b80 4c00 4c40 4c80 4cc0 4d00 4d40 4d80 4dc0"},
	{"bfloat16 is the bits of a uint16", "bf16_bits", DTYPE_BFLOAT16, "[3]", "3f80 8000 7fc1"},
	{"bool", "c_b1", DTYPE_BOOL, "[2, 3, 4]", "0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1"},
	{"int8", "c_i1", DTYPE_INT8, "[2, 3, 4]", TO_23},
	{"qint8 is an int8", "c_i1", DTYPE_QINT8, "[2, 3, 4]", TO_23},
	{"uint8", "c_u1", DTYPE_UINT8, "[2, 3, 4]", TO_23},
	{"int32", "c_le_i4", DTYPE_INT32, "[2, 3, 4]", TO_23},
	{"little-endian int64", "c_le_i8", DTYPE_INT64, "[2, 3, 4]", TO_23},
	{"big-endian int64", "c_be_i8", DTYPE_INT64, "[2, 3, 4]", TO_23},
	{"uint64", "c_le_u8", DTYPE_UINT64, "[2, 3, 4]", TO_23},
	{"complex64", "complex", DTYPE_COMPLEX64, "[3]", "0+0i 0+0i 0+0i"},
	{"each part of a complex number is swapped", "complex_be", DTYPE_COMPLEX64, "[2]", "1+-0i 3.5+infi"},
	{"complex128", "complex_16", DTYPE_COMPLEX128, "[1]", "1.5+-2i"},
	{"Fortran order is turned", "fortran_f4", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"Fortran order and big-endian", "fortran_i2", DTYPE_INT16, "[3, 2, 4]", "0 1 2 3 10 11 12 13 100 101 102 103 110 111 112 113 200 201 202 203 210 211 212 213"},
	{"Fortran order of complex numbers", "fortran_be_c8", DTYPE_COMPLEX64, "[2, 2]", "0+0.5i 1+1.5i 2+2.5i 3+3.5i"},
	{"Fortran order of nothing", "fortran_empty", DTYPE_FLOAT32, "[0, 3]", ""},
	{"a scalar", "scalar_f4", DTYPE_FLOAT32, "[]", "2.5"},
	{"one dimension", "one_dim_i8", DTYPE_INT64, "[5]", "1 2 4 3 1"},
	{"no elements", "zero_extent", DTYPE_FLOAT32, "[2, 0, 3]", ""},
	{"format 2", "v2_f4", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"format 3", "v3_f4", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"a header without padding", "unpadded_header", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"a header of Python 2", "double_quotes_long", DTYPE_FLOAT32, "[2, 3, 4]", TO_23},
	{"float32 is no float64", "c_le_f4", DTYPE_FLOAT64, NULL, "expected elements of float64 ('<f8' or '>f8'), got '<f4'"},
	{"int8 is no uint8", "c_i1", DTYPE_UINT8, NULL, "expected elements of uint8 ('<u1' or '>u1'), got '|i1'"},
	{"float16 is no bfloat16", "c_le_f2", DTYPE_BFLOAT16, NULL, "expected elements of bfloat16 ('<u2' or '>u2', the bits), got '<f2'"},
	{"a huge shape takes no memory", "shape_huge", DTYPE_FLOAT32, NULL, "the shape [4611686018427387904, 8] has too many elements"},
	{"too little data", "truncated_data", DTYPE_FLOAT32, NULL, "expected 96 bytes of elements for the shape [2, 3, 4], got 91"},
	{"too much data", "trailing", DTYPE_FLOAT32, NULL, "expected 4 bytes of elements for the shape [1], got 8"},
	{"a bool that is none", "bool_2", DTYPE_BOOL, NULL, "expected bools of 0 or 1, got 2"},
	{"a file that is not there", "no_such", DTYPE_FLOAT32, NULL, "No such file or directory"},
};
/* clang-format on */

/* A file that is read, with the messages caught. */
struct reading {
	struct source source;
	struct arena arena;
	struct tensor tensor;
	bool good;
	char *said;
};

static void
read_file(struct reading *reading, const char *path, enum dtype dtype, bool has_shape)
{
	size_t nsaid;

	source_from_text(&reading->source, "t.json", "{}", 2);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->tensor.dtype = dtype;
	reading->good = npy_read(&reading->tensor, has_shape, "W", path, NULL,
		&reading->source, &reading->arena);
	fclose(reading->source.messages);
}

static void
end(struct reading *reading)
{
	arena_free(&reading->arena);
	free(reading->said);
}

static int
render_element(const struct tensor *tensor, size_t i, char *text)
{
	const void *elements = tensor->constant;

	switch (tensor->dtype) {
	case DTYPE_FLOAT32:
		return sprintf(text, "%g", (double)((const float *)elements)[i]);
	case DTYPE_FLOAT64:
		return sprintf(text, "%g", ((const double *)elements)[i]);
	case DTYPE_FLOAT16:
	case DTYPE_BFLOAT16:
		return sprintf(text, "%x", ((const uint16_t *)elements)[i]);
	case DTYPE_COMPLEX64:
		return sprintf(text, "%g+%gi", (double)((const float *)elements)[2 * i],
			(double)((const float *)elements)[2 * i + 1]);
	case DTYPE_COMPLEX128:
		return sprintf(text, "%g+%gi", ((const double *)elements)[2 * i],
			((const double *)elements)[2 * i + 1]);
	case DTYPE_INT16:
		return sprintf(text, "%d", ((const int16_t *)elements)[i]);
	case DTYPE_INT32:
		return sprintf(text, "%" PRId32, ((const int32_t *)elements)[i]);
	case DTYPE_INT64:
	case DTYPE_UINT64:
		return sprintf(text, "%" PRId64, ((const int64_t *)elements)[i]);
	default:
		return sprintf(text, "%d", ((const int8_t *)elements)[i]);
	}
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.good = false};
	char text[1024], *at = text;

	sprintf(text, "tests/npy/%s.npy", row->file);
	read_file(&reading, text, row->dtype, false);
	assert_int_equal(reading.good, row->shape != NULL);
	if (!row->shape) {
		assert_non_null(strstr(reading.said, row->elements));
		end(&reading);
		return;
	}
	*text = '\0';
	for (size_t i = 0; i < (size_t)reading.tensor.nelement; i++) {
		at += sprintf(at, "%s", i ? " " : "");
		at += render_element(&reading.tensor, i, at);
	}
	assert_string_equal(shape_text(&reading.tensor, &reading.arena), row->shape);
	assert_string_equal(text, row->elements);
	assert_non_null(reading.tensor.constant);
	end(&reading);
}

static void
a_declared_shape_must_be_the_file_s(void **state)
{
	static const int64_t shape[] = {2, 3, 4};
	struct reading reading = {.tensor = {.rank = 3, .nelement = 24}};

	(void)state;
	memcpy(reading.tensor.shape, shape, sizeof shape);
	read_file(&reading, "tests/npy/c_le_f4.npy", DTYPE_FLOAT32, true);
	assert_true(reading.good);
	end(&reading);

	reading = (struct reading){.tensor = {.rank = 3, .nelement = 24}};
	memcpy(reading.tensor.shape, shape, sizeof shape);
	reading.tensor.shape[2] = 5;
	read_file(&reading, "tests/npy/c_le_f4.npy", DTYPE_FLOAT32, true);
	assert_false(reading.good);
	assert_non_null(
		strstr(reading.said, "expected the shape [2, 3, 5], got [2, 3, 4]"));
	end(&reading);
}

static void
a_pipe_is_refused_without_waiting(void **state)
{
	struct reading reading = {.good = false};
	const char *build = getenv("OPGEN_BUILD");
	char path[200];

	(void)state;
	snprintf(path, sizeof path, "%s/npy_test.%ld", build ? build : "build",
		(long)getpid());
	assert_int_equal(mkfifo(path, 0600), 0);
	read_file(&reading, path, DTYPE_FLOAT32, false);
	remove(path);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "not a regular file"));
	end(&reading);
}

/* Every beginning of a good file is refused, and nothing is read outside of it. */
static void
a_file_cut_anywhere_is_refused(void **state)
{
	const char *build = getenv("OPGEN_BUILD");
	FILE *whole = fopen("tests/npy/c_be_f4.npy", "rb");
	char bytes[1024], path[200];
	size_t size;

	(void)state;
	assert_non_null(whole);
	size = fread(bytes, 1, sizeof bytes, whole);
	fclose(whole);
	snprintf(path, sizeof path, "%s/npy_test.%ld", build ? build : "build",
		(long)getpid());
	for (size_t cut = 0; cut < size; cut++) {
		struct reading reading = {.good = false};
		FILE *part = fopen(path, "wb");

		assert_non_null(part);
		assert_int_equal(fwrite(bytes, 1, cut, part), cut);
		fclose(part);
		read_file(&reading, path, DTYPE_FLOAT32, false);
		assert_false(reading.good);
		assert_int_equal(reading.source.nerror, 1);
		end(&reading);
	}
	remove(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_declared_shape_must_be_the_file_s),
		cmocka_unit_test(a_pipe_is_refused_without_waiting),
		cmocka_unit_test(a_file_cut_anywhere_is_refused),
	};
	int failed = run_table("files", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("npy", tests, NULL, NULL);
}
