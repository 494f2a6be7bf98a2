/* Operations on 8-bit integers with zero points, and perhaps scales. */
#include "support/rows.h"

#define SPEC(op, dtype, inputs, attributes) \
	"{'op': '" op "', 'dtype': '" dtype "', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define CONV(inputs, attributes) SPEC("ConvInteger", "uint8", inputs, attributes)
#define MATMUL(inputs) SPEC("MatMulInteger", "uint8", inputs, "")
#define INT8(shape) "{'shape': " shape ", 'dtype': 'int8'}"
#define TENSOR(shape, data) "{'shape': " shape ", 'data': " data "}"

#define QCONV(scales, more) \
	SPEC("QLinearConv", "uint8", \
		"'x': [1, 2, 5], 'w': [3, 2, 3], " scales \
		", 'x_zero_point': [], 'y_zero_point': []" more, \
		"")
#define QMATMUL(a, b, more) \
	SPEC("QLinearMatMul", "uint8", \
		"'a': " a ", 'b': " b \
		", 'y_scale': " FLOAT("[]") ", 'y_zero_point': []" more, \
		"")
#define FLOAT(shape) "{'shape': " shape ", 'dtype': 'float32'}"
#define SCALE(number) "{'shape': [], 'dtype': 'float32', 'data': [" number "]}"
#define SCALES(x, w, y) "'x_scale': " x ", 'w_scale': " w ", 'y_scale': " y
#define KNOWN SCALES(SCALE("0.5"), SCALE("0.25"), SCALE("2"))

#define ADD(tensors, scales) SPEC("QLinearAdd", "uint8", tensors ", " scales, "")
#define KNOWN_PAIR \
	"'A_scale': " SCALE("0.5") ", 'B_scale': " SCALE("0.25") ", 'C_scale': " SCALE( \
		"2")

/* clang-format off */
static const struct resolve_row conv_rows[] = {
	{"a convolution", CONV("'x': [1, 2, 5], 'w': [3, 2, 3]", ""), "[1, 3, 3]", NULL},
	{"weights have a type of their own", CONV("'x': [1, 2, 5], 'w': " INT8("[3, 2, 3]"), ""), "[1, 3, 3]", NULL},
	{"pads, of a zero point", CONV("'x': [1, 1, 4], 'w': " TENSOR("[1, 1, 3]", "[1, 2, 3]")
		", 'x_zero_point': " TENSOR("[]", "[7]"), "'auto_pad': 'SAME_UPPER'"), "[1, 1, 4]", NULL},
	{"a zero point for each channel", CONV("'x': [1, 2, 5], 'w': [3, 2, 3], 'w_zero_point': [3]", ""), "[1, 3, 3]", NULL},
	{"for other channels", CONV("'x': [1, 2, 5], 'w': [3, 2, 3], 'w_zero_point': [2]", ""), NULL,
		"error: w_zero_point: expected one element, or [3], one for each output channel, got [2]"},
	{"x has one zero point", CONV("'x': [1, 2, 5], 'w': [3, 2, 3], 'x_zero_point': [2]", ""), NULL,
		"error: x_zero_point: expected one element, got [2]"},
	{"a zero point of another type",
		CONV("'x': [1, 2, 5], 'w': [3, 2, 3], 'w_zero_point': " INT8("[]"), ""), NULL,
		"error: w_zero_point: expected the type of w, uint8, got int8"},
	{"x's zero point of another type",
		CONV("'x': [1, 2, 5], 'w': [3, 2, 3], 'x_zero_point': " INT8("[]"), ""), NULL,
		"error: x_zero_point: expected the operation's dtype, uint8, got int8"},
	{"weights that are no bytes", CONV("'x': [1, 2, 5], 'w': {'shape': [3, 2, 3], 'dtype': 'int32'}", ""), NULL,
		"error: w: expected uint8 or int8, got int32"},
	{"channels that do not fit", CONV("'x': [1, 2, 5], 'w': [3, 1, 3]", ""), NULL,
		"error: w: expected C / group, 2 / 1, as second extent, got 1"},
	{"axes that do not fit", CONV("'x': [1, 2, 5], 'w': [3, 2, 3, 1]", ""), NULL,
		"error: w: expected 3 dimensions, as x has, got 4"},
	{"no axis", CONV("'x': [1, 2], 'w': [3, 2]", ""), NULL,
		"error: x: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"the same of known weights", CONV("'x': [1, 2, 5], 'w': " TENSOR("[1, 1, 1]", "[3]")
		", 'x_zero_point': " TENSOR("[]", "[7]"), ""), NULL,
		"error: w: expected C / group, 2 / 1, as second extent, got 1"},
	{"no output", CONV("'x': [0, 2, 5], 'w': [3, 2, 3], 'x_zero_point': " TENSOR("[]", "[7]"), ""), "[0, 3, 3]", NULL},
};

