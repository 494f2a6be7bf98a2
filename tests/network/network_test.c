/* Whole networks in memory: the statements of the function that calls the steps give the
   bits that the nodes give one after the other; where tensors lie; what is refused. */

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "code/running/run.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "diag/source.h"
#include "drawn/draw.h"
#include "network/compare.h"
#include "network/draw_graph.h"
#include "network/lower.h"
#include "network/make.h"
#include "network/reference.h"
#include "network/workspace.h"
#include "ops/check.h"
#include "ops/common/expansion.h"
#include "ops/op.h"
#include "plan/reference.h"
#include "schedule/schedule.h"
#include "spec/json.h"
#include "support/sample.h"

enum {
	MOST_ARGUMENTS = 8,
	MOST_ELEMENTS = 512, /* of an argument */
	GRAPHS = 40,         /* that are drawn */
	SANITIZED =
		4, /* of so many ways to compute a graph one is tried with sanitizers */
	ANY_SIZE = -1,
	SOME_TARGETS = 100,
	MAX_OUTPUT = 1 << 20
};

/* A graph, its name, and bytes of the workspace, or ANY_SIZE. steps: how many it has,
   where the workspace does not tell, or 0; plus SOME_TARGETS: of targets that its designs
   do not take it is refused. */
struct row {
	const char *name, *graph;
	int64_t workspace;
	int steps;
};

#define IMAGE "\"inputs\": {\"image\": [1, 2, 9, 9]}, "
#define ENDS(name) ", \"outputs\": [\"" name "\"]"
#define EMPTY_IMAGE "\"inputs\": {\"image\": [0, 2, 9, 9]}, "
#define POOL(from, to) \
	"{\"op\": \"AveragePool\", \"inputs\": {\"X\": \"" from "\"}, \"attributes\": " \
	"{\"kernel_shape\": [2, 2]}, \"output\": \"" to "\"}"
/* A pool whose windows are apart: it loads each element once. */
#define APART(from, to) \
	"{\"op\": \"MaxPool\", \"inputs\": {\"X\": \"" from "\"}, \"attributes\": " \
	"{\"kernel_shape\": [3, 3], \"strides\": [3, 3]}, \"output\": \"" to "\"}"
#define OPENVINO_POOL(from, to) \
	"{\"op\": \"AvgPool\", \"domain\": \"openvino\", \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"kernel\": [2, 2], \"strides\": [1, 1], " \
	"\"pads_begin\": [0, 0], " \
	"\"pads_end\": [0, 0], \"exclude-pad\": 0}, \"output\": \"" to "\"}"
#define FRAMED(from, counts, to) \
	"{\"op\": \"AveragePool\", \"inputs\": {\"X\": \"" from "\"}, \"attributes\": " \
	"{\"kernel_shape\": [2, 2], \"pads\": [1, 0, 0, 1], " \
	"\"count_include_pad\": " counts "}, \"output\": \"" to "\"}"
/* A pool, and its sum with numbers of channels. */
#define ADDEND(a, b) "{\"shape\": [2, 1, 1], \"data\": [" a ", " b "]}"
#define THREE_ADDENDS(a) ADDEND(a, "1") ", " ADDEND(a, "2") ", " ADDEND(a, "3")
#define EIGHTEEN_ADDENDS \
	THREE_ADDENDS("1") \
	", " THREE_ADDENDS("-2") ", " THREE_ADDENDS("3") ", " THREE_ADDENDS( \
		"-4") ", " THREE_ADDENDS("5") ", " THREE_ADDENDS("-6")
#define POOL_PLUS(addends) \
	IMAGE "\"nodes\": [" POOL("image", "c") ", {\"op\": \"Sum\", \"inputs\": " \
						"{\"data_0\": [\"c\", " addends \
						"]}, \"output\": \"y\"}]" ENDS("y")
#define TURN(from, to) \
	"{\"op\": \"Transpose\", \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"perm\": [0, 1, 3, 2]}, \"output\": \"" to "\"}"
/* Channels last; after three of these they are where they were. */
#define ROTATE(from, to) \
	"{\"op\": \"Transpose\", \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"perm\": [0, 2, 3, 1]}, \"output\": \"" to "\"}"
#define ROTATE_BACK(from, to) \
	"{\"op\": \"Transpose\", \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"perm\": [0, 3, 1, 2]}, \"output\": \"" to "\"}"
#define AS(shape, from, to) \
	"{\"op\": \"Reshape\", \"inputs\": {\"data\": \"" from \
	"\", \"shape\": {\"dtype\": \"int64\", \"shape\": [4], \"data\": [" shape \
	"]}}, \"output\": \"" to "\"}"
/* Two pools whose results are parts of one, with their channels last. */
#define HEADS \
	"\"inputs\": {\"image\": [1, 6, 6, 8]}, \"nodes\": [" ROTATE_BACK("image", \
		"i") ", " POOL("i", "p") ", " ROTATE("p", "a") ", " AS("1, 1, 25, 8", \
		"a", \
		"b") ", " APART("i", "q") ", " ROTATE("q", "c") ", " AS("1, 1, 4, 8", \
		"c", "d") ", " CONCAT("2", "b", "d", "y") "]" ENDS("y")
/* Two sums, each along the axes of eight dimensions, of which every other is repeated. */
#define AS_EIGHT(first, from, to) \
	"{\"op\": \"Reshape\", \"inputs\": {\"data\": \"" from \
	"\", \"shape\": {\"dtype\": \"int64\", \"shape\": [8], \"data\": [" first \
	", 2, 2, 2, 2, 2, 2]}}, \"output\": \"" to "\"}"
#define EVERY_OTHER(from, to) \
	"{\"op\": \"ReduceMax\", \"opset\": 13, \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"axes\": [1, 3, 5, 7]}, \"output\": \"" to "\"}"
#define OF_EIGHT_AXES(first) \
	"\"inputs\": {\"image\": [4, 2, 2, 2, 2, 2, 2, 2]}, \"nodes\": [" EVERY_OTHER( \
		"image", "m") ", " ADD("image", "\"m\"", "s") ", " AS_EIGHT(first, "s", \
		"t") ", " AS_EIGHT(first, "image", "i") ", " EVERY_OTHER("i", \
		"k") ", " ADD("t", "\"k\"", "y") "]" ENDS("y")
#define BACKWARDS(from, to) \
	"{\"op\": \"Slice\", \"inputs\": {\"data\": \"" from \
	"\", \"starts\": " INT64("-1") ", \"ends\": " INT64( \
		"-1000") ", \"axes\": " INT64("-1") ", \"steps\": " INT64("-1") "}, " \
										"\"outp" \
										"ut\": " \
										"\"" to \
										"\"}"
#define FLAT(from, to) \
	"{\"op\": \"Flatten\", \"inputs\": {\"input\": \"" from "\"}, \"output\": \"" to \
	"\"}"
#define INT64(number) "{\"shape\": [1], \"dtype\": \"int64\", \"data\": [" number "]}"
#define RELU(from, to) \
	"{\"op\": \"Relu\", \"inputs\": {\"X\": \"" from "\"}, \"output\": \"" to "\"}"
/* A Conv of 3x3 in a design, whose first weight is `weight`, and a Clip to 0 to `most`.
 */
#define REPEATED(kernel, from, weight, most, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [2, 2, 3, 3], \"data\": [" weight ", " NINE ", " NINE \
	", " NINE \
	", 1, 2, 3, 4, 5, 6, 7, 8]}, \"B\": {\"shape\": [2], \"data\": [" weight \
	", 1]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"c_" to \
	"\", \"options\": {\"kernel\": \"" kernel \
	"\", \"unroll\": \"window\"}}, {\"op\": \"Clip\", \"inputs\": {\"input\": " \
	"\"c_" to \
	"\", \"min\": {\"shape\": [], \"data\": [0]}, \"max\": {\"shape\": [], " \
	"\"data\": [" most "]}}, \"output\": \"" to "\"}"
#define FOUR_REPEATED(kernel) \
	IMAGE "\"nodes\": [" REPEATED(kernel, "image", "1", "6", "a") ", " REPEATED( \
		kernel, "a", "2", "6", "b") ", " REPEATED(kernel, "b", "2", "1", \
		"c") ", " REPEATED(kernel, "c", "3", "2", "y") "]" ENDS("y")
#define WIDE(kernel) \
	IMAGE "\"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", \"W\": " \
	      "{\"shape\": " \
	      "[5, 2, 3, 3], \"data\": [" DATA \
	      "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": " \
	      "\"c\", \"options\": {\"kernel\": \"" kernel \
	      "\"}}, " RELU("c", "r") ", " ADD( \
		      "r", "{\"shape\": [1], \"data\": [-0.25]}", "y") "]" ENDS("y")
/* A convolution in a design, and pointwise nodes behind it: c to y. */
#define BEHIND(kernel, nodes) \
	IMAGE "\"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", \"W\": " \
	      "{\"shape\": [5, 2, 3, 3], \"data\": [" DATA \
	      "]}, \"B\": " FIVE("5") "}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, " \
				      "\"output\": \"c\", " \
				      "\"options\": {\"kernel\": \"" kernel \
				      "\"}}, " nodes "]" ENDS("y")
#define FIVE(shape) "{\"shape\": [" shape "], \"data\": [0.1, -0.2, 3, 0.7, -1.3]}"
/* Factors computed of two images: of each one's channels, g; of channels, h; one, o. */
#define IMAGES "\"inputs\": {\"image\": [2, 2, 9, 9]}, "
#define MEAN(from, to) \
	"{\"op\": \"GlobalAveragePool\", \"inputs\": {\"X\": \"" from \
	"\"}, \"output\": \"" to "\"}"
#define MOST(from, axes, to) \
	"{\"op\": \"ReduceMax\", \"opset\": 13, \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"axes\": [" axes \
	"], \"keepdims\": 0}, \"output\": \"" to "\"}"
#define FACTORS \
	MEAN("image", "mean") \
	", {\"op\": \"Conv\", \"inputs\": {\"X\": \"mean\", \"W\": {\"shape\": [5, 2, " \
	"1, 1], \"data\": [1, -2, 3, 0.5, -1, 2, -3, 0.25, 1, 4]}}, \"output\": " \
	"\"five\"}, " SIGMOID("five", "g") ", " MOST("g", "0", "h") ", " MOST( \
		"g", "0, 1, 2, 3", "o")
/* Operations that are several steps. */
#define GROUPED(from, to) \
	"{\"op\": \"GroupNormalization\", \"inputs\": {\"X\": \"" from \
	"\", \"scale\": {\"shape\": [2], \"data\": [2, -1]}, \"bias\": " \
	"{\"shape\": [2], \"data\": [0.5, 3]}}, \"attributes\": " \
	"{\"num_groups\": 2}, \"output\": \"" to "\"}"
#define ROWS(from, to) \
	"{\"op\": \"LayerNormalization\", \"inputs\": {\"X\": \"" from \
	"\", \"Scale\": {\"shape\": [9], \"data\": [" NINE "]}}, " \
	"\"attributes\": {\"stash_type\": 16}, \"outputs\": [" to "]}"
#define ROOTS(from, to) \
	"{\"op\": \"RMSNormalization\", \"inputs\": {\"X\": \"" from \
	"\", \"scale\": {\"shape\": [9], \"data\": [" NINE "]}}, \"output\": \"" to \
	"\"}"
#define TWO(op, a, b, to) \
	"{\"op\": \"" op "\", \"inputs\": {\"" a "\", \"" b "\"}, \"output\": \"" to "\"}"
#define BY_FACTORS \
	TWO("Mul", "A\": \"g", "B\": \"c", "m") \
	", " TWO("Sub", "A\": \"h", "B\": \"m", "s") ", " TWO( \
		"Div", "A\": \"s", "B\": \"o", "d") ", " TWO("Add", "A\": \"d", \
		"B\": \"h", "a") ", " TWO("Pow", "X\": \"g", "Y\": \"a", "y")
#define FACTORED(kernel) \
	IMAGES "\"nodes\": [" FACTORS \
	       ", {\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", \"W\": {\"shape\": " \
	       "[5, 2, 3, 3], \"data\": [" DATA \
	       "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"c\", " \
	       "\"options\": {\"kernel\": \"" kernel "\"}}, " BY_FACTORS "]" ENDS("y")
#define FLOW(op, inputs, attributes, to) \
	"{\"domain\": \"tensorflow\", \"op\": \"" op "\", \"inputs\": {" inputs \
	"}, \"attributes\": {" attributes "}, \"output\": \"" to "\"}"
