/* opgen's command line for networks: --graph, and specs that are a graph. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* The function with its result, as a program that prints that. */
#define CALL(arguments) \
	"printf '#include \"net.h\"\\n#include <stdio.h>\\nint main(void) { " \
	"static const float x[] = {1, -2, 3, 4}; float y[99]; static double w[99]; " \
	"(void)w; net(" arguments \
	"); printf(\"%%g %%g %%g %%g\\\\n\", y[0], y[1], y[2], y[3]); return 0; }' " \
	"> main.c; "
#define BUILD_WITH(more) \
	" $(words \"${CC:-cc}\") -I$RUNTIME main.c net.c " more \
	" $RUNTIME_LIBRARY -lm -o main && ./main"
#define BUILD BUILD_WITH("")

/* A constant of more numbers than are written out. */
#define TEN "1, 1, 1, 1, 1, 1, 1, 1, 1, 1"
#define EIGHTY \
	"{\"shape\": [4, 20], \"data\": [" TEN ", " TEN ", " TEN ", " TEN ", " TEN \
	", " TEN ", " TEN ", " TEN "]}"
/* So many nodes, each behind the one before. */
#define CHAIN(n, op, attributes) \
	"awk 'BEGIN { printf \"{\\\"name\\\": \\\"net\\\", \\\"dtype\\\": " \
	"\\\"float32\\\", \\\"graph\\\": {\\\"inputs\\\": {\\\"t0\\\": [1, 1, 4]}, " \
	"\\\"nodes\\\": [\"; " \
	"for (i = 1; i <= " #n "; i++) printf \"%s{\\\"op\\\": \\\"" op \
	"\\\", " attributes "\\\"inputs\\\": {\\\"X\\\": \\\"t%d\\\"}, \\\"output\\\": " \
	"\\\"t%d\\\"}\", (i > 1 ? \", \" : \"\"), i - 1, i; " \
	"printf \"], \\\"outputs\\\": [\\\"t" #n "\\\"]}}\" }' > chain.json; "

/* So many Concats that double a constant of so many elements, the last of which is added
   to an input. */
#define DOUBLED(n, type, count) \
	"awk 'BEGIN { n = " n "; printf \"{\\\"name\\\": \\\"net\\\", \\\"dtype\\\": " \
	"\\\"" type "\\\", \\\"graph\\\": {\\\"inputs\\\": {\\\"x\\\": [1]}, " \
	"\\\"nodes\\\": [\"; " \
	"for (i = 1; i < " count "; i++) one = one \"1,\"; " \
	"for (i = 0; i < n; i++) printf \"{\\\"op\\\": \\\"Concat\\\", " \
	"\\\"attributes\\\": {\\\"axis\\\": 0}, \\\"inputs\\\": {\\\"inputs\\\": " \
	"[%s, %s]}, \\\"output\\\": \\\"t%d\\\"}, \", from(i), from(i), i + 1; " \
	"printf \"{\\\"op\\\": \\\"Mul\\\", \\\"inputs\\\": {\\\"A\\\": " \
	"\\\"x\\\", \\\"B\\\": \\\"t%d\\\"}, \\\"output\\\": \\\"y\\\"}], " \
	"\\\"outputs\\\": [\\\"y\\\"]}}\", n } " \
	"function from(i) { return i ? \"\\\"t\" i \"\\\"\" : " \
	"\"{\\\"shape\\\": [" count "], \\\"data\\\": [\" one \"1]}\" }' > d.json; "

/* An ONNX model of a Constant of float8e4m3fn and a Cast of it. */
#define FLOAT8 \
	"printf '" \
	"\\010\\011\\022\\000:Q\\012\\042\\022\\001c\\042\\010Constant*\\023" \
	"\\012\\005value*\\007\\010\\001\\020\\021J\\0018\\240\\001\\004\\012" \
	"\\027\\012\\001c\\022\\001y\\042\\004Cast*\\011\\012\\002to\\030\\001" \
	"\\240\\001\\002\\022\\001gb\\017\\012\\001y\\022\\012\\012\\010\\010" \
	"\\001\\022\\004\\012\\002\\010\\001B\\004\\012\\000\\020\\023" \
	"' > f8.onnx && "

/* An ONNX model of a Dropout whose mask is an output. */
#define MASK \
	"printf '" \
	"\\010\\010B\\004\\012\\000\\020\\015\\072\\073" \
	"\\012\\022\\012\\001x\\022\\001y\\022\\001m\\042\\007Dropout" \
	"Z\\017\\012\\001x\\022\\012\\012\\010\\010\\001\\022\\004\\012\\002\\010\\004" \
	"b\\011\\012\\001y\\022\\004\\012\\002\\010\\001" \
	"b\\011\\012\\001m\\022\\004\\012\\002\\010\\011" \
	"' > mask.onnx && "

/* An ONNX model of a MaxPool whose first output has no name. */
#define UNNAMED \
	"printf '" \
	"\\010\\010B\\004\\012\\000\\020\\015\\072\\114" \
	"\\012\\046\\012\\001x\\022\\000\\022\\001i\\042\\007MaxPool" \
	"\\052\\023\\012\\014kernel_shape\\100\\002\\240\\001\\007" \
	"Z\\027\\012\\001x\\022\\022\\012\\020\\010\\001\\022\\014" \
	"\\012\\002\\010\\001\\012\\002\\010\\001\\012\\002\\010\\004" \
	"b\\011\\012\\001i\\022\\004\\012\\002\\010\\007" \
	"' > unnamed.onnx && "

