#include "readers/openvino.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "described.h"
#include "model.h"
#include "readers/request.h"
#include "rows.h"
#include "source.h"

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

/* A text that is read, with the messages caught. */
struct reading {
	struct source source;
	struct arena arena;
	struct model model;
	bool good;
	char *said;
};

static void
read_text(struct reading *reading, const char *path, const char *text, size_t size)
{
	const struct read_request request = {0};
	size_t nsaid;

	*reading = (struct reading){.good = false};
	source_from_text(&reading->source, path, text, size);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->good = openvino_read(
		&reading->source, &reading->model, &request, &reading->arena);
	fclose(reading->source.messages);
	assert_int_equal(reading->source.nerror, !reading->good);
}

static void
end(struct reading *reading)
{
	arena_free(&reading->arena);
	free(reading->said);
}

/* The bytes of a file, from malloc. */
static char *
load(const char *path, size_t *size)
{
	FILE *stream = fopen(path, "rb");
	char *text;

	assert_non_null(stream);
	fseek(stream, 0, SEEK_END);
	*size = (size_t)ftell(stream);
	rewind(stream);
	text = calloc(1, *size + 1);
	assert_non_null(text);
	assert_int_equal(fread(text, 1, *size, stream), *size);
	fclose(stream);
	return text;
}

static const struct model_node *
find_node(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->nnode; i++)
		if (bytes_are(model->node[i].name, name))
			return &model->node[i];
	fail_msg("there is no node %s", name);
	return NULL;
}

static const char *
describe(struct reading *reading, const char *name)
{
	return describe_node(
		&reading->model, find_node(&reading->model, name), &reading->arena);
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading;
	char path[200], *text;
	size_t size;

	sprintf(path, "tests/models/openvino/%s.xml", row->file);
	text = load(path, &size);
	read_text(&reading, path, text, size);
	if (reading.good)
		assert_string_equal(describe(&reading, "s2b"), row->wanted);
	else
		assert_non_null(strstr(reading.said, row->wanted));
	end(&reading);
	free(text);
}

static void
layers_of_a_dilated_convolution_are_joined(void **state)
{
	struct reading reading;
	char *text;
	size_t size;

	(void)state;
	text = load("tests/models/openvino/dilated_conv.xml", &size);
	read_text(&reading, "tests/models/openvino/dilated_conv.xml", text, size);
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 10);
	assert_int_equal(reading.model.nfile, 0);
	assert_string_equal(describe(&reading, "conv/SpaceToBatchND"),
		"SpaceToBatch-2 (data float32[1, 1, 8, 8], bs int64[4] = 1 1 2 2, "
		"pb int64[4] = 0 0 2 2, pe int64[4] = 0 0 2 2) -> "
		"conv/SpaceToBatchND float32[4, 1, 6, 6]");
	assert_string_equal(describe(&reading, "conv/BatchToSpaceND"),
		"BatchToSpace-2 (conv float32[4, 1, 4, 4], bs int64[4] = 1 1 2 2, "
		"cb int64[4] = 0 0 0 0, cb int64[4] = 0 0 0 0) -> "
		"conv/BatchToSpaceND float32[1, 1, 8, 8]");
	assert_int_equal(reading.model.nfile, 1);
	assert_string_equal(
		reading.model.file[0], "tests/models/openvino/dilated_conv.bin");
	end(&reading);
	free(text);
}

/* A text of layers and edges, as an IR; and what is said of it. */
struct text_row {
	const char *name, *version, *inside, *node, *wanted;
};

#define PARAMETER(shape, dims) \
	"<layers><layer id='0' name='x' type='Parameter' version='opset1'>" \
	"<data element_type='f32' shape='" shape "'/><output><port id='0' " \
	"precision='FP32'>" dims "</port></output></layer></layers>"

