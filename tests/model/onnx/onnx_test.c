#include "support/onnx_model.h"

/* A file of tests/models/onnx, and what it comes to. */
struct row {
	const char *claim;
	const char *file;
	const char *like; /* the file that says the same, or NULL */
	const char *line; /* a line of it, or NULL */
};

#define RAW "encodings/raw"
#define NO_MESSAGE "error: not an ONNX model: it is not a well-formed message"
#define CONV "'conv' 'Conv'-13 ai.onnx: 'X' 'W' 'B' -> 'c'"

/* clang-format off */
static const struct row rows[] = {
	{"raw data", RAW, NULL, CONV},
	{"raw data's elements", RAW, NULL, "'B' float32 [8] = 0.75 -1.75 1.5 2 2 1.5 -1.75 -2"},
	{"attributes", RAW, NULL, "  'pads' list 1 1 1 1"},
	{"typed data", "encodings/typed", RAW, NULL},
	{"external data", "encodings/external", RAW, NULL},
	{"external data without an offset", "encodings/external_no_offset", RAW, NULL},
	{"an attribute without a type", "encodings/attr_without_type", RAW, NULL},
	{"the default domain by its other name", "encodings/domain_ai_onnx", RAW, NULL},
	{"other domains beside the default one", "encodings/many_domains", RAW, NULL},
	{"a scalar twice counts as the last", "encodings/duplicate_scalar_last_wins", RAW, NULL},
	{"varints longer than need be", "encodings/overlong_varints", RAW, NULL},
	{"packed lists", "encodings/packed_everything", RAW, NULL},
	{"unpacked lists", "encodings/unpacked_repeated", RAW, NULL},
	{"fields from back to front", "encodings/reversed_fields", RAW, NULL},
	{"a graph in parts", "encodings/split_graph_merge", RAW, NULL},
	{"unknown fields", "encodings/unknown_fields", RAW, NULL},
	{"float16 in int32_data", "encodings/fp16_int32_data", "encodings/fp16_raw", "'B' float16 [8] = 00 3a 00 bf 00 3e 00 40 00 40 00 3e 00 bf 00 c0"},
	{"bfloat16 in int32_data", "encodings/bf16_int32_data", "encodings/bf16_raw", "'B' bfloat16 [8] = 40 3f e0 bf c0 3f 00 40 00 40 c0 3f e0 bf 00 c0"},
	{"an initializer wins over an input", "encodings/init_in_inputs_ir3", NULL, "'B' float32 [8] = 0.75 -1.75 1.5 2 2 1.5 -1.75 -2"},
	{"Constant is a node like others", "encodings/constant_nodes", NULL, "  'value_floats' list 0.75 -1.75 1.5 2 2 1.5 -1.75 -2"},
	{"an empty name is no input", "encodings/empty_bias_name", NULL, "'conv' 'Conv'-13 ai.onnx: 'X' 'W' -> 'c'"},
	{"extents that say nothing", "encodings/empty_dims", NULL, "'X' float32 [-1, -1, -1, -1]"},
	{"-1 is not known", "encodings/negative_dim", NULL, "'X' float32 [-1, 4, 6, 6]"},
	{"0 is not known", "encodings/zero_dim", NULL, "'X' float32 [-1, 4, 6, 6]"},
	{"an extent with a name", "encodings/symbolic_batch", NULL, "'X' float32 ['N', 4, 6, 6]"},
	{"a type without a shape", "encodings/no_shape", NULL, "'X' float32"},
	{"nodes without names", "encodings/unnamed", NULL, "'' 'Conv'-13 ai.onnx: 'X' 'W' 'B' -> 'c'"},
	{"nodes of one name", "encodings/same_name", NULL, "'same' 'Relu'-13 ai.onnx: 'c' -> 'r'"},
	{"value_info", "encodings/value_info", NULL, "'c' float32 [1, 8, 6, 6]"},
	{"value_info that is wrong is for others to judge", "encodings/value_info_wrong", NULL, "'c' float32 [1, 8, 6, 7]"},
	{"a model of today", "encodings/today", NULL, "'conv' 'Conv'-28 ai.onnx: 'X' 'W' 'B' -> 'c'"},
	{"a constant of a type that opgen has not", "encodings/today", NULL, "'raw25' uint2 [5] ! has elements of uint2, which opgen does not know"},
	{"such a constant in a file of its own", "encodings/today", NULL, "'file22' int4 [5] ! has elements of int4, which opgen does not know"},
	{"such a constant of a node", "encodings/today", NULL, "  'value' tensor float4e2m1 [5] ! has elements of float4e2m1, which opgen does not know"},
	{"what is declared of a type that opgen has not", "encodings/today", NULL, "'cast18' float8e4m3fnuz [1, 8, 6, 6]"},
	{"no operator set", "encodings/no_opset_import", NULL, "'conv' 'Conv'-0 ai.onnx: 'X' 'W' 'B' -> 'c' ! is of an operator set that the model does not import; pass --opset"},
	{"two operator sets", "encodings/two_default_domains", NULL, "tests/models/onnx/encodings/two_default_domains.onnx: error: the model imports two versions of the operator set ai.onnx, 13 and 11"},
	{"an absolute path", "encodings/external_abs", NULL, "'W' float32 [8, 2, 3, 3] ! keeps its data in '/etc/passwd', which is no path relative to the model"},
	{"a path that leads out", "encodings/external_escape", NULL, "'W' float32 [8, 2, 3, 3] ! keeps its data in '../raw.onnx', which leads out of the model's directory"},
	{"an offset of 64 bits", "encodings/external_huge", NULL, "'W' float32 [8, 2, 3, 3] ! has external data with the offset '18446744073709551608', expected a number of bytes"},
	{"an external file that is not there", "encodings/external_missing", NULL, "'W' float32 [8, 2, 3, 3] ! keeps its data in 'nosuch.bin', which cannot be read: No such file or directory"},
	{"a negative offset", "encodings/external_neg", NULL, "'W' float32 [8, 2, 3, 3] ! has external data with the offset '-8', expected a number of bytes"},
	{"external data past the end", "encodings/external_past_end", NULL, "'W' float32 [8, 2, 3, 3] ! keeps its data in 'external.bin', 576 bytes from byte 4096 on, but the file has 4128"},
	{"external data of another length", "encodings/external_wrong_length", NULL, "'W' float32 [8, 2, 3, 3] ! keeps its data in 'external.bin', 100 bytes, expected 576"},

	{"an attribute twice", "malformed/attr_twice", NULL, CONV " ! has the attribute 'group', which is given twice"},
	{"an attribute of another type", "malformed/attr_wrong_type", NULL, CONV " ! has the attribute 'kernel_shape', which is of type INT, but has a value of INTS"},
	{"a name that is not UTF-8", "malformed/bad_utf8_name", NULL, "'\\xff\\xfe\\x80v' 'Conv'-13 ai.onnx: 'X' 'W' 'B' -> 'c'"},
	{"a cycle", "malformed/cycle", NULL, "'relu' 'Relu'-13 ai.onnx: 'c' -> 'r' ! lies on a cycle of the graph, or after one"},
	{"an input that nobody makes", "malformed/dangling", NULL, "'nosuch' ? ! is made by no node, and is neither an input nor a constant of the graph"},
	{"data for no elements", "malformed/dims_zero", NULL, "'W' float32 [0, 2, 3, 3] ! has 576 bytes of data, expected 0 for [0, 2, 3, 3] of float32"},
	{"no element type", "malformed/elem_absent", NULL, "'W' ? [8, 2, 3, 3] ! has no element type"},
	{"an unknown element type", "malformed/elem_unknown", NULL, "'W' type 99 [8, 2, 3, 3] ! has elements of type 99, which opgen does not know"},
	{"an empty file", "malformed/empty", NULL, "tests/models/onnx/malformed/empty.onnx: error: not an ONNX model: it has no graph"},
	{"a foreign domain", "malformed/foreign_domain", NULL, "'conv' 'Conv'-0 foreign: 'X' 'W' 'B' -> 'c'"},
	{"a group", "malformed/group_start", NULL, "tests/models/onnx/malformed/group_start.onnx: " NO_MESSAGE},
	{"an initializer twice", "malformed/initializer_twice", NULL, "'W' float32 [8, 2, 3, 3] ! is two constants"},
	{"a length of 32 bits", "malformed/len_2_32", NULL, "tests/models/onnx/malformed/len_2_32.onnx: " NO_MESSAGE},
	{"a node without an output", "malformed/no_output", NULL, "'conv' 'Conv'-13 ai.onnx: 'X' 'W' 'B' -> ! has no output"},
	{"a name with a NUL", "malformed/nul_in_name", NULL, "'a\\x00b' 'Conv'-13 ai.onnx: 'X' 'W' 'B' -> 'c' ! has a NUL in its name"},
	{"operator set 0", "malformed/opset_0", NULL, "tests/models/onnx/malformed/opset_0.onnx: error: the model imports version 0 of the operator set ai.onnx, expected 1 or more"},
	{"a negative operator set", "malformed/opset_neg", NULL, "tests/models/onnx/malformed/opset_neg.onnx: error: the model imports version -5 of the operator set ai.onnx, expected 1 or more"},
	{"an operator set of the future is for others to judge", "malformed/opset_999", NULL, "'conv' 'Conv'-999 ai.onnx: 'X' 'W' 'B' -> 'c'"},
	{"an output of two nodes", "malformed/output_twice", NULL, "'relu' 'Relu'-13 ai.onnx: 'c' -> 'c' ! has the output 'c', which is made by two nodes"},
	{"the first of two nodes with one output", "malformed/output_twice", NULL, CONV " ! has an output that another node makes too"},
	{"no data", "malformed/raw_empty", NULL, "'W' float32 [8, 2, 3, 3] ! has 0 bytes of data, expected 576 for [8, 2, 3, 3] of float32"},
	{"too much data", "malformed/raw_too_long", NULL, "'W' float32 [8, 2, 3, 3] ! has 580 bytes of data, expected 576 for [8, 2, 3, 3] of float32"},
	{"a segment", "malformed/segment", NULL, "'W' float32 [8, 2, 3, 3] ! is cut into segments, which opgen does not put together"},
	{"field 0", "malformed/tag_field0", NULL, "tests/models/onnx/malformed/tag_field0.onnx: " NO_MESSAGE},
	{"too many inputs are for others to judge", "malformed/too_many_inputs", NULL, "'b' ? ! is made by no node, and is neither an input nor a constant of the graph"},
	{"1 byte", "malformed/trunc_1", NULL, "tests/models/onnx/malformed/trunc_1.onnx: " NO_MESSAGE},
	{"2 bytes", "malformed/trunc_2", NULL, "tests/models/onnx/malformed/trunc_2.onnx: error: not an ONNX model: it has no graph"},
	{"100 bytes", "malformed/trunc_100", NULL, "tests/models/onnx/malformed/trunc_100.onnx: " NO_MESSAGE},
	{"200 bytes", "malformed/trunc_200", NULL, "tests/models/onnx/malformed/trunc_200.onnx: " NO_MESSAGE},
	{"400 bytes", "malformed/trunc_400", NULL, "tests/models/onnx/malformed/trunc_400.onnx: " NO_MESSAGE},
	{"float32 in int32_data", "malformed/typed_wrong_field", NULL, "'W' float32 [8, 2, 3, 3] ! has data in int32_data; that of float32 belongs into float_data"},
	{"wire type 6", "malformed/wire_type_6", NULL, "tests/models/onnx/malformed/wire_type_6.onnx: " NO_MESSAGE},
	{"a name that is a number", "malformed/wrong_wire_type_name", NULL, "tests/models/onnx/malformed/wrong_wire_type_name.onnx: " NO_MESSAGE},
};
/* clang-format on */

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.good = false}, like = {.good = false};

	read_file(&reading, row->file);
	if (row->like) {
		read_file(&like, row->like);
		assert_string_equal(reading.text, like.text);
	}
	if (row->line)
		assert_line(&reading, row->line);
	end(&reading);
	end(&like);
}