static const struct resolve_row matmul_rows[] = {
	{"matrices", MATMUL("'A': [2, 3], 'B': [3, 4]"), "[2, 4]", NULL},
	{"stacks with a zero point for each row and column",
		MATMUL("'A': [5, 2, 3], 'B': [3, 4], 'a_zero_point': [5, 2, 1], 'b_zero_point': [4]"), "[5, 2, 4]", NULL},
	{"a list for rows", MATMUL("'A': [2, 3], 'B': [3, 4], 'a_zero_point': [2]"), "[2, 4]", NULL},
	{"stacks of columns", MATMUL("'A': [2, 3], 'B': [5, 3, 4], 'b_zero_point': [5, 1, 4]"), "[5, 2, 4]", NULL},
	{"a zero point for each term", MATMUL("'A': [2, 3], 'B': [3, 4], 'a_zero_point': [3]"), NULL,
		"error: a_zero_point: expected one element, or [2], one for each row, got [3]"},
	{"columns that are others", MATMUL("'A': [2, 3], 'B': [3, 4], 'b_zero_point': [3, 1]"), NULL,
		"error: b_zero_point: expected one element, or [4], one for each column, got [3, 1]"},
	{"a row has one", MATMUL("'A': [3], 'B': [3, 4], 'a_zero_point': [3]"), NULL,
		"error: a_zero_point: expected one element, got [3]"},
	{"a zero point of another type", MATMUL("'A': [2, 3], 'B': " INT8("[3, 4]") ", 'b_zero_point': []"), NULL,
		"error: b_zero_point: expected the type of B, int8, got uint8"},
	{"depths differ", MATMUL("'A': [2, 3], 'B': [2, 4]"), NULL, "error: B: expected 3 rows, as A has columns, got 2"},
};

static const struct resolve_row pair_rows[] = {
	{"shapes are broadcast, those of scales are not", ADD("'A': [2, 1], 'B': [3]", KNOWN_PAIR), "[2, 3]", NULL},
	{"numbers with scales in lists", ADD("'A': [], 'B': []",
		"'A_scale': " FLOAT("[1]") ", 'B_scale': " FLOAT("[1]") ", 'C_scale': " FLOAT("[1]") ", 'C_zero_point': [1]"), "[]", NULL},
	{"shapes that do not fit", ADD("'A': [2], 'B': [3]", KNOWN_PAIR), NULL,
		"error: B: A [2] and B [3] cannot be broadcast to one shape: an extent is the same for all, or 1"},
	{"two scales", ADD("'A': [2], 'B': [2]", "'A_scale': " FLOAT("[2]") ", 'B_scale': " SCALE("1") ", 'C_scale': " SCALE("1")), NULL,
		"error: A_scale: expected one element, got [2]"},
	{"two zero points", ADD("'A': [2], 'B': [2], 'C_zero_point': [2]", KNOWN_PAIR), NULL,
		"error: C_zero_point: expected one element, got [2]"},
	{"a scale of B that is 0", ADD("'A': [2], 'B': [2]",
		"'A_scale': " SCALE("1") ", 'B_scale': " SCALE("0") ", 'C_scale': " SCALE("1")), NULL,
		"error: B_scale: expected a finite scale above 0, got 0"},
	{"a negative scale of the sum", ADD("'A': [2], 'B': [2]",
		"'A_scale': " SCALE("1") ", 'B_scale': " SCALE("1") ", 'C_scale': " SCALE("-1")), NULL,
		"error: C_scale: expected a finite scale above 0, got -1"},
	{"a scale of Y that is 0", SPEC("QLinearSigmoid", "int8", "'X': [2], 'X_scale': " SCALE("1") ", 'Y_scale': " SCALE("0"), ""), NULL,
		"error: Y_scale: expected a finite scale above 0, got 0"},
	{"a scale of X that is 0", SPEC("QLinearLeakyRelu", "int8", "'X': [2], 'X_scale': " SCALE("0") ", 'Y_scale': " SCALE("1"), ""), NULL,
		"error: X_scale: expected a finite scale above 0, got 0"},
	{"the domain has one version", "{'op': 'QLinearSigmoid', 'opset': 2, 'dtype': 'int8', 'inputs': {'X': [2], 'X_scale': "
		SCALE("1") ", 'Y_scale': " SCALE("1") "}}", NULL,
		"error: opset: the newest operator set known of com.microsoft is 1, got 2"},
};

#define ONE(name) "'" name "': " SCALE("1")
#define POOL(x, more) \
	SPEC("QLinearAveragePool", "int8", "'X': " x ", " ONE("x_scale") ", " ONE("y_scale"), "'kernel_shape': [2, 2]" more)
