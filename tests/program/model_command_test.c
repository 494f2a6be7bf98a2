/* What the command makes of models: of the sample, and of those in tests/models, good and
   bad. Scripts find the sample as net.onnx,
   with a Sinh in place of its Relu, and the folder of models as $MODELS. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* A name as long as converters write them, and an IR in which it is a node's, and with
   "/in" behind it that of the node's input, whose shape is open. */
#define LONG \
	"model/tf_op_layer_resnet/stage_1/block_2/separable_conv2d/depthwise/" \
	"FusedBatchNormV3;model/act/Relu6"
#define LONG_IR \
	"sed 's|name=\"data\"|name=\"" LONG "/in\"|; s/=\"10\"/=\"11\"/; " \
	"s/\"2,6,10/\"?,6,10/; s/<dim>2</<dim>-1</; s/<dim>48</<dim>-1</; " \
	"s|\"s2b\"|\"" LONG "\"|' $MODELS/openvino/seed_v10.xml > long.xml; " \
	"cp $MODELS/openvino/seed_v10.bin long.bin; "

/* Prints a Git LFS pointer. */
#define LFS \
	"printf 'version https://git-lfs.github.com/spec/v1\\noid " \
	"sha256:" \
	"4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\\nsize " \
	"123456\\n' "
/* An IR with a subnormal number among the weights of a Convolution. */
#define SUBNORMAL \
	"cp $MODELS/openvino/windows.xml w.xml; cp $MODELS/openvino/windows.bin w.bin; " \
	"printf '\\1\\0\\0\\0' | dd of=w.bin conv=notrunc 2>dd; "

/* For scripts: the sample with names that steer terminals: U+009B, U+202E, an escape. */
#define HOSTILE \
	"LC_ALL=C sed \"s/image/$(printf 'i\\302\\233ge')/g; s/large/$(printf " \
	"'\\342\\200\\256ge')/g; " \
	"s,/up/Conv,$(printf '/up/\\033[3m'),g\" net.onnx > hostile.onnx; "

