#include "model/openvino/openvino.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"

/* A file in tests/models/openvino: what its layer s2b is, or what is said of the file. */
struct row {
	const char *name, *file, *wanted;
};

/* clang-format off */
static const struct row rows[] = {
	{"a block along the batch is for the operation to judge", "bad_batch_block",
	 "SpaceToBatch-2 (data float32[2, 4, 2], block_shape int64[3] = 2 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 4, 2]"},
	{"a pad along the batch is too", "bad_batch_pad",
	 "SpaceToBatch-2 (data float32[2, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 1 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 4, 2]"},
	{"so is a block of 0", "bad_block0",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 0 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"so is a negative block", "bad_block_neg",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 -2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"the output as it is declared", "bad_declared_output",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[7, 4, 2]"},
	{"a block of 2^62", "bad_huge_block",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 4611686018427387904 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"a constant of another length than the port", "bad_len",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[2] = 1 2, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2] !takes [3] at its input port 1, but 'block_shape' is [2]"},
	{"blocks that do not divide", "bad_not_divisible",
	 "SpaceToBatch-2 (data float32[1, 5, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 5, 2]"},
	{"a negative pad", "bad_pad_neg",
	 "SpaceToBatch-2 (data float32[2, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 -2 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 4, 2]"},
	{"no .bin", "bin_missing",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !is kept in 'tests/models/openvino/bin_missing.bin': No such file or directory, pads_begin int64[3] !is kept in 'tests/models/openvino/bin_missing.bin': No such file or directory, pads_end int64[3] !is kept in 'tests/models/openvino/bin_missing.bin': No such file or directory) -> s2b float32[1, 4, 2]"},
	{"a constant without an offset", "bin_offset_missing",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has no offset in its data, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"a negative offset", "bin_offset_negative",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has the offset '-8', expected a number below 2^63, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"an offset that would wrap", "bin_offset_overflow",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has the offset '18446744073709551600', expected a number below 2^63, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"offsets that are not aligned", "bin_offset_unaligned",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"a shape whose product wraps", "bin_shape_huge",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has the shape [4611686018427387904, 8] in its data, but [3] at its port, pads_begin int64[3] !has the shape [4611686018427387904, 8] in its data, but [3] at its port, pads_end int64[3] !has the shape [4611686018427387904, 8] in its data, but [3] at its port) -> s2b float32[1, 4, 2]"},
	{"a negative extent of a constant", "bin_shape_neg",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has a shape whose dimension 0 is no number, pads_begin int64[3] !has a shape whose dimension 0 is no number, pads_end int64[3] !has a shape whose dimension 0 is no number) -> s2b float32[1, 4, 2]"},
	{"a size beyond the shape and the file", "bin_size_too_big",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has 4096 bytes of data, expected 24 for [3] of int64, pads_begin int64[3] !has 4096 bytes of data, expected 24 for [3] of int64, pads_end int64[3] !has 4096 bytes of data, expected 24 for [3] of int64) -> s2b float32[1, 4, 2]"},
	{"constants of strings", "bin_type_string",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has the element type 'string' in its data, but int64 at its port, pads_begin int64[3] !has the element type 'string' in its data, but int64 at its port, pads_end int64[3] !has the element type 'string' in its data, but int64 at its port) -> s2b float32[1, 4, 2]"},
	{"constants of an unknown type", "bin_type_unknown",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] !has the element type 'zz9' in its data, but int64 at its port, pads_begin int64[3] !has the element type 'zz9' in its data, but int64 at its port, pads_end int64[3] !has the element type 'zz9' in its data, but int64 at its port) -> s2b float32[1, 4, 2]"},
	{"a parameter as block_shape", "block_not_constant",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3], pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2]"},
	{"constants of i16", "consts_i16",
	 "SpaceToBatch-2 (data float32[1, 2, 5], block_shape int16[3] = 1 1 3, pads_begin int16[3] = 0 0 0, pads_end int16[3] = 0 0 1) -> s2b float32[3, 2, 2]"},
	{"constants of i8", "consts_i8",
	 "SpaceToBatch-2 (data float32[1, 2, 5], block_shape int8[3] = 1 1 3, pads_begin int8[3] = 0 0 0, pads_end int8[3] = 0 0 1) -> s2b float32[3, 2, 2]"},
	{"constants of u32", "consts_u32",
	 "SpaceToBatch-2 (data float32[1, 2, 5], block_shape uint32[3] = 1 1 3, pads_begin uint32[3] = 0 0 0, pads_end uint32[3] = 0 0 1) -> s2b float32[3, 2, 2]"},
	{"constants of u8", "consts_u8",
	 "SpaceToBatch-2 (data float32[1, 2, 5], block_shape uint8[3] = 1 1 3, pads_begin uint8[3] = 0 0 0, pads_end uint8[3] = 0 0 1) -> s2b float32[3, 2, 2]"},
	{"constant data", "data_is_const",
	 "SpaceToBatch-2 (data float32[1, 4, 2] = 0 1 2 3 4 5 6 7, block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"constant data of bf16", "data_is_const_bf16",
	 "SpaceToBatch-2 (data bfloat16[1, 4, 2] = 0 3f80 4000 4040 4080 40a0 40c0 40e0, block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b bfloat16[2, 2, 2]"},
	{"an empty extent", "dim_empty",
	 "SpaceToBatch-2 (data float32[1, 4, 2] !has a port whose dimension 1 is '', expected a number, block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32? !has a port whose dimension 1 is '', expected a number !has a port whose dimension 1 is '', expected a number"},
	{"an extent in words", "dim_text",
	 "SpaceToBatch-2 (data float32[1, 4, 2] !has a port whose dimension 1 is 'four', expected a number, block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32? !has a port whose dimension 1 is 'four', expected a number !has a port whose dimension 1 is 'four', expected a number"},
	{"a port that denies the data's shape", "dim_zero",
	 "SpaceToBatch-2 (data float32[1, 0, 2] !has the shape [1, 4, 2] in its data, but [1, 0, 2] at its port, block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 0, 2]"},
	{"shapes that differ along an edge", "dims_differ_along_edge",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2] !takes [1, 8, 2] at its input port 0, but 'data' is [1, 4, 2]"},
	{"an edge to a port that is not there", "edge_bad_port",
	 "error: edge: layer 's2b' has no input port with the id 77"},
	{"a circle", "edge_cycle",
	 "error: layer 's2b': the edges lead from its output back to its input"},
	{"an edge from a layer that is not there", "edge_dangling",
	 "error: edge: no layer has the id 99"},
	{"an input without its edge", "edge_missing",
	 "SpaceToBatch-2 (data float32[1, 4, 2], -, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[1, 4, 2] !has no edge to its input port 1"},
	{"two edges to one input", "edge_twice",
	 "error: edge: another one leads to input port 1 of layer 's2b' too"},
	{"blocks of one element", "identity",
	 "SpaceToBatch-2 (data float32[2, 3, 4], block_shape int64[3] = 1 1 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 3, 4]"},
	{"layers in any order, ids with gaps", "ids_sparse_unordered",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"two layers of one id", "layer_id_twice",
	 "error: there are two layers with the id 1"},
	{"no layers", "no_layers",
	 "error: there are no layers in it"},
	{"no ports", "no_ports",
	 "SpaceToBatch-2 () -> "},
	{"pads without blocks", "pads_only",
	 "SpaceToBatch-2 (data float32[1, 2, 2], block_shape int64[3] = 1 1 1, pads_begin int64[3] = 0 1 2, pads_end int64[3] = 0 3 0) -> s2b float32[1, 6, 4]"},
	{"two dimensions", "r2",
	 "SpaceToBatch-2 (data float32[3, 5], block_shape int64[2] = 1 2, pads_begin int64[2] = 0 1, pads_end int64[2] = 0 0) -> s2b float32[6, 3]"},
	{"pads that differ", "r4_asym",
	 "SpaceToBatch-2 (data float32[2, 3, 7, 5], block_shape int64[4] = 1 1 4 3, pads_begin int64[4] = 0 0 1 0, pads_end int64[4] = 0 0 0 1) -> s2b float32[24, 3, 2, 2]"},
	{"six dimensions", "r6",
	 "SpaceToBatch-2 (data float32[1, 2, 2, 2, 2, 3], block_shape int64[6] = 1 2 1 2 1 3, pads_begin int64[6] = 0 0 0 0 0 0, pads_end int64[6] = 0 0 0 0 0 0) -> s2b float32[12, 1, 2, 1, 2, 1]"},
	{"constants of i32", "seed_i32_consts",
	 "SpaceToBatch-2 (data float32[2, 6, 10, 3, 3], block_shape int32[5] = 1 2 4 3 1, pads_begin int32[5] = 0 0 1 0 0, pads_end int32[5] = 0 0 1 0 0) -> s2b float32[48, 3, 3, 1, 3]"},
	{"port ids are of one direction", "seed_port3_twice",
	 "SpaceToBatch-2 (data float32[2, 6, 10, 3, 3], block_shape int64[5] = 1 2 4 3 1, pads_begin int64[5] = 0 0 1 0 0, pads_end int64[5] = 0 0 1 0 0) -> s2b float32[48, 3, 3, 1, 3]"},
	{"the document's layer", "seed_v10",
	 "SpaceToBatch-2 (data float32[2, 6, 10, 3, 3], block_shape int64[5] = 1 2 4 3 1, pads_begin int64[5] = 0 0 1 0 0, pads_end int64[5] = 0 0 1 0 0) -> s2b float32[48, 3, 3, 1, 3]"},
	{"data of bf16", "t_bf16",
	 "SpaceToBatch-2 (data bfloat16[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b bfloat16[4, 2, 2, 2]"},
	{"data of boolean", "t_boolean",
	 "SpaceToBatch-2 (data bool[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b bool[4, 2, 2, 2]"},
	{"data of f64", "t_f64",
	 "SpaceToBatch-2 (data float64[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b float64[4, 2, 2, 2]"},
	{"data of i16", "t_i16",
	 "SpaceToBatch-2 (data int16[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b int16[4, 2, 2, 2]"},
	{"data of i32", "t_i32",
	 "SpaceToBatch-2 (data int32[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b int32[4, 2, 2, 2]"},
	{"data of i64", "t_i64",
	 "SpaceToBatch-2 (data int64[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b int64[4, 2, 2, 2]"},
	{"data of i8", "t_i8",
	 "SpaceToBatch-2 (data int8[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b int8[4, 2, 2, 2]"},
	{"data of u16", "t_u16",
	 "SpaceToBatch-2 (data uint16[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b uint16[4, 2, 2, 2]"},
	{"data of u32", "t_u32",
	 "SpaceToBatch-2 (data uint32[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b uint32[4, 2, 2, 2]"},
	{"data of u64", "t_u64",
	 "SpaceToBatch-2 (data uint64[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b uint64[4, 2, 2, 2]"},
	{"data of u8", "t_u8",
	 "SpaceToBatch-2 (data uint8[1, 4, 4, 2], block_shape int64[4] = 1 2 2 1, pads_begin int64[4] = 0 0 0 0, pads_end int64[4] = 0 0 0 0) -> s2b uint8[4, 2, 2, 2]"},
	{"three dimensions", "ws_base",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"bytes that are no UTF-8", "xml_bad_utf8",
	 "error: the XML is not well-formed: not well-formed (invalid token)"},
	{"a byte order mark", "xml_bom",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"an extent in CDATA", "xml_cdata",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"an extent of character references", "xml_charref",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"an extent around a comment", "xml_comment_in_dim",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"lines that end in CR LF", "xml_crlf",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"a DOCTYPE", "xml_doctype_harmless",
	 "error: a DOCTYPE is not allowed in an IR"},
	{"an empty file", "xml_empty",
	 "error: the XML is not well-formed: no element found"},
	{"version 7", "xml_ir_v7",
	 "error: version: expected 10 or 11, got '7'"},
	{"a file in Latin-1", "xml_latin1",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"no XML declaration", "xml_no_decl",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"no version", "xml_no_version",
	 "error: version: missing; opgen reads versions 10 and 11 of the IR"},
	{"no XML", "xml_not_xml",
	 "error: the XML is not well-formed: not well-formed (invalid token)"},
	{"a NUL", "xml_nul",
	 "error: the XML is not well-formed: not well-formed (invalid token)"},
	{"single quotes", "xml_single_quotes",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"layers elsewhere are none", "xml_unknown_elements",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"a file in UTF-16", "xml_utf16",
	 "SpaceToBatch-2 (data float32[1, 4, 2], block_shape int64[3] = 1 2 1, pads_begin int64[3] = 0 0 0, pads_end int64[3] = 0 0 0) -> s2b float32[2, 2, 2]"},
	{"another root", "xml_wrong_root",
	 "error: expected the element 'net', got 'model'"},
	{"an external entity", "xml_xxe",
	 "error: a DOCTYPE is not allowed in an IR"},
};
/* clang-format on */

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	const char *path =
		arena_format(&arena, "tests/models/openvino/%s.xml", row->file);

	reading_begin(&reading, openvino_read, path, load(path, &arena));
	if (reading.good)
		assert_string_equal(reading_node(&reading, "s2b"), row->wanted);
	else
		assert_non_null(strstr(reading.said, row->wanted));
	reading_end(&reading);
	arena_free(&arena);
}