static void
an_operator_set_can_be_said(void **state)
{
	struct reading reading = {.opset = 13};

	(void)state;
	read_file(&reading, "encodings/no_opset_import");
	assert_line(&reading, CONV);
	end(&reading);

	reading = (struct reading){.opset = 13};
	read_file(&reading, RAW);
	assert_line(&reading, CONV);
	end(&reading);

	reading = (struct reading){.opset = 11};
	read_file(&reading, RAW);
	assert_line(&reading,
		"tests/models/onnx/encodings/raw.onnx: error: the model imports "
		"operator set 13; --opset 11 is for models that import none");
	end(&reading);
}

static void
external_files_are_told_once(void **state)
{
	struct reading reading = {.good = false};

	(void)state;
	read_file(&reading, "encodings/external");
	assert_int_equal(reading.model.nfile, 1);
	assert_string_equal(
		reading.model.file[0], "tests/models/onnx/encodings/external.bin");
	end(&reading);
}

/* Whatever is cut off, reading ends, and stays within the bytes. */
static void
a_model_cut_anywhere_is_survived(void **state)
{
	struct reading whole = {.good = false};
	size_t nrefused = 0;

	(void)state;
	read_file(&whole, "encodings/raw");
	for (size_t cut = 0; cut < whole.source.size; cut++) {
		struct reading part = {.good = false};
		char *bytes = malloc(cut + 1);

		assert_non_null(bytes);
		memcpy(bytes, whole.source.text, cut);
		bytes = realloc(bytes, cut ? cut : 1);
		read_bytes(&part, (struct bytes){bytes, cut});
		nrefused += !part.good;
		free(bytes);
		end(&part);
	}
	assert_true(nrefused + 10 > whole.source.size);
	end(&whole);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_operator_set_can_be_said),
		cmocka_unit_test(external_files_are_told_once),
		cmocka_unit_test(a_model_cut_anywhere_is_survived),
	};
	int failed = run_table("files", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("onnx", tests, NULL, NULL);
}