#define GEMM(more, attributes) \
	SPEC("QGemm", "uint8", ONE("a_scale") ", " ONE("b_scale") ", 'a_zero_point': [], 'b_zero_point': []" more, attributes)
#define SOFTMAX(x, attributes) \
	SPEC("QLinearSoftmax", "int8", "'X': " x ", 'y_zero_point': [], " ONE("X_scale") ", " ONE("y_scale"), attributes)
#define CONCAT(list) SPEC("QLinearConcat", "int8", "'Y_zero_point': [], " ONE("Y_scale") ", 'inputs': [" list "]", "'axis': 1")

static const struct resolve_row microsoft_rows[] = {
	{"a pool", POOL("[1, 2, 3, 4]", ""), "[1, 2, 2, 3]", NULL},
	{"a pool with its channels last", POOL("[1, 3, 4, 2]", ", 'channels_last': 1"), "[1, 2, 3, 2]", NULL},
	{"a pool of no planes", POOL("[3, 4]", ""), NULL, "error: X: expected 3 dimensions or more, got 2"},
	{"a global pool with its channels last", SPEC("QLinearGlobalAveragePool", "int8", "'X': [1, 3, 4, 2], " ONE("x_scale") ", "
		ONE("y_scale"), "'channels_last': 1"), "[1, 1, 1, 2]", NULL},
	{"a product of matrices that are turned", GEMM(", 'A': [3, 2], 'B': [4, 3]", "'transA': 1, 'transB': 1"), "[2, 4]", NULL},
	{"the same where B is known", GEMM(", 'A': [2, 3], 'B': " TENSOR("[1, 3]", "[1, 2, 3]"), "'transB': 1"), "[2, 1]", NULL},
	{"a product of no matrix", GEMM(", 'A': [2, 3], 'B': [3]", ""), NULL, "error: B: expected 2 dimensions, got 1"},
	{"zero points for each row of B", SPEC("QGemm", "uint8", "'A': [2, 3], 'B': [3, 4], 'a_zero_point': [], 'b_zero_point': [3], "
		ONE("a_scale") ", " ONE("b_scale"), ""), NULL,
		"error: b_zero_point: expected one element, or [4], one for each column, got [3]"},
	{"Softmax", SOFTMAX("[2, 3]", "'opset': 13"), "[2, 3]", NULL},
	{"Softmax of an axis that there is not", SOFTMAX("[2]", "'opset': 11"), NULL, "error: axis: expected -1 to 0, got 1"},
	{"Softmax of which operator set", SOFTMAX("[2]", ""), NULL, "error: attributes: QLinearSoftmax-1 needs opset"},
	{"tensors that follow each other", CONCAT("[2, 3], " FLOAT("[]") ", [], [2, 4], " FLOAT("[]") ", []"), "[2, 7]", NULL},
	{"a tensor without its scale", CONCAT("[2, 3], []"), NULL,
		"error: inputs: expected a scale and a zero point after each tensor, got 2 inputs"},
	{"scales before tensors", CONCAT(FLOAT("[]") ", [2, 3], []"), NULL,
		"error: inputs_0: expected int8, got float32\nerror: inputs_1: expected float32, got int8"},
	{"QLinearConv with its channels last", "{'domain': 'com.microsoft', 'op': 'QLinearConv', 'dtype': 'uint8', 'inputs': "
		"{'x': [1, 6, 2], 'w': [5, 2, 3], " KNOWN ", 'x_zero_point': [], 'w_zero_point': [], 'y_zero_point': []}, "
		"'attributes': {'channels_last': 1}}", "[1, 4, 5]", NULL},
	{"ai.onnx's has no channels_last", SPEC("QLinearConv", "uint8", "'x': [1, 5, 2], 'w': [3, 2, 3], " KNOWN
		", 'x_zero_point': [], 'w_zero_point': [], 'y_zero_point': []", "'channels_last': 1"), NULL,
		"error: QLinearConv-10 of ai.onnx has no attribute 'channels_last'; QLinearConv of com.microsoft has it: write \"domain\": \"com.microsoft\""},
};