/* clang-format off */
static const struct script list_rows[] = {
	{"a node is not ready while its shape is open", "opgen net.onnx --list-nodes", 0, "not ready: 'image' is [?, 1, 4, 6] in the file; pass --dim 'batch'=...", ""},
	{"a dimension that is said makes nodes ready", "opgen net.onnx --dim batch=1 --list-nodes", 0, "#2  DepthToSpace-13  '/up/Shuffle'  'large'   float32  [1,4,4,6] -> [1,1,8,12]               ready\n", ""},
	{"a shape that is said makes nodes ready", "opgen net.onnx --shape image=1,1,4,6 --list-nodes", 0, "3 ready, 0 not ready, of 4 nodes in the model\n", ""},
	{"the list can be JSON", "opgen net.onnx --list-nodes=json --dim batch=2 | tr -d ' \\n'", 0, "{\"nodes\":[{\"index\":0,\"domain\":\"ai.onnx\",\"op\":\"Conv\",\"version\":11,\"name\":\"/up/Conv\",\"scope\":null,\"function\":\"up_Conv\",\"inputs\":[{\"name\":\"X\",\"tensor\":\"image\",\"dtype\":\"float32\",\"shape\":[2,1,4,6],\"constant\":false},", ""},
	{"what is not known is null in JSON", "opgen net.onnx --list-nodes=json | tr -d ' \\n'", 0, "\"output\":{\"tensor\":\"phases\",\"dtype\":\"float32\",\"shape\":[null,4,4,6]},\"ready\":false,\"reason\":\"'image'is[?,1,4,6]inthefile;", ""},
	{"a node without an output has none in JSON", "opgen $MODELS/onnx/malformed/no_output.onnx --list-nodes=json | tr -d ' \\n'", 0, "\"output\":null,\"ready\":false,\"reason\":\"thenodehasnooutput\"},{\"index\":1,\"domain\":\"ai.onnx\",\"op\":\"Relu\",\"version\":13,\"name\":\"relu\",\"scope\":null,\"function\":\"relu\",\"inputs\":[{\"name\":\"X\",\"tensor\":\"c\",\"dtype\":null,\"shape\":null,\"constant\":false}],\"output\":{\"tensor\":\"r\",\"dtype\":null,\"shape\":null},\"ready\":false", ""},
	{"the outcome of a node that is ready is in JSON", "opgen net.onnx --shape large=1,1,8,12 --list-nodes=json | tr -d ' \\n'", 0, "\"output\":{\"tensor\":\"small\",\"dtype\":\"float32\",\"shape\":[1,1,4,6]},\"ready\":true,\"reason\":null}],\"ready\":1,\"not_ready\":2,\"nodes_in_model\":4,\"kinds\":[{\"domain\":\"ai.onnx\",\"op\":\"AveragePool\",\"nodes\":1}", ""},
	{"an extent of 0 is a number in JSON", "opgen net.onnx --dim batch=0 --list-nodes=json | tr -d ' \\n'", 0, "\"tensor\":\"image\",\"dtype\":\"float32\",\"shape\":[0,1,4,6]", ""},
	{"a type that opgen does not have is named in JSON", "sed 's/f32/f8e4m3/; s/FP32/FP8/' $MODELS/openvino/seed_v10.xml > e.xml; cp $MODELS/openvino/seed_v10.bin e.bin; opgen e.xml --list-nodes=json | tr -d ' \\n'", 0, "\"tensor\":\"data\",\"dtype\":\"f8e4m3\",\"shape\":[2,6,10,3,3]", ""},
	{"names are escaped in JSON", "opgen $MODELS/onnx/malformed/bad_utf8_name.onnx --list-nodes=json", 0, "\"name\": \"'\\\\xff\\\\xfe\\\\x80v'\"", ""},
	{"a function's node has a scope in JSON", "opgen $MODELS/tensorflow/function.pb --list-nodes=json", 0, "\"version\": null, \"name\": \"d2s\", \"scope\": \"up\", \"function\": \"up_d2s\"", ""},
	{"what is not searched is told", "{ cat net.onnx; printf '\\072\\2\\172\\0'; } > f.onnx; opgen f.onnx --list-nodes | tail -1; opgen f.onnx --list-nodes=json | tail -2", 0, "not searched: 1 sparse constant\n\"not_searched\": [\"1 sparse constant\"]\n}\n", ""},
	{"the list can go to a file", "opgen net.onnx --list-nodes -o list && grep -q /down/Pool list", 0, "", ""},
	{"a shape of no tensor is refused", "opgen net.onnx --shape imago=1,1,4,6 --list-nodes", 1, "", "net.onnx: error: --shape: there is no tensor 'imago'; did you mean 'image'?\n"},
	{"nor is a node one, and what it gives is told", "opgen net.onnx --shape /up/Conv=1,4,4,6 --list-nodes", 1, "", "net.onnx: error: --shape: there is no tensor '/up/Conv'; the node of that name gives 'phases'\n"},
	{"a misspelt dimension is offered", "opgen net.onnx --dim bach=1 --list-nodes", 1, "", "has a dimension 'bach'; did you mean 'batch'?\n"},
	{"a dimension that no shape has is refused", "opgen net.onnx --dim N=1 --list-nodes", 1, "", "net.onnx: error: --dim: no shape in the file has a dimension 'N'; there are 'batch'\n"},
	{"what the model is fed with is told for a tensor that is not there", "opgen net.onnx --shape data_in=1,1,4,6 --list-nodes", 1, "", "there is no tensor 'data_in'; the model's inputs are 'image'\n"},
	{"that there are no dimensions is told", "opgen $MODELS/tensorflow/nhwc_f32.pb --dim N=1", 1, "", "has a dimension 'N'; it names none; --shape says the shape of a tensor\n"},
	{"a long tensor that is misspelt is offered", LONG_IR "opgen long.xml --shape '" LONG "/ni'=2,6,10,3,3", 1, "", "; did you mean '" LONG "/in'?\n"},
	{"a shape that the file denies is refused", "opgen net.onnx --shape image=1,2,4,6 --list-nodes", 1, "", "it is [?, 1, 4, 6], not [1, 2, 4, 6]"},
	{"a model that cannot be read as a whole is listed, and refused", "printf '\\312\\001\\002\\072\\177' >> net.onnx; opgen net.onnx --dim batch=1 --list-nodes", 1, "3 ready, 0 not ready, of 4 nodes in the model\nnodes: 1 AveragePool, 1 Conv, 1 DepthToSpace, 1 Sinh\nnot searched: 1 subgraph or function that cannot be read\n", "net.onnx: error: the list may lack nodes of 1 subgraph or function that cannot be read\n"},
	{"so is its list in JSON", "printf '\\312\\001\\002\\072\\177' >> net.onnx; opgen net.onnx --list-nodes=json", 1, "\"not_ready\": 3,", "net.onnx: error: the list may lack nodes of 1 "},
	{"its nodes can be compiled", "printf '\\312\\001\\002\\072\\177' >> net.onnx; opgen net.onnx --dim batch=1 --node @large", 0, "void up_Shuffle(", ""},
	{"a function that nothing calls is no mistake", "printf '\\312\\001\\002\\072\\000' >> net.onnx; opgen net.onnx --list-nodes", 0, "nodes: 1 AveragePool, 1 Conv, 1 DepthToSpace, 1 Sinh\n", ""},
	{"of a model that cannot be read at all there is no list", "head -c 300 net.onnx > a; opgen a --list-nodes", 1, "", "a: error: not an ONNX model"},
	{"the kinds of an ONNX model's nodes are counted", "opgen net.onnx --dim batch=1 --list-nodes", 0, "3 ready, 0 not ready, of 4 nodes in the model\nnodes: 1 AveragePool, 1 Conv, 1 DepthToSpace, 1 Sinh\n", ""},
	{"so are those of a TensorFlow graph, the most frequent first", "LC_ALL=C sed s/DepthToSpace/Conv2D_of_me/ $MODELS/tensorflow/two_nodes.pb > g.pb; opgen g.pb --list-nodes", 0, "0 ready, 0 not ready, of 3 nodes in the model\nnodes: 2 Conv2D_of_me, 1 Placeholder\n", ""},
	{"so are those of an IR", "sed s/SpaceToBatch/Interpolate/ $MODELS/openvino/r6.xml > g.xml; opgen g.xml --list-nodes", 0, "0 ready, 0 not ready, of 6 nodes in the model\nnodes: 3 Const, 1 Interpolate, 1 Parameter, 1 Result\n", ""},
	{"they are told where there is nothing to compile", "sed s/SpaceToBatch/Interpolate/ $MODELS/openvino/r6.xml > g.xml; opgen g.xml", 1, "", "no node of an operation that opgen has; opgen --list prints those\n0 ready, 0 not ready, of 6 nodes in the model\nnodes: 3 Const, 1 Interpolate, "},
	{"windows of an IR can be compiled", "opgen $MODELS/openvino/windows.xml --list-nodes", 0, "#4  GroupConvolution-1  'groups'  'groups'  float32  [1,6,4,4] [3,1,2,1,2] -> [1,3,4,4]  ready\n", ""},
	{"texts of an IR become attributes", "opgen $MODELS/openvino/windows.xml --node avg --emit-spec -o s.json && grep -A20 attributes s.json | tr -d ' \n\t'", 0, "\"kernel\":[2,2],\"strides\":[1,1],\"pads_begin\":[1,1],\"pads_end\":[0,0],\"exclude-pad\":0,\"rounding_type\":\"floor\",\"auto_pad\":\"explicit\"", ""},
	{"indices that nothing reads are not computed", "opgen $MODELS/openvino/windows.xml --node max -o m.c; grep indices m.c", 1, "", ""},
	{"indices that are read have their type", "opgen $MODELS/openvino/windows.xml --node places", 0, "void places(const float *data, float *output, int32_t *indices);", ""},
	{"a text that is no list of integers is refused", "sed 's/\"2, 2\"/\"2,x\"/' $MODELS/openvino/windows.xml > w.xml; cp $MODELS/openvino/windows.bin w.bin; opgen w.xml --node conv", 1, "", "error: 'strides': expected a number, a string or a list of these, got '2,x'\n"},
	{"windows of a TensorFlow graph can be compiled", "opgen $MODELS/tensorflow/windows.pb --list-nodes", 0, "4 ready, 0 not ready, of 7 nodes in the model\n", ""},
	{"with their weights as arguments", "opgen $MODELS/tensorflow/windows.pb --node conv --weights param", 0, "void conv(const float *input, const float *filter, float *output);", ""},
	{"subnormal weights are told with their tensor", SUBNORMAL "opgen w.xml --node conv -o w.c", 0, "", "w.xml: node 'conv': filters, tensor 'w': warning: filters: 1 of 216 weights are subnormal"},
	{"those of a network, too", SUBNORMAL "opgen w.xml --graph -o w.c 2>&1 | grep -c subnormal", 0, "1\n", ""},
	{"and those of all nodes", SUBNORMAL "opgen w.xml --all-nodes -o w 2>&1 | grep -c subnormal", 0, "1\n", ""},
	{"a list says nothing of them", SUBNORMAL "opgen w.xml --list-nodes", 0, "5 ready, 0 not ready, of 10 nodes", ""},
	{"arguments are not known", SUBNORMAL "opgen w.xml --node conv --weights param -o w.c", 0, "", ""},
	{"in numerics fast they are zeros, and nothing is told", SUBNORMAL "opgen w.xml --node conv --numerics fast -o a.c && printf '\\0\\0\\0\\0' | dd of=w.bin conv=notrunc 2>dd && opgen w.xml --node conv --numerics fast -o b.c && diff a.c b.c", 1, "<      1 of 216 weights of filters are subnormal, and taken for zeros\n", ""},
	{"also in a network", SUBNORMAL "opgen w.xml --graph --numerics fast -o a.c && printf '\\0\\0\\0\\0' | dd of=w.bin conv=notrunc 2>dd && opgen w.xml --graph --numerics fast -o b.c && diff a.c b.c", 1, "<      conv: 1 of 216 weights of filters are subnormal, and taken for zeros\n", ""},
	{"a spec of them gives the same code", "for n in conv depthwise max avg; do opgen $MODELS/tensorflow/windows.pb --node $n -o a.c && opgen $MODELS/tensorflow/windows.pb --node $n --emit-spec -o $n.json && opgen $n.json -o b.c && cmp a.c b.c || exit 9; done", 0, "", ""},
	{"and so does a spec of an IR's", "for n in conv groups max places avg; do opgen $MODELS/openvino/windows.xml --node $n -o a.c && opgen $MODELS/openvino/windows.xml --node $n --emit-spec -o $n.json && opgen $n.json -o b.c && cmp a.c b.c || exit 9; done", 0, "", ""},
	{"a kind that is no word is quoted", "sed 's/\"SpaceToBatch\"/\"My op\"/' $MODELS/openvino/r6.xml > g.xml; opgen g.xml --list-nodes", 0, "nodes: 3 Const, 1 'My op', 1 Parameter, 1 Result\n", ""},
	{"of many kinds the rest is counted", "awk '/<layers>/ {print; for (i = 0; i < 30; i++) printf \"<layer id=\\\"%d\\\" name=\\\"l%d\\\" type=\\\"T%02d\\\" version=\\\"opset1\\\"/>\\n\", 100 + i, i, i; next} 1' $MODELS/openvino/r6.xml > g.xml; cp $MODELS/openvino/r6.bin g.bin; opgen g.xml --list-nodes", 0, "1 T14, 1 T15, and 14 of other kinds\n", ""},
	{"kinds are listed as JSON", "opgen net.onnx --list-nodes=json", 0, "\"kinds\": [{\"domain\": \"ai.onnx\", \"op\": \"AveragePool\", \"nodes\": 1}, ", ""},
	{"a long name is listed whole", LONG_IR "opgen long.xml --list-nodes", 0, "#4  SpaceToBatch-2  '" LONG "'  '" LONG "'  float32  [?,6,10,3,3] [5] [5] [5] -> [?,3,3,1,3]  not ready: '" LONG "/in' is [?, 6, 10, 3, 3] in the file; pass --shape '" LONG "/in'=...\n", ""},
	{"a name of many lines is, too", LONG_IR "n=$(printf 'a%.0s' $(seq 1000)); sed \"s|" LONG "/in|$n|\" long.xml > m.xml; cp long.bin m.bin; opgen m.xml --list-nodes | grep -c \"not ready: '$n' is .* pass --shape '$n'=...\"", 0, "1\n", ""},
	{"so it is as JSON", LONG_IR "opgen long.xml --list-nodes=json", 0, "\"reason\": \"'" LONG "/in' is [?, 6, 10, 3, 3] in the file; pass --shape '" LONG "/in'=...\"", ""},
	{"what is listed can be said", LONG_IR "opgen long.xml --shape '" LONG "/in'=2,6,10,3,3 --node '" LONG "' > x.c; s=$?; grep -c '^void .*;' x.c; exit $s", 0, "1\n", ""},
	{"names cannot steer a terminal", HOSTILE "opgen hostile.onnx --dim batch=1 --list-nodes", 0, "#0  Conv-11          '/up/\\x1b[3m'  'phases'          float32", ""},
	{"names cannot change the direction of a terminal", HOSTILE "opgen hostile.onnx --dim batch=1 --list-nodes", 0, "'\\xe2\\x80\\xaege'  float32", ""},
	{"JSON has escapes of its own", HOSTILE "opgen hostile.onnx --dim batch=1 --list-nodes=json", 0, "{\"name\": \"X\", \"tensor\": \"i\\u009bge\", \"dtype\"", ""},
	{"JSON keeps what a terminal shows", "LC_ALL=C sed \"s/image/$(printf 'im\\303\\251e')/g\" net.onnx > a.onnx; opgen a.onnx --list-nodes=json", 0, "\"tensor\": \"im\xc3\xa9" "e\"", ""},
	{"JSON escapes what hides beyond 16 bits", "LC_ALL=C sed \"s/image/$(printf 'i\\363\\240\\200\\201')/g\" net.onnx > a.onnx; opgen a.onnx --list-nodes=json", 0, "\"tensor\": \"i\\udb40\\udc01\"", ""},
	{"the spec of a graph has them, too, and gives the same code", HOSTILE "p=$(printf 'p\\302\\205\\177tive'); LC_ALL=C sed -i \"s/positive/$p/\" hostile.onnx; g() { opgen hostile.onnx --dim batch=1 --graph --begin \"$p\" --end small --name net \"$@\"; }; g -o a.c && g --emit-spec -o s.json && opgen s.json -o b.c && cmp a.c b.c && ! LC_ALL=C grep -q \"$(printf '[\\177\\205]\\|\\342\\200')\" s.json && grep -o '[p\"].u[0-9a-f]*.*e\"' s.json | sort -u | head -2", 0, "\"\\u202ege\"\n", ""},
	{"reasons and messages cannot either", HOSTILE "for o in --list-nodes --list-nodes=json --explain --all-nodes '--node @x' '--node #2' '--shape x=1'; do opgen hostile.onnx $o; done > all 2>&1; LC_ALL=C grep -c \"$(printf '[\\033\\233]\\|\\342\\200')\" all", 1, "0\n", ""},
	{"nor can what is emitted", HOSTILE "opgen hostile.onnx --dim batch=1 --all-nodes --header out -o out && opgen hostile.onnx --dim batch=1 --all-nodes --emit-spec -o out && cat out/*.[chj]* > all; LC_ALL=C grep -c \"$(printf '[\\033\\233]\\|\\342\\200')\" all", 1, "0\n", ""},
	{"names are escaped", "opgen $MODELS/onnx/malformed/bad_utf8_name.onnx --list-nodes", 0, "\\x", ""},
{"a library function's node is named with it", "opgen $MODELS/tensorflow/function.pb --list-nodes", 0, "#2  DepthToSpace  'up/d2s'  'up/d2s'  float32  [1,4,4,8] -> [1,8,8,2]   ready\n", ""},
};