/* The same of TensorFlow, [2, 9, 6, 3]; the last two factors are one for each image. */
#define LAST_FACTORED(kernel) \
	"\"inputs\": {\"image\": [2, 9, 6, 3]}, \"nodes\": [" FLOW("Mean", \
		"\"input\": \"image\", \"reduction_indices\": {\"shape\": [2], " \
		"\"dtype\": \"int32\", \"data\": [1, 2]}", \
		"\"keep_dims\": 1", "g") ", " MOST("g", "0, 1, 2", "h") ", " FLOW("Max", \
		"\"input\": \"g\", \"reduction_indices\": {\"shape\": [1], " \
		"\"dtype\": \"int32\", \"data\": [3]}", \
		"\"keep_dims\": 1", \
		"o") ", {\"domain\": \"tensorflow\", \"op\": " \
		     "\"DepthwiseConv2dNative\", \"inputs\": {\"input\": \"image\", " \
		     "\"filter\": {\"shape\": [3, 3, 3, 1], \"data\": [" NINE ", " NINE \
		     ", " NINE "]}}, \"attributes\": {\"strides\": [1, 1, 1, 1], " \
		     "\"padding\": \"SAME\"}, \"output\": \"c\", \"options\": " \
		     "{\"kernel\": \"" kernel "\"}}, " BY_FACTORS "]" ENDS("y")
#define POSITIVE "{\"shape\": [5], \"data\": [0.1, 0.2, 3, 0.7, 1.3]}"
#define NORMALIZE(from, to) \
	"{\"op\": \"BatchNormalization\", \"inputs\": {\"X\": \"" from \
	"\", \"scale\": " FIVE("5") ", \"B\": " FIVE("5") ", \"input_mean\": " FIVE( \
		"5") ", \"input_var\": " POSITIVE "}, \"output\": \"" to "\"}"
#define PRELU(from, to) \
	"{\"op\": \"PRelu\", \"inputs\": {\"X\": \"" from \
	"\", \"slope\": " FIVE("5, 1, 1") "}, \"output\": \"" to "\"}"
#define CHANNELS(kernel) \
	BEHIND(kernel, NORMALIZE("c", "n") ", " PRELU("n", "p") ", " ADD( \
			       "p", FIVE("1, 5, 1, 1"), "y"))
/* A convolution of as many channels as the image has, of its size. */
#define SAME(from, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [2, 2, 3, 3], \"data\": [" NINE ", " NINE ", " NINE \
	", " NINE "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"" to \
	"\"}"
/* Another one of five channels, whose output is added. */
#define RESIDUAL(kernel) \
	BEHIND(kernel, \
		"{\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", \"W\": {\"shape\": " \
		"[5, 2, 3, 3], \"data\": [" DATA "]}, \"B\": " FIVE( \
			"5") "}, " \
			     "\"attributes\": {\"pads\": [0, 0, 2, 2]}, \"output\": " \
			     "\"d\"}, " NORMALIZE("c", "n") ", " ADD( \
				     "d", "\"n\"", "s") ", " RELU("s", \
				     "t") ", " ADD("t", FIVE("5, 1, 1"), "y"))
/* A convolution in a design, to whose output its input's input is added. */
#define OVER(kernel) \
	IMAGE "\"nodes\": [" SAME("image", "c") ", " SAME("c", \
		"d") ", " \
		     "{\"op\": \"Conv\", \"inputs\": {\"X\": \"d\", \"W\": {\"shape\": " \
		     "[2, 2, 3, 3], " \
		     "\"data\": [" NINE ", " NINE ", " NINE ", " NINE \
		     "]}}, \"attributes\": {\"pads\": " \
		     "[1, 1, 1, 1]}, \"output\": \"e\", \"options\": {\"kernel\": " \
		     "\"" kernel \
		     "\"}}, " ADD("e", "\"c\"", "s") ", " POOL("s", "y") "]" ENDS("y")
/* A tensor of 1024 bytes in the workspace, which no step before it can take up. */
#define JOINED \
	IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT( \
		"1", "c", "d", "e") ", "
#define SIGMOID(from, to) \
	"{\"op\": \"Sigmoid\", \"inputs\": {\"X\": \"" from "\"}, \"output\": \"" to "\"}"
#define MUL(from, more, to) \
	"{\"op\": \"Mul\", \"inputs\": {\"A\": \"" from "\", \"B\": " more \
	"}, \"output\": \"" to "\"}"
/* A matrix of nine rows times a constant one; and so transposed convolutions. */
#define TIMES(from, to) \
	"{\"op\": \"MatMul\", \"inputs\": {\"A\": \"" from \
	"\", \"B\": {\"shape\": [9, 5], " \
	"\"data\": [" NINE ", " NINE ", " NINE ", " NINE ", " NINE \
	"]}}, \"output\": \"" to "\"}"
#define TRANSPOSED(from, stride, to) \
	"{\"op\": \"ConvTranspose\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": " \
	"[2, 5, 3, 3], \"data\": [" DATA "]}}, \"attributes\": {\"strides\": [" stride \
	", " stride "]}, \"output\": \"" to "\"}"
#define GEMM(from, to) \
	"{\"op\": \"Flatten\", \"inputs\": {\"input\": \"" from "\"}, \"attributes\": " \
	"{\"axis\": 3}, \"output\": \"flat\"}, {\"op\": \"Gemm\", \"inputs\": {\"A\": " \
	"\"flat\", " \
	"\"B\": {\"shape\": [9, 9], \"data\": [" NINE ", " NINE ", " NINE ", " NINE \
	", " NINE ", " NINE ", " NINE ", " NINE ", " NINE \
	"]}}, \"attributes\": {\"alpha\": 0.3}, " \
	"\"output\": \"" to "\"}"
/* Numbers as integers: for all, or for each of five channels; and back. */
#define QUANTIZED(op, from, scale, attributes, to) \
	"{\"op\": \"" op "\", \"opset\": 21, \"inputs\": {" from scale \
	"}, \"attributes\": {" attributes "}, \"output\": \"" to "\"}"
#define ZERO(name, dtype, zero) \
	", \"" name "\": {\"shape\": [], \"dtype\": \"" dtype "\", \"data\": [" zero "]" \
	"}"
#define TO_INTEGERS(from, dtype, to) \
	QUANTIZED("QuantizeLinear", "\"x\": \"" from "\", ", \
		"\"y_scale\": {\"shape\": [], \"data\": [0.02]}" ZERO( \
			"y_zero_point", dtype, "3"), \
		"", to)
#define TO_NUMBERS(from, dtype, to) \
	QUANTIZED("DequantizeLinear", "\"x\": \"" from "\", ", \
		"\"x_scale\": {\"shape\": [], \"data\": [0.02]}" ZERO( \
			"x_zero_point", dtype, "3"), \
		"", to)
#define AND_BACK(from, dtype, to) \
	TO_INTEGERS(from, dtype, to "_q") ", " TO_NUMBERS(to "_q", dtype, to)
#define FIVE_TO_INTEGERS(from, to) \
	QUANTIZED("QuantizeLinear", "\"x\": \"" from "\", ", \
		"\"y_scale\": " POSITIVE ", \"y_zero_point\": {\"shape\": [5], " \
		"\"dtype\": \"uint8\", \"data\": [0, 128, 255, 1, 7]}", \
		"\"axis\": 1", to)
#define FIVE_TO_NUMBERS(from, to) \
	QUANTIZED("DequantizeLinear", "\"x\": \"" from "\", ", \
		"\"x_scale\": " POSITIVE ", \"x_zero_point\": {\"shape\": [5], " \
		"\"dtype\": \"uint8\", \"data\": [128, 1, 2, 7, 255]}", \
		"\"axis\": 1", to)
/* The types by the numbers that ONNX gives them. */
#define CAST(from, type, to) \
	"{\"op\": \"Cast\", \"inputs\": {\"input\": \"" from "\"}, \"attributes\": {" \
	"\"to\": " type "}, \"output\": \"" to "\"}"
#define FLOAT32 "1"
#define INT32 "6"
#define WHOLE64 "7"
#define FLOAT16 "10"
#define FLOAT64 "11"
#define LARGEST(from, to) \
	"{\"op\": \"MaxPool\", \"opset\": 12, \"inputs\": {\"X\": \"" from \
	"\"}, \"attributes\": {\"kernel_shape\": [2, 2]}, \"output\": \"" to "\"}"
/* Behind a convolution in a design: integers of each channel and numbers again; integers
   that are stored; integers as wide as the numbers; integers to which others are added.
 */
#define THROUGH_INTEGERS(kernel) \
	BEHIND(kernel, \
		RELU("c", "r") ", " FIVE_TO_INTEGERS("r", "q") ", " FIVE_TO_NUMBERS( \
			"q", "d") ", " ADD("d", FIVE("5, 1, 1"), "y"))
#define STORED_AS_INTEGERS(kernel) \
	BEHIND(kernel, PRELU("c", "r") ", " TO_INTEGERS("r", "int8", "y"))
#define STORED_AS_WIDER_INTEGERS(kernel) \
	BEHIND(kernel, \
		PRELU("c", "r") ", " TO_INTEGERS("r", "int8", "q") ", " TO_NUMBERS( \
			"q", "int8", "d") ", " CAST("d", INT32, "y"))
#define WITH_INTEGERS(kernel) \
	IMAGE "\"nodes\": [" SAME("image", "b") ", " TO_INTEGERS("b", "int8", \
		"q") ", {\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", \"W\": " \
		     "{\"shape\": [2, 2, 3, 3], \"data\": [" NINE ", " NINE ", " NINE \
		     ", " NINE "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, " \
		     "\"output\": \"c\", " \
		     "\"options\": {\"kernel\": \"" kernel \
		     "\"}}, " TO_INTEGERS("c", "int8", "r") ", " ADD( \
			     "r", "\"q\"", "s") ", " LARGEST("s", "y") "]" ENDS("y")
/* Nodes behind a convolution in a design, of which the channels are last: c to y. */
#define LAST_AS_INTEGERS(kernel, behind) \
	"\"inputs\": {\"image\": [2, 9, 6, 3]}, \"nodes\": [{\"domain\": " \
	"\"tensorflow\", \"op\": \"DepthwiseConv2dNative\", \"inputs\": {\"input\": " \
	"\"image\", \"filter\": {\"shape\": [3, 3, 3, 1], \"data\": [" NINE ", " NINE \
	", " NINE \
	"]}}, \"attributes\": {\"strides\": [1, 1, 1, 1], \"padding\": \"SAME\"}, " \
	"\"output\": \"c\", \"options\": {\"kernel\": \"" kernel "\"}}, " behind \
	"]" ENDS("y")
#define CONCAT(axis, a, b, to) \
	"{\"op\": \"Concat\", \"inputs\": {\"inputs\": [\"" a "\", \"" b \
	"\"]}, \"attributes\": " \
	"{\"axis\": " axis "}, \"output\": \"" to "\"}"
#define SPLIT(axis, sizes, from, a, b) \
	"{\"op\": \"Split\", \"opset\": 11, \"inputs\": {\"input\": \"" from \
	"\"}, \"attributes\": {\"axis\": " axis ", \"split\": [" sizes \
	"]}, \"outputs\": [\"" a "\", \"" b "\"]}"
#define SLICE(from, begin, end, to) \
	"{\"op\": \"Slice\", \"opset\": 9, \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"axes\": [1], \"starts\": [" begin "], \"ends\": [" end \
	"]}, \"output\": \"" to "\"}"
#define PAD(from, value, begin, end, to) \
	"{\"op\": \"Pad\", \"opset\": 2, \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"pads\": [0, 0, " begin ", 0, 0, " end \
	"], \"value\": " value "}, \"output\": \"" to "\"}"
#define NINE_OF "\"data\": [" NINE "]"
#define NINE "1, -2, 3, 0.5, -1, 2, -3, 0.25, 1"
#define DATA \
	NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE \
	     ", " NINE ", " NINE
#define ADD(from, more, to) \
	"{\"op\": \"Add\", \"inputs\": {\"A\": \"" from "\", \"B\": " more \
	"}, \"output\": \"" to "\"}"
#define CONV(from, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [2, 2, 2, " \
	"2], \"data\": [1, 2, 3, 4, 0.5, 0.25, -1, -2, 3, 5, 7, 9, 1, -3, 0.1, 0.3]}}, " \
	"\"output\": \"" to "\"}"
/* Tensors whose channels may be last, from an image of [2, 6, 5, 4]: what is computed of
   `p`, between pools. */
#define MAY_BE_LAST(nodes, last) \
	"\"inputs\": {\"image\": [2, 6, 5, 4]}, \"nodes\": [" POOL( \
		"image", "p") ", " nodes ", " POOL(last, "y") "]" ENDS("y")