/* clang-format off */
static const struct text_row text_rows[] = {
	{"extents that are not known", "11", PARAMETER("-1,?,1..8,..8,4..", ""), "x",
	 "Parameter-1 () -> x float32[?, ?, ?, ?, ?]; element_type='f32'; shape='-1,?,1..8,..8,4..'"},
	{"a rank that is not known", "11", PARAMETER("...", ""), "x",
	 "Parameter-1 () -> x float32?; element_type='f32'; shape='...'"},
	{"a port of extents that are not known", "11", PARAMETER("?,3", "<dim>-1</dim><dim>3</dim>"), "x",
	 "Parameter-1 () -> x float32[?, 3]; element_type='f32'; shape='?,3'"},
	{"a scalar", "10", PARAMETER("", ""), "x",
	 "Parameter-1 () -> x float32[]; element_type='f32'; shape=''"},
	{"blanks in a shape", "10", PARAMETER("64, 3 , 7,7", ""), "x",
	 "Parameter-1 () -> x float32[64, 3, 7, 7]; element_type='f32'; shape='64, 3 , 7,7'"},
	{"version 10 knows every extent", "10", PARAMETER("?", ""), "x",
	 "Parameter-1 () -> x float32? !has a shape whose dimension 0 is no number; element_type='f32'; shape='?'"},
	{"version 10 knows every extent of a port", "10", PARAMETER("1", "<dim>-1</dim>"), "x",
	 "Parameter-1 () -> x float32[1] !has a port whose dimension 0 is '-1', expected a number; element_type='f32'; shape='1'"},
	{"an extent of 2^63", "10", PARAMETER("9223372036854775808", ""), "x",
	 "Parameter-1 () -> x float32? !has a shape whose dimension 0 is no number; element_type='f32'; shape='9223372036854775808'"},
	{"a comma too many", "10", PARAMETER("1,", ""), "x",
	 "Parameter-1 () -> x float32? !has a shape whose dimension 1 is no number; element_type='f32'; shape='1,'"},
	{"an interval of words", "11", PARAMETER("a..b", ""), "x",
	 "Parameter-1 () -> x float32? !has a shape whose dimension 0 is no number; element_type='f32'; shape='a..b'"},
	{"a long extent is clipped", "10",
	 PARAMETER("1", "<dim>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</dim>"), "x",
	 "Parameter-1 () -> x float32[1] !has a port whose dimension 0 is 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', expected a number; element_type='f32'; shape='1'"},
	{"further outputs have numbers", "10",
	 "<layers><layer id='0' name='s' type='Split' version='opset1'><output>"
	 "<port id='7' precision='I4'/><port id='3' precision='U1'><dim>2</dim></port></output></layer></layers>", "s",
	 "Split-1 () -> s I4?, s:1 U1[2]"},
	{"a layer of an extension is no OpenVINO layer", "10",
	 "<layers><layer id='0' name='s' type='SpaceToBatch' version='extension'/></layers>", "s",
	 "SpaceToBatch-0 () -> "},
	{"two elements data", "10",
	 "<layers><layer id='0' name='s' type='T' version='opset1'><data a='1'/><data b='2'/></layer></layers>", "s",
	 "T-1 () -> ; b='2' !has two elements 'data'"},
	{"an input without an edge", "10",
	 "<layers><layer id='0' name='s' type='T' version='opset1'><input><port id='5'/></input></layer></layers>", "s",
	 "T-1 (-) ->  !has no edge to its input port 5"},
	{"an output without a type takes its reader's", "11",
	 "<layers><layer id='0' name='a' type='T' version='opset1'><output><port id='0'/></output></layer>"
	 "<layer id='1' name='b' type='T' version='opset1'><input><port id='0' precision='I8'><dim>3</dim></port></input></layer></layers>"
	 "<edges><edge from-layer='0' from-port='0' to-layer='1' to-port='0'/></edges>", "b",
	 "T-1 (a int8[3]) -> "},
	{"types that differ along an edge", "11",
	 "<layers><layer id='0' name='a' type='T' version='opset1'><output><port id='0' precision='FP16'/></output></layer>"
	 "<layer id='1' name='b' type='T' version='opset1'><input><port id='0' precision='I8'/></input></layer></layers>"
	 "<edges><edge from-layer='0' from-port='0' to-layer='1' to-port='0'/></edges>", "b",
	 "T-1 (a float16?) ->  !takes int8 at its input port 0, but 'a' holds float16"},
	{"a constant without a size", "10",
	 "<layers><layer id='0' name='c' type='Const' version='opset1'><data element_type='i8' shape='1' offset='0'/>"
	 "<output><port id='0'/></output></layer></layers>", "c",
	 "Const-1 () -> c int8[1] !has no size in its data; element_type='i8'; shape='1'; offset='0'"},
	{"a constant of a type that opgen has not", "10",
	 "<layers><layer id='0' name='c' type='Const' version='opset1'><data element_type='u1' shape='8' offset='0' size='1'/>"
	 "<output><port id='0'/></output></layer></layers>", "c",
	 "Const-1 () -> c u1[8] !has elements of a type that opgen does not have; element_type='u1'; shape='8'; offset='0'; size='1'"},
	{"an id that is no number", "10", "<layers><layer id='x' type='T'/></layers>", NULL,
	 "error: id: expected a number, got 'x'"},
	{"an id of 2^63", "10", "<layers><layer id='9223372036854775808' type='T'/></layers>", NULL,
	 "error: id: expected a number, got '9223372036854775808'"},
	{"a layer without an id", "10", "<layers><layer type='T'/></layers>", NULL, "error: id: missing"},
	{"a layer without a type", "10", "<layers><layer id='1'/></layers>", NULL, "error: type: missing"},
	{"two ports of one id", "10",
	 "<layers><layer id='0' name='s' type='T'><output><port id='1'/><port id='1'/></output></layer></layers>", NULL,
	 "error: layer 's': there are two output ports with the id 1"},
	{"version 11 beyond", "12", PARAMETER("1", ""), NULL, "error: version: expected 10 or 11, got '12'"},
	{"a control character in a name", "10", "<layers><layer id='0' name='a&#10;b\xc2\x9b' type='T'><output>"
	 "<port id='1'/><port id='1'/></output></layer></layers>", NULL,
	 "error: layer 'a\\x0ab\\xc2\\x9b': there are two output ports"},
};
/* clang-format on */

