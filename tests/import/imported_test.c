/* What becomes of a model's nodes and graphs: a spec, or what is said against them. */

#include "import/import_graph.h"
#include "import/import_node.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/extents.h"
#include "import/read.h"
#include "ops/op.h"
#include "support/onnx_model.h"
#include "support/wire.h"

/* A model; how it is imported; the first thing that is said against it, or the spec in
   words. */
struct row {
	const char *name;
	const char *model;   /* a graph of ONNX in the words of onnx_model.h, or an IR */
	const char *options; /* "node", "param", "graph" or "list", the operator set, and
				what read_options() takes */
	const char *becomes;
};

#define X "input x 1 1,1,4,4;"
#define W "constant w 1 1,1,1,2 000080bf00000040;"
#define CONV X W "node Conv x,w y c;"
#define CHAIN X "node Relu x a r;node Sigmoid a b s;node Tanh b y t;output y 1 1,1,4,4"
#define TWO "input x 1 2,4;node Split x a,b s axis=1;"

/* An IR: layers, and edges from port 0 of a layer to a port of another one. */
#define IR(layers, edges) \
	"<?xml version=\"1.0\"?><net name=\"n\" version=\"11\"><layers>" layers \
	"</layers><edges>" edges "</edges></net>"
#define LAYER(id, type, set, data, ports) \
	"<layer id=\"" id "\" name=\"l" id "\" type=\"" type "\" version=\"" set "\">" \
	"<data " data "/>" ports "</layer>"
#define DIM(n) "<dim>" n "</dim>"
#define PORT(id, dims) "<port id=\"" id "\" precision=\"FP32\">" dims "</port>"
#define IMAGE DIM("1") DIM("1") DIM("4") DIM("4")
#define EDGE(from, to, port) \
	"<edge from-layer=\"" from "\" from-port=\"0\" to-layer=\"" to \
	"\" to-port=\"" port "\"/>"
#define PARAMETER \
	LAYER("0", "Parameter", "opset1", "shape=\"1,1,4,4\" element_type=\"f32\"", \
		"<output>" PORT("0", IMAGE) "</output>")
#define RESULT LAYER("9", "Result", "opset1", "", "<input>" PORT("0", IMAGE) "</input>")
#define ELU(data) ELU_OF("opset1", data)
#define ELU_OF(set, data) \
	IR(PARAMETER LAYER("1", "Elu", set, data, \
		   "<input>" PORT("1", IMAGE) "</input><output>" PORT( \
			   "0", IMAGE) "</output>") RESULT, \
		EDGE("0", "1", "1") EDGE("1", "9", "0"))