#define RESIZED(from, scales, mode, to) \
	"{\"op\": \"Resize\", \"inputs\": {\"X\": \"" from \
	"\", \"scales\": {\"shape\": [4], \"data\": [" scales \
	"]}}, \"attributes\": {\"mode\": \"" mode "\"}, \"output\": \"" to "\"}"
#define ALONG(op, version, axis, from, to) \
	"{\"op\": \"" op "\", \"opset\": " version ", \"inputs\": {\"input\": \"" from \
	"\"}, \"attributes\": {\"axis\": " axis "}, \"output\": \"" to "\"}"
#define REDUCED(op, axes, keepdims, from, to) \
	"{\"op\": \"Reduce" op "\", \"opset\": 13, \"inputs\": {\"data\": \"" from \
	"\"}, \"attributes\": {\"axes\": [" axes "], \"keepdims\": " keepdims \
	"}, \"output\": \"" to "\"}"
#define SIX "\"shape\": [6], \"data\": [1, 2, -1, 0.5, 3, -2]"

/* clang-format off */
static const struct row rows[] = {
	{"one node needs no workspace", IMAGE "\"nodes\": [" POOL("image", "y") "]" ENDS("y"), 0, 0},
	{"what is between two lies in it", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("c", "y") "]" ENDS("y"), 512, 0},
	{"a third tensor shares the first one's bytes",
		IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("c", "d") ", " CONV("d", "e") ", " POOL("e", "y") "]" ENDS("y"), 512 + 448, 0},
	{"nodes stand in any order", IMAGE "\"nodes\": [" POOL("c", "y") ", " CONV("image", "c") "]" ENDS("y"), 512, 0},
	{"two read one", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("c", "y") ", " CONV("c", "z") "], \"outputs\": [\"z\", \"y\"]", 512, 0},
	{"a result that is read, too", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("c", "y") "], \"outputs\": [\"c\", \"y\"]", 0, 0},
	{"pointwise nodes are one step with what they read", IMAGE "\"nodes\": [" CONV("image", "c") ", " RELU("c", "r") ", " ADD("r", "\"c\"", "y") "]" ENDS("y"), 0, 0},
	{"of eight axes each, if these are the same", OF_EIGHT_AXES("4, 2"), ANY_SIZE, 3},
	{"not if there are nine with the other's", OF_EIGHT_AXES("2, 4"), ANY_SIZE, 4},
	{"with numbers of channels", IMAGE "\"nodes\": [" RELU("image", "r") ", " ADD("r", "{\"shape\": [2, 1, 1], \"data\": [0.5, -0.1]}", "s") ", " RELU("s", "y") "]" ENDS("y"), 0, 0},
	{"and of rows and columns", IMAGE "\"nodes\": [" ADD("image", "{\"shape\": [9, 1], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}", "r") ", " ADD("r", "{\"shape\": [9], \"data\": [-1, 2, 3, 4, 5, 6, 7, 8, -9]}", "y") "]" ENDS("y"), 0, 0},
	{"a window takes what is behind it", IMAGE "\"nodes\": [" CONV("image", "c") ", " RELU("c", "y") "]" ENDS("y"), 0, 0},
	{"and more of it", IMAGE "\"nodes\": [" CONV("image", "c") ", " RELU("c", "r") ", " ADD("r", "{\"shape\": [1], \"data\": [-0.25]}", "y") "]" ENDS("y"), 0, 0},
	{"twice its output", IMAGE "\"nodes\": [" CONV("image", "c") ", " ADD("c", "\"c\"", "y") "]" ENDS("y"), 0, 0},
	{"the last of several steps of a node, too", IMAGE "\"nodes\": [" GROUPED("image", "g") ", " RELU("g", "y") "]" ENDS("y"), 0, 2},
	{"and of a node between two", IMAGE "\"nodes\": [" CONV("image", "c") ", " GROUPED("c", "g") ", " RELU("g", "y") "]" ENDS("y"), 512, 3},
	{"an output of an earlier one", IMAGE "\"nodes\": [" ROWS("image", "\"y\", \"\", \"z\"") "], \"outputs\": [\"y\", \"z\"]", 768, 3},
	{"what is before several steps and after them", IMAGE "\"nodes\": [" RELU("image", "c") ", " ROOTS("c", "r") ", " RELU("r", "y") "]" ENDS("y"), 832, 5},
	{"all steps of a node are known", IMAGE "\"nodes\": [" GROUPED("k", "g") ", " ADD("g", "\"image\"", "y") ", {\"op\": \"Neg\", \"inputs\": {\"X\": {\"shape\": [1, 2, 1, 9], \"data\": [" NINE ", " NINE "]}}, \"output\": \"k\"}]" ENDS("y"), 0, 1},
	{"a pool, too", IMAGE "\"nodes\": [" POOL("image", "c") ", " RELU("c", "y") "]" ENDS("y"), 0, 0},
	{"in design plain", WIDE("plain"), 0, SOME_TARGETS},
	{"in design unrolled", WIDE("unrolled"), 0, SOME_TARGETS},
	{"in design unrolled-vector", WIDE("unrolled-vector"), 0, SOME_TARGETS},
	{"in design direct-oc", WIDE("direct-oc"), 0, SOME_TARGETS},
	{"in design direct-ow", WIDE("direct-ow"), 0, SOME_TARGETS},
	{"a result that is known", IMAGE "\"nodes\": [" RELU("c", "r") ", " ADD("image", "\"r\"", "y") ", {\"op\": \"Neg\", \"inputs\": {\"X\": {\"shape\": [9], \"data\": [-1, 2, 3, -4, 5, 6, 7, 8, -9]}}, \"output\": \"c\"}], \"outputs\": [\"y\", \"r\"]", 0, 0},
	{"channels in design plain", CHANNELS("plain"), 0, SOME_TARGETS},
	{"channels in design unrolled", CHANNELS("unrolled"), 0, SOME_TARGETS},
	{"channels in design unrolled-vector", CHANNELS("unrolled-vector"), 0, SOME_TARGETS},
	{"channels in design direct-oc", CHANNELS("direct-oc"), 0, SOME_TARGETS},
	{"channels in design direct-ow", CHANNELS("direct-ow"), 0, SOME_TARGETS},
	{"channels behind a pool", IMAGE "\"nodes\": [" POOL("image", "c") ", " ADD("c", "{\"shape\": [2, 1, 1], \"data\": [0.5, -0.1]}", "y") "]" ENDS("y"), 0, 0},
	{"as many operands as a step can have", POOL_PLUS(EIGHTEEN_ADDENDS), 0, 1},
	{"one more is a step of its own", POOL_PLUS(EIGHTEEN_ADDENDS ", " ADDEND("0.5", "7")), ANY_SIZE, 2},
	{"channels behind whole planes", IMAGE "\"nodes\": [{\"op\": \"GlobalAveragePool\", \"inputs\": {\"X\": \"image\"}, \"output\": \"c\"}, " ADD("c", "{\"shape\": [2, 1, 1], \"data\": [0.5, -0.1]}", "y") "]" ENDS("y"), 0, 0},
	{"rows and columns stay a step", IMAGE "\"nodes\": [" POOL("image", "c") ", " ADD("c", "{\"shape\": [8], \"data\": [1, 2, 3, 4, 5, 6, 7, 8]}", "y") "]" ENDS("y"), 0, 2},
	{"a residual", IMAGE "\"nodes\": [" SAME("image", "c") ", " ADD("c", "\"image\"", "y") "]" ENDS("y"), 0, 0},
	{"in the other order", IMAGE "\"nodes\": [" SAME("image", "c") ", " ADD("image", "\"c\"", "y") "]" ENDS("y"), 0, 0},
	{"of two convolutions one takes the other's", IMAGE "\"nodes\": [" SAME("image", "c") ", " SAME("image", "d") ", " ADD("c", "\"d\"", "s") ", " RELU("s", "y") "]" ENDS("y"), 0, 2},
	{"two residuals", IMAGE "\"nodes\": [" SAME("image", "c") ", " SAME("image", "d") ", " ADD("c", "\"d\"", "s") ", " ADD("image", "\"s\"", "y") "]" ENDS("y"), 0, 2},
	{"a residual in design plain", RESIDUAL("plain"), 0, SOME_TARGETS + 2},
	{"a residual in design unrolled", RESIDUAL("unrolled"), 0, SOME_TARGETS + 2},
	{"a residual in design unrolled-vector", RESIDUAL("unrolled-vector"), 0, SOME_TARGETS + 2},
	{"a residual in design direct-oc", RESIDUAL("direct-oc"), 0, SOME_TARGETS + 2},
	{"a residual in design direct-ow", RESIDUAL("direct-ow"), 0, SOME_TARGETS + 2},
	{"in place of a residual", OVER("plain"), 1408, SOME_TARGETS},
	{"in design unrolled, too", OVER("unrolled"), 1408, SOME_TARGETS},
	{"in design unrolled-vector, too", OVER("unrolled-vector"), 1408, SOME_TARGETS},
	{"in design direct-oc, too", OVER("direct-oc"), 1408, SOME_TARGETS},
	{"in design direct-ow, too", OVER("direct-ow"), 1408, SOME_TARGETS},
	{"in place of a sum in place of another one", IMAGE "\"nodes\": [" SAME("image", "c") ", " SAME("c", "d") ", " SAME("d", "e") ", " ADD("e", "\"c\"", "s") ", " SAME("s", "f") ", " SAME("f", "g") ", " ADD("g", "\"s\"", "t") ", " POOL("t", "y") "]" ENDS("y"), 1408, 0},
	{"a pointwise step in place of what it reads", JOINED SIGMOID("e", "s") ", " POOL("s", "y") "]" ENDS("y"), 1024, 0},
	{"under another name", JOINED FLAT("e", "f") ", " SIGMOID("f", "s") ", " ADD("s", "\"s\"", "y") ", " SIGMOID("s", "z") "], \"outputs\": [\"y\", \"z\"]", 0, 5},
	{"of two that it reads", JOINED SIGMOID("e", "s") ", " CONCAT("1", "d", "c", "f") ", " MUL("s", "\"f\"", "m") ", " POOL("m", "y") "]" ENDS("y"), 2048, 0},
	{"not if something else reads it later", JOINED SIGMOID("e", "s") ", " POOL("s", "y") ", " POOL("e", "z") "], \"outputs\": [\"z\", \"y\"]", 2048, 0},
	{"or reads a part of it later", JOINED SIGMOID("e", "s") ", " POOL("s", "y") ", " POOL("d", "z") "], \"outputs\": [\"z\", \"y\"]", 2048, 0},
	{"nor of a part", JOINED SLICE("e", "1", "3", "p") ", " SIGMOID("p", "s") ", " POOL("s", "y") "]" ENDS("y"), 1536, 0},
	{"a square in place of what it reads twice", JOINED MUL("e", "\"e\"", "s") ", " MOST("s", "3", "y") "]" ENDS("y"), 1024, 4},
	{"a sum of what it reads three times, and of factors read twice", JOINED "{\"op\": \"GlobalMaxPool\", \"inputs\": {\"X\": \"e\"}, \"output\": \"g\"}, " SIGMOID("g", "h") ", {\"op\": \"Sum\", \"inputs\": {\"data_0\": [\"h\", \"e\", \"h\", \"e\", \"e\"]}, \"output\": \"s\"}, " POOL("s", "y") "]" ENDS("y"), 1088, 0},
	{"a residual twice is overwritten, too", IMAGE "\"nodes\": [" SAME("image", "d") ", " SAME("image", "c") ", " MUL("c", "\"d\"", "m") ", " TWO("Sub", "A\": \"d", "B\": \"m", "y") "]" ENDS("y"), 0, 2},
	{"nor of what is repeated", JOINED "{\"op\": \"GlobalMaxPool\", \"inputs\": {\"X\": \"e\"}, \"output\": \"g\"}, " SIGMOID("g", "h") ", " MUL("h", "\"e\"", "s") ", " POOL("s", "y") "]" ENDS("y"), 1088, 0},
	{"nor of what the caller has", IMAGE "\"nodes\": [" RELU("image", "r") ", " MOST("r", "3", "y") "]" ENDS("y"), 704, 0},
	{"a step where a pool loads its elements", IMAGE "\"nodes\": [" RELU("image", "r") ", " APART("r", "y") "]" ENDS("y"), 0, 1},
	{"not if what the pool adds are the same elements", IMAGE "\"nodes\": [" RELU("image", "r") ", {\"op\": \"AveragePool\", \"inputs\": {\"X\": \"r\"}, \"attributes\": {\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]}, \"output\": \"p\"}, {\"op\": \"Add\", \"inputs\": {\"A\": \"p\", \"B\": \"r\"}, \"output\": \"y\"}]" ENDS("y"), ANY_SIZE, 0},
	{"steps with numbers of channels", "\"inputs\": {\"image\": [1, 5, 9, 9]}, \"nodes\": [" NORMALIZE("image", "n") ", " RELU("n", "r") ", " APART("r", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"steps from another type", "\"inputs\": {\"image\": {\"shape\": [1, 2, 9, 9], \"dtype\": \"int8\"}}, \"nodes\": [" TO_NUMBERS("image", "int8", "f") ", " APART("f", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"and what is computed for each channel", IMAGE "\"nodes\": [" MEAN("image", "g") ", " MUL("image", "\"g\"", "m") ", " APART("m", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"where taps begin far in the padding, and a number is read", "\"inputs\": {\"image\": [1, 1, 2]}, \"nodes\": [{\"op\": \"ReduceMax\", \"opset\": 13, \"inputs\": {\"data\": \"image\"}, \"output\": \"g\"}, " MUL("image", "\"g\"", "r") ", {\"op\": \"Conv\", \"inputs\": {\"X\": \"r\", \"W\": {\"shape\": [1, 1, 10], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}}, \"attributes\": {\"pads\": [4, 4]}, \"options\": {\"kernel\": \"loop-window\"}, \"output\": \"y\"}]" ENDS("y"), ANY_SIZE, 0},
	{"not where others read it, too", IMAGE "\"nodes\": [" RELU("image", "r") ", " APART("r", "y") ", " MOST("r", "3", "z") "], \"outputs\": [\"y\", \"z\"]", 704, 3},
	{"nor where the caller does", IMAGE "\"nodes\": [" RELU("image", "r") ", " APART("r", "y") "], \"outputs\": [\"y\", \"r\"]", 0, 2},
	{"nor a sum of two tensors", IMAGE "\"nodes\": [" SIGMOID("image", "s") ", " ADD("s", "\"image\"", "a") ", " MEAN("image", "g") ", " ADD("a", "\"g\"", "b") ", " ADD("b", "\"image\"", "c") ", " APART("c", "y") "], \"outputs\": [\"y\", \"s\"]", 768, 4},
	{"a residual of a pool", IMAGE "\"nodes\": [" POOL("image", "c") ", " CONV("image", "d") ", " ADD("d", "\"c\"", "y") "]" ENDS("y"), 0, 2},
	{"a number for each channel", IMAGE "\"nodes\": [" SAME("image", "c") ", {\"op\": \"GlobalMaxPool\", \"inputs\": {\"X\": \"image\"}, \"output\": \"g\"}, " ADD("c", "\"g\"", "y") "]" ENDS("y"), 64, 0},
	{"not for each row", IMAGE "\"nodes\": [" SAME("image", "c") ", " MOST("image", "3", "g") ", {\"op\": \"Reshape\", \"inputs\": {\"data\": \"g\", \"shape\": {\"dtype\": \"int64\", \"shape\": [4], \"data\": [1, 2, 9, 1]}}, \"output\": \"r\"}, " ADD("c", "\"r\"", "y") "]" ENDS("y"), 128, 3},
	{"nor for each column", IMAGE "\"nodes\": [" SAME("image", "c") ", " MOST("image", "0, 1, 2", "g") ", " ADD("c", "\"g\"", "y") "]" ENDS("y"), 64, 3},
	{"equal Convs in design plain", FOUR_REPEATED("plain"), 1408, 4},
	{"in design direct-oc", FOUR_REPEATED("direct-oc"), 1408, SOME_TARGETS + 4},
	{"in design direct-ow", FOUR_REPEATED("direct-ow"), 1408, SOME_TARGETS + 4},
	{"nor where the mean reads it, too", IMAGE "\"nodes\": [" SAME("image", "c") ", " MEAN("c", "g") ", " MUL("c", "\"g\"", "y") "]" ENDS("y"), 64, 3},
	{"numbers of channels, images and all in design plain", FACTORED("plain"), 192, SOME_TARGETS},
	{"in unrolled", FACTORED("unrolled"), 192, SOME_TARGETS},
	{"in unrolled-vector", FACTORED("unrolled-vector"), 192, SOME_TARGETS},
	{"in direct-oc", FACTORED("direct-oc"), 192, SOME_TARGETS},
	{"in direct-ow", FACTORED("direct-ow"), 192, SOME_TARGETS},
	{"behind a transposed convolution, too", IMAGES "\"nodes\": [" FACTORS ", " TRANSPOSED("image", "2", "c") ", " BY_FACTORS "]" ENDS("y"), 192, 0},
	{"and behind pools", IMAGES "\"nodes\": [" MEAN("image", "g") ", " MOST("g", "0", "h") ", " POOL("image", "c") ", " MUL("c", "\"g\"", "m") ", " TWO("Sub", "A\": \"h", "B\": \"m", "y") "]" ENDS("y"), 128, 0},
	{"but not of channels behind whole planes", IMAGES "\"nodes\": [" MEAN("image", "g") ", " MOST("g", "0", "h") ", " MEAN("image", "c") ", " MUL("c", "\"h\"", "m") ", " ADD("m", "\"g\"", "y") "]" ENDS("y"), 128, 4},
	{"columns that are computed behind a product", IMAGE "\"nodes\": [" TIMES("image", "c") ", " TIMES("image", "e") ", " MOST("e", "0, 1, 2", "g") ", " TWO("Sub", "A\": \"g", "B\": \"c", "y") "]" ENDS("y"), 448, 0},
	{"not those of each image, whose rows are one loop", IMAGES "\"nodes\": [" TIMES("image", "c") ", " TIMES("image", "e") ", {\"op\": \"ReduceMax\", \"opset\": 13, \"inputs\": {\"data\": \"e\"}, \"attributes\": {\"axes\": [1, 2]}, \"output\": \"g\"}, " TWO("Sub", "A\": \"g", "B\": \"c", "y") "]" ENDS("y"), 832, 4},
	{"but where each has a loop", IMAGES "\"nodes\": [" TWO("MatMul", "A\": \"image", "B\": \"image", "c") ", {\"op\": \"ReduceMax\", \"opset\": 13, \"inputs\": {\"data\": \"image\"}, \"attributes\": {\"axes\": [2]}, \"output\": \"g\"}, " TWO("Sub", "A\": \"g", "B\": \"c", "y") "]" ENDS("y"), 192, 0},
	{"numbers of channels that are last", LAST_FACTORED("direct-oc"), 192, SOME_TARGETS},
	{"in direct-c", LAST_FACTORED("direct-c"), 192, SOME_TARGETS},
	{"in plain, too", LAST_FACTORED("plain"), 192, SOME_TARGETS},
	{"in unrolled, too", LAST_FACTORED("unrolled"), 192, SOME_TARGETS},
	{"not those of rows of each image", "\"inputs\": {\"image\": [2, 9, 6, 3]}, \"nodes\": [" FLOW("Max", "\"input\": \"image\", \"reduction_indices\": {\"shape\": [1], \"dtype\": \"int32\", \"data\": [2]}", "\"keep_dims\": 1", "g") ", " FLOW("MaxPool", "\"input\": \"image\"", "\"ksize\": [1, 2, 2, 1], \"strides\": [1, 1, 1, 1], \"padding\": \"SAME\"", "c") ", " TWO("Mul", "A\": \"g", "B\": \"c", "y") "]" ENDS("y"), 256, 3},
	{"what reads an output twice, on the way", IMAGE "\"nodes\": [" SAME("image", "c") ", " SIGMOID("c", "s") ", " MUL("c", "\"s\"", "y") "]" ENDS("y"), 0, 0},
	{"and a residual twice", IMAGE "\"nodes\": [" SAME("image", "c") ", " MUL("c", "\"image\"", "s") ", " ADD("image", "\"s\"", "y") "]" ENDS("y"), 0, 0},
	{"not under another name", IMAGE "\"nodes\": [" SAME("image", "c") ", {\"op\": \"Flatten\", \"inputs\": {\"input\": \"c\"}, \"attributes\": {\"axis\": 3}, \"output\": \"f\"}, {\"op\": \"Reshape\", \"inputs\": {\"data\": \"f\", \"shape\": {\"dtype\": \"int64\", \"shape\": [4], \"data\": [1, 2, 9, 9]}}, \"output\": \"r\"}, " MUL("c", "\"r\"", "y") "]" ENDS("y"), 704, 0},
	{"numbers become integers and numbers again in one loop", IMAGE "\"nodes\": [" RELU("image", "r") ", " AND_BACK("r", "int8", "d") ", " SIGMOID("d", "y") "]" ENDS("y"), 0, 1},
	{"of 16 bits, too", IMAGE "\"nodes\": [" AND_BACK("image", "int16", "d") ", " AND_BACK("d", "uint16", "e") ", " AND_BACK("e", "uint8", "y") "]" ENDS("y"), 0, 1},
	{"integers are what is left", IMAGE "\"nodes\": [" RELU("image", "r") ", " TO_INTEGERS("r", "uint8", "y") "]" ENDS("y"), 0, 1},
	{"and are added on the way", IMAGE "\"nodes\": [" CAST("image", INT32, "c") ", " ADD("c", "\"c\"", "s") ", " CAST("s", FLOAT32, "d") ", " ADD("d", "\"image\"", "y") "]" ENDS("y"), 0, 1},
	{"narrow ones, too", IMAGE "\"nodes\": [" TO_INTEGERS("image", "int8", "q") ", " ADD("q", "\"q\"", "s") ", " RELU("s", "r") ", " TO_NUMBERS("r", "int8", "y") "]" ENDS("y"), 0, 1},
	{"halves on the way are rounded", IMAGE "\"nodes\": [" ADD("image", "{\"shape\": [1], \"data\": [0.1]}", "a") ", " CAST("a", FLOAT16, "h") ", " MUL("h", "\"h\"", "m") ", " CAST("m", FLOAT32, "y") "]" ENDS("y"), 0, 1},
	{"so are those made of integers", IMAGE "\"nodes\": [" MUL("image", "{\"shape\": [1], \"data\": [9999.5]}", "m") ", " CAST("m", INT32, "i") ", " CAST("i", FLOAT16, "h") ", " MUL("h", "\"h\"", "y") "]" ENDS("y"), 0, 1},
	{"numbers of twice the bits", IMAGE "\"nodes\": [" CAST("image", FLOAT64, "d") ", " MUL("d", "\"d\"", "m") ", " CAST("m", FLOAT32, "y") "]" ENDS("y"), 0, 1},
	{"integers of twice the bits", IMAGE "\"nodes\": [" MUL("image", "{\"shape\": [1], \"data\": [99.5]}", "m") ", " CAST("m", WHOLE64, "y") "]" ENDS("y"), 0, 1},
	{"but not where vectors of a long function would be lost", IMAGE "\"nodes\": [" SIGMOID("image", "s") ", " CAST("s", WHOLE64, "y") "]" ENDS("y"), 704, 2},
	{"nor where two read the integers", IMAGE "\"nodes\": [" SAME("image", "c") ", " TO_INTEGERS("c", "int8", "q") ", " TO_NUMBERS("q", "int8", "y") ", " TO_NUMBERS("q", "int8", "z") "], \"outputs\": [\"y\", \"z\"]", 192, 3},
	{"in place of numbers by way of integers", JOINED AND_BACK("e", "int8", "n") ", " POOL("n", "y") "]" ENDS("y"), 1024, 0},
	{"integers are not in place of numbers", JOINED TO_INTEGERS("e", "int8", "q") ", " LARGEST("q", "y") "]" ENDS("y"), 1024 + 256, 0},
	{"nor numbers in place of integers", JOINED TO_INTEGERS("e", "int8", "q") ", " LARGEST("q", "m") ", " TO_NUMBERS("m", "int8", "n") ", " POOL("n", "y") "]" ENDS("y"), 1024 + 256, 0},
	{"through integers in design plain", THROUGH_INTEGERS("plain"), 0, SOME_TARGETS + 1},
	{"through integers in design unrolled", THROUGH_INTEGERS("unrolled"), 0, SOME_TARGETS + 1},
	{"through integers in design unrolled-vector", THROUGH_INTEGERS("unrolled-vector"), 0, SOME_TARGETS + 1},
	{"through integers in design direct-oc", THROUGH_INTEGERS("direct-oc"), 0, SOME_TARGETS + 1},
	{"through integers in design direct-ow", THROUGH_INTEGERS("direct-ow"), 0, SOME_TARGETS + 1},
	{"integers are stored in design plain", STORED_AS_INTEGERS("plain"), 0, SOME_TARGETS + 1},
	{"integers are stored in design unrolled", STORED_AS_INTEGERS("unrolled"), 0, SOME_TARGETS + 1},
	{"integers are stored in design unrolled-vector", STORED_AS_INTEGERS("unrolled-vector"), 0, SOME_TARGETS + 1},
	{"integers are stored in design direct-oc", STORED_AS_INTEGERS("direct-oc"), 0, SOME_TARGETS + 1},
	{"integers are stored in design direct-ow", STORED_AS_INTEGERS("direct-ow"), 0, SOME_TARGETS + 1},
	{"wider integers are stored in design direct-oc", STORED_AS_WIDER_INTEGERS("direct-oc"), 0, SOME_TARGETS + 1},
	{"wider integers are stored in design direct-ow", STORED_AS_WIDER_INTEGERS("direct-ow"), 0, SOME_TARGETS + 1},
	{"integers are added to integers in design plain", WITH_INTEGERS("plain"), 192, SOME_TARGETS + 3},
	{"integers are added to integers in design unrolled", WITH_INTEGERS("unrolled"), 192, SOME_TARGETS + 3},
	{"integers are added to integers in design unrolled-vector", WITH_INTEGERS("unrolled-vector"), 192, SOME_TARGETS + 3},
	{"integers are added to integers in design direct-oc", WITH_INTEGERS("direct-oc"), 192, SOME_TARGETS + 3},
	{"integers are added to integers in design direct-ow", WITH_INTEGERS("direct-ow"), 192, SOME_TARGETS + 3},
	{"integers of channels that are last", LAST_AS_INTEGERS("direct-oc", TO_INTEGERS("c", "int8", "y")), 0, SOME_TARGETS + 1},
	{"in direct-c, too", LAST_AS_INTEGERS("direct-c", TO_INTEGERS("c", "uint16", "y")), 0, SOME_TARGETS + 1},
	{"and back", LAST_AS_INTEGERS("direct-c", AND_BACK("c", "uint8", "y")), 0, SOME_TARGETS + 1},
	{"integers of channels that are last in plain", LAST_AS_INTEGERS("plain", TO_INTEGERS("c", "int8", "y")), 0, SOME_TARGETS + 1},
	{"integers of means", IMAGE "\"nodes\": [" POOL("image", "c") ", " TO_INTEGERS("c", "int8", "y") "]" ENDS("y"), 0, 1},
	{"and numbers again", IMAGE "\"nodes\": [" POOL("image", "c") ", " AND_BACK("c", "uint8", "y") "]" ENDS("y"), 0, 1},
	{"of whole planes, too", IMAGES "\"nodes\": [" MEAN("image", "c") ", " TO_INTEGERS("c", "int8", "y") "]" ENDS("y"), 0, 1},
	{"whole planes and numbers again", IMAGES "\"nodes\": [" MEAN("image", "c") ", " AND_BACK("c", "int8", "y") "]" ENDS("y"), 0, 1},
	{"not behind a pool of integers", IMAGE "\"nodes\": [" TO_INTEGERS("image", "int8", "q") ", " LARGEST("q", "m") ", " TO_NUMBERS("m", "int8", "y") "]" ENDS("y"), ANY_SIZE, 3},
	{"integers behind a product", IMAGE "\"nodes\": [" TIMES("image", "c") ", " TO_INTEGERS("c", "int8", "y") "]" ENDS("y"), 0, 1},
	{"behind a product and back", IMAGE "\"nodes\": [" GEMM("image", "c") ", " AND_BACK("c", "int8", "d") ", " ADD("d", "\"flat\"", "y") "]" ENDS("y"), 0, 1},
	{"behind a transposed convolution and back", IMAGE "\"nodes\": [" TRANSPOSED("image", "1", "c") ", " FIVE_TO_INTEGERS("c", "q") ", " FIVE_TO_NUMBERS("q", "y") "]" ENDS("y"), 0, 1},
	{"where columns are scattered", IMAGE "\"nodes\": [" TRANSPOSED("image", "2", "c") ", " FIVE_TO_INTEGERS("c", "y") "]" ENDS("y"), 0, 1},
	{"where columns are scattered beside others", IMAGE "\"nodes\": [" TRANSPOSED("image", "2", "c") ", " TRANSPOSED("image", "2", "d") ", " ADD("c", "\"d\"", "s") ", " TO_INTEGERS("s", "int16", "y") "]" ENDS("y"), ANY_SIZE, 2},
	{"halves of a convolution become integers", IMAGE "\"nodes\": [" CAST("image", FLOAT16, "h") ", {\"op\": \"Conv\", \"inputs\": {\"X\": \"h\", \"W\": {\"shape\": [5, 2, 3, 3], \"dtype\": \"float16\", \"data\": [" DATA "]}}, \"output\": \"c\"}, " CAST("c", FLOAT32, "f") ", " TO_INTEGERS("f", "int8", "q") ", " TO_NUMBERS("q", "int8", "y") "]" ENDS("y"), 0, 1},
	{"numbers of a convolution become halves", IMAGE "\"nodes\": [" CONV("image", "c") ", " CAST("c", FLOAT16, "h") ", " MUL("h", "\"h\"", "y") "]" ENDS("y"), 0, 1},
	{"not numbers of twice the bits", IMAGE "\"nodes\": [" CONV("image", "c") ", " CAST("c", FLOAT64, "y") "]" ENDS("y"), 512, 2},
	{"nor of half of those", IMAGE "\"nodes\": [" CAST("image", FLOAT64, "d") ", {\"op\": \"AveragePool\", \"inputs\": {\"X\": \"d\"}, \"attributes\": {\"kernel_shape\": [2, 2]}, \"output\": \"p\"}, " CAST("p", FLOAT32, "y") "]" ENDS("y"), ANY_SIZE, 3},
	{"nor integers that are divided", IMAGE "\"nodes\": [" CONV("image", "c") ", " CAST("c", INT32, "i") ", " TWO("Div", "A\": \"i", "B\": \"i", "y") "]" ENDS("y"), 0, 2},
	{"columns behind a product", IMAGE "\"nodes\": [" TIMES("image", "c") ", " ADD("c", FIVE("5"), "a") ", " RELU("a", "y") "]" ENDS("y"), 0, 0},
	{"rows behind a product", IMAGE "\"nodes\": [" TIMES("image", "c") ", " ADD("c", "{\"shape\": [9, 1], \"data\": [" NINE "]}", "y") "]" ENDS("y"), 0, 0},
	{"a residual behind a product", IMAGE "\"nodes\": [" GEMM("image", "c") ", " MUL("c", "{\"shape\": [9], \"data\": [" NINE "]}", "m") ", " ADD("m", "\"flat\"", "y") "]" ENDS("y"), 0, 0},
	{"behind a transposed convolution", IMAGE "\"nodes\": [" TRANSPOSED("image", "1", "c") ", " NORMALIZE("c", "n") ", " PRELU("n", "y") "]" ENDS("y"), 0, 0},
	{"and a residual where its columns are scattered", IMAGE "\"nodes\": [" TRANSPOSED("image", "2", "c") ", " TRANSPOSED("image", "2", "d") ", " ADD("c", "\"d\"", "s") ", " NORMALIZE("s", "y") "]" ENDS("y"), ANY_SIZE, 2},
	{"parts are made where the whole is", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "y") "]" ENDS("y"), 0, 0},
	{"in the workspace, too", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "e") ", " POOL("e", "y") "]" ENDS("y"), 1024, 0},
	{"and parts of parts", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "e") ", " RELU("d", "f") ", " CONCAT("1", "e", "f", "g") ", " POOL("g", "y") "]" ENDS("y"), 1536, 0},
	{"read before the whole is", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("c", "p") ", " CONV("p", "q") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "e") ", " POOL("e", "y") "], \"outputs\": [\"y\", \"q\"]", 1472, 0},
	{"not along an inner axis", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("2", "c", "d", "y") "]" ENDS("y"), 1024, 0},
	{"not what the caller has", IMAGE "\"nodes\": [" SAME("image", "c") ", " CONCAT("1", "c", "image", "y") "]" ENDS("y"), 704, 0},
	{"not twice", IMAGE "\"nodes\": [" SAME("image", "c") ", " CONCAT("1", "c", "c", "y") "]" ENDS("y"), 704, 0},
	{"not into two wholes", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "y") ", " CONCAT("1", "d", "c", "z") "], \"outputs\": [\"y\", \"z\"]", 0, 0},
	{"parts are read where the whole is", IMAGE "\"nodes\": [" SPLIT("1", "1, 1", "image", "a", "b") ", " ADD("a", "\"b\"", "y") "]" ENDS("y"), 0, 0},
	{"not along an inner axis, either", IMAGE "\"nodes\": [" SPLIT("3", "4, 5", "image", "a", "b") ", " POOL("a", "y") ", " POOL("b", "z") "], \"outputs\": [\"y\", \"z\"]", 704, 0},
	{"not to the caller", IMAGE "\"nodes\": [" SAME("image", "c") ", " SLICE("c", "1", "2", "y") "]" ENDS("y"), 704, 0},
	{"a part of what is a part", IMAGE "\"nodes\": [" CONV("image", "c") ", " POOL("image", "d") ", " CONCAT("1", "c", "d", "e") ", " SLICE("e", "1", "3", "s") ", " POOL("s", "y") "]" ENDS("y"), 1024, 0},
	{"a whole with its part", IMAGE "\"nodes\": [" SAME("image", "c") ", " SLICE("c", "1", "2", "s") ", " MUL("c", "\"s\"", "y") "]" ENDS("y"), 704, 0},
	{"movements one after the other", IMAGE "\"nodes\": [" TURN("image", "a") ", " BACKWARDS("a", "b") ", " TURN("b", "y") "]" ENDS("y"), 0, 0},
	{"in another shape between", IMAGE "\"nodes\": [" TURN("image", "a") ", " FLAT("a", "b") ", " BACKWARDS("b", "y") "]" ENDS("y"), 0, 0},
	{"of which both are wanted", IMAGE "\"nodes\": [" TURN("image", "a") ", " BACKWARDS("a", "y") ", " POOL("a", "z") "], \"outputs\": [\"y\", \"z\"]", 704, 0},
	{"into a part", IMAGE "\"nodes\": [" TURN("image", "a") ", " TURN("image", "b") ", " CONCAT("3", "a", "b", "y") "]" ENDS("y"), 0, 0},
	{"which is there twice", IMAGE "\"nodes\": [" TURN("image", "a") ", " CONCAT("3", "a", "a", "y") "]" ENDS("y"), 0, 0},
	{"two that cancel are none", IMAGE "\"nodes\": [" POOL("image", "c") ", " TURN("c", "a") ", " TURN("a", "b") ", " POOL("b", "y") "]" ENDS("y"), 512, 2},
	{"what is before them is fused with what is after them", IMAGE "\"nodes\": [" CONV("image", "c") ", " ROTATE("c", "a") ", " ROTATE_BACK("a", "b") ", " RELU("b", "y") "]" ENDS("y"), 0, 1},
	{"of an argument, too", IMAGE "\"nodes\": [" TURN("image", "a") ", " TURN("a", "b") ", " RELU("b", "y") "]" ENDS("y"), 0, 1},
	{"to the caller", IMAGE "\"nodes\": [" RELU("image", "r") ", " TURN("r", "a") ", " TURN("a", "y") "]" ENDS("y"), 0, 1},
	{"but not from the caller to the caller", IMAGE "\"nodes\": [" TURN("image", "a") ", " TURN("a", "y") "]" ENDS("y"), 0, 1},
	{"nor to the caller twice", IMAGE "\"nodes\": [" RELU("image", "z") ", " TURN("z", "a") ", " TURN("a", "y") "], \"outputs\": [\"y\", \"z\"]", 0, 2},
	{"three that cancel", IMAGE "\"nodes\": [" ROTATE("image", "a") ", " ROTATE("a", "b") ", " ROTATE("b", "c") ", " RELU("c", "y") "]" ENDS("y"), 0, 1},
	{"behind one that does not", IMAGE "\"nodes\": [" ROTATE("image", "a") ", " TURN("a", "b") ", " TURN("b", "c") ", " POOL("a", "y") ", " RELU("c", "z") "], \"outputs\": [\"y\", \"z\"]", 0, 3},
	{"something else reads what is between", IMAGE "\"nodes\": [" TURN("image", "a") ", " TURN("a", "b") ", " RELU("b", "y") ", " POOL("a", "z") "], \"outputs\": [\"y\", \"z\"]", 704, 3},
	{"or the caller does", IMAGE "\"nodes\": [" TURN("image", "z") ", " TURN("z", "y") "], \"outputs\": [\"y\", \"z\"]", 0, 2},
	{"in another shape between and after them", IMAGE "\"nodes\": [" TURN("image", "a") ", " AS("2, 1, 9, 9", "a", "b") ", " TURN("b", "c") ", " POOL("c", "y") "]" ENDS("y"), 0, 1},
	{"a part of what is in another order between", "\"inputs\": {\"image\": [1, 4, 9, 9]}, \"nodes\": [" ROTATE("image", "a") ", " SPLIT("3", "2, 2", "a", "b", "c") ", " ROTATE_BACK("c", "d") ", " ROTATE_BACK("b", "e") ", " ADD("d", "\"e\"", "y") "]" ENDS("y"), 0, 1},
	{"a part of them is another's", IMAGE "\"nodes\": [" CONV("image", "c") ", " ROTATE("c", "a") ", " ROTATE_BACK("a", "b") ", " POOL("image", "d") ", " CONCAT("1", "b", "d", "y") "]" ENDS("y"), 0, 2},
	{"a convolution pads by itself", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", " CONV("p", "y") "]" ENDS("y"), 0, 0},
	{"besides its own pads", IMAGE "\"nodes\": [" PAD("image", "0", "0, 1", "1, 1", "p") ", " SAME("p", "y") "]" ENDS("y"), 0, 0},
	{"what another one reads is padded", IMAGE "\"nodes\": [" PAD("image", "0", "1, 1", "1, 1", "p") ", " CONV("p", "y") ", " RELU("p", "z") "], \"outputs\": [\"y\", \"z\"]", 0, 3},
	{"an average counts what is padded", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", " POOL("p", "y") "]" ENDS("y"), 0, 0},
	{"under another name, too", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", {\"op\": \"Identity\", \"inputs\": {\"input\": \"p\"}, \"output\": \"q\"}, " POOL("q", "y") "]" ENDS("y"), 0, 1},
	{"but not one of OpenVINO's", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", " OPENVINO_POOL("p", "y") "]" ENDS("y"), 1152, 0},
	{"a constant that is padded with an argument", "\"inputs\": {\"v\": []}, \"nodes\": [{\"op\": \"Pad\", \"inputs\": {\"data\": {\"shape\": [2, 3], \"data\": [1, 2, 3, 4, 5, 6]}, \"pads\": {\"shape\": [4], \"dtype\": \"int64\", \"data\": [0, 1, 0, 1]}, \"constant_value\": \"v\"}, \"output\": \"p\"}, " RELU("p", "y") "]" ENDS("y"), 0, 2},
	{"but not beside its own pads", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", " FRAMED("p", "0", "y") "]" ENDS("y"), 1152, 0},
	{"unless it counts these", IMAGE "\"nodes\": [" PAD("image", "0", "1, 0", "2, 3", "p") ", " FRAMED("p", "1", "y") "]" ENDS("y"), 0, 0},
	{"not with other numbers", IMAGE "\"nodes\": [" PAD("image", "0.5", "1, 1", "1, 1", "p") ", " CONV("p", "y") "]" ENDS("y"), 1024, 0},
	{"one tensor as both inputs", IMAGE "\"nodes\": [" POOL("image", "c") ", " ADD("c", "\"c\"", "y") "]" ENDS("y"), 0, 0},
	{"what is known is given", IMAGE "\"nodes\": [{\"op\": \"Neg\", \"inputs\": {\"X\": {\"shape\": [3], \"data\": [1, -2, 3]}}, \"output\": \"z\"}, " RELU("image", "y") "], \"outputs\": [\"z\", \"y\"]", 0, 0},
	{"and read, too", IMAGE "\"nodes\": [{\"op\": \"Neg\", \"inputs\": {\"X\": {\"shape\": [9], " NINE_OF "}}, \"output\": \"z\"}, " ADD("image", "\"z\"", "y") "], \"outputs\": [\"z\", \"y\"]", 0, 0},
	{"an optional input left out", IMAGE "\"nodes\": [{\"op\": \"Clip\", \"inputs\": {\"input\": \"image\", \"max\": {\"shape\": [], \"data\": [0.5]}}, \"output\": \"y\"}]" ENDS("y"), 0, 0},
	{"a power's exponent, Y, and what Relu gives, Y", IMAGE "\"nodes\": [" POOL("image", "p") ", {\"op\": \"Pow\", \"inputs\": {\"X\": \"p\", \"Y\": \"e\"}, \"output\": \"q\"}, " TURN("p", "t") ", " RELU("t", "e") ", " RELU("q", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"two Transposes within a Concat, of data both", IMAGE "\"nodes\": [" RELU("image", "p") ", " TURN("image", "a") ", " TURN("p", "b") ", " CONCAT("3", "a", "b", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"channels last of the caller's and for the caller", IMAGE "\"nodes\": [" ROTATE_BACK("image", "i") ", " POOL("i", "p") ", " ROTATE("p", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"and where they are wanted twice", IMAGE "\"nodes\": [" POOL("image", "p") ", " ROTATE("p", "y") ", " RELU("p", "r") ", " ROTATE("r", "a") ", " ROTATE("p", "z") ", " RELU("a", "x") "], \"outputs\": [\"x\", \"y\", \"z\"]", ANY_SIZE, 0},
	{"and of heads that are parts of a whole", HEADS, ANY_SIZE, 0},
	{"but not where two read what is between", IMAGE "\"nodes\": [" RELU("image", "r") ", " ADD("r", "\"image\"", "y") ", " ADD("r", "\"r\"", "z") "], \"outputs\": [\"y\", \"z\"]", 0, 3},
	{"steps of an empty tensor one after the other", EMPTY_IMAGE "\"nodes\": [" RELU("image", "a") ", " SIGMOID("a", "b") ", " ADD("b", "\"a\"", "c") ", " CONV("c", "d") ", " RELU("d", "y") "]" ENDS("y"), 0, 5},
	{"nothing of what is moved", IMAGE "\"nodes\": [" PAD("image", "0.5", "1, 1", "1, 1", "p") ", " SLICE("p", "1", "1", "y") "]" ENDS("y"), ANY_SIZE, 2},
	{"an empty part of a whole", IMAGE "\"nodes\": [" SLICE("image", "1", "1", "a") ", " RELU("a", "b") ", " CONCAT("1", "image", "b", "c") ", " RELU("c", "y") "]" ENDS("y"), ANY_SIZE, 0},
	{"sums of no terms, and a number behind them", "\"inputs\": {\"image\": [1, 0, 2, 2]}, \"nodes\": [{\"op\": \"ConvTranspose\", \"inputs\": {\"X\": \"image\", \"W\": {\"shape\": [0, 1, 2, 2], \"data\": []}}, \"output\": \"c\"}, " "{\"op\": \"Mean\", \"inputs\": {\"data_0\": [\"c\", {\"shape\": [1], \"data\": [0.25]}]}, \"output\": \"y\"}" "]" ENDS("y"), ANY_SIZE, 1},
	{"rows and columns sampled, of channels in any order", MAY_BE_LAST(RESIZED("p", "1, 1, 2, 1.5", "linear", "r"), "r"), ANY_SIZE, 0},
	{"columns alone", MAY_BE_LAST(RESIZED("p", "1, 1, 1, 2", "linear", "r"), "r"), ANY_SIZE, 0},
	{"rows alone, by many taps", MAY_BE_LAST(RESIZED("p", "1, 1, 1.5, 1", "cubic", "r"), "r"), ANY_SIZE, 0},
	{"not channels that are sampled themselves", MAY_BE_LAST(RESIZED("p", "1, 2, 1.5, 1", "linear", "r"), "r"), ANY_SIZE, 0},
	{"planes reduced, of channels in any order", MAY_BE_LAST(REDUCED("Mean", "2, 3", "1", "p", "m") ", " ADD("p", "\"m\"", "r"), "r"), ANY_SIZE, 0},
	{"channels reduced", MAY_BE_LAST(REDUCED("L2", "1", "1", "p", "m") ", " ADD("p", "\"m\"", "r"), "r"), ANY_SIZE, 0},
	{"rows, columns, and channels of rows", MAY_BE_LAST(REDUCED("Max", "2", "1", "p", "m") ", " REDUCED("Min", "3", "1", "p", "n") ", " REDUCED("Mean", "1, 3", "1", "p", "o") ", " ADD("m", "\"n\"", "q") ", " ADD("q", "\"o\"", "r"), "r"), ANY_SIZE, 0},
	{"images and rows, whose axes are lost", MAY_BE_LAST(REDUCED("Max", "0", "0", "p", "m") ", " REDUCED("Prod", "0, 2", "0", "p", "n") ", " REDUCED("LogSumExp", "0, 1, 3", "0", "p", "o") ", " ADD("p", "\"m\"", "q") ", " MOST("n", "0, 1", "x") ", " ADD("q", "\"x\"", "z") ", " MOST("o", "0", "w") ", " ADD("z", "\"w\"", "r"), "r"), ANY_SIZE, 0},
	{"places of channels", MAY_BE_LAST(ALONG("Softmax", "13", "1", "p", "a") ", {\"op\": \"ArgMax\", \"inputs\": {\"data\": \"a\"}, \"attributes\": {\"axis\": 1}, \"output\": \"b\"}, " CAST("b", FLOAT32, "c") ", " ADD("a", "\"c\"", "r"), "r"), ANY_SIZE, 0},
	{"rows of channels, and of columns", MAY_BE_LAST(ALONG("Softmax", "13", "1", "p", "a") ", " ALONG("LogSoftmax", "13", "3", "a", "b") ", " ALONG("Softmax", "11", "2", "b", "r"), "r"), ANY_SIZE, 0},
	{"planes that are normalized", MAY_BE_LAST("{\"op\": \"InstanceNormalization\", \"inputs\": {\"input\": \"p\", \"scale\": {" SIX "}, \"B\": {" SIX "}}, \"output\": \"a\"}, {\"op\": \"LRN\", \"inputs\": {\"X\": \"a\"}, \"attributes\": {\"size\": 3}, \"output\": \"r\"}", "r"), ANY_SIZE, 0},
};
/* clang-format on */

#define SPREAD(from, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [8, 2, 1, 1], \"data\": [1, 2, 3, -4, 5, -6, 7, 8, -9, " \
	"1, 2, " \
	"-3, 4, 5, 6, -7]}, \"B\": {\"shape\": [8], \"data\": [1, -1, 2, -2, 3, -3, 4, " \
	"-4]}}, " \
	"\"output\": \"" to "\"}"
#define BLUR(from, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 1, 2, 4, 2, 1, 2, 1]}}, " \
	"\"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"" to "\"}"
#define GATHER(from, to) \
	"{\"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [1, 8, 3, 3], \"data\": [" NINE ", " NINE ", " NINE \
	", " NINE ", " NINE ", " NINE ", " NINE ", " NINE "]}}, " \
	"\"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"" to "\"}"
#define ONE_PLANE "\"inputs\": {\"image\": [1, 1, 16, 16]}, "
/* Graphs at level small, where windows are computed in bands: how many bytes they would
   need without. */
/* clang-format off */
static const struct row banded_rows[] = {
	{"bands of planes", IMAGE "\"nodes\": [" SPREAD("image", "c") ", " APART("c", "y") "]" ENDS("y"), 2624, 0},
	{"what is computed before them", IMAGE "\"nodes\": [" RELU("image", "r") ", " SPREAD("r", "c") ", " APART("c", "y") "]" ENDS("y"), 2624, 0},
	{"what is added to them", IMAGE "\"nodes\": [" SPREAD("image", "c") ", " POOL("c", "p") ", " SPREAD("image", "d") ", " ADD("c", "\"d\"", "s") ", " APART("s", "q") ", " RELU("q", "y") "]" ", \"outputs\": [\"p\", \"y\"]", 5248, 0},
	{"bands of rows", ONE_PLANE "\"nodes\": [" BLUR("image", "c") ", " APART("c", "y") "]" ENDS("y"), 1024, 0},
	{"rows that two bands read", ONE_PLANE "\"nodes\": [" BLUR("image", "c") ", " BLUR("c", "y") "]" ENDS("y"), 1024, 0},
	{"a pair after a pair", ONE_PLANE "\"nodes\": [" BLUR("image", "c") ", " BLUR("c", "d") ", " BLUR("d", "e") ", " APART("e", "y") "]" ENDS("y"), 2048, 0},
	{"not rows whose weights would be more bytes", "\"inputs\": {\"image\": [1, 8, 8, 8]}, \"nodes\": [" GATHER("image", "c") ", " APART("c", "y") "]" ENDS("y"), 320, 2},
	{"bands of images", "\"inputs\": {\"image\": [4, 2, 8, 8]}, \"nodes\": [" POOL("image", "c") ", " POOL("c", "y") "]" ENDS("y"), 1600, 0},
};
/* clang-format on */

static const char *
text_of(const struct row *row, struct arena *arena)
{
	return arena_format(arena,
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {%s}}",
		row->graph);
}

/* The file of a row. */
struct subject {
	struct source source;
	struct spec spec;
	struct arena arena;
};

static void
read_row(struct subject *s, const struct row *row)
{
	const char *text;

	*s = (struct subject){0};
	text = text_of(row, &s->arena);
	source_from_text(&s->source, "net.json", text, strlen(text));
	assert_true(json_read(&s->source, &s->spec, &s->arena));
}

static size_t
bytes_of(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

/* Numbers from -1 to 1, the same each time. */
static void
fill(float *x, int64_t n)
{
	uint32_t state = 7;

	for (int64_t i = 0; i < n; i++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		x[i] = (float)(state >> 8) / 8388608.0f - 1.0f;
	}
}

/* The outputs that a node is asked for are those that have a tensor. */
static void
name_outputs(struct node *node, struct arena *arena)
{
	const struct op *op = op_find(node->op, node->domain);
	int version = op_version(op, node->has_opset ? node->opset : LATEST), part;
	const char **name = arena_array(arena, const char *, node->nresult);
	size_t *result = arena_array(arena, size_t, node->nresult), n = 0;

	for (size_t i = 0; i < node->nresult; i++) {
		const struct output_rule *rule = op_output(op, version, i, &part);

		if (node->result[i] == NO_TENSOR)
			continue;
		name[i] = output_name(rule, part, arena);
		result[n++] = node->result[i];
	}
	node->output = name;
	node->noutput = node->nresult;
	node->result = result;
	node->nresult = n;
}

/* The type of the first input whose type the node's is. */
static enum dtype
type_of_node(const struct tensor *tensor, const struct node *node)
{
	const struct op *op = op_find(node->op, node->domain);

	for (size_t i = 0; i < node->ninput; i++)
		for (const struct input_rule *rule = op->input; rule->name; rule++)
			if (!rule->own_dtype && !strcmp(rule->name, node->input[i].name))
				return tensor[node->input[i].tensor].dtype;
	return DTYPE_FLOAT32;
}

/* What the nodes give one after the other, by the reference: the elements of every tensor
   that is no constant. */
static void **
compute_alone(struct subject *s, enum numerics numerics, const float *image)
{
	struct tensor *tensor = arena_array(&s->arena, struct tensor, s->spec.ntensor);
	void **element = arena_array(&s->arena, void *, s->spec.ntensor);
	struct spec spec = s->spec;

	memcpy(tensor, spec.tensor, spec.ntensor * sizeof *tensor);
	spec.tensor = tensor;
	element[spec.graph->function.input[0].tensor] = (void *)image;
	for (size_t i = 0; i < spec.nnode; i++) {
		struct node node = spec.node[i];
		struct operation operation;
		struct plan plan = {0};
		const void *input[MAX_INPUT] = {NULL};
		void *output[MOST_OUTPUTS] = {NULL};

		node.dtype = type_of_node(tensor, &node);
		name_outputs(&node, &s->arena);
		assert_true(check_node(&spec, &node, &operation, &s->source, &s->arena));
		assert_true(operation_plan(&operation, &plan, &s->source, &s->arena));
		for (size_t k = 0; k < node.ninput; k++)
			input[k] = element[node.input[k].tensor];
		for (size_t k = 0; k < node.nresult; k++) {
			const struct operand *o = plan_output(&plan, k);
			size_t result = node.result[k];

			tensor[result].dtype = o->dtype;
			tensor[result].rank = o->rank;
			memcpy(tensor[result].shape, o->shape, sizeof o->shape);
			tensor[result].nelement = o->nelement;
			output[k] = arena_alloc(&s->arena, bytes_of(o));
			element[result] = output[k];
		}
		reference_run(&plan, numerics, input, output);
	}
	return element;
}

/* The reference takes a network's nodes to be what they are by themselves, too. */
static void
assert_reference_same(struct subject *s, const struct schedule *schedule,
	void *const *element, const float *image)
{
	const struct network *network = schedule_network(schedule);
	const struct graph *graph = network->graph;
	const void *input[] = {image};
	void **output = arena_array(&s->arena, void *, graph->noutput);

	for (size_t i = 0; i < graph->noutput; i++)
		output[i] = arena_alloc(&s->arena,
			bytes_of(&network->tensor[graph->output[i]].operand) + 1);
	network_reference(schedule, input, output, NULL);
	for (size_t i = 0; i < graph->noutput; i++)
		assert_memory_equal(output[i], element[graph->output[i]],
			bytes_of(&network->tensor[graph->output[i]].operand));
}

static size_t ncut;  /* stages of several parts that were run */
static size_t nlast; /* tensors with their channels last, between steps that were run */

/* The functions of a network's parts, and the search for equal ones among all. */
struct kept_functions {
	struct share_search search;
	const struct function **part; /* in the order of the stages */
	size_t npart;
	struct arena *arena;
};

/* In C no two parameters of a function may have one name. No function does what another
   one does. */
static void
keep_function(void *context, const struct function *function)
{
	struct kept_functions *kept = context;
	struct share_search *search = &kept->search;

	if (function->stage) {
		kept->part = arena_grow(
			kept->arena, (void *)kept->part, kept->npart, sizeof *kept->part);
		kept->part[kept->npart++] = function;
	}
	search->sink.take(search, function);
	assert_int_equal(share_first(search->share, function->number), function->number);
	for (size_t i = 0; i < function->nparameter; i++)
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(function->parameter[i]->name,
				function->parameter[k]->name);
}

static void
assert_results(const struct network *network, const struct run_object *object,
	void *const *element)
{
	const struct graph *graph = network->graph;

	for (size_t i = 0; i < graph->noutput; i++)
		assert_memory_equal(object[1 + i].bytes, element[graph->output[i]],
			(size_t)object[1 + i].size);
}

/* Runs the parts of the stages in order, those of one stage in any order, with memory
   that holds something else before. Of what parts read that others have written, the
   proof says that it is there. */
static void
assert_parts_same(const struct network *network, const struct kept_functions *kept,
	struct run_object *object, size_t n, void *const *element)
{
	size_t first = 0, end;

	for (size_t i = 1; i < n; i++) {
		memset(object[i].bytes, 0xa5, (size_t)object[i].size);
		object[i].readable = true;
	}
	for (; first < kept->npart; first = end) {
		for (end = first; end < kept->npart &&
				  kept->part[end]->stage == kept->part[first]->stage;)
			end++;
		ncut += end - first > 1;
		for (size_t i = 0; i < end - first; i++) {
			/* From some part on, and backwards in every second stage. */
			size_t k = (i + kept->npart) % (end - first);
			size_t at = first % 2 ? first + k : end - 1 - k;
			struct run_result run = code_run(kept->part[at], object, n);

			if (!run.good)
				fail_msg("%s", run.message);
		}
	}
	assert_results(network, object, element);
}

/* Runs the network's statements and compares its results. */
static void
assert_same(struct subject *s, const struct schedule *schedule, void *const *element,
	const float *image)
{
	const struct network *network = schedule_network(schedule);
	const struct graph *graph = network->graph;
	struct kept_functions kept = {.arena = &s->arena};
	const struct code_sink sink = {
		.take = keep_function, .context = &kept, .keeps = true};
	struct code_builder code = code_begin(&s->arena, &s->arena, &sink, "");
	struct run_object object[MOST_ARGUMENTS];
	struct run_result run;
	size_t n = 0;

	for (size_t i = 0; i < network->ntensor; i++)
		nlast += network->tensor[i].channels_last;
	share_begin(&kept.search, &s->arena);
	schedule->kernel->lower(schedule, &code);
	object[n++] = (struct run_object){(void *)image,
		(int64_t)bytes_of(
			&network->tensor[graph->function.input[0].tensor].operand),
		true};
	for (size_t i = 0; i < graph->noutput; i++) {
		size_t size = bytes_of(&network->tensor[graph->output[i]].operand);

		object[n++] = (struct run_object){
			arena_alloc(&s->arena, size), (int64_t)size, false};
	}
	object[n++] = (struct run_object){
		arena_alloc(&s->arena, (size_t)network->workspace + 1),
		network->workspace, false};
	run = code_run(code.last, object, n);
	if (!run.good)
		fail_msg("%s", run.message);
	for (size_t i = 0; i < graph->noutput; i++)
		assert_true(run.complete[1 + i]);
	assert_results(network, object, element);
	if (schedule->settings.parts)
		assert_parts_same(network, &kept, object, n, element);
}

static struct sample sample;

/* What layouts are drawn from, in most ways to compute a graph of which the row says
   nothing that they change; else 0: they are chosen. */
static uint64_t
layouts_of(const struct row *row, size_t way)
{
	return row->workspace == ANY_SIZE && !row->steps && way % 3 ? way : 0;
}

/* Makes a graph in all ways, and compares what it computes. bands: whether a row of
   banded_rows must need less than it says. */
static void
try_row(const struct row *row, enum unroll unroll, bool bands)
{
	struct subject s;
	float image[MOST_ELEMENTS];
	int nmade = 0, nleft = 0;

	fill(image, countof(image));
	read_row(&s, row);
	assert_true(s.spec.tensor[s.spec.graph->function.input[0].tensor].nelement <=
		    MOST_ELEMENTS);
	for (size_t t = 0; t < ntarget; t++)
		for (int fused = 0; fused < 2; fused++) {
			const enum numerics numerics =
				fused ? NUMERICS_FMA : NUMERICS_STRICT;
			const struct settings settings = {
				.targets = {{&target_table[t]}, 1},
				.numerics = numerics,
				.unroll = unroll,
				.has_unroll = unroll != UNROLL_AUTO,
				.parts = (t + (size_t)fused) % 2 ? 3 : 0,
				.cuts_short = true,
				.limits_workspace = bands && unroll != UNROLL_SMALL,
				.max_workspace = (uint64_t)row->workspace - 1,
				.drawn_layouts = layouts_of(row, 2 * t + (size_t)fused)};
			struct schedule schedule;
			void **element;

			if (!sample_takes_sanitized(&sample, SANITIZED)) {
				nleft++;
				continue;
			}
			if (!network_make(&schedule, &s.spec, "", &settings, MAX_OUTPUT,
				    &s.source, &s.arena)) {
				assert_true(row->steps >= SOME_TARGETS);
				continue;
			}
			nmade++;
			assert_null(
				network_failure(schedule_network(&schedule), &s.arena));
			assert_null(schedule_prove(&schedule, NULL, &s.arena));
			assert_null(network_compare(&schedule, &s.arena));
			if (bands)
				assert_true(schedule_network(&schedule)->workspace <
					    row->workspace);
			else if (row->workspace != ANY_SIZE)
				assert_int_equal(schedule_network(&schedule)->workspace,
					row->workspace);
			if (row->steps % SOME_TARGETS)
				assert_int_equal(schedule_network(&schedule)->nstep,
					row->steps % SOME_TARGETS);
			element = compute_alone(&s, numerics, image);
			assert_same(&s, &schedule, element, image);
			assert_reference_same(&s, &schedule, element, image);
		}
	assert_true(nmade || nleft);
	arena_free(&s.arena);
}

static void
gives_the_bits_of_its_nodes(void **state)
{
	try_row(*state, UNROLL_AUTO, false);
}

static void
gives_the_bits_at_level_small(void **state)
{
	try_row(*state, UNROLL_SMALL, false);
}

static void
gives_the_bits_in_bands(void **state)
{
	try_row(*state, UNROLL_SMALL, true);
	try_row(*state, UNROLL_WINDOW, true);
}

/* A step packs weights on the way that the caller has; it has no other entries. */
static void
weights_may_be_arguments(void **state)
{
	static const struct row row = {
		.graph = "\"inputs\": {\"image\": [1, 4, 20, 20], \"W\": [24, 4, 3, 3]}, "
			 "\"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"image\", "
			 "\"W\": "
			 "\"W\"}, \"output\": \"y\"}]" ENDS("y")};
	struct subject s;

	(void)state;
	read_row(&s, &row);
	for (size_t t = 0; t < ntarget; t++) {
		const struct settings settings = {.targets = {{&target_table[t]}, 1},
			.unroll = UNROLL_WINDOW,
			.has_unroll = true};
		struct schedule schedule;

		assert_true(network_make(&schedule, &s.spec, "", &settings, MAX_OUTPUT,
			&s.source, &s.arena));
		assert_null(schedule_prove(&schedule, NULL, &s.arena));
		assert_null(network_compare(&schedule, &s.arena));
	}
	arena_free(&s.arena);
}

static struct schedule
make_one(struct subject *s, const struct target *target)
{
	const struct settings settings = {.targets = {{target}, 1}};
	struct schedule schedule;

	assert_true(network_make(
		&schedule, &s->spec, "", &settings, MAX_OUTPUT, &s->source, &s->arena));
	return schedule;
}

/* The step that writes its result in place of an operand. */
static struct network_step *
find_update(const struct network *network)
{
	for (size_t i = 0; i < network->nstep; i++)
		if (network->step[i].plan->over)
			return &network->step[i];
	fail_msg("no step is in place");
	return NULL;
}

/* A network for one target, and its step in place, with a copy of that step's plan. */
struct update {
	struct schedule schedule;
	const struct network *network;
	struct network_step *step;
	struct plan *plan;
};

static struct update
make_update(struct subject *s, const struct target *target)
{
	struct update u = {.schedule = make_one(s, target)};

	u.network = schedule_network(&u.schedule);
	u.step = find_update(u.network);
	u.plan = plan_duplicate(u.step->plan, &s->arena);
	return u;
}

/* A step that shares its operand's bytes and does not read it in place, or reads it in
   another order, cannot be proven. */
static void
other_steps_are_not_in_place(void **state)
{
	static const struct row row = {
		.graph = JOINED SIGMOID("e", "s") ", " POOL("s", "y") "]" ENDS("y")};
	struct subject s;

	(void)state;
	read_row(&s, &row);
	for (size_t t = 0; t < ntarget; t++) {
		struct update u = make_update(&s, &target_table[t]);
		struct pointwise_axis *axis = &u.plan->u.pointwise.axis[0];

		assert_true(schedule_is_safe(u.step->schedule));
		assert_null(network_failure(u.network, &s.arena));
		assert_int_equal(u.plan->u.pointwise.naxis, 1);
		u.plan->u.pointwise.naxis = 2;
		axis[0].extent = axis[1].extent = 16;
		axis[1].dst_inc = axis[0].inc[0] = 1;
		axis[0].dst_inc = axis[1].inc[0] = 16;
		u.step->plan = u.plan;
		assert_true(schedule_make(u.step->schedule, u.plan, "", u.step->settings,
			MAX_OUTPUT, &s.source, u.step->node->where, &s.arena));
		assert_false(schedule_is_safe(u.step->schedule));
		assert_non_null(schedule_prove(&u.schedule, NULL, &s.arena));
		u.plan->over = NULL;
		assert_non_null(network_failure(u.network, &s.arena));
	}
	arena_free(&s.arena);
}

/* An operand whose bytes are an output argument's is not overwritten there, unless in
   place. */
static void
arguments_hold_what_is_read(void **state)
{
	static const struct row row = {
		.graph = IMAGE "\"nodes\": [" SAME("image", "c") ", " SAME(
			"image", "d") ", " ADD("c", "\"d\"", "y") "]" ENDS("y")};
	struct subject s;

	(void)state;
	read_row(&s, &row);
	for (size_t t = 0; t < ntarget; t++) {
		struct update u = make_update(&s, &target_table[t]);

		assert_int_equal(network_place_of(u.network, u.step->result[0])->home,
			HOME_ARGUMENT);
		assert_null(network_failure(u.network, &s.arena));
		u.plan->over = NULL;
		u.step->plan = u.plan;
		assert_non_null(network_failure(u.network, &s.arena));
	}
	arena_free(&s.arena);
}

/* Largest elements of planes are found for several channels at once if channels are last,
   which a movement pays for; samples, and means of planes, follow. Arguments have the
   order that the caller gives them, and without vectors nothing is gained. */
static void
layouts_are_chosen(void **state)
{
	static const struct row row[] = {
		{.graph = "\"inputs\": {\"image\": [1, 64, 14, 14]}, \"nodes\": "
			  "[{\"op\": \"GlobalMaxPool\", \"inputs\": {\"X\": "
			  "\"image\"}, \"output\": \"g\"}, " ADD(
				  "image", "\"g\"", "y") "]" ENDS("y"),
			.steps = 2},
		{.graph = "\"inputs\": {\"image\": [1, 64, 14, 14]}, \"nodes\": "
			  "[{\"op\": \"MaxPool\", \"inputs\": {\"X\": \"image\"}, "
			  "\"attributes\": {\"kernel_shape\": [9, 9], \"pads\": [4, 4, "
			  "4, 4]}, \"output\": \"p\"}, " RESIZED(
				  "p", "1, 1, 2, 2", "linear", "r") ", " REDUCED("Mean",
				  "2, 3", "1", "r", "y") "]" ENDS("y"),
			.steps = 3},
	};
	static const size_t last[] = {1, 3}; /* tensors, in these */

	(void)state;
	for (size_t i = 0; i < countof(row) * ntarget; i++) {
		const struct target *target = &target_table[i % ntarget];
		const struct network *network;
		struct schedule schedule;
		struct subject s;
		size_t k = i / ntarget, n = 0, vectors = target->attribute != NULL;

		read_row(&s, &row[k]);
		schedule = make_one(&s, target);
		network = schedule_network(&schedule);
		assert_int_equal(network->nstep, (size_t)row[k].steps + vectors);
		for (size_t t = 0; t < network->ntensor; t++)
			n += network->tensor[t].channels_last;
		assert_int_equal(n, vectors * last[k]);
		for (size_t t = 0; t < network->ntensor; t++)
			if (network->tensor[t].home == HOME_ARGUMENT)
				assert_false(network->tensor[t].channels_last);
		assert_null(network_failure(network, &s.arena));
		assert_null(schedule_prove(&schedule, NULL, &s.arena));
		assert_null(network_compare(&schedule, &s.arena));
		arena_free(&s.arena);
	}
}

/* Transposes between the two orders are no steps where what they read or make has its
   channels last: an argument of the caller's, too, and parts of one. */
static void
transposes_are_layouts(void **state)
{
	static const struct row row[] = {
		{.graph = "\"inputs\": {\"image\": [2, 14, 14, 32]}, \"nodes\": "
			  "[" ROTATE_BACK("image", "i") ", " POOL("i", "p") ", " ROTATE(
				  "p", "y") "]" ENDS("y"),
			.steps = 1},
		{.graph = HEADS, .steps = 2},
	};

	(void)state;
	for (size_t i = 0; i < countof(row) * ntarget; i++) {
		const struct target *target = &target_table[i % ntarget];
		const struct network *network;
		struct schedule schedule;
		struct subject s;

		if (!target->attribute)
			continue;
		read_row(&s, &row[i / ntarget]);
		schedule = make_one(&s, target);
		network = schedule_network(&schedule);
		assert_int_equal(network->nstep, row[i / ntarget].steps);
		assert_int_equal(network->workspace, 0);
		assert_int_equal(network->fate[0], FATE_NO_CODE);
		assert_int_equal(network->fate[2], FATE_NO_CODE);
		assert_null(network_failure(network, &s.arena));
		assert_null(schedule_prove(&schedule, NULL, &s.arena));
		assert_null(network_compare(&schedule, &s.arena));
		arena_free(&s.arena);
	}
}

/* Steps that are equal but for their constants have one function, in every design that
   takes them. */
static void
equal_steps_share_a_function(void **state)
{
	static const struct row row[] = {
		{.graph = FOUR_REPEATED("plain")},
		{.graph = FOUR_REPEATED("direct-oc")},
		{.graph = FOUR_REPEATED("direct-ow")},
	};
	int nmade = 0;

	(void)state;
	for (size_t i = 0; i < countof(row) * ntarget; i++) {
		const struct settings settings = {
			.targets = {{&target_table[i % ntarget]}, 1}};
		struct schedule schedule;
		struct subject s;

		read_row(&s, &row[i / ntarget]);
		if (network_make(&schedule, &s.spec, "", &settings, MAX_OUTPUT, &s.source,
			    &s.arena)) {
			nmade++;
			assert_int_equal(schedule_network(&schedule)->nstep, 4);
			for (size_t k = 0; k < 4; k++)
				assert_string_equal(step_function(&schedule, k),
					step_function(&schedule, 0));
		}
		arena_free(&s.arena);
	}
	assert_true(nmade > (int)ntarget);
}

/* Movements that cancel are told as what they are; where a copy has to stay, with the
   reason for that. */
static void
movements_that_cancel_are_no_code(void **state)
{
	static const struct row row = {
		.graph = IMAGE "\"nodes\": [" TURN("image", "a") ", " TURN(
			"a", "b") ", " RELU("b", "y") ", " TURN("image",
			"c") ", " TURN("c", "z") "], \"outputs\": [\"y\", \"z\"]"};
	const struct network *network;
	struct schedule schedule;
	struct subject s;

	(void)state;
	read_row(&s, &row);
	schedule = make_one(&s, &target_table[0]);
	network = schedule_network(&schedule);
	assert_int_equal(network->nstep, 2);
	assert_int_equal(network->fate[0], FATE_NO_CODE);
	assert_int_equal(network->fate[1], FATE_NO_CODE);
	assert_int_equal(network->fate[3], FATE_STEP);
	assert_int_equal(network->into[3], 4);
	assert_int_equal(network->fate[4], FATE_STEP);
	assert_true(plan_is_copy(network->step[1].plan));
	assert_string_equal(network->step[1].why, "its output is an argument");
	arena_free(&s.arena);
}

/* What is copied of a copy that the caller wants, too, is read where that was. */
static void
copies_do_not_wait_for_copies(void **state)
{
	static const struct row row = {
		.graph = IMAGE
		"\"nodes\": [{\"op\": \"Identity\", \"inputs\": {\"input\": "
		"\"image\"}, \"output\": \"z\"}, " SLICE(
			"z", "1", "2", "y") "], \"outputs\": [\"y\", \"z\"]"};
	const struct network *network;
	struct schedule schedule;
	struct subject s;

	(void)state;
	read_row(&s, &row);
	schedule = make_one(&s, &target_table[0]);
	network = schedule_network(&schedule);
	assert_int_equal(network->nstep, 2);
	assert_int_equal(network->step[1].input[0], network->step[0].input[0]);
	arena_free(&s.arena);
}

int
main(void)
{
	const uint64_t first = drawn_first();
	struct CMUnitTest test[countof(rows) + GRAPHS + 8 + countof(banded_rows)];
	struct row drawn[GRAPHS];
	struct arena arena = {0};
	int failed;

	sample = sample_begin("tries the same ways to compute graphs");
	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){rows[i].name, gives_the_bits_of_its_nodes,
			NULL, NULL, (void *)&rows[i]};
	for (uint64_t i = 0; i < GRAPHS; i++) {
		drawn[i] = (struct row){
			arena_format(
				&arena, "graph %" PRIu64 " that is drawn", first + i),
			draw_graph(first + i, &arena), ANY_SIZE, 0};
		test[countof(rows) + i] = (struct CMUnitTest){drawn[i].name,
			i % 4 ? gives_the_bits_of_its_nodes
			      : gives_the_bits_at_level_small,
			NULL, NULL, &drawn[i]};
	}
	for (size_t i = 0; i < countof(banded_rows); i++)
		test[countof(rows) + GRAPHS + 8 + i] =
			(struct CMUnitTest){banded_rows[i].name, gives_the_bits_in_bands,
				NULL, NULL, (void *)&banded_rows[i]};
	test[countof(rows) + GRAPHS] =
		(struct CMUnitTest)cmocka_unit_test(weights_may_be_arguments);
	test[countof(rows) + GRAPHS + 1] =
		(struct CMUnitTest)cmocka_unit_test(other_steps_are_not_in_place);
	test[countof(rows) + GRAPHS + 2] =
		(struct CMUnitTest)cmocka_unit_test(arguments_hold_what_is_read);
	test[countof(rows) + GRAPHS + 3] =
		(struct CMUnitTest)cmocka_unit_test(movements_that_cancel_are_no_code);
	test[countof(rows) + GRAPHS + 4] =
		(struct CMUnitTest)cmocka_unit_test(equal_steps_share_a_function);
	test[countof(rows) + GRAPHS + 5] =
		(struct CMUnitTest)cmocka_unit_test(layouts_are_chosen);
	test[countof(rows) + GRAPHS + 6] =
		(struct CMUnitTest)cmocka_unit_test(copies_do_not_wait_for_copies);
	test[countof(rows) + GRAPHS + 7] =
		(struct CMUnitTest)cmocka_unit_test(transposes_are_layouts);
	failed = _cmocka_run_group_tests("network", test, countof(test), NULL, NULL);
	printf("%zu steps in parts\n", ncut);
	printf("%zu tensors with channels last\n", nlast);
	failed += !ncut + !nlast;
	arena_free(&arena);
	return failed;
}