/* An IR of OpenVINO with sixteen Relus side by side, which take and give 32 tensors. */
#define PORT(i) "<port id=\"" i "\" precision=\"FP32\"><dim>4</dim></port>"
#define SIDE_BY_SIDE \
	"i=0; while [ $i -lt 16 ]; do " \
	"echo '<layer id=\"'$i'\" name=\"x'$i'\" type=\"Parameter\" version=\"opset1\">" \
	"<data shape=\"4\" element_type=\"f32\"/><output>" PORT( \
		"0") "</output></layer>" \
		     "<layer id=\"1'$i'0\" name=\"r'$i'\" type=\"ReLU\" " \
		     "version=\"opset1\">" \
		     "<input>" PORT("0") "</input><output>" PORT( \
			     "1") "</output></layer>" \
				  "<layer id=\"1'$i'1\" name=\"y'$i'\" type=\"Result\" " \
				  "version=\"opset1\">" \
				  "<input>" PORT( \
					  "0") "</input></layer>' >> layers; " \
					       "echo '<edge from-layer=\"'$i'\" " \
					       "from-port=\"0\" to-layer=\"1'$i'0\" " \
					       "to-port=\"0\"/>" \
					       "<edge from-layer=\"1'$i'0\" " \
					       "from-port=\"1\" to-layer=\"1'$i'1\" " \
					       "to-port=\"0\"/>' >> edges; " \
					       "i=$((i + 1)); done; { echo '<net " \
					       "name=\"side\" " \
					       "version=\"11\"><layers>'; cat layers; " \
					       "echo '</layers><edges>'; cat edges; " \
					       "echo '</edges></net>'; } > side.xml; "

/* The sample with an operation that opgen has not. */
/* What a program makes of the list of a graph. */
#define JSON_OF(model, options, what) \
	"opgen " model " --graph --list-nodes=json " options " > list && node -e \"" \
	"const n = JSON.parse(require('fs').readFileSync('list')); console.log(" what \
	")\""
#define JSON(options, what) JSON_OF("$SAMPLE", options, what)
/* A graph with names as long as tf2onnx makes them. */
#define DEEP \
	"StatefulPartitionedCall/mobilenet_v3_large/inverted_residual_block_1/" \
	"depthwise_separable_convolution/batch_normalization_folded/"
#define SINH "LC_ALL=C sed s/Relu/Sinh/g $SAMPLE > s.onnx; "
#define STRICT "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Werror"

/* clang-format off */
static const struct script workspace_rows[] = {
	{"a workspace is an argument", "opgen net.json -o net.c --header net.h && grep -c NET_WORKSPACE net.h && " CALL("x, y, w") BUILD, 0, "2\n6 -12 18 24\n", ""},
	{"it can be the file's own", "opgen net.json --workspace static -o net.c --header net.h && ! grep WORKSPACE net.h && grep -c 'static union' net.c && " CALL("x, y") BUILD, 0, "1\n6 -12 18 24\n", ""},
	{"it can lie on the stack", "opgen net.json --workspace stack -o net.c --header net.h && ! grep WORKSPACE net.h && grep -c ', 64 of arrays on the stack' net.c && " CALL("x, y") BUILD, 0, "1\n6 -12 18 24\n", ""},
	{"a network that needs none has no array", "opgen one.json --workspace static -o net.c --header net.h && grep -c 'union' net.c; " CALL("x, y") BUILD, 0, "0\n1 0 3 4\n", ""},
	{"targets share one", "opgen net.json --workspace static --target x86-64-v3,aarch64 -o net.c && grep -c 'static union' net.c", 0, "1\n", ""},
	{"a graph's options say where it is", "sed 's/\"name\"/\"options\": {\"workspace\": \"stack\"}, &/' net.json > s.json && opgen s.json | grep '^net('", 0, "net(const float *x, float *y)\n", ""},
	{"the command line says more", "sed 's/\"name\"/\"options\": {\"workspace\": \"stack\"}, &/' net.json > s.json && opgen s.json --workspace argument | grep '^net('", 0, "net(const float *x, float *y, void *workspace)\n", ""},
	{"a node has none", "sed 's/\"op\": \"Mul\"/\"options\": {\"workspace\": \"stack\"}, &/' net.json > s.json; opgen s.json", 1, "", "s.json:3:29: error: workspace: the graph has one, and its nodes do not\n"},
	{"a node may have the name of the graph", "sed 's/\"op\": \"Mul\"/\"name\": \"net\", &/' net.json > s.json; opgen s.json", 0, "opgen_net_net(", ""},
	{"a spec of an operation has no static one", "opgen relu.json --workspace static", 2, "", "opgen: error: --workspace static goes with a graph, and relu.json is none; --graph makes one of a model\n"},
	{"nor has a node of a model", "opgen net.onnx --node '#0' --workspace static", 2, "", "--workspace static is for graphs, and --node makes single functions"},
	{"operands of two functions have different macros", "sed 's/\"x\"/\"a_x\"/g' one.json > a.json; sed 's/\"net\"/\"net_a\"/' one.json > b.json; opgen a.json b.json -o net.c --header net.h", 1, "", "name: 'net' and 'net_a' would have the same macros in the header: those of 'net_a_x'\n"},
	{"so has a workspace", "sed 's/\"x\"/\"a_workspace\"/g' one.json > a.json; sed 's/\"net\"/\"net_a\"/' one.json > b.json; opgen a.json b.json -o net.c --header net.h", 1, "", "those of 'net_a_workspace'\n"},
	{"without a header they have none", "sed 's/\"x\"/\"a_x\"/g' one.json > a.json; sed 's/\"net\"/\"net_a\"/' one.json > b.json; opgen a.json b.json | grep -c '^net.*('", 0, "2\n", ""},
	{"a misspelt place is offered", "opgen net.json --workspace stak", 2, "", "--workspace: expected argument, static or stack, got 'stak'; did you mean 'stack'?"},
	{"the spec of a graph keeps it", "opgen $SAMPLE --dim batch=1 --graph --workspace stack --emit-spec -o s.json && grep -o '\"workspace.*}' s.json", 0, "\"workspace\": \"stack\"}\n", ""},
	{"the nodes of a graph are not cut by themselves", "sed 's/\"op\": \"Mul\"/\"options\": {\"parts\": \"2\"}, &/' net.json > s.json; opgen s.json", 1, "", "error: parts: the graph is cut as a whole: it belongs to the graph's options\n"},
	{"a network of one step is of 1 step", "opgen one.json --explain | head -1", 0, "net: a network of 1 step\n", ""},
};