/* clang-format off */
static const struct row rows[] = {
	/* Nodes. */
	{"inputs have their types, shapes and constants", CONV, "node 13", "c = Conv-13 float32 (X float32[1, 1, 4, 4], W float32[1, 1, 1, 2] -1 2)"},
	{"constants become arguments", CONV, "param 13", "c = Conv-13 float32 (X float32[1, 1, 4, 4], W float32[1, 1, 1, 2])"},
	{"but those that the plan has to know", "input x 1 2,3;constant s 7 1 0600000000000000;node Reshape x,s y r", "param 13", "r = Reshape-13 float32 (data float32[2, 3], shape int64[1] 6)"},
	{"which must be constants", "input x 1 2,3;input s 7 1;node Reshape x,s y r", "node 13", "node 'r': shape, tensor 's': 's' is no constant; Reshape needs to know its elements"},
	{"an absent input in the middle leaves none", "input x 1 4;constant h 1 - 0000803f;node Clip x,,h y c", "node 13", "c = Clip-13 float32 (input float32[4], max float32[] 1)"},
	{"absent inputs at the end are dropped", "input x 1 4;node Clip x,, y c", "node 13", "c = Clip-13 float32 (input float32[4])"},
	{"an input too many is refused", "input x 1 4;node Relu x,x y r", "node 13", "node 'r': expected at most 1 inputs, got 2"},
	{"but not one that is absent", "input x 1 4;node Relu x, y r", "node 13", "r = Relu-13 float32 (X float32[4])"},
	{"tensors of a list have their places", "input x 1 1,4;input z 1 2,4;node Concat x,z y c axis=0", "node 13", "c = Concat-13 float32 (inputs_0 float32[1, 4], inputs_1 float32[2, 4]) axis=0"},
	{"a name of an older version", "input x 1 4;node Dropout x y d", "node 6", "d = Dropout-6 float32 (data float32[4])"},
	{"attributes have their values", X W "node Conv x,w y c group=1 strides=[2,1]", "node 13", "c = Conv-13 float32 (X float32[1, 1, 4, 4], W float32[1, 1, 1, 2] -1 2) group=1 strides=[2, 1]"},
	{"a declared output is kept", CONV "output y 1 1,1,N,3", "node 13", "c = Conv-13 float32 (X float32[1, 1, 4, 4], W float32[1, 1, 1, 2] -1 2) declared [1, 1, ?, 3]"},
	{"of another type it is refused", CONV "output y 11 1,1,4,3", "node 13", "node 'c': the output 'y' is declared as float64, the elements are float32"},
	{"of a type that opgen has not, too", CONV "output y 17 1,1,4,3", "node 13", "node 'c': the output 'y' is declared as float8e4m3fn, the elements are float32"},
	{"a type of its own is no mistake", "input x 1 2,3;node ArgMax x y a;output y 7 1,3", "node 13", "a = ArgMax-13 float32 (data float32[2, 3]) declared [1, 3]"},
	{"the weights have the type of a Conv", "input x 0 1,1,4,4;" W "node Conv x,w y c", "node 13", "c = Conv-13 float32 (X [1, 1, 4, 4], W float32[1, 1, 1, 2] -1 2)"},
	{"the output tells the type, if no input does", "input x 0 4;node Relu x y r;output y 1 4", "node 13", "r = Relu-13 float32 (X [4]) declared [4]"},
	{"else it is missing", "input x 0 4;node Relu x y r", "node 13", "node 'r': the type of its elements is not in the file"},
	{"a shape is missing", "input x 1 N,4;node Relu x y r", "node 13", "node 'r': X, tensor 'x': 'x' is [?, 4] in the file; pass --dim 'N'=... or --shape 'x'=..."},
	{"or follows from no inputs", "constant k 1 - 0000803f;input x 1 4,5;node MatMul k,x a m;node Relu a y r", "node 13", "node 'r': X, tensor 'a': 'MatMul' makes 'a', and its inputs and attributes do not fit each other"},
	{"said of the dimension it is known", "input x 1 N,4;node Relu x y r", "node 13 dim=N:3", "r = Relu-13 float32 (X float32[3, 4])"},
	{"said of the tensor as well", "input x 1 N,4;node Relu x y r", "node 13 shape=x:5,4", "r = Relu-13 float32 (X float32[5, 4])"},
	{"eight dimensions are enough", "input x 1 1,1,1,1,1,1,1,2;node Relu x y r", "node 13", "r = Relu-13 float32 (X float32[1, 1, 1, 1, 1, 1, 1, 2])"},
	{"nine are too many", "input x 1 1,1,1,1,1,1,1,1,2;node Relu x y r", "node 13", "node 'r': X, tensor 'x': 'x' has 9 dimensions; expected at most 8"},
	{"an extent of 0 says nothing", "input x 1 0,4;node Relu x y r", "node 13", "node 'r': X, tensor 'x': 'x' is [?, 4] in the file; pass --shape 'x'=..."},
	{"but one that is said has to be 1 or more", "input x 1 N,4;node Relu x y r", "node 13 shape=x:0,4", "node 'r': X, tensor 'x': 'x': expected extents from 1 to 2^62, got 0 for dimension 0"},
	{"so many elements do not fit", "input x 1 1073741824,1073741824;node Relu x y r", "node 13", "node 'r': X, tensor 'x': 'x': expected fewer than 2^59 elements, extents of 0 left out, got [1073741824, 1073741824]"},
	{"a second output that is wanted", X "node MaxPool x y,i m kernel_shape=[2,2]", "node 13", "m = MaxPool-13 float32 (X float32[1, 1, 4, 4]) kernel_shape=[2, 2] makes Y, Indices"},
	{"one that is absent is not", X "node MaxPool x y, m kernel_shape=[2,2]", "node 13", "m = MaxPool-13 float32 (X float32[1, 1, 4, 4]) kernel_shape=[2, 2] makes Y"},
	{"a third one is refused", X "node MaxPool x y,i,k m kernel_shape=[2,2]", "node 13", "node 'm': expected one output or two, got 3; opgen does not make 'k'"},
	{"nor has Relu a second one", "input x 1 4;node Relu x y,z r", "node 13", "node 'r': expected one output, got 2; opgen does not make 'z'"},
	{"absent ones do not count", "input x 1 4;node Relu x y,, r", "node 13", "r = Relu-13 float32 (X float32[4])"},
	{"without an output there is nothing to do", "input x 1 4;node Relu x - r", "node 13", "node 'r': the node has no output"},
	{"an absent first output neither", X "node MaxPool x ,i m kernel_shape=[2,2]", "node 13", "node 'm': the output Y has no name"},
	{"outputs of a Split count, read or not", TWO, "node 13", "s = Split-13 float32 (input float32[2, 4]) axis=1 makes outputs_0, outputs_1"},
	{"a model without operator sets needs one", "input x 1 4;node Relu x y r", "node 0", "node 'r': the node is of an operator set that the model does not import; pass --opset"},
	{"which is said", "input x 1 4;node Relu x y r", "node 0 opset=6", "r = Relu-6 float32 (X float32[4])"},
	{"a later one is the newest", "input x 1 4;node Relu x y r", "node 99", "r = Relu-28 float32 (X float32[4])"},
	{"the newest is itself", "input x 1 4;node Relu x y r", "node 28", "r = Relu-28 float32 (X float32[4])"},
	{"a node without a name has its output's", "input x 1 4;node Relu x y", "node 13", "y = Relu-13 float32 (X float32[4])"},
	{"in messages it has its number", "input x 1 N;node Relu x y", "node 13", "node #0: X, tensor 'x': 'x' is [?] in the file; pass --dim 'N'=... or --shape 'x'=..."},
	{"a large constant of equal elements is one", "input x 1 1,128;constant s 7 2 80000000000000000001000000000000;node ConstantOfShape s k f;node MatMul x,k y a", "node 13", "a = MatMul-13 float32 (A float32[1, 128], B float32[128, 256] splat 0)"},
	{"a small one is not", "input x 1 1,128;constant s 7 2 80000000000000008000000000000000;node ConstantOfShape s k f;node MatMul x,k y a", "node 13", "a = MatMul-13 float32 (A float32[1, 128], B float32[128, 128] 0 0 ...)"},
	{"nor one that is an argument", "input x 1 1,128;constant s 7 2 80000000000000000001000000000000;node ConstantOfShape s k f;node MatMul x,k y a", "param 13", "a = MatMul-13 float32 (A float32[1, 128], B float32[128, 256])"},
	{"nor one of an operation that reads each element", "input x 1 1;constant s 7 1 0080000000000000;node ConstantOfShape s k f;node Add x,k y a", "node 13", "a = Add-13 float32 (A float32[1], B float32[32768] 0 0 ...)"},

	/* Graphs. */
	{"a graph takes the model's inputs and gives its outputs", CHAIN, "graph 13", "(x float32[1, 1, 4, 4]): r = Relu-13 (X x) -> a; s = Sigmoid-13 (X a) -> b; t = Tanh-13 (input b) -> y declared [1, 1, 4, 4]; gives y"},
	{"nodes are sorted, and otherwise stay in order", X "node Tanh b y t;node Relu x a r;node Sigmoid a b s;output y 1 1,1,4,4", "graph 13", "(x float32[1, 1, 4, 4]): r = Relu-13 (X x) -> a; s = Sigmoid-13 (X a) -> b; t = Tanh-13 (input b) -> y declared [1, 1, 4, 4]; gives y"},
	{"it may begin and end elsewhere", CHAIN, "graph 13 begin=a end=b", "(a float32[1, 1, 4, 4]): s = Sigmoid-13 (X a) -> b; gives b"},
	{"give several", CHAIN, "graph 13 end=b end=a", "(x float32[1, 1, 4, 4]): r = Relu-13 (X x) -> a; s = Sigmoid-13 (X a) -> b; gives b a"},
	{"what is not needed is left out", CHAIN, "graph 13 end=a", "(x float32[1, 1, 4, 4]): r = Relu-13 (X x) -> a; gives a"},
	{"an argument needs a type", "input x 0 4;node Relu x y r;output y 1 4", "graph 13", "tensor 'x': the type of the elements of 'x' is not in the file"},
	{"and a shape", "input x 1 N;node Relu x y r;output y 1 -", "graph 13", "tensor 'x': 'x' is [?] in the file; pass --dim 'N'=... or --shape 'x'=..."},
	{"a tensor that is not there is not found", CHAIN, "graph 13 begin=c", "--begin: the model has no tensor 'c'"},
	{"a node's name is none of a tensor", CHAIN, "graph 13 end=s", "--end: the model has no tensor 's'; the node of that name gives 'b'"},
	{"it is offered", CHAIN "x;node Relu long yy u", "graph 13 end=lomg", "--end: the model has no tensor 'lomg'; did you mean 'long'?"},
	{"twice is once too often", CHAIN, "graph 13 end=a end=b end=a", "--end: 'a' is named twice"},
	{"also in the file", X "node Relu x y r;output y 1 -;output y 1 -", "graph 13", "the file names 'y' as an output twice; pass --end T for each output"},
	{"a graph has to end", X "node Relu x y r", "graph 13", "the file says of no tensor that it is an output; pass --end T"},
	{"not where it begins", CHAIN, "graph 13 end=x", "'x' is where the graph begins, and nothing is to be computed; pass --end T for others"},
	{"nor with a constant", CHAIN ";constant k 1 1 00000000", "graph 13 end=k", "'k' is known while generating, and nothing is to be computed; pass --end T for others"},
	{"every input is named, or none", X "input z 1 1,1,4,4;node Add x,z y a;output y 1 -", "graph 13 begin=x", "'z' is an input of the model that no --begin names; pass --begin 'z', too"},
	{"constants are no arguments", X "constant k 1 1 0000803f;node Mul x,k y m;output y 1 -", "graph 13", "(x float32[1, 1, 4, 4]): m = Mul-13 (A x, B float32[1] 1) -> y; gives y"},
	{"nor is a shape that is computed of known ones", X "node Shape x s sh;node Reshape x,s y r;output y 1 -", "graph 13", "(x float32[1, 1, 4, 4]): r = Reshape-13 (data x, shape int64[4] 1 1 ...) -> y; gives y"},
	{"a tensor read twice is one", X "node Mul x,x y m;output y 1 -", "graph 13", "(x float32[1, 1, 4, 4]): m = Mul-13 (A x, B x) -> y; gives y"},
	{"an operation that opgen has not, with ways around it", X "node Relu x a r;node Sinh a b h;node Tanh b y t;output y 1 -", "graph 13", "node 'h': opgen has no 'Sinh'; --end 'a' ends the graph before it, --begin 'b' begins it after it"},
	{"no way around the first but to begin after it", X "node Sinh x b h;node Tanh b y t;output y 1 -", "graph 13", "node 'h': opgen has no 'Sinh'; --begin 'b' begins the graph after it"},
	{"nor around the last but to end before it", X "node Relu x a r;node Sinh a y h;output y 1 -", "graph 13", "node 'h': opgen has no 'Sinh'; --end 'a' ends the graph before it"},
	{"a type that opgen has not is named instead", X "node Relu x a r;node FloatCast a b h;info b 17 1,1,4,4;node Tanh b y t;output y 1 -", "graph 13", "node 'h': 'b' has elements of type float8e4m3fn, which opgen has not; --end 'a' ends the graph before it, --begin 'b' begins it after it"},
	{"also of a second output", X "node Relu x a r;node FloatCast a ,b h;info b 17 1,1,4,4;node Tanh b y t;output y 1 -", "graph 13", "node 'h': 'b' has elements of type float8e4m3fn, which opgen has not; --end 'a' ends the graph before it, --begin 'b' begins it after it"},
	{"outputs that nothing reads are not made", X "node MaxPool x y,i m kernel_shape=[2,2];output y 1 -", "graph 13", "(x float32[1, 1, 4, 4]): m = MaxPool-13 (X x) kernel_shape=[2, 2] makes Y -> y; gives y"},
	{"those that are read are", X "node MaxPool x y,i m kernel_shape=[2,2];output y 1 -;output i 7 -", "graph 13", "(x float32[1, 1, 4, 4]): m = MaxPool-13 (X x) kernel_shape=[2, 2] makes Y, Indices -> y i; gives y i"},
	{"a Split makes all of its outputs", TWO "output a 1 -", "graph 13", "(x float32[2, 4]): s = Split-13 (input x) axis=1 makes outputs_0, outputs_1 -> a b; gives a"},
	{"those without a name, too", "input x 1 2,4;node Split x ,b s axis=1;output b 1 -", "graph 13", "(x float32[2, 4]): s = Split-13 (input x) axis=1 makes outputs_0, outputs_1 -> unread b; gives b"},

	/* A graph's nodes. */
	{"a whole graph is a spec", CHAIN, "list 13", "(x float32[1, 1, 4, 4]): r = Relu-13 (X x) -> a; s = Sigmoid-13 (X a) -> b; t = Tanh-13 (input b) -> y declared [1, 1, 4, 4]; gives y"},
	{"else each node has a state, and a way around it", X "node Relu x a r;node Sinh a b h;node Tanh b y t;output y 1 -", "list 13", "r ready: ready; --begin 'a' begins the graph after it. h refused: stops the graph: opgen has no 'Sinh'; --end 'a' ends the graph before it, --begin 'b' begins it after it; --end 'a' ends the graph before it, --begin 'b' begins it after it. t ready: ready; --end 'b' ends the graph before it"},
	{"one that opgen has may be refused", X "node Relu x a r;node Relu a,a y m;output y 1 -", "list 13", "r ready: ready; --begin 'a' begins the graph after it. m refused: stops the graph: expected at most 1 inputs, got 2; --end 'a' ends the graph before it; --end 'a' ends the graph before it"},
	{"what is not needed is not listed", X "node Relu x a r;node Sinh a b h;node Sinh x c g;output b 1 -", "list 13", "r ready: ready; --begin 'a' begins the graph after it. h refused: stops the graph: opgen has no 'Sinh'; --end 'a' ends the graph before it; --end 'a' ends the graph before it"},
	{"its options are read alike", CHAIN, "list 13 end=q", "--end: the model has no tensor 'q'"},

	/* What is said on the command line. */
	{"a tensor of no model is told of", CHAIN, "node 13 shape=q:1", "--shape: there is no tensor 'q'; the model's inputs are 'x'"},
	{"or offered", CHAIN ";input image 1 4", "node 13 shape=imgae:1", "--shape: there is no tensor 'imgae'; did you mean 'image'?"},
	{"all inputs are listed, no constants", "constant k 1 1 00000000;input x 1 4;input z 1 4;node Add x,z y a", "node 13 shape=q:1", "--shape: there is no tensor 'q'; the model's inputs are 'x', 'z'"},
	{"an IR's are listed, too", ELU("alpha=\"1\""), "node 0 shape=q:1", "--shape: there is no tensor 'q'; the model's inputs are 'l0'"},
	{"a dimension of no model is told of", "input x 1 N,M;node Relu x y r", "node 13 dim=K:1", "--dim: no shape in the file has a dimension 'K'; there are 'N', 'M'"},
	{"or that it has none", CHAIN, "node 13 dim=K:1", "--dim: no shape in the file has a dimension 'K'; it names none; --shape says the shape of a tensor"},

	/* OpenVINO. */
	{"numbers of an IR are texts", ELU("alpha=\"0.5\""), "node 0", "l1 = Elu-1 float32 (data float32[1, 1, 4, 4]) alpha=0.5 declared [1, 1, 4, 4]"},
	{"with exponents", ELU("alpha=\"5e-1\""), "node 0", "l1 = Elu-1 float32 (data float32[1, 1, 4, 4]) alpha=0.5 declared [1, 1, 4, 4]"},
	{"what is no number is refused", ELU("alpha=\"0x1\""), "node 0", "node 'l1': 'alpha': expected a number, a string or a list of these, got '0x1'"},
	{"nor is what has something behind it", ELU("alpha=\"1 2\""), "node 0", "node 'l1': 'alpha': expected a number, a string or a list of these, got '1 2'"},
	{"nor is infinity", ELU("alpha=\"1e999\""), "node 0", "node 'l1': 'alpha': expected a number, a string or a list of these, got '1e999'"},
	{"words of plugins mean nothing", ELU("alpha=\"1\" beta=\"x\""), "node 0", "l1 = Elu-1 float32 (data float32[1, 1, 4, 4]) alpha=1 declared [1, 1, 4, 4]"},
	{"a later operator set is not taken for a known one", ELU_OF("opset99", "alpha=\"1\""), "node 0", "node 'l1': operator set 99 is newer than 16, the newest known"},
	{"the newest is known", ELU_OF("opset16", "alpha=\"1\""), "node 0", "l1 = Elu-16 float32 (data float32[1, 1, 4, 4]) alpha=1 declared [1, 1, 4, 4]"},
	{"nor is the operation of another set", ELU_OF("mine", "alpha=\"1\""), "graph 0", "node 'l1': opgen has no 'Elu' of a set that is not OpenVINO's"},
	{"an IR has a graph, too", ELU("alpha=\"1\""), "graph 0", "(l0 float32[1, 1, 4, 4]): l1 = Elu-1 (data l0) alpha=1 -> l1 declared [1, 1, 4, 4]; gives l1"},
};
/* clang-format on */