static const struct resolve_row scaled_conv_rows[] = {
	{"a convolution", QCONV(KNOWN, ", 'w_zero_point': []"), "[1, 3, 3]", NULL},
	{"scales that are arguments", QCONV(SCALES(FLOAT("[]"), FLOAT("[3]"), FLOAT("[]")), ", 'w_zero_point': [3], 'B': [3]"),
		"[1, 3, 3]", NULL},
	{"no zero point", QCONV(KNOWN, ""), NULL, "error: inputs: QLinearConv needs w_zero_point"},
	{"a scale of 0", QCONV(SCALES(SCALE("0"), SCALE("1"), SCALE("1")), ", 'w_zero_point': []"), NULL,
		"error: x_scale: expected a finite scale above 0, got 0"},
	{"a negative scale", QCONV(SCALES(SCALE("1"), SCALE("-0.5"), SCALE("1")), ", 'w_zero_point': []"), NULL,
		"error: w_scale: expected a finite scale above 0, got -0.5"},
	{"an infinite scale", QCONV(SCALES(SCALE("1"), SCALE("1"), SCALE("'Infinity'")), ", 'w_zero_point': []"), NULL,
		"error: y_scale: expected a finite scale above 0, got inf"},
	{"a scale that is no number", QCONV(SCALES(SCALE("1"), SCALE("1"), SCALE("'NaN'")), ", 'w_zero_point': []"), NULL,
		"error: y_scale: expected a finite scale above 0, got nan"},
	{"x has one scale", QCONV(SCALES(FLOAT("[2]"), SCALE("1"), SCALE("1")), ", 'w_zero_point': []"), NULL,
		"error: x_scale: expected one element, got [2]"},
	{"scales of other channels", QCONV(SCALES(SCALE("1"), FLOAT("[2]"), SCALE("1")), ", 'w_zero_point': []"), NULL,
		"error: w_scale: expected one element, or [3], one for each output channel, got [2]"},
	{"y has one scale", QCONV(SCALES(SCALE("1"), SCALE("1"), FLOAT("[3]")), ", 'w_zero_point': []"), NULL,
		"error: y_scale: expected one element, got [3]"},
	{"a bias of bytes", QCONV(KNOWN, ", 'w_zero_point': [], 'B': {'shape': [3], 'dtype': 'uint8'}"), NULL,
		"error: B: expected int32, got uint8"},
	{"a bias of other channels", QCONV(KNOWN, ", 'w_zero_point': [], 'B': [2]"), NULL,
		"error: B: expected [3], one element for each output channel, got [2]"},
};

static const struct resolve_row scaled_matmul_rows[] = {
	{"matrices", QMATMUL("[2, 3]", "[3, 4]", ", 'a_scale': [], 'b_scale': [], 'a_zero_point': [], 'b_zero_point': []"), "[2, 4]", NULL},
	{"scales of rows and of columns",
		QMATMUL("[2, 3]", "[3, 4]", ", 'a_scale': [2], 'b_scale': [4], 'a_zero_point': [2], 'b_zero_point': [4]"), "[2, 4]", NULL},
	{"a row, and scales of columns",
		QMATMUL("[3]", "[5, 3, 4]", ", 'a_scale': [], 'b_scale': [5, 1, 4], 'a_zero_point': [], 'b_zero_point': [4]"), "[5, 4]", NULL},
	{"a column, and scales of rows",
		QMATMUL("[2, 3]", "[3]", ", 'a_scale': [2, 1], 'b_scale': [], 'a_zero_point': [], 'b_zero_point': []"), "[2]", NULL},
	{"scales of terms",
		QMATMUL("[2, 3]", "[3, 4]", ", 'a_scale': [3], 'b_scale': [], 'a_zero_point': [], 'b_zero_point': []"), NULL,
		"error: a_scale: expected one element, or [2], one for each row, got [3]"},
	{"half types came with version 21",
		"{'op': 'QLinearMatMul', 'opset': 13, 'dtype': 'uint8', 'inputs': {'a': [2, 3], 'b': [3, 4], 'a_scale': {'shape': [], 'dtype': "
		"'float16'}, 'b_scale': [], 'y_scale': [], 'a_zero_point': [], 'b_zero_point': [], 'y_zero_point': []}}", NULL,
		"error: a_scale: expected float32, got float16"},
};

static const struct resolve_row dynamic_rows[] = {
	{"any shape", SPEC("DynamicQuantizeLinear", "float32", "'x': [2, 3]", ""), "[2, 3]", NULL},
	{"nothing", SPEC("DynamicQuantizeLinear", "float32", "'x': [2, 0]", ""), "[2, 0]", NULL},
};
/* clang-format on */

int
main(void)
{
	return run_table("ConvInteger", conv_rows, row_holds) +
	       run_table("MatMulInteger", matmul_rows, row_holds) +
	       run_table("com.microsoft", microsoft_rows, row_holds) +
	       run_table("QLinearAdd and kin", pair_rows, row_holds) +
	       run_table("QLinearConv", scaled_conv_rows, row_holds) +
	       run_table("QLinearMatMul", scaled_matmul_rows, row_holds) +
	       run_table("DynamicQuantizeLinear", dynamic_rows, row_holds);
}
