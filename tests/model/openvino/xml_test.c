#include "model/openvino/xml.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "model/openvino/openvino.h"
#include "support/reading.h"
#include "support/rows.h"

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
	reading_begin(
		&reading, openvino_read, "t.xml", (struct bytes){text, (size_t)size});
	assert_int_equal(reading.good, row->node != NULL);
	if (reading.good)
		assert_string_equal(reading_node(&reading, row->node), row->wanted);
	else
		assert_non_null(strstr(reading.said, row->wanted));
	reading_end(&reading);
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
	reading_begin(
		&reading, openvino_read, "t.xml", (struct bytes){text, sizeof text - 1});
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 1);
	assert_int_equal(reading.model.nunsearched, 1);
	assert_string_equal(reading.model.unsearched[0],
		"the layers inside of 1 body of loops and conditions");
	reading_end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bodies_are_told_of_and_not_searched),
	};
	int failed = run_table("texts", text_rows, text_is_read);

	return failed + cmocka_run_group_tests_name("xml", tests, NULL, NULL);
}