enum {
	MOST_SAID = 4,   /* of a row's options, each kind */
	FEW_ELEMENTS = 2 /* of a constant, in words; others are "..." */
};

/* What a row's options say. */
struct said {
	bool graph, list;
	enum constants constants;
	int64_t set;   /* of the model; 0: it states none */
	int64_t opset; /* --opset */
	struct shape_override shape[MOST_SAID];
	struct dim_override dim[MOST_SAID];
	const char *begin[MOST_SAID], *end[MOST_SAID];
	size_t nshape, ndim, nbegin, nend;
};

/* "x:1,4": the extents after the colon, which becomes the end of the name. */
static struct shape_override
read_shape(char *text, struct arena *arena)
{
	int64_t *extent = arena_array(arena, int64_t, MAX_RANK);
	struct shape_override shape = {.tensor = text, .extent = extent};
	char *at = strchr(text, ':');

	for (; at; at = strchr(at + 1, ',')) {
		extent[shape.rank++] = strtoll(at + 1, NULL, 10);
		if (*at == ':')
			*at = 0;
	}
	return shape;
}

static void
read_option(struct said *said, char *word, struct arena *arena)
{
	char *value = strchr(word, '='), *colon;

	assert_non_null(value);
	*value++ = 0;
	if (!strcmp(word, "opset")) {
		said->opset = strtoll(value, NULL, 10);
	} else if (!strcmp(word, "shape")) {
		said->shape[said->nshape++] = read_shape(value, arena);
	} else if (!strcmp(word, "dim")) {
		colon = strchr(value, ':');
		*colon = 0;
		said->dim[said->ndim++] = (struct dim_override){
			.name = value, .length = strtoll(colon + 1, NULL, 10)};
	} else if (!strcmp(word, "begin")) {
		said->begin[said->nbegin++] = value;
	} else {
		assert_string_equal(word, "end");
		said->end[said->nend++] = value;
	}
}