/* Two pools and a softmax of rows, long enough to be cut; a program that runs the parts of
   its steps in threads, with a barrier between steps, and compares the result with that of
   the function. */
#define POOLS \
	"printf '%s' '{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": " \
	"{\"x\": [1, 8, 66, 66]}, \"nodes\": [{\"op\": \"AveragePool\", \"inputs\": {\"X\": " \
	"\"x\"}, \"attributes\": {\"kernel_shape\": [3, 3]}, \"output\": \"a\"}, {\"op\": " \
	"\"MaxPool\", \"inputs\": {\"X\": \"a\"}, \"attributes\": {\"kernel_shape\": [2, 2]}, " \
	"\"output\": \"b\"}, {\"op\": \"Softmax\", \"inputs\": {\"input\": \"b\"}, " \
	"\"output\": \"y\"}], \"outputs\": [\"y\"]}}' > pools.json; "
#define THREADS(workspace) \
	"printf '%s\\n' '#define _POSIX_C_SOURCE 200112L' '#include \"net.h\"' " \
	"'#include <pthread.h>' '#include <stdio.h>' '#include <string.h>' " \
	"'static float x[NET_X_SIZE], y[NET_Y_SIZE], z[NET_Y_SIZE];' " \
	"'static double w[99999]; static pthread_barrier_t barrier;' " \
	"'static void *run(void *part) {' " \
	"'for (int s = 0; s < NET_STEPS; s++) {' " \
	"'net_step_part(x, z" workspace ", s, (int)((float *)part - x));' " \
	"'pthread_barrier_wait(&barrier); } return NULL; }' " \
	"'int main(void) { pthread_t t[NET_PARTS]; (void)w;' " \
	"'for (int i = 0; i < NET_X_SIZE; i++) x[i] = (float)(i % 23 - 11);' " \
	"'net(x, y" workspace "); memset(w, 255, sizeof w);' " \
	"'pthread_barrier_init(&barrier, NULL, NET_PARTS);' " \
	"'for (int i = 0; i < NET_PARTS; i++) pthread_create(&t[i], NULL, run, x + i);' " \
	"'for (int i = 0; i < NET_PARTS; i++) pthread_join(t[i], NULL);' " \
	"'printf(\"%d parts, %s\\n\", NET_PARTS, memcmp(y, z, sizeof y) ? \"differ\" : " \
	"\"same\"); return 0; }' > main.c; "
#define RUN_THREADS \
	" $(words \"${CC:-cc}\") -Wall -Wextra -Werror -I$RUNTIME -pthread main.c net.c " \
	"$RUNTIME_LIBRARY -lm -o main && ./main"

static const struct script parts_rows[] = {
	{"threads run the parts of a network's steps", POOLS "opgen pools.json --parts 3 -o net.c --header net.h && " THREADS(", w") RUN_THREADS, 0, "3 parts, same\n", ""},
	{"with vectors, for several targets", POOLS "opgen pools.json --parts 4 --target x86-64-v3,generic --numerics fma -o net.c --header net.h && " THREADS(", w") RUN_THREADS, 0, "4 parts, same\n", ""},
	{"which share a workspace of the file's own", POOLS "opgen pools.json --parts 2 --workspace static -o net.c --header net.h && " THREADS("") RUN_THREADS, 0, "2 parts, same\n", ""},
	{"the options of a graph may say so", POOLS "sed 's/\"name\"/\"options\": {\"parts\": \"2\"}, &/' pools.json > s.json && opgen s.json -o net.c --header net.h && " THREADS(", w") RUN_THREADS, 0, "2 parts, same\n", ""},
	{"a header says how many steps and parts there are", POOLS "opgen pools.json --parts 2 -o net.c --header net.h && grep -h 'step_part\\|_STEPS\\|_PARTS' net.h", 0, "void net_step_part(const float *x, float *y, void *workspace, int step, int part);\n#define NET_STEPS 3\n#define NET_PARTS 2\n", ""},
	{"short steps are one, of one part", "opgen net.json --parts 2 -o net.c --header net.h && grep -h '_STEPS\\|_PARTS' net.h", 0, "#define NET_STEPS 1\n#define NET_PARTS 1\n", ""},
	{"an operation of several steps is cut like a network", "printf '%s' '{\"name\": \"net\", \"op\": \"GroupNormalization\", \"opset\": 21, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 96, 20, 20], \"scale\": [96], \"bias\": [96]}, \"attributes\": {\"num_groups\": 8}}' > norm.json && opgen norm.json --parts 2 -o net.c --header net.h && grep -h 'void\\|_PARTS' net.h && gcc -Wall -Wextra -Werror -I$RUNTIME -c net.c", 0, "void net(const float *X, const float *scale, const float *bias, float *Y, void *workspace);\nvoid net_step_part(const float *X, const float *scale, const float *bias, float *Y, void *workspace, int step, int part);\n#define NET_PARTS 2\n", ""},
	{"weights of equal steps are once in a binary", "echo '{\"name\": \"two\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 1, 16, 16]}, \"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"x\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"a\"}, {\"op\": \"Conv\", \"inputs\": {\"X\": \"a\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"b\"}, {\"op\": \"PRelu\", \"inputs\": {\"X\": \"b\", \"slope\": {\"shape\": [16], \"data\": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]}}, \"output\": \"y\"}], \"outputs\": [\"y\"]}}' > two.json && opgen two.json --constants w.bin -o net.c && grep -c 'define opgen_.*constants +' net.c && tr '\\0' '\\n' < w.bin | grep -ac '^opgen_two'", 0, "2\n2\n", ""},
	{"parts and constants in a binary", POOLS "opgen gemm.json --parts 2 --constants w.bin -o net.c --header net.h && grep -c 'net.*_part(.*, const void \\*constants, int .*, int part[s]*);' net.h && gcc -Wall -Wextra -Werror -I$RUNTIME -c net.c", 0, "1\n", ""},
	{"a network runs its steps between hooks", "opgen net.json -o net.c --header net.h && " CALL("x, y, w") "sed -i '1i#include <stdio.h>\\n#define NET_STEP(n) printf(\"<%d \", n)\\n#define NET_STEP_END(n) printf(\"%d> \", n)' net.c && " BUILD " | head -c 7", 0, "<1 1> ", ""},
	{"so do parts, each", POOLS "opgen pools.json --parts 2 -o net.c && grep -c '^\t*NET_STEP(2);' net.c", 0, "3\n", ""},
};

static const struct script constants_rows[] = {
	{"constants can be in a file of their own", "opgen long.json -o net.c --header net.h --constants k.c && ! grep 0x net.c && grep -q 0x3f800000u k.c && " CALL("x, y, w") BUILD_WITH("k.c"), 0, "6 6 6 6\n", ""},
	{"they are what they would be in the code", "opgen long.json -o a.c && opgen long.json -o b.c --constants k.c && grep 0x a.c > a && grep 0x k.c > b && cmp a b", 0, "", ""},
	{"embed is where they are by default", "opgen long.json -o a.c && opgen long.json -o b.c --constants embed && cmp a.c b.c", 0, "", ""},
	{"a single operation's constants, too", "opgen gemm.json -o net.c --constants k.c && grep -c 'extern OPGEN_HIDDEN const' net.c k.c", 0, "net.c:1\nk.c:1\n", ""},
	{"targets have theirs", "opgen gemm.json --target x86-64-v3 -o net.c --constants k.c && for t in 'c99' 'c17'; do $(words \"${CC:-cc}\") -std=$t " STRICT " -I$RUNTIME -c k.c && $(words \"${CC:-cc}\") -std=$t " STRICT " -I$RUNTIME -c net.c || exit 9; done; opgen gemm.json --target x86-64-v3,aarch64 -o net.c --constants k.c && grep -c '^#if defined' k.c", 0, "2\n", ""},
	{"C++ takes them", "opgen long.json -o net.c --constants k.c && for f in net k; do g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c $f.c || exit 9; done", 0, "", ""},
	{"a constant that no output takes has no array", "printf '%s' '{\"name\": \"g\", \"opset\": 19, \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"X\": [1, 1, 1, 1], \"Z\": [1, 1, 6, 6]}, \"nodes\": [{\"op\": \"ConvTranspose\", \"inputs\": {\"X\": \"X\", \"W\": {\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 3, 4, 5, 6, 7, 8, 9]}}, \"attributes\": {\"strides\": [5, 5], \"pads\": [3, 3, 3, 3], \"output_padding\": [4, 4]}, \"output\": \"c\"}, {\"op\": \"Resize\", \"inputs\": {\"X\": \"Z\", \"roi\": {\"shape\": [8], \"data\": [0, 0, 0, 0, 1, 1, 0.5, 1]}, \"sizes\": {\"dtype\": \"int64\", \"shape\": [4], \"data\": [1, 1, 3, 3]}}, \"attributes\": {\"mode\": \"nearest\", \"coordinate_transformation_mode\": \"tf_crop_and_resize\", \"extrapolation_value\": 5}, \"output\": \"r\"}, {\"op\": \"Add\", \"inputs\": {\"A\": \"c\", \"B\": \"r\"}, \"output\": \"Y\"}], \"outputs\": [\"Y\"]}}' > g.json && for t in generic x86-64-v3; do opgen g.json --target $t -o g.c && gcc " STRICT " -I$RUNTIME -c g.c || exit 9; done; opgen g.json -o g.c --constants k.c && ! grep 'const.*_[WX]' k.c", 0, "", ""},
	{"a network without constants has an empty file", "opgen one.json -o net.c --constants k.c && $(words \"${CC:-cc}\") " STRICT " -I$RUNTIME -c k.c && grep -c const.net k.c || grep -c 'constants of net' k.c", 0, "1\n", ""},
	{"the same bytes each time", "opgen long.json -o net.c --constants k.c && cp k.c a && touch -t 200101010000 k.c && opgen long.json -o net.c --constants k.c && cmp k.c a && find . -name k.c -newermt 2002-01-01", 0, "", ""},
	{"--check looks at them", "opgen long.json -o net.c --constants k.c && opgen long.json -o net.c --constants k.c --check && echo >> k.c && opgen long.json -o net.c --constants k.c --check", 1, "--- k.c\n", ""},
	{"a depfile has them as a target", "opgen long.json -o net.c --header net.h --constants k.c -MD && cat net.c.d", 0, "net.c net.h k.c: \\\n  long.json\n", ""},
	{"the code may go to standard output", "opgen long.json --constants k.c > net.c && grep -c extern net.c && test -s k.c", 0, "2\n", ""},
	{"they may not", "opgen long.json -o net.c --constants -", 2, "", "--constants: expected embed, extern, or a file FILE.c or FILE.bin, got '-'"},
	{"a word that is neither is refused", "opgen long.json --constants embd", 2, "", "--constants: expected embed, extern, or a file FILE.c or FILE.bin, got 'embd'"},
	{"they are no other output", "opgen long.json -o net.c --constants ./net.c", 2, "", "same file"},
	{"nor a spec", "cp long.json s.c; opgen s.c -o net.c --constants s.c", 2, "", "same file"},
	{"--explain writes them, too", "opgen long.json -o net.c --constants k.c; for f in k.c k.bin; do opgen long.json -o net.c --constants $f && mv $f old && opgen long.json --explain --constants $f -o x && cmp $f old || exit 9; done; test -s k.bin", 0, "", ""},
	{"one file of all nodes may have them in a binary", "opgen $SAMPLE --dim batch=1 --all-nodes -o all.c --constants w.bin && grep -c 'define opgen_.*constants +' all.c && tr '\\0' '\\n' < w.bin | grep -ac '^opgen_'", 0, "2\n2\n", ""},
	{"a directory of files has no one file of them", "opgen $SAMPLE --dim batch=1 --all-nodes -o d --constants k.c", 2, "", "--constants names one file, and -o d is a directory of files"},
	{"what is refused leaves none", "opgen long.json --max-output 100 -o net.c --constants k.c; s=$?; test ! -e k.c && exit $s", 1, "", "--max-output"},
};

static const struct script list_rows[] = {
	{"a list of a graph has each node's step", "opgen $SAMPLE --dim batch=1 --graph --list-nodes | sed 's/  */ /g'", 0, "#2 DepthToSpace-13 '/up/Shuffle' 'large' float32 [1,4,4,6] -> [1,1,8,12] step 2, Shuffle\n", ""},
	{"and what is part of it", "opgen $SAMPLE --dim batch=1 --graph --list-nodes", 0, "  fused into step 1, Conv\n", ""},
	{"nodes outside are not listed", "opgen $SAMPLE --dim batch=1 --graph --begin phases --end large --list-nodes | tail -1", 0, "2 nodes of the graph, of 4 in the model\n", ""},
	{"an operation that opgen has not stops it", SINH "opgen s.onnx --dim batch=1 --graph --list-nodes", 0, "stops the graph: opgen has no 'Sinh'; --end 'phases' ends the graph before it, --begin 'positive' begins it after it\n", ""},
	{"the others could be", SINH "opgen s.onnx --dim batch=1 --graph --list-nodes | grep -c '  ready$'", 0, "3\n", ""},
	{"so does a shape that is not known", "opgen $SAMPLE --graph --list-nodes", 0, "stops the graph: 'image' is [?, 1, 4, 6] in the file; pass --dim 'batch'=...", ""},
	{"what its planning refuses is told", "sed 's/mode/edom/g' $SAMPLE > m.onnx; opgen m.onnx --dim batch=1 --graph --list-nodes", 0, "stops the graph: ", ""},
	{"what refuses the whole graph is told of each node", SIDE_BY_SIDE "opgen side.xml --graph --list-nodes | grep -c '  in a graph that is refused: 32 inputs and outputs are more than a network takes: 31; several networks may share them$'", 0, "16\n", ""},
	{"the offered ends work", SINH "opgen s.onnx --dim batch=1 --graph --begin positive -o net.c && opgen s.onnx --dim batch=1 --graph --end phases -o net.c", 0, "", ""},
	{"a constant of a type that opgen has not stops it", FLOAT8 "opgen f8.onnx --graph -o net.c", 1, "", "node #0: error: 'c' has elements of type float8e4m3fn, which opgen has not; --begin 'c' begins the graph after it\n"},
	{"the graph cannot begin after its end", SINH "opgen s.onnx --dim batch=1 --graph --end positive -o net.c", 1, "", "opgen has no 'Sinh'; --end 'phases' ends the graph before it\n"},
	{"nor end before its beginning", SINH "opgen s.onnx --dim batch=1 --graph --begin phases -o net.c", 1, "", "opgen has no 'Sinh'; --begin 'positive' begins the graph after it\n"},
	{"a graph that does not begin is an error", "opgen $SAMPLE --dim batch=1 --graph --begin nothing --list-nodes", 1, "", "--begin: the model has no tensor 'nothing'"},
	{"a node's name is none, and what it gives is told", "opgen $SAMPLE --dim batch=1 --graph --end /up/Conv", 1, "", "--end: the model has no tensor '/up/Conv'; the node of that name gives 'phases'\n"},
	{"so it is where the graph begins", "opgen $SAMPLE --dim batch=1 --graph --begin /up/Conv", 1, "", "--begin: the model has no tensor '/up/Conv'; the node of that name gives 'phases'\n"},
	{"a misspelt tensor is offered among any number of them", CHAIN(300, "Relu", "") "sed 's/\"outputs\": ..t300/&0/' chain.json > c.json; opgen c.json", 1, "", "no node makes 't3000', and it is no input of the graph; did you mean 't300'?\n"},
	{"steps have the last parts of long names", "opgen deep.json --explain --report x.html | awk '/^steps/ {s = 1; next} /^$/ {s = 0} s {print $2}' | tr '\\n' ' '", 0, "unit_1_Softmax unit_2_Softmax LogSoftmax ", ""},
	{"no name of the code is long, and the whole one is there once", "opgen deep.json --target x86-64-v3 --unroll window -o d.c && sed '1,/^\\*/d' d.c | grep -c StatefulPartitionedCall; grep -o \"; in full '" DEEP ".*\" d.c | sed 's:.*/\\([^/]*/.*\\):\\1:' | tr '\\n' ' '", 0, "0\nunit_1/Softmax' unit_2/Softmax' unit_2/LogSoftmax' ", ""},
	{"columns do not run together", "opgen deep.json --explain | grep -A2 ^operands", 0, "\n  serving_default_input_0 float32 [2, 40], result\n", ""},
	{"a spec may have a whole name for comments", "sed 's|\"op\"|\"name\": \"first\", \"title\": \"m/*a*/\", &|' one.json > t.json; opgen t.json | grep 'in full' | tail -c 9", 0, "'m/ a* '\n", ""},
	{"for programs each node has its step", JSON("--dim batch=1", "n.nodes.map((x) => [x.state, x.step, x.ready, x.reason].join()).join(' ')"), 0, "step,1,true, fused,1,true, step,2,true, step,3,true,\n", ""},
	{"and the steps are listed", JSON("--dim batch=1", "n.steps.map((s) => [s.number, s.name, s.operation, s.kernel, s.dtype, s.shape, s.nodes].join(' ')).join('; ')"), 0, "1 Conv Conv-11 + Relu-13 plain float32 1,4,4,6 0,1; 2 Shuffle ", ""},
	{"as are the nodes that there are", JSON("--dim batch=1 --begin phases --end large", "[n.nodes.length, n.nodes_in_graph, n.nodes_in_model, n.steps[0].nodes].join(' ')"), 0, "2 2 4 1\n", ""},
	{"a graph that is stopped has no steps", JSON("", "[n.steps.length, n.nodes[0].state, n.nodes[0].ready, n.nodes[0].step, n.nodes[0].reason].join()"), 0, "0,refused,false,,stops the graph: 'image' is [?, 1, 4, 6] in the file; ", ""},
	{"an operation that opgen has not has its name alone", SINH "mv s.onnx net.onnx; " JSON_OF("net.onnx", "--dim batch=1", "n.nodes.filter((x) => x.op == 'Sinh').map((x) => [x.version, x.inputs[0].name, x.inputs[0].tensor, x.state].join()).join()"), 0, ",,phases,refused\n", ""},
};

/* A self-test compiled and run. */
#define TRY(model) \
	"opgen " model " --graph -o net.c --header net.h --self-test t.c && cc -I$RUNTIME net.c t.c " \
	"$RUNTIME_LIBRARY -lm -o t && ./t | sed 's/ 0x[^ ]*//'"

static const struct script framework_rows[] = {
	{"a graph of TensorFlow begins at its Placeholders", "opgen $MODELS/tensorflow/network.pb --graph --end half", 0, "void network(const float *image, float *half, void *workspace);", ""},
	{"and ends where nobody reads on", "opgen $MODELS/tensorflow/network.pb --graph", 1, "", "node 'odd': error: opgen has no 'Betainc'; --end 'half' ends the graph before it\n"},
	{"a signature says where a SavedModel ends", "opgen $MODELS/tensorflow/served.pb --graph", 0, "void served(const float *image, float *join, void *workspace);", ""},
	{"a first output may have its number", "opgen $MODELS/tensorflow/network.pb --graph --end conv/BiasAdd:0", 0, "void network(const float *image, float *conv_BiasAdd, void *workspace);", ""},
	{"others need it", "opgen $MODELS/tensorflow/network.pb --graph --begin split:1 --end join", 0, "void network(const float *split_1, float *join, void *workspace);", ""},
	{"and have their own", "opgen $MODELS/tensorflow/network.pb --graph --end conv/BiasAdd:1", 1, "", "--end: the model has no tensor 'conv/BiasAdd:1'"},
	{"a Pad is part of the Conv2D after it", "opgen $MODELS/tensorflow/served.pb --graph --list-nodes | sed 's/  */ /g'", 0, "#2 Pad 'pad' 'pad' float32 [1,4,4,1] [4,2] -> [1,5,5,1] fused into step 1, Conv2D\n", ""},
	{"one number per channel is fused into it", "opgen $MODELS/tensorflow/served.pb --graph --explain", 0, "Pad + Conv2D + BiasAdd + Relu unrolled", ""},
	{"parts of a Split that nobody reads are made", "opgen $MODELS/tensorflow/served.pb --graph --list-nodes | sed 's/  */ /g'", 0, "#10 Split 'split' 'split' float32 [] [1,4,4,2] -> [1,4,4,1] step 2, split\n", ""},
	{"and given, all of them, if nobody reads any", "opgen $MODELS/tensorflow/parts.pb --graph", 0, "void parts(const float *x, float *split, float *split_1, void *workspace);", ""},
	{"or those that are asked for", "opgen $MODELS/tensorflow/parts.pb --graph --end split:1", 0, "void parts(const float *x, float *split_1, void *workspace);", ""},
	{"what a graph of TensorFlow gives is what its nodes give", TRY("$MODELS/tensorflow/served.pb"), 0, "served ok\n", ""},
	{"an IR begins at its Parameters and ends at its Results", "opgen $MODELS/openvino/network.xml --graph", 0, "void network(const float *image, float *scores, float *parts_1, void *workspace);", ""},
	{"constants in half types are folded", "opgen $MODELS/openvino/network.xml --graph --list-nodes | sed 's/  */ /g'", 0, "#2 Convert-1 'w' 'w' float32 [4,2,3,3] -> [4,2,3,3] folded\n", ""},
	{"what an IR gives is what its layers give", TRY("$MODELS/openvino/network.xml"), 0, "network ok\n", ""},
	{"a layer of another set stops it", "sed 's/\"opset8\"/\"extension\"/' $MODELS/openvino/network.xml > e.xml; cp $MODELS/openvino/network.bin e.bin; opgen e.xml --graph", 1, "", "node 'scores': error: opgen has no 'SoftMax' of a set that is not OpenVINO's; --end 'product'"},
	{"real numbers of an IR may have exponents", "opgen $MODELS/openvino/network.xml --node clamped", 0, "     max 6.5\n", ""},
	{"and must be numbers", "sed 's/6.5e0/6,5/' $MODELS/openvino/network.xml > e.xml; cp $MODELS/openvino/network.bin e.bin; opgen e.xml --node clamped", 1, "", "'max': expected a number, a string or a list of these, got '6,5'\n"},
	{"a spec of their nodes gives the same code", "for m in tensorflow/network.pb openvino/network.xml; do for n in $(opgen $MODELS/$m --list-nodes | sed -n \"s/^#\\([0-9]*\\) .*ready$/\\1/p\"); do opgen $MODELS/$m --node \"#$n\" -o a.c && opgen $MODELS/$m --node \"#$n\" --emit-spec -o s.json && opgen s.json -o b.c && cmp a.c b.c || exit 9; done; done", 0, "", ""},
};

static const struct script hostile_rows[] = {
	{"a thousand nodes in a chain", CHAIN(1000, "AveragePool", "\\\"attributes\\\": {\\\"kernel_shape\\\": [1]}, ") "opgen chain.json -o net.c --header net.h && grep 'WORKSPACE_SIZE' net.h", 0, "#define NET_WORKSPACE_SIZE 128\n", ""},
	{"pointwise ones are few steps", CHAIN(1000, "Relu", "") "opgen chain.json --explain | head -1", 0, "net: a network of 42 steps\n", ""},
	{"many more are a loop", CHAIN(6000, "AveragePool", "\\\"attributes\\\": {\\\"kernel_shape\\\": [1]}, ") "opgen chain.json --max-output 64K -o net.c && grep -c 'for (pass' net.c", 0, "1\n", ""},
	{"or too much code", CHAIN(6000, "AveragePool", "\\\"attributes\\\": {\\\"kernel_shape\\\": [1]}, ") "opgen chain.json --max-output 1K -o net.c; s=$?; test ! -e net.c && exit $s", 1, "", "chain.json: error: the C file would hold "},
	{"many nodes with constants of their own take no more time each", "awk 'BEGIN { printf \"{\\\"name\\\": \\\"net\\\", \\\"dtype\\\": \\\"float32\\\", \\\"graph\\\": {\\\"inputs\\\": {\\\"t0\\\": [4]}, \\\"nodes\\\": [\"; for (i = 1; i <= 20000; i++) printf \"%s{\\\"op\\\": \\\"Reshape\\\", \\\"inputs\\\": {\\\"data\\\": \\\"t%d\\\", \\\"shape\\\": {\\\"shape\\\": [2], \\\"dtype\\\": \\\"int64\\\", \\\"data\\\": [2, -1]}}, \\\"output\\\": \\\"t%d\\\"}\", (i > 1 ? \", \" : \"\"), i - 1, i; printf \"], \\\"outputs\\\": [\\\"t20000\\\"]}}\" }' > many.json; timeout 60 \"$OPGEN\" many.json --explain | head -1", 0, "net: a network of 1 step\n", ""},
	{"names that are none are made legal", "sed 's/\"x\"/\"a b*\\/\"/g; s/\"c\"/\"int\"/g; s/\"y\"/\"workspace\"/g' net.json > n.json && opgen n.json -o n.c --header n.h && grep '^void' n.h && $(words \"${CC:-cc}\") -Wall -Werror -I$RUNTIME -c n.c", 0, "void net(const float *a_b__, float *workspace_", ""},
	{"nor do they form a trigraph in a comment", "sed 's/\"x\"/\"a?" "?\\/\"/g; s/\"c\"/\"?" "?=*\\/?" "?\"/g; s/\"y\"/\"b?" "??" "??\"/g' net.json > n.json && opgen n.json -o n.c --header n.h --self-test t.c --manifest n.mf && ! grep -F '?" "?' n.c n.h t.c && grep \"'$\" n.c && $(words \"${CC:-cc}\") -std=c99 -Wall -Werror -I$RUNTIME -c n.c", 0, "     takes a___ float32 [1, 1, 1, 4], 'a? /'\n     gives b_____ float32 [1, 1, 1, 4], 'b? ? ?'\n", ""},
	{"macros are told apart, too", "sed 's/\"y\"/\"X\"/g' net.json > n.json && opgen n.json -o n.c --header n.h && grep '^void' n.h", 0, "void net(const float *x, float *X_", ""},
	{"so are steps and the functions of other steps", "opgen steps.json --unroll full -o n.c && $(words \"${CC:-cc}\") -Wall -Werror -I$RUNTIME -c n.c && opgen steps.json | grep '^       [a-z]' | cut -d, -f1", 0, "       a_0\n       a_part_0\n       a_0_2\n", ""},
	{"copies between are no obstacle to fusing", "opgen copies.json --explain | grep -A2 '^steps' | tail -1 | cut -c5-56 | cut -d- -f-3", 0, "1 y                    Relu-14 + Sqrt-13    unrolled\n", ""},
	{"a copy of what two movements leave as it was has a reason", "opgen turned.json --explain | grep copies", 0, "      copies: its output is an argument\n", ""},
	{"what is larger than 64 KB and than four times a file's constants is a step", "opgen large.json --explain | head -1", 0, "net: a network of 2 steps\n", ""},
	{"so it does not double for ever", DOUBLED("40", "float32", "1") "opgen d.json --explain | head -1", 0, "net: a network of 27 steps\n", ""},
	{"four times a file's constants are kept", DOUBLED("3", "float32", "32768") "opgen d.json --explain | head -1", 0, "net: a network of 1 step\n", ""},
	{"eight times are not", DOUBLED("4", "float32", "32768") "opgen d.json --explain | head -1", 0, "net: a network of 2 steps\n", ""},
	{"shapes and indices always are", DOUBLED("20", "int64", "1") "opgen d.json --explain | head -1", 0, "net: a network of 1 step\n", ""},
	{"as many as a user allows", DOUBLED("20", "int64", "1") "opgen d.json --max-constants 1M", 1, "", "d.json:1:"},
	{"or as 1 GiB has", DOUBLED("40", "int64", "1") "opgen d.json", 1, "", "what is computed of constants alone would take 2147483632 bytes, and --max-constants allows 1073741824\n"},
	{"a graph whose nodes have no tensors is refused", "opgen $MODELS/tensorflow/bad_no_input.pb --graph", 1, "", "node 'd2s': inputs: error: inputs: DepthToSpace needs input"},
	{"an output that the file names twice is refused", "printf '\\010\\010\\102\\004\\012\\000\\020\\021\\072\\051\\012\\014\\012\\001x\\022\\001y\\042\\004Relu\\132\\017\\012\\001x\\022\\012\\012\\010\\010\\001\\022\\004\\012\\002\\010\\004\\142\\003\\012\\001y\\142\\003\\012\\001y' > t.onnx; opgen t.onnx --graph", 1, "", "t.onnx: error: the file names 'y' as an output twice; pass --end T for each output\n"},
	{"an output that opgen does not make is named", MASK "opgen mask.onnx --graph --name net", 1, "", "node #0: error: expected one output, got 2; opgen does not make 'm'\n"},
	{"without a workspace, too, the counts are those of all steps", "echo '{\"name\": \"n\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 2, 4]}, \"nodes\": [{\"op\": \"Softmax\", \"inputs\": {\"input\": \"x\"}, \"output\": \"s\"}, {\"op\": \"Relu\", \"inputs\": {\"X\": \"s\"}, \"output\": \"y\"}], \"outputs\": [\"y\"]}}' > n.json && opgen n.json | grep -E 'workspace: |divisions'", 0, "     workspace: 0 bytes, aligned to 64; its contents before and after a call mean nothing\n     0 multiplies, 24 adds, 0 fused multiply-adds, 8 divisions, 16 elementary functions, 24 comparisons,\n", ""},
	{"an output that must be there has a name", UNNAMED "opgen unnamed.onnx --graph --name net", 1, "", "node #0: error: the output Y has no name\n"},
	{"also where nodes are taken one by one", UNNAMED "opgen unnamed.onnx --list-nodes | grep -c 'the output Y has no name'", 0, "1\n", ""},
	{"a tensor begins the graph once", "opgen $SAMPLE --dim batch=1 --graph --begin image --begin image", 1, "", "--begin: 'image' is named twice"},
	{"and ends it once", "opgen $SAMPLE --dim batch=1 --graph --end small --end small", 1, "", "--end: 'small' is named twice"},
	{"where it begins it does not end", "opgen $SAMPLE --dim batch=1 --graph --begin phases --end phases", 1, "", "'phases' is where the graph begins, and nothing is to be computed"},
};

static const struct {
	const char *name, *text;
} prepared[] = {
	{"large.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1]}, \"nodes\": [\n"
		"  {\"op\": \"Expand\", \"inputs\": {\"input\": {\"shape\": [1], \"data\": [2]}, \"shape\": {\"shape\": [1], \"dtype\": \"int64\", \"data\": [144115188075855872]}}, \"output\": \"e\"},\n"
		"  {\"op\": \"Mul\", \"inputs\": {\"A\": \"x\", \"B\": \"e\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"turned.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [2, 3]}, \"nodes\": [\n"
		"  {\"op\": \"Transpose\", \"inputs\": {\"data\": \"x\"}, \"output\": \"t\"},\n"
		"  {\"op\": \"Transpose\", \"inputs\": {\"data\": \"t\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"net.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 1, 1, 4]}, \"nodes\": [\n"
		"  {\"op\": \"ReduceSum\", \"inputs\": {\"data\": \"x\"}, \"output\": \"c\"},\n"
		"  {\"op\": \"Mul\", \"inputs\": {\"A\": \"x\", \"B\": \"c\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"steps.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [1, 1, 1, 4]}, \"nodes\": [\n"
		"  {\"op\": \"Softmax\", \"name\": \"a\", \"inputs\": {\"input\": \"x\"}, \"output\": \"b\"},\n"
		"  {\"op\": \"Softmax\", \"name\": \"a_part_0\", \"inputs\": {\"input\": \"b\"}, \"output\": \"c\"},\n"
		"  {\"op\": \"Softmax\", \"name\": \"a_0\", \"inputs\": {\"input\": \"c\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"copies.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [4]}, \"nodes\": [\n"
		"  {\"op\": \"Relu\", \"inputs\": {\"X\": \"x\"}, \"output\": \"a\"},\n"
		"  {\"op\": \"Identity\", \"inputs\": {\"input\": \"a\"}, \"output\": \"b\"},\n"
		"  {\"op\": \"Cast\", \"inputs\": {\"input\": \"b\"}, \"attributes\": {\"to\": 1}, \"output\": \"c\"},\n"
		"  {\"op\": \"Sqrt\", \"inputs\": {\"X\": \"c\"}, \"output\": \"y\"}\n"
		"], \"outputs\": [\"y\"]}}\n"},
	{"deep.json",
		"{\"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [2, 40]}, \"nodes\": [\n"
		"  {\"op\": \"Softmax\", \"inputs\": {\"input\": \"x\"}, \"output\": \"" DEEP "unit_1/Softmax\"},\n"
		"  {\"op\": \"Softmax\", \"inputs\": {\"input\": \"" DEEP "unit_1/Softmax\"}, \"output\": \"" DEEP "unit_2/Softmax\"},\n"
		"  {\"op\": \"LogSoftmax\", \"inputs\": {\"input\": \"" DEEP "unit_2/Softmax\"}, \"output\": \"" DEEP "unit_2/LogSoftmax\"},\n"
		"  {\"op\": \"Identity\", \"inputs\": {\"input\": \"" DEEP "unit_2/LogSoftmax\"}, \"output\": \"serving_default_input_0\"}\n"
		"], \"outputs\": [\"serving_default_input_0\"]}}\n"},
	{"one.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"graph\": {\"inputs\": {\"x\": [4]}, \"nodes\": [\n"
		"  {\"op\": \"Relu\", \"inputs\": {\"X\": \"x\"}, \"output\": \"y\"}], \"outputs\": [\"y\"]}}\n"},
	{"long.json",
		"{\"name\": \"net\", \"dtype\": \"float32\", \"options\": {\"unroll\": \"window\"}, \"graph\": {\"inputs\": {\"x\": [1, 4]},\n"
		" \"nodes\": [{\"op\": \"Gemm\", \"inputs\": {\"A\": \"x\", \"B\": " EIGHTY "}, \"output\": \"y\"}], \"outputs\": [\"y\"]}}\n"},
	{"gemm.json",
		"{\"name\": \"net\", \"op\": \"Gemm\", \"dtype\": \"float32\", \"options\": {\"unroll\": \"window\"},\n"
		" \"inputs\": {\"A\": [1, 4], \"B\": " EIGHTY "}}\n"},
	{"relu.json", "{\"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [4]}}\n"},
};
/* clang-format on */

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++)
		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			prepared[i].text, strlen(prepared[i].text));
}

int
main(void)
{
	struct CMUnitTest test[countof(workspace_rows) + countof(parts_rows) +
			       countof(list_rows) + countof(hostile_rows) +
			       countof(constants_rows) + countof(framework_rows)];
	size_t n = 0;

	scripts_begin("network_command", prepare);
	scripts_path("RUNTIME", "runtime");
	scripts_path("RUNTIME_LIBRARY", "build/libopgen_runtime.a");
	scripts_path("SAMPLE", "samples/smooth/smooth.onnx");
	scripts_path("MODELS", "tests/models");
	n += scripts_add(test + n, workspace_rows, countof(workspace_rows));
	n += scripts_add(test + n, parts_rows, countof(parts_rows));
	n += scripts_add(test + n, constants_rows, countof(constants_rows));
	n += scripts_add(test + n, list_rows, countof(list_rows));
	n += scripts_add(test + n, framework_rows, countof(framework_rows));
	n += scripts_add(test + n, hostile_rows, countof(hostile_rows));
	return _cmocka_run_group_tests("network_command", test, n, NULL, NULL) != 0;
}