static const struct script node_rows[] = {
	{"nothing is chosen among several", "opgen net.onnx --dim batch=1 -o x.c; s=$?; test ! -e x.c && exit $s", 1, "", "net.onnx: error: 3 nodes are ready to be compiled; choose with --node, or take them with --all-nodes\n#   operation"},
	{"the only node that is ready is compiled", "opgen net.onnx --shape large=1,1,8,12 -o x.c && grep -q 'void down_Pool' x.c", 0, "", ""},
	{"that no node is ready is told with the reasons", "opgen net.onnx", 1, "", "none of the model's 3 nodes is ready to be compiled\n"},
	{"a node is chosen by its name", "opgen net.onnx --dim batch=1 --node /up/Conv", 0, "void up_Conv(const float *X, float *Y);", ""},
	{"a node is chosen by its number", "opgen net.onnx --dim batch=1 --node '#3'", 0, "void down_Pool(", ""},
	{"a node is chosen by its output", "opgen net.onnx --dim batch=1 --node @large", 0, "void up_Shuffle(", ""},
	{"a function's node is chosen with the function", "opgen $MODELS/tensorflow/function.pb --node up/d2s", 0, "void up_d2s(", ""},
	{"a function's node is offered with the function", "LC_ALL=C sed '0,/d2s/s//top/' $MODELS/tensorflow/function.pb > f.pb; opgen f.pb --node d2s", 1, "", "there is no node 'd2s'; did you mean 'up/d2s'?\n"},
	{"what is offered for it is taken", "LC_ALL=C sed '0,/d2s/s//top/' $MODELS/tensorflow/function.pb > f.pb; opgen f.pb --node up/d2s", 0, "void up_d2s(", ""},
	{"a name alone is not a function's node", "opgen $MODELS/tensorflow/function.pb --node d2s", 0, "void d2s(", ""},
	{"nodes of one name are told apart by their numbers", "opgen $MODELS/onnx/encodings/same_name.onnx --node same", 1, "", "nodes are called 'same': #"},
	{"several nodes share a file", "opgen net.onnx --dim batch=1 --node @large --node @small > x.c; grep -c '^void .*;' x.c", 0, "2\n", ""},
	{"a node is chosen once", "opgen net.onnx --dim batch=1 --node @large --node '#2'", 1, "", "'@large' and '#2' are the same node"},
	{"a misspelt name is offered", "opgen net.onnx --dim batch=1 --node /up/conf", 1, "", "net.onnx: error: --node: there is no node '/up/conf'; did you mean '/up/Conv'?\n"},
	{"an output's name without its sign is offered with it", "opgen net.onnx --dim batch=1 --node large", 1, "", "there is no node 'large'; did you mean '@large'?\n"},
	{"a number without its sign is offered with it", "opgen net.onnx --dim batch=1 --node 2", 1, "", "there is no node '2'; did you mean '#2'?\n"},
	{"a name without its scope is offered with it", "opgen net.onnx --dim batch=1 --node shuffle", 1, "", "there is no node 'shuffle'; did you mean '/up/Shuffle'?\n"},
	{"a long name that is misspelt is offered", LONG_IR "opgen long.xml --node '" LONG "_1'", 1, "", "; did you mean '" LONG "'?\n"},
	{"where nodes are listed is told", "opgen net.onnx --dim batch=1 --node zzzz", 1, "", "there is no node 'zzzz'; --list-nodes prints those there are\n"},
	{"a misspelt output is offered", "opgen net.onnx --dim batch=1 --node @larg", 1, "", "did you mean '@large'?\n"},
	{"a number beyond the last is refused", "opgen net.onnx --node '#9'", 1, "", "there is no node #9; the model has 4, from #0 on\n"},
	{"another's operation is told", "opgen net.onnx --node /up/Sinh", 1, "", "node '/up/Sinh' is a 'Sinh', which is no operation that opgen has\n"},
	{"the node and the tensor of a mistake are named", "opgen net.onnx --node @phases", 1, "", "net.onnx: node '/up/Conv': X, tensor 'image': error: 'image' is [?, 1, 4, 6] in the file; pass --dim"},
	{"weights can be arguments", "opgen net.onnx --dim batch=1 --node @phases --weights param", 0, "void up_Conv(const float *X, const float *W, const float *B, float *Y);", ""},
	{"a prefix is put before the name", "opgen net.onnx --dim batch=1 --node @large --prefix net_", 0, "void net_up_Shuffle(", ""},
	{"a depfile names the model", "opgen net.onnx --dim batch=1 --node @large -o x.c -MD; cat x.c.d", 0, "x.c: \\\n  net.onnx\n", ""},
	{"a depfile names external data", "cp $MODELS/onnx/encodings/external.* .; opgen external.onnx --node @c -o x.c -MD; cat x.c.d", 0, "  external.onnx \\\n  external.bin\n", ""},
	{"external data is never overwritten", "cp $MODELS/onnx/encodings/external.* .; chmod u+w *; cp external.bin a; opgen external.onnx --node @c -o external.bin; s=$?; cmp a external.bin && exit $s", 2, "", "the output external.bin and the input external.bin are the same file"},
	{"external data is never replaced by a list", "cp $MODELS/onnx/encodings/external.* .; chmod u+w *; cp external.bin a; opgen external.onnx --list-nodes -o ./external.bin; s=$?; cmp a external.bin && exit $s", 2, "", "the output ./external.bin and the input external.bin are the same file"},
	{"a model comes from standard input", "opgen - --dim batch=1 --node @large < net.onnx", 0, "void up_Shuffle(", ""},
	{"a model and a spec share a file", "opgen net.onnx --dim batch=1 --node @large --emit-spec -o s.json && cp $MODELS/onnx/encodings/raw.onnx . && opgen s.json", 0, "void up_Shuffle(", ""},
	{"--explain explains a node", "opgen net.onnx --dim batch=1 --node @phases --explain", 0, "up_Conv", ""},
	{"an operator set that is not named can be said", "opgen $MODELS/onnx/encodings/no_opset_import.onnx --opset 11 --node @c", 0, "Conv-11", ""},
	{"an operator set that is not named is missed", "opgen $MODELS/onnx/encodings/no_opset_import.onnx --node @c", 1, "", "--opset"},
	{"a node is compiled beside types that opgen has not", "m=$MODELS/onnx/encodings/today.onnx; opgen $m --all-nodes --keep-going -o out 2> said && ls out | tr '\\n' ' '", 0, "avg.c conv.c d2s.c relu.c ", ""},
	{"operator sets up to 28 are known", "m=$MODELS/onnx/encodings/no_opset_import.onnx; for n in 22 23 24 25 26 27 28; do opgen $m --opset $n --node @c -o $n.c && cmp 22.c $n.c || exit 9; done", 0, "", ""},
	{"a later operator set is taken with a warning", "m=$MODELS/onnx/encodings/no_opset_import.onnx; opgen $m --opset 28 --node @c -o a.c && opgen $m --opset 29 --node @c -o b.c && cmp a.c b.c", 0, "", "no_opset_import.onnx: warning: operator set 29 is newer than 28, the newest known; the newest version of each operation is used\n"},
	{"a later operator set is told once", "opgen $MODELS/onnx/malformed/opset_999.onnx --all-nodes -o out 2>&1 | grep -c warning; ls out | tr '\\n' ' '", 0, "1\navg.c conv.c d2s.c ", ""},
	{"a later operator set is no spec's", "opgen $MODELS/onnx/malformed/opset_999.onnx --node conv --emit-spec -o s.json 2> said; opgen s.json", 0, "Conv-22", ""},
	{"both shapes are told where they differ", "opgen $MODELS/onnx/encodings/value_info_wrong.onnx --node @c", 1, "", "[1, 8, 6, 7]"},
};