static struct said
read_options(const char *options, struct arena *arena)
{
	char *text = arena_copy_text(arena, options, strlen(options)), *rest;
	char *word = strtok_r(text, " ", &rest);
	struct said said = {
		.graph = !strcmp(word, "graph"), .list = !strcmp(word, "list")};

	if (!strcmp(word, "param"))
		said.constants = CONSTANTS_PARAM;
	said.set = strtoll(strtok_r(NULL, " ", &rest), NULL, 10);
	while ((word = strtok_r(NULL, " ", &rest)))
		read_option(&said, word, arena);
	return said;
}

/* A spec in words, which are put one behind the other. */
struct words {
	const struct spec *spec;
	struct arena *arena;
	const char *text;
};

#define put(words, ...) \
	((words)->text = arena_format((words)->arena, "%s%s", (words)->text, \
		 arena_format((words)->arena, __VA_ARGS__)))

/* " -1 2 ..." */
static void
put_elements(struct words *w, const struct tensor *t)
{
	int64_t n = t->splat ? 1 : t->nelement;

	put(w, t->splat ? " splat" : "");
	for (int64_t i = 0; i < n && i < FEW_ELEMENTS; i++) {
		if (t->dtype == DTYPE_FLOAT32)
			put(w, " %g", (double)((const float *)t->constant)[i]);
		else if (t->dtype == DTYPE_INT64)
			put(w, " %" PRId64, ((const int64_t *)t->constant)[i]);
		else
			put(w, " ?");
	}
	if (n > FEW_ELEMENTS)
		put(w, " ...");
}