static void
text_is_read(void **state)
{
	const struct text_row *row = *state;
	struct reading reading;
	char text[4096];
	int size = snprintf(text, sizeof text, "<net version='%s'>%s</net>", row->version,
		row->inside);

	assert_true(size > 0 && (size_t)size < sizeof text);
	read_text(&reading, "t.xml", text, (size_t)size);
	assert_int_equal(reading.good, row->node != NULL);
	if (reading.good)
		assert_string_equal(describe(&reading, row->node), row->wanted);
	else
		assert_non_null(strstr(reading.said, row->wanted));
	end(&reading);
}

/* Text that grows. */
struct grown {
	char *text;
	size_t size;
	FILE *stream;
};

static FILE *
begin_text(struct grown *grown)
{
	grown->stream = open_memstream(&grown->text, &grown->size);
	assert_non_null(grown->stream);
	return grown->stream;
}

/* Reads the text, within a second; what is said of it must hold the words. */
static void
is_refused_in_time(struct grown *grown, const char *wanted)
{
	struct reading reading;
	clock_t start;

	fclose(grown->stream);
	start = clock();
	read_text(&reading, "t.xml", grown->text, grown->size);
	assert_true(clock() - start < CLOCKS_PER_SEC);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, wanted));
	end(&reading);
	free(grown->text);
}

static void
a_billion_laughs_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<!DOCTYPE net [<!ENTITY a0 'ha'>", stream);
	for (int i = 1; i < 30; i++)
		fprintf(stream, "<!ENTITY a%d '&a%d;&a%d;'>", i, i - 1, i - 1);
	fputs("]><net version='10'>&a29;</net>", stream);
	is_refused_in_time(&grown, "a DOCTYPE is not allowed in an IR");
}

static void
a_chain_of_60000_entities_is_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<!DOCTYPE net [<!ENTITY a0 'ha'>", stream);
	for (int i = 1; i < 60000; i++)
		fprintf(stream, "<!ENTITY a%d '&a%d;'>", i, i - 1);
	fputs("]><net version='10'>&a59999;</net>", stream);
	is_refused_in_time(&grown, "a DOCTYPE is not allowed in an IR");
}

static void
a_hundred_thousand_nested_elements_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'>", stream);
	for (int i = 0; i < 100000; i++)
		fputs("<x>", stream);
	is_refused_in_time(&grown, "more than 64 elements inside of each other");
}

static void
too_many_layers_are_refused(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'><layers>", stream);
	for (int i = 0; i < 300000; i++)
		fputs("<layer id='0' type=''/>", stream);
	is_refused_in_time(&grown, "more than 262144 layers");
}

static void
too_many_dimensions_are_a_fault(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);
	struct reading reading;

	(void)state;
	fputs("<net version='10'><layers><layer id='0' name='a' type='T'><output>"
	      "<port id='0'>",
		stream);
	for (int i = 0; i < 255; i++)
		fputs("<dim>1</dim>", stream);
	fputs("</port></output></layer></layers></net>", stream);
	fclose(stream);
	read_text(&reading, "t.xml", grown.text, grown.size);
	assert_true(reading.good);
	assert_string_equal(describe(&reading, "a"),
		"T-0 () -> a none? !has more dimensions than make sense");
	end(&reading);
	free(grown.text);
}

static void
a_long_name_of_many_outputs_takes_no_memory(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);

	(void)state;
	fputs("<net version='10'><layers><layer id='0' type='T' name='", stream);
	for (int i = 0; i < 100000; i++)
		fputs("0123456789", stream);
	fputs("'><output>", stream);
	for (int i = 0; i < 100; i++)
		fprintf(stream, "<port id='%d'/>", i);
	fputs("</output></layer></layers></net>", stream);
	is_refused_in_time(&grown, "the names of the tensors take more than");
}