static void
layers_of_a_dilated_convolution_are_joined(void **state)
{
	static const char path[] = "tests/models/openvino/dilated_conv.xml";
	struct arena arena = {0};
	struct reading reading;

	(void)state;
	reading_begin(&reading, openvino_read, path, load(path, &arena));
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 10);
	assert_int_equal(reading.model.nfile, 0);
	assert_string_equal(reading_node(&reading, "conv/SpaceToBatchND"),
		"SpaceToBatch-2 (data float32[1, 1, 8, 8], bs int64[4] = 1 1 2 2, "
		"pb int64[4] = 0 0 2 2, pe int64[4] = 0 0 2 2) -> "
		"conv/SpaceToBatchND float32[4, 1, 6, 6]");
	assert_string_equal(reading_node(&reading, "conv/BatchToSpaceND"),
		"BatchToSpace-2 (conv float32[4, 1, 4, 4], bs int64[4] = 1 1 2 2, "
		"cb int64[4] = 0 0 0 0, cb int64[4] = 0 0 0 0) -> "
		"conv/BatchToSpaceND float32[1, 1, 8, 8]");
	assert_int_equal(reading.model.nfile, 1);
	assert_string_equal(
		reading.model.file[0], "tests/models/openvino/dilated_conv.bin");
	reading_end(&reading);
	arena_free(&arena);
}

static void
a_pipe_of_weights_is_refused_without_waiting(void **state)
{
	const char *build = getenv("OPGEN_BUILD");
	struct arena arena = {0};
	struct reading reading;
	const char *stem = arena_format(&arena, "%s/openvino_test.%ld",
			   build ? build : "build", (long)getpid()),
		   *pipe = arena_format(&arena, "%s.bin", stem);

	(void)state;
	assert_int_equal(mkfifo(pipe, 0600), 0);
	reading_begin(&reading, openvino_read, arena_format(&arena, "%s.xml", stem),
		load("tests/models/openvino/r2.xml", &arena));
	assert_true(reading.good);
	assert_non_null(
		strstr(reading_node(&reading, "block_shape"), "not a regular file"));
	remove(pipe);
	reading_end(&reading);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layers_of_a_dilated_convolution_are_joined),
		cmocka_unit_test(a_pipe_of_weights_is_refused_without_waiting),
	};
	int failed = run_table("files", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("openvino", tests, NULL, NULL);
}