/* "float32[1,4]", without the type that is the node's. */
static void
put_tensor(struct words *w, const struct tensor *t)
{
	put(w, "%s%s", t->dtype ? dtype_info[t->dtype].name : "",
		extents_text(t->shape, (size_t)t->rank, w->arena));
	if (t->constant)
		put_elements(w, t);
}

/* "X float32[1,4]", or, of a tensor that a graph knows, "X x". */
static void
put_input(struct words *w, const struct input *input)
{
	const struct tensor *t = &w->spec->tensor[input->tensor];

	put(w, "%s", input->name);
	if (input->part != NO_PART)
		put(w, "_%d", input->part);
	put(w, " ");
	if (w->spec->graph && !t->constant)
		put(w, "%s", t->name);
	else
		put_tensor(w, t);
}

static void
put_attribute(struct words *w, const struct attribute *a)
{
	put(w, " %s=", a->name);
	if (a->type == ATTRIBUTE_INT)
		put(w, "%" PRId64, a->i);
	else if (a->type == ATTRIBUTE_FLOAT)
		put(w, "%g", a->f);
	else if (a->type == ATTRIBUTE_STRING)
		put(w, "%s", a->s);
	else if (a->type == ATTRIBUTE_INTS)
		put(w, "%s", extents_text(a->ints, a->nint, w->arena));
	else
		put(w, "%zu floats", a->nfloat);
}