static const struct script all_rows[] = {
	{"who waits at a terminal sees which node it is", "mkfifo m; { sleep 1.5; cat net.onnx > m; } & script -qec '\"$OPGEN\" m --dim batch=1 --all-nodes --jobs 1 -o out/' /dev/null; s=$?; wait; ls out | grep -qx down_Pool.c && exit $s", 0, "\ropgen: m: [1/3] ", ""},
	{"each ready node becomes a file", "opgen net.onnx --dim batch=1 --all-nodes -o out/ --header out -MD; ls out | tr '\\n' ' '", 0, "down_Pool.c down_Pool.c.d down_Pool.h up_Conv.c up_Conv.c.d up_Conv.h up_Shuffle.c up_Shuffle.c.d up_Shuffle.h ", ""},
	{"nothing is written when a node is not ready", "opgen net.onnx --shape large=1,1,8,12 --all-nodes -o out; s=$?; test ! -e out && exit $s", 1, "", "net.onnx: node '/up/Conv': error: "},
	{"--keep-going leaves out what is not ready", "opgen net.onnx --shape large=1,1,8,12 --all-nodes --keep-going -o out; s=$?; ls out; exit $s", 0, "down_Pool.c\n", "net.onnx: node '/up/Conv': warning: left out: "},
	{"--keep-going does not make something of nothing", "opgen net.onnx --all-nodes --keep-going -o out; s=$?; test ! -e out && exit $s", 1, "", "there is no node that is ready"},
	{"nothing is written when a node's code is too large", "opgen net.onnx --dim batch=1 --all-nodes --max-output 2500 -o out; s=$?; test ! -e out && exit $s", 1, "", "net.onnx: error: nothing is written: 1 of 3 nodes cannot be compiled; --keep-going leaves such nodes out\n"},
	{"--keep-going leaves out what is too large", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --max-output 2500 -o out; s=$?; ls out | tr '\\n' ' '; exit $s", 0, "down_Pool.c up_Shuffle.c ", "net.onnx: node '/up/Conv': warning: left out: the code would be larger than --max-output allows: an estimated "},
	{"--keep-going leaves out what a kernel does not take", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --kernel loop-move -o out; s=$?; ls out; exit $s", 0, "up_Shuffle.c\n", "net.onnx: node '/down/Pool': warning: left out: kernel: loop-move does not take "},
	{"--check with --keep-going looks at what is not left out", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --kernel loop-move -o out 2> said; opgen net.onnx --dim batch=1 --all-nodes --keep-going --kernel loop-move -o out --check 2> again; s=$?; cmp said again && exit $s", 0, "", ""},
	{"when all is left out nothing is written", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --max-output 1 -o out; s=$?; test ! -e out && exit $s", 1, "", "net.onnx: error: there is no node that is ready\n"},
	{"nothing is made where a depfile cannot name it", "opgen net.onnx --dim batch=1 --all-nodes -o 'out%' -MD; s=$?; test ! -e 'out%' && exit $s", 2, "", "opgen: error: out%/up_Conv.c cannot be named in a depfile: it holds '%', which Make takes for a pattern\n"},
	{"--check compares each", "opgen net.onnx --dim batch=1 --all-nodes -o out; opgen net.onnx --dim batch=1 --all-nodes -o out --check && echo > out/up_Conv.c; opgen net.onnx --dim batch=1 --all-nodes -o out --check", 1, "+++ out/up_Conv.c (would be written)", ""},
	{"all can go into one file", "opgen net.onnx --dim batch=1 --all-nodes -o one.c --header one.h -MD; ls | grep one | tr '\\n' ' '; grep -c '^void ' one.c one.h | tr '\\n' ' '; cat one.c.d", 0,
		"one.c one.c.d one.h one.c:3 one.h:3 one.c one.h: \\\n  net.onnx\n", ""},
	{"one file is what its nodes are together", "opgen net.onnx --dim batch=1 --all-nodes -o one.c; opgen net.onnx --dim batch=1 --node @phases --node @large --node @small -o two.c; cmp one.c two.c", 0, "", ""},
	{"a depfile of one file can be named", "opgen net.onnx --dim batch=1 --all-nodes -o one.c -MF d; cat d", 0, "one.c: \\\n  net.onnx\n", ""},
	{"one file is checked as one", "opgen net.onnx --dim batch=1 --all-nodes -o one.c; opgen net.onnx --dim batch=1 --all-nodes -o one.c --check && opgen net.onnx --dim batch=2 --all-nodes -o one.c --check", 1, "+++ one.c (would be written)", ""},
	{"--keep-going leaves nodes out of one file", "opgen net.onnx --shape large=1,1,8,12 --all-nodes --keep-going -o one.c; s=$?; grep '^void' one.c; exit $s", 0, "void down_Pool(", "net.onnx: node '/up/Conv': warning: left out: "},
	{"one file is not written when a node is not ready", "opgen net.onnx --shape large=1,1,8,12 --all-nodes -o one.c; s=$?; test ! -e one.c && exit $s", 1, "", "net.onnx: node '/up/Conv': error: "},
	{"one file has one size", "opgen net.onnx --dim batch=1 --all-nodes --max-output 16K -o one.c; s=$?; test ! -e one.c && exit $s", 1, "", "net.onnx: error: the C file would hold "},
	{"one file is no model", "cp net.onnx net.c; opgen net.c --dim batch=1 --all-nodes -o net.c", 2, "", "the output net.c and the input net.c are the same file"},
	{"a directory that is there stays one", "mkdir one.c; opgen net.onnx --dim batch=1 --all-nodes -o one.c; ls one.c | tr '\\n' ' '", 0, "down_Pool.c up_Conv.c up_Shuffle.c ", ""},
	{"a slash makes a directory", "opgen net.onnx --dim batch=1 --all-nodes -o one.c/; ls one.c | tr '\\n' ' '", 0, "down_Pool.c up_Conv.c up_Shuffle.c ", ""},
	{"any other name is a directory's", "opgen net.onnx --dim batch=1 --all-nodes -o .c; ls .c | tr '\\n' ' '", 0, "down_Pool.c up_Conv.c up_Shuffle.c ", ""},
	{"a node's layout becomes its spec's", "opgen net.onnx --dim batch=1 --node /up/Conv --layout Y=NHWC --emit-spec -o s.json && opgen s.json | grep -h 'in memory'", 0, "layout NHWC\n", ""},
	{"all nodes have the layout, or are refused", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --layout X=NHWC -o out; grep -l 'layout NHWC' out/*.c | tr '\n' ' '", 0, "out/down_Pool.c out/up_Conv.c ", NULL},
	{"all can become one spec", "opgen net.onnx --dim batch=1 --all-nodes --emit-spec -o one.json; ls | grep -e one -e npy | tr '\\n' ' '; opgen one.json | grep -c '^void '", 0, "one.json up_Conv_B.npy up_Conv_W.npy 3\n", ""},
	{"--check finds the file of a node that is gone", "opgen net.onnx --dim batch=1 --all-nodes -o out --header out; sed 's/up_Conv/old_Conv/g' out/up_Conv.c > out/old_Conv.c; sed 's/up_Conv/old_Conv/g' out/up_Conv.h > out/old_Conv.h; "
		"opgen net.onnx --dim batch=1 --all-nodes -o out --header out --check; s=$?; ls out | grep -c old; exit $s", 1,
		"out/old_Conv.c: generated for a node that is not compiled now\nout/old_Conv.h: generated for a node that is not compiled now\n2\n", ""},
	{"--check finds the file of a node that is left out", "opgen net.onnx --dim batch=1 --all-nodes -o out; opgen net.onnx --shape large=1,1,8,12 --all-nodes --keep-going -o out --check", 1,
		"out/up_Conv.c: generated for a node that is not compiled now\nout/up_Shuffle.c: generated for a node that is not compiled now\n", "left out: "},
	{"--check leaves other people's files alone", "opgen net.onnx --dim batch=1 --all-nodes -o out; cd out; echo 'void mine(void);' > mine.c; sed s/up_Conv/a/g up_Conv.c > b.c; cp up_Conv.c up_Conv.cpp; cp up_Conv.c up-Conv.c; mkdir d.c; ln -s none.c e.c; mkfifo f.c; "
		"cd ..; opgen net.onnx --dim batch=1 --all-nodes -o out --check", 0, "", ""},
	{"--check knows its files by their prefix", "opgen net.onnx --dim batch=1 --all-nodes --keep-going --prefix a_ --kernel loop-move -o out 2> said; opgen net.onnx --dim batch=1 --all-nodes --prefix b_ -o out; "
		"rm out/up_Shuffle.c; opgen net.onnx --dim batch=1 --all-nodes --keep-going --prefix a_ --kernel loop-move -o out 2> said; opgen net.onnx --dim batch=1 --all-nodes --keep-going --prefix a_ --kernel loop-move -o out --check 2> said", 0, "", ""},
	{"without --check nothing is said of them", "opgen net.onnx --dim batch=1 --all-nodes -o out; opgen net.onnx --shape large=1,1,8,12 --all-nodes --keep-going -o out 2> said; ls out | grep -c .", 0, "3\n", ""},
	{"each can become a spec", "opgen net.onnx --dim batch=1 --all-nodes --emit-spec -o out; ls out | tr '\\n' ' '", 0, "down_Pool.json up_Conv.json up_Conv_B.npy up_Conv_W.npy up_Shuffle.json ", ""},
	{"all can be explained", "opgen net.onnx --dim batch=1 --all-nodes --explain | grep -c '^[a-zA-Z_]*: .* of ai.onnx'", 0, "3\n", ""},
};

static const struct script spec_rows[] = {
	{"an argument keeps its own type", "echo CAgSDGJhY2tlbmQtdGVzdDphCg4KAXgKAXkSAXoiA1BvdxIcdGVzdF9wb3dfdHlwZXNfZmxvYXQzMl9pbnQ2NFoPCgF4EgoKCAgBEgQKAggDWg8KAXkSCgoICAcSBAoCCANiDwoBehIKCggIARIECgIIA0IECgAQDw== | base64 -d > pow.onnx && opgen pow.onnx --node @z --emit-spec -o s.json && opgen s.json -o a.c && opgen pow.onnx --node @z -o b.c && cmp a.c b.c && grep -c '^z(const float .X, const int64_t .Y' a.c", 0, "1\n", ""},
	{"the spec of a node gives the same C", "opgen net.onnx --dim batch=1 --node @phases --emit-spec -o s.json && opgen s.json -o a.c && opgen net.onnx --dim batch=1 --node @phases -o b.c && cmp a.c b.c", 0, "", ""},
	{"a list of strings is one in the spec", "echo CAhCAhAOOqIBCjUKAXgKAXcKAXISAXkaAW4iA0dSVSofCgthY3RpdmF0aW9uc0oIU29mdHNpZ25KA0VsdaABCBIBZ1oXCgF4EhIKEAgBEgwKAggCCgIIAQoCCANaFwoBdxISChAIARIMCgIIAQoCCAYKAggDWhcKAXISEgoQCAESDAoCCAEKAggGCgIIAmIbCgF5EhYKFAgBEhAKAggCCgIIAQoCCAEKAggC | base64 -d > m.onnx; opgen m.onnx --node n --emit-spec -o s.json && grep -o '\"activations.*]' s.json && opgen s.json -o a.c && opgen m.onnx --node n -o b.c && cmp a.c b.c", 0, "\"activations\": [\"Softsign\", \"Elu\"]\n", ""},
	{"a string of it that holds a NUL is refused", "echo CAhCAhAOOqIBCjUKAXgKAXcKAXISAXkaAW4iA0dSVSofCgthY3RpdmF0aW9uc0oIU29mdHNpZ25KA0UAdaABCBIBZ1oXCgF4EhIKEAgBEgwKAggCCgIIAQoCCANaFwoBdxISChAIARIMCgIIAQoCCAYKAggDWhcKAXISEgoQCAESDAoCCAEKAggGCgIIAmIbCgF5EhYKFAgBEhAKAggCCgIIAQoCCAEKAggC | base64 -d > m.onnx; opgen m.onnx --node n", 1, "", "'activations': expected a number, a string or a list of these, got a string that holds a NUL"},
	{"the spec of several nodes gives the same C", "n='--dim batch=1 --node @phases --node @small'; opgen net.onnx $(words \"$n\") --emit-spec -o s.json && opgen s.json -o a.c && opgen net.onnx $(words \"$n\") -o b.c && cmp a.c b.c", 0, "", ""},
	{"settings become the spec's own", "opgen net.onnx --dim batch=1 --node @phases --unroll full --numerics fma --emit-spec -o s.json && opgen s.json -o a.c && opgen net.onnx --dim batch=1 --node @phases --unroll full --numerics fma -o b.c && cmp a.c b.c", 0, "", ""},
	{"bfloat16 goes through numpy's integers", "m=$MODELS/onnx/encodings/bf16_raw.onnx; opgen $m --node @c --emit-spec -o s.json && opgen s.json -o a.c && opgen $m --node @c -o b.c && cmp a.c b.c", 0, "", ""},
	{"float16 goes through numpy", "m=$MODELS/onnx/encodings/fp16_raw.onnx; opgen $m --node @c --emit-spec -o s.json && opgen s.json -o a.c && opgen $m --node @c -o b.c && cmp a.c b.c", 0, "", ""},
	{"float64 goes through numpy", "m=$MODELS/onnx/encodings/double_data.onnx; opgen $m --node @c --emit-spec -o s.json && opgen s.json -o a.c && opgen $m --node @c -o b.c && cmp a.c b.c", 0, "", ""},
	{"short lists of integers stay in the spec", "m=$MODELS/openvino/consts_u32.xml; opgen $m --emit-spec -o s.json && grep -q '\"block_shape\": {\"shape\": \\[3\\], \"dtype\": \"uint32\", \"data\": \\[1, 1, 3\\]}' s.json && opgen s.json -o a.c && opgen $m -o b.c && cmp a.c b.c", 0, "", ""},
	{"data of an IR goes through numpy", "m=$MODELS/openvino/data_is_const_bf16.xml; opgen $m --emit-spec -o s.json && opgen s.json -o a.c && opgen $m -o b.c && cmp a.c b.c", 0, "", ""},
};

static const struct script usage_rows[] = {
	{"--node is about one model", "opgen net.onnx net.onnx --node @large", 2, "", "--node is about one model, got 2 SPECs"},
	{"a value behind a blank is no value", "opgen net.onnx --list-nodes json", 2, "", "--list-nodes is about one model, got 2 SPECs: 'net.onnx', 'json'\n"},
	{"--node is about models", "opgen net.onnx --dim batch=1 --node @large --emit-spec -o s.json; opgen s.json --node @large", 2, "", "--node goes with a model, and s.json is a spec"},
	{"--node and --all-nodes exclude each other", "opgen net.onnx --node @large --all-nodes -o out", 2, "", "--all-nodes and --node exclude each other"},
	{"--all-nodes needs a place", "opgen net.onnx --all-nodes", 2, "", "--all-nodes needs -o DIR or -o FILE.c"},
	{"-MF is one name", "opgen net.onnx --all-nodes -o out -MF d", 2, "", "-MF names one depfile, and -o out is a directory of files; -MD gives each its own"},
	{"--keep-going goes with --all-nodes", "opgen net.onnx --keep-going", 2, "", "--keep-going goes with --all-nodes"},
	{"--emit-spec needs a file", "opgen net.onnx --emit-spec", 2, "", "--emit-spec needs -o FILE"},
	{"--emit-spec makes no header", "opgen net.onnx --emit-spec -o s.json --header x.h", 2, "", "--emit-spec and --header exclude each other"},
	{"--list-nodes takes no node", "opgen net.onnx --list-nodes --node @large", 2, "", "--list-nodes and --node exclude each other"},
	{"--list-nodes knows JSON", "opgen net.onnx --list-nodes=xml", 2, "", "--list-nodes: expected json, got 'xml'"},
	{"--list takes no shape", "opgen --list --shape a=1", 2, "", "--list and --shape exclude each other"},
	{"a shape has a name", "opgen net.onnx --shape 1,2,3", 2, "", "--shape: expected TENSOR=EXTENTS, such as x=1,3,24,24, got '1,2,3'"},
	{"a shape is numbers", "opgen net.onnx --shape image=1,,2", 2, "", "--shape: expected TENSOR=EXTENTS"},
	{"a shape is said once", "opgen net.onnx --shape image=1 --shape image=2", 2, "", "--shape: 'image' is given twice"},
	{"a dimension is a number", "opgen net.onnx --dim batch=x", 2, "", "--dim: expected NAME=LENGTH, such as batch=1, got 'batch=x'"},
	{"a dimension is said once", "opgen net.onnx --dim batch=1 --dim batch=1", 2, "", "--dim: 'batch' is given twice"},
	{"an operator set is a number", "opgen net.onnx --opset ten", 2, "", "--opset: expected a number such as 13, got 'ten'"},
	{"weights are embedded or arguments", "opgen net.onnx --weights none", 2, "", "--weights: expected embed or param, got 'none'"},
	{"--from knows the formats", "opgen net.onnx --from onxn", 2, "", "--from: expected onnx, tensorflow, openvino or spec, got 'onxn'; did you mean 'onnx'?"},
};

static const struct script format_rows[] = {
	{"the content tells, not the name", "cp net.onnx net.json; opgen net.json --dim batch=1 --node @large", 0, "void up_Shuffle(", ""},
	{"--from overrides the content", "opgen net.onnx --from tensorflow", 1, "", "net.onnx: error: "},
	{"--from takes a model for a spec", "opgen net.onnx --from spec", 1, "", "net.onnx:1:19: error: expected UTF-8, got byte 0xdc"},
	{"--from openvino is no XML", "opgen net.onnx --from openvino", 1, "", "net.onnx:"},
	{"a numpy array is no model", "printf '\\223NUMPY\\1\\0' > a; opgen a", 1, "", "a: error: this is a numpy array, no model"},
	{"a tensor is no model", "printf '\\10\\2\\20\\1\\112\\10aaaabbbb' > a; opgen a", 1, "", "a: error: this is a single ONNX tensor, no model\n"},
	{"text form is told", "printf 'node {\\n  name: \"x\"\\n}\\n' > a; opgen a", 1, "", "a: error: this is a protobuf message in text form; protoc --encode"},
	{"a Git LFS pointer is told", LFS "> a; opgen a", 1, "", "a: error: this is a Git LFS pointer, not the file itself: git lfs pull fetches that\n"},
	{"so it is when a format is said", LFS "> a.onnx; opgen a.onnx --from onnx", 1, "", "a.onnx: error: this is a Git LFS pointer"},
	{"so it is for a spec's constant", LFS "> w.npy; echo '{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 3], \"W\": {\"file\": \"w.npy\"}}}' > s; opgen s", 1, "", "'w.npy': not a .npy file; this is a Git LFS pointer, not the file itself: git lfs pull fetches that\n"},
	{"so it is for external data", "cp $MODELS/onnx/encodings/external.onnx .; " LFS "> external.bin; opgen external.onnx --node @c", 1, "", "keeps its data in 'external.bin', 576 bytes from byte 0 on, but the file has 131; this is a Git LFS pointer"},
	{"so it is for data of an IR", "cp $MODELS/openvino/r6.xml .; " LFS "| head -c 44 > r6.bin; opgen r6.xml", 1, "", "; this is a Git LFS pointer"},
	{"a model of TensorFlow Lite is told", "printf '\\34\\0\\0\\0TFL3\\24\\0' > a; opgen a --list-nodes", 1, "", "a: error: this is a TensorFlow Lite model: "},
	{"a Core ML model is told", "printf '\\10\\1\\22\\2\\22\\0\\242\\37\\1x' > a; opgen a", 1, "", "a: error: this is a Core ML model: "},
	{"what is nothing is told", "printf '\\1\\2\\3' > a; opgen a", 1, "", "a: error: this is neither a spec nor an ONNX model"},
	{"a cut model is refused", "head -c 300 net.onnx > a; opgen a", 1, "", "a: error: not an ONNX model"},
	{"a graph that begins like a spec is a graph", "opgen $MODELS/tensorflow/nhwc_f32.pb --node d2s", 0, "void d2s(const float *input, float *output);", ""},
	{"a SavedModel is a directory", "mkdir m; cp $MODELS/tensorflow/saved_model.pb m; opgen m/ --node d2s -o x.c -MD; cat x.c.d", 0, "x.c: \\\n  m/saved_model.pb\n", ""},
	{"any other directory is none", "mkdir m; opgen m --list-nodes", 3, "", "opgen: error: cannot read m: Is a directory\n"},
	{"--opset is ONNX's", "opgen $MODELS/openvino/seed_v10.xml --opset 2", 1, "", "seed_v10.xml: error: --opset goes with an ONNX model\n"},
	{"a node of an IR is compiled", "opgen $MODELS/openvino/seed_v10.xml", 0, "void s2b(const float *data, float *output);", ""},
	{"an IR's mistake has its line", "opgen $MODELS/openvino/edge_twice.xml", 1, "", "edge_twice.xml:79:3: error: edge: "},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	size_t size;
	const char *bytes = file_read("samples/smooth/smooth.onnx", &size, arena);
	char *model;

	assert_non_null(bytes);
	model = arena_copy_text(arena, bytes, size);
	/* An operation that opgen has not. */
	for (size_t i = 0; i + 4 <= size; i++)
		if (!memcmp(model + i, "Relu", 4))
			memcpy(model + i, "Sinh", 4);
	file_write(arena_format(arena, "%s/net.onnx", directory), model, size);
}

int
main(void)
{
	static struct CMUnitTest command[200];
	size_t n = 0;

	scripts_begin("model_command", prepare);
	scripts_path("MODELS", "tests/models");
	n += scripts_add(command + n, list_rows, countof(list_rows));
	n += scripts_add(command + n, node_rows, countof(node_rows));
	n += scripts_add(command + n, all_rows, countof(all_rows));
	n += scripts_add(command + n, spec_rows, countof(spec_rows));
	n += scripts_add(command + n, usage_rows, countof(usage_rows));
	n += scripts_add(command + n, format_rows, countof(format_rows));
	assert_true(n <= countof(command));
	return _cmocka_run_group_tests("model_command", command, n, NULL, NULL) != 0;
}