static void
twenty_thousand_attributes_are_read(void **state)
{
	struct grown grown;
	FILE *stream = begin_text(&grown);
	struct reading reading;

	(void)state;
	fputs("<net version='10'><layers><layer id='0' name='a' type='T'><data", stream);
	for (int i = 0; i < 20000; i++)
		fprintf(stream, " a%d='1'", i);
	fputs("/></layer></layers></net>", stream);
	fclose(stream);
	read_text(&reading, "t.xml", grown.text, grown.size);
	assert_true(reading.good);
	assert_int_equal(reading.model.node[0].nattribute, 20000);
	end(&reading);
	free(grown.text);
}

static void
bodies_are_told_of_and_not_searched(void **state)
{
	static const char text[] =
		"<net version='10'><layers><layer id='0' name='l' type='Loop'>"
		"<body><layers><layer id='0' name='i' type='SpaceToBatch'/></layers>"
		"<edges><edge from-layer='9' from-port='9' to-layer='9' to-port='9'/>"
		"</edges></body></layer></layers></net>";
	struct reading reading;

	(void)state;
	read_text(&reading, "t.xml", text, sizeof text - 1);
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 1);
	assert_int_equal(reading.model.nunsearched, 1);
	assert_string_equal(reading.model.unsearched[0],
		"the layers inside of 1 body of loops and conditions");
	end(&reading);
}

static void
a_pipe_of_weights_is_refused_without_waiting(void **state)
{
	const char *build = getenv("OPGEN_BUILD");
	struct reading reading;
	char path[200], *text;
	size_t size;

	(void)state;
	snprintf(path, sizeof path, "%s/openvino_test.%ld.bin", build ? build : "build",
		(long)getpid());
	assert_int_equal(mkfifo(path, 0600), 0);
	text = load("tests/models/openvino/r2.xml", &size);
	memcpy(strrchr(path, '.'), ".xml", 5);
	read_text(&reading, path, text, size);
	assert_true(reading.good);
	assert_non_null(strstr(describe(&reading, "block_shape"), "no regular file"));
	memcpy(strrchr(path, '.'), ".bin", 5);
	remove(path);
	end(&reading);
	free(text);
}

/* Every beginning of a good file is refused, and nothing is read outside of it. */
static void
a_file_cut_anywhere_is_refused(void **state)
{
	char *text, *part;
	size_t size;

	(void)state;
	text = load("tests/models/openvino/ws_base.xml", &size);
	while (text[size - 1] != '>')
		size--;
	for (size_t cut = 0; cut < size; cut++) {
		struct reading reading;

		part = malloc(cut + 1);
		assert_non_null(part);
		memcpy(part, text, cut);
		part[cut] = '\0';
		read_text(&reading, "t.xml", part, cut);
		assert_false(reading.good);
		end(&reading);
		free(part);
	}
	free(text);
}

/* Whatever a byte becomes, nothing breaks. */
static void
any_byte_may_be_wrong(void **state)
{
	static const char instead[] = "<>/'\"&0 9-\xff";
	char *text;
	size_t size;

	(void)state;
	text = load("tests/models/openvino/dilated_conv.xml", &size);
	for (size_t i = 0; i < size; i++) {
		struct reading reading;
		char was = text[i];

		text[i] = instead[i % (sizeof instead - 1)];
		read_text(&reading, "tests/models/openvino/dilated_conv.xml", text, size);
		for (size_t j = 0; reading.good && j < reading.model.nnode; j++)
			describe_node(
				&reading.model, &reading.model.node[j], &reading.arena);
		end(&reading);
		text[i] = was;
	}
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layers_of_a_dilated_convolution_are_joined),
		cmocka_unit_test(a_billion_laughs_are_refused),
		cmocka_unit_test(a_chain_of_60000_entities_is_refused),
		cmocka_unit_test(a_hundred_thousand_nested_elements_are_refused),
		cmocka_unit_test(too_many_layers_are_refused),
		cmocka_unit_test(too_many_dimensions_are_a_fault),
		cmocka_unit_test(a_long_name_of_many_outputs_takes_no_memory),
		cmocka_unit_test(twenty_thousand_attributes_are_read),
		cmocka_unit_test(bodies_are_told_of_and_not_searched),
		cmocka_unit_test(a_pipe_of_weights_is_refused_without_waiting),
		cmocka_unit_test(a_file_cut_anywhere_is_refused),
		cmocka_unit_test(any_byte_may_be_wrong),
	};
	int failed = run_table("files", rows, row_is_read);

	failed += run_table("texts", text_rows, text_is_read);
	return failed + cmocka_run_group_tests_name("openvino", tests, NULL, NULL);
}