static void
put_outputs(struct words *w, const struct node *node)
{
	for (size_t i = 0; i < node->noutput; i++)
		put(w, "%s%s", i ? ", " : " makes ", node->output[i]);
	for (size_t i = 0; i < node->nresult; i++) {
		size_t result = node->result[i];

		put(w, "%s%s", i ? " " : " -> ",
			result == NO_TENSOR ? "-" : w->spec->tensor[result].name);
	}
	if (node->declared)
		put(w, " declared %s",
			extents_text(node->declared->shape, (size_t)node->declared->rank,
				w->arena));
}

/* "c = Conv-13 float32 (X float32[1,4]) group=1" */
static void
put_node(struct words *w, const struct node *node)
{
	put(w, "%s = %s", node->name, node->op);
	if (node->has_opset)
		put(w, "-%" PRId64, node->opset);
	if (!w->spec->graph)
		put(w, " %s", dtype_info[node->dtype].name);
	for (size_t i = 0; i < node->ninput; i++) {
		put(w, i ? ", " : " (");
		put_input(w, &node->input[i]);
	}
	put(w, ")");
	for (size_t i = 0; i < node->nattribute; i++)
		put_attribute(w, &node->attribute[i]);
	put_outputs(w, node);
}

static const char *
words_of(const struct spec *spec, struct arena *arena)
{
	struct words w = {spec, arena, ""};
	const struct graph *graph = spec->graph;

	for (size_t i = 0; graph && i < graph->function.ninput; i++) {
		const struct tensor *t = &spec->tensor[graph->function.input[i].tensor];

		put(&w, "%s%s ", i ? ", " : "(", t->name);
		put_tensor(&w, t);
	}
	if (graph)
		put(&w, "): ");
	for (size_t i = 0; i < spec->nnode; i++) {
		put(&w, i ? "; " : "");
		put_node(&w, &spec->node[i]);
	}
	for (size_t i = 0; graph && i < graph->noutput; i++)
		put(&w, "%s%s", i ? " " : "; gives ",
			spec->tensor[graph->output[i]].name);
	return w.text;
}

static struct bytes
model_bytes(const struct row *row, const struct said *said, struct arena *arena)
{
	struct bytes graph;

	if (*row->model == '<')
		return (struct bytes){row->model, strlen(row->model)};
	graph = graph_of(arena, row->model);
	return said->set ? model_of_opset(arena, (uint64_t)said->set, graph)
			 : wire_bytes(arena, MODEL_GRAPH, graph);
}

/* What the list of a graph says of each node: "r ready: ready; --end 'x' ...". */
static const char *
list_text(const struct graph_list *list, struct arena *arena)
{
	const struct candidates *some = &list->candidates;
	const char *text = "";

	for (size_t i = 0; i < some->ncandidate; i++) {
		const struct candidate *c = &some->candidate[i];

		text = arena_format(arena, "%s%s%s %s: %s%s", text, *text ? ". " : "",
			some->model->node[c->index].name.text, c->fate, c->state,
			list->around[c->index]);
	}
	return text;
}

/* Imports the last node that opgen has, or the graph; or lists that, in words unless it
   is whole. */
static bool
import(struct spec *spec, const char **words, const struct said *said,
	struct candidates *candidates, struct arena *arena)
{
	const struct graph_options options = {.whole = true,
		.begin = said->begin,
		.nbegin = said->nbegin,
		.end = said->end,
		.nend = said->nend};
	struct graph_list list;
	struct import one;

	if (said->list) {
		if (!import_graph_list(&list, candidates, &options, arena))
			return false;
		*spec = list.spec;
		*words = list.whole ? NULL : list_text(&list, arena);
		return true;
	}
	if (said->graph)
		return import_graph(spec, candidates, &options, arena);
	assert_true(candidates->ncandidate > 0);
	one = import_begin(spec, candidates, 1, said->constants, arena);
	return import_node(&one, &candidates->candidate[candidates->ncandidate - 1],
		candidates->source);
}

/* The first message, such as "node 'r': expected at most 1 inputs, got 2". */
static const char *
first_message(char *messages, struct arena *arena)
{
	static const char error[] = "error: ";
	const char *place = messages + strlen("m: ");
	char *end = strstr(messages, error);

	assert_non_null(end);
	*end = 0;
	end += strlen(error);
	end[strcspn(end, "\n")] = 0;
	return arena_format(arena, "%s%s", end > place + strlen(error) ? place : "", end);
}

/* That, or the spec in words. */
static const char *
becomes(const struct row *row, struct arena *arena)
{
	struct said said = read_options(row->options, arena);
	const struct overrides overrides = {said.shape, said.nshape, said.dim, said.ndim};
	struct bytes bytes = model_bytes(row, &said, arena);
	struct candidates candidates;
	struct spec spec = {0};
	struct source source;
	char *messages;
	const char *text = NULL;
	size_t size;
	bool good;

	source_from_text(&source, "m", bytes.text, bytes.size);
	source.messages = open_memstream(&messages, &size);
	assert_non_null(source.messages);
	good = candidates_read(&candidates, &source,
		       *row->model == '<' ? FORMAT_OPENVINO : FORMAT_ONNX, said.opset,
		       &overrides, arena, arena) &&
	       import(&spec, &text, &said, &candidates, arena);
	fclose(source.messages);
	if (!text)
		text = good ? words_of(&spec, arena) : first_message(messages, arena);
	free(messages);
	return text;
}

static void
row_becomes(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};

	assert_string_equal(becomes(row, &arena), row->becomes);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("what becomes of nodes", rows, row_becomes);
}
