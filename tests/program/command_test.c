/* Uses opgen as its users do: every row is a shell script, run in a fresh directory that
   holds a few specs, with what it must exit with and print. */

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

/* A file that every script finds. */
struct prepared {
	const char *name, *text;
};

/* For scripts: names that a depfile can carry, and what makes a build.ninja whose one
   target, a name as Ninja writes it, takes the depfile d, as the makefile m does. */
#define NAMES \
	"touch -t 200101010000 pool.json; " \
	"rules() { printf 'rule r\\n command = cp from d && touch $out && : made\\n " \
	"depfile = d\\nbuild %s: r\\n' \"$1\" > build.ninja; }; " \
	"printf '%%.c:\\n\\t@echo made\\ninclude d\\n' > m; " \
	"set -- 'a b#c$d' a:b a::b '(1) a' 'C:\\x\\y' 'a\\ b' '{a}' 'a@b!c,d+e~' ' a' " \
	"'\xc3\xa9' '$(a).b' 'a\\\\b'; "

/* clang-format off */
static const struct prepared prepared[] = {
	{"pool.json",
		"{\n"
		"  \"op\": \"AveragePool\", \"dtype\": \"float32\",\n"
		"  \"inputs\": {\"X\": [1, 1, 4, 4]},\n"
		"  \"attributes\": {\"kernel_shape\": [2, 2]}\n"
		"}\n"},
	{"space.json",
		"{\"op\": \"DepthToSpace\", \"dtype\": \"int8\", \"inputs\": {\"input\": [1, 1, 1, 4]},\n"
		" \"attributes\": {\"block_size\": 2}, \"options\": {\"unroll\": \"window\"}}\n"},
	{"named.json",
		"{\"name\": \"pool\", \"op\": \"DepthToSpace\", \"dtype\": \"int8\",\n"
		" \"inputs\": {\"input\": [1, 1, 1, 4]}, \"attributes\": {\"block_size\": 2}}\n"},
	{"conv.json",
		"{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 3],\n"
		" \"W\": {\"shape\": [1, 1, 1], \"file\": \"w.npy\"}}}\n"},
	{"wrong.json",
		"{\n"
		"  \"op\": \"AveragePool\", \"dtype\": \"float32\",\n"
		"  \"inputs\": {\"X\": [1, 1, 4, 4]},\n"
		"  \"attributes\": {\"kernel_shape\": [2, 2], \"strides\": [2], \"padz\": [0, 0, 0, 0]},\n"
		"  \"options\": {\"unroll\": \"fulll\", \"target\": \"avx9\", \"unrol\": \"full\"}\n"
		"}\n"},
	{"large.json",
		"{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 8, 64, 64]},\n"
		" \"attributes\": {\"kernel_shape\": [3, 3]}, \"options\": {\"unroll\": \"full\"}}\n"},
};

static const struct script usage_rows[] = {
	{"--help prints the options and exits 0", "opgen --help", 0, "--max-output BYTES", ""},
	{"--help says what the words of options mean", "opgen --help", 0, "\nunroll levels:\n  full                  no loops", ""},
	{"it has options of a kind together", "opgen --help | grep -x '[a-z]*:' | head -5 | tr -d '\\n'", 0, "output:code:memory:models:information:", ""},
	{"it has each option once", "opgen --help | awk '/^  -/ {print $1}' | sort | uniq -c | awk '$1 > 1'", 0, "", ""},
	{"it has an example of a network", "opgen --help", 0, "opgen net.onnx --graph -o net.c", ""},
	{"it leaves kernel designs out", "opgen --help | grep -c winograd", 1, "0\n", ""},
	{"--kernel help lists them", "opgen --kernel help", 0, "kernel designs:\n  unrolled              straight-line code, every index a literal\n", ""},
	{"so do the others of their words", "for o in target numerics unroll constants workspace; do opgen --$o help | head -1; done | tr -d '\\n'", 0, "targets:numerics:unroll levels:places of constants:workspaces:", ""},
	{"what has no words has no help of its own", "opgen pool.json --name help -o x.c && grep -c '^help(' x.c", 0, "1\n", ""},
	{"-h is --help", "opgen -h", 0, "usage: opgen", ""},
	{"a C file that is no spec may be the output", "opgen pool.json x.c", 3, NULL, "cannot read x.c: No such file or directory\nopgen: the C file is named by -o 'x.c'\n"},
	{"--help wins over what else is wrong", "opgen --list --check --help", 0, "usage: opgen", ""},
	{"--version prints the version", "opgen --version", 0, "opgen 0.1.0", ""},
	{"--version writes no file", "echo old > x.c; opgen pool.json -o x.c --version; cat x.c", 0, "\nold\n", ""},
	{"--list needs no spec", "opgen --list", 0, "SpaceToBatch", ""},
	{"--list can go to a file", "opgen --list -o list && grep -q LpPool list", 0, "", ""},
	{"--describe shows an operation's attributes", "opgen --describe AveragePool", 0, "count_include_pad", ""},
	{"and its outputs", "opgen --describe ai.onnx:MaxPool | grep -A2 outputs:", 0, "  outputs:\n    Y                  [N, C, D1, ...]\n    Indices            Y's shape, the place in X of each element; of int64; optional; since version 8\n", ""},
	{"a list of them, too", "opgen --describe ai.onnx:Split | grep -A1 outputs:", 0, "  outputs:\n    outputs            the parts, one after the other; as many as are asked for: outputs_0, outputs_1 ...\n", ""},
	{"--describe offers the nearest operation", "opgen --describe AveragPool", 2, "", "AveragePool"},
	{"a missing spec is wrong usage", "opgen", 2, "", "opgen: error: no SPEC is given\n"},
	{"a misspelt option offers the nearest", "opgen pool.json --haeder x.h", 2, "", "did you mean '--header'?"},
	{"an option without its value is wrong usage", "opgen pool.json -o", 2, "", "-o: expected FILE"},
	{"a flag takes no value", "opgen pool.json --check=1", 2, "", "--check takes no value"},
	{"--list takes no spec", "opgen --list pool.json", 2, "", "--list takes no SPEC"},
	{"two commands exclude each other", "opgen --list --describe Conv", 2, "", "--list and --describe exclude each other"},
	{"--explain writes the header, too", "opgen pool.json -o x.c --header x.h && opgen pool.json --explain --header y.h && sed s/Y_H/X_H/ y.h | cmp - x.h", 0, "\ncost of one call\n", ""},
	{"--explain and the header are two files", "opgen pool.json --explain -o x --header x", 2, "", "the output x and the header x are the same file\n"},
	{"--explain of all nodes has one header", "opgen pool.json space.json --all-nodes --explain --header x.h && grep -c '^void' x.h", 0, "\n2\n", ""},
	{"an unknown target lists those there are", "opgen pool.json --target avx9", 2, "", "--target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got 'avx9'"},
	{"every target of a list is looked at", "opgen pool.json --target x86-64-v4,x86-64-v2", 2, "", "got 'x86-64-v2'; did you mean 'x86-64-v"},
	{"generic stands at the end of a list", "opgen pool.json --target generic,x86-64-v4", 2, "", "generic is what is left when no other can run, and comes last"},
	{"an unknown kernel lists those there are", "opgen pool.json --kernel fourier", 2, "", "--kernel: expected unrolled, unrolled-vector, plain,"},
	{"a kernel's old name offers the new one", "opgen pool.json --kernel channels", 2, "", "got 'channels'; did you mean 'direct-oc'?"},
	{"a kernel of vectors wants a target with vectors", "opgen pool.json --kernel direct-ow", 1, "", "kernel: direct-ow does not take this AveragePool-22 on generic: it needs a target with vectors"},
	{"a kernel may not take the operation", "opgen pool.json --kernel direct-oc --target x86-64-v4", 1, "", "kernel: direct-oc does not take this AveragePool-22 on x86-64-v4"},
	{"a kernel of data movements takes no pool", "opgen pool.json --kernel loop-move", 1, "", "kernel: loop-move does not take this AveragePool-22 on generic: it moves data"},
	{"a kernel of windows moves no data", "opgen space.json --kernel plain", 1, "", "kernel: plain does not take this DepthToSpace on generic: it sums over windows"},
	{"a kernel is asked about every target but the last resort", "opgen pool.json --kernel direct-ow --target x86-64-v4,x86-64-v3 -o x.c && grep -c 'vectors of output positions' x.c", 0, "2\n", ""},
	{"--emit-code makes no header", "opgen pool.json --emit-code --header x.h", 2, "", "--emit-code and --header"},
	{"--emit-code is one line a statement", "opgen pool.json --target x86-64-v3 --emit-code | grep -c '^  set sum0 (add float32x8 (get sum0) (get [gx][0-9]*))$'", 0, "4\n", ""},
	{"--emit-code tells of every target", "opgen pool.json --target x86-64-v4,aarch64 --emit-code | grep -c '^function opgen_[a-z]*_[a-z0-9]* static$'", 0, "3\n", ""},
	{"--explain tells of every target", "opgen pool.json --target x86-64-v4,aarch64 --explain | grep -c '^  target   '", 0, "3\n", ""},
	{"--explain says what each design was estimated at", "opgen pool.json --target x86-64-v3 --explain", 0, "the lowest estimate of time, in cycles:", ""},
	{"what a kernel does not take leaves no file", "opgen pool.json --kernel loop-move -o x.c 2>/dev/null; s=$?; ls -A | grep x && exit 9; exit $s", 1, "", ""},
	{"numerics fast is taken where nothing is transformed", "opgen pool.json --numerics fast --explain | grep numerics", 0, "  numerics    fast: nothing is transformed or left out, as strict\n", ""},
	{"there are two sizes of fast", "opgen pool.json --numerics fast:6", 2, "", "expected strict, fma, fast or fast:4"},
	{"a transforming kernel wants numerics fast", "opgen pool.json --kernel winograd --target x86-64-v4", 1, "", "kernel: winograd does not take this AveragePool-22 on x86-64-v4: it needs numerics fast or fast:4, got fma"},
	{"a layout is of an operand", "opgen pool.json --layout NHWC", 2, "", "--layout: expected OPERAND=LAYOUT, such as X=NHWC or X=NHWC,Y=NHWC, got 'NHWC'"},
	{"a layout is not empty", "opgen pool.json --layout X=", 2, "", "--layout: expected OPERAND=LAYOUT, such as X=NHWC or X=NHWC,Y=NHWC, got 'X='"},
	{"no comma ends layouts", "opgen pool.json --layout X=NHWC,", 2, "", "X=NHWC,Y=NHWC, got ''"},
	{"an operand has one layout", "opgen pool.json --layout X=NHWC --layout Y=NHWC,X=NCHW", 2, "", "--layout: 'X' is given twice"},
	{"a layout has a name", "opgen pool.json --layout X=CHWN", 2, "", "opgen: error: --layout: expected NCHW or NHWC, got 'CHWN'\n"},
	{"one in small letters is offered", "opgen pool.json --layout X=nhwc", 2, "", "opgen: error: --layout: expected NCHW or NHWC, got 'nhwc'; did you mean 'NHWC'?\n"},
	{"a layout is of X or Y", "opgen pool.json --layout W=NHWC", 1, "", "pool.json: error: --layout: expected X or Y, got 'W'\n"},
	{"an operation without layouts is told of the option, not of a line", "opgen space.json --layout input=NHWC", 1, "", "space.json: error: --layout: DepthToSpace has none to choose; Conv and the pools have\n"},
	{"so are programs", "opgen space.json --layout input=NHWC --diagnostics=json", 1, "", "\"code\": \"options\", \"file\": \"space.json\", \"line\": null, \"column\": null, \"end_column\": null, \"place\": null, \"message\": \"--layout: DepthToSpace has none to choose\""},
	{"a file that is too large is blamed on no line", "opgen pool.json --max-output 1000 -o x.c", 1, "", "pool.json: error: the C file would hold "},
	{"an empty file is called that", "for f in x.json x.onnx; do : > $f; opgen $f; done; opgen - < x.json", 1, "", "x.json: error: this is an empty file\nx.onnx: error: this is an empty file\n<stdin>: error: this is an empty file\n"},
	{"a layout is explained", "opgen pool.json --layout Y=NHWC --explain | grep memory", 0, "layout NHWC\n", ""},
	{"nodes are listed without layouts", "opgen pool.json --list-nodes --layout X=NHWC", 2, "", "--list-nodes and --layout exclude each other"},
	{"a graph of a model has no layouts", "opgen pool.json --graph --layout X=NHWC", 2, "", "--graph and --layout exclude each other"},
	{"no parts are too few", "opgen pool.json --parts 0", 2, "", "--parts: expected a number from 1 to 256, got '0'"},
	{"257 parts are too many", "opgen pool.json --parts 257", 2, "", "--parts: expected a number from 1 to 256, got '257'"},
	{"parts are a number", "opgen pool.json --parts 2x", 2, "", "--parts: expected a number from 1 to 256, got '2x'"},
	{"nodes are listed, not cut", "opgen pool.json --list-nodes --parts 2", 2, "", "--list-nodes and --parts exclude each other"},
	{"one part is all of the work", "opgen pool.json --parts 1 -o x.c --header x.h && grep -h '_part(\\|_PARTS' x.h", 0, "void pool_part(const float *X, float *Y, int part, int parts);\n#define POOL_PARTS 1\n", ""},
	{"parts declare no variable that they do not use", "printf '{\"name\": \"c\", \"op\": \"Clip\", \"dtype\": \"float32\", \"inputs\": {\"input\": [1, 3, 50], \"min\": {\"shape\": [], \"data\": [0]}}}' > clip.json; for t in x86-64-v3 x86-64-v4; do opgen clip.json --target $t --parts 4 -o c.c && gcc -Wall -Wextra -Werror -I$RUNTIME -c c.c || exit 9; done", 0, "", ""},
	{"--explain says how many parts there are", "opgen pool.json --parts 3 --explain", 0, "\n  parts       3, of 3\n", ""},
	{"parts that there are not are fewer", "opgen pool.json --parts 256 -o x.c --header x.h && grep -h '_PARTS' x.h", 0, "#define POOL_PARTS ", ""},
	{"a misspelt unroll level is offered", "opgen pool.json --unroll fulll", 2, "", "did you mean 'full'?"},
	{"--max-output wants a number", "opgen pool.json --max-output 1x", 2, "", "--max-output: expected bytes"},
	{"--max-output refuses what no machine has", "opgen pool.json --max-output 99999999999G", 2, "", "expected bytes below 2^64"},
	{"a prefix must begin an identifier", "opgen pool.json --prefix 9", 2, "", "--prefix: '9'"},
	{"a prefix must leave the name legal", "opgen pool.json --prefix opgen_", 2, "", "--prefix: "},
	{"standard input can be one spec only", "opgen - -", 2, "", "only once"},
	{"a depfile needs a file as target", "opgen pool.json -MD", 2, "", "-o FILE"},
	{"--check needs a file to compare with", "opgen pool.json --check", 2, "", "-o FILE"},
	{"the header is not standard output", "opgen pool.json -o x.c --header -", 2, "", "--header: expected a file"},
	{"a spec is never overwritten", "cp pool.json a; ln -s pool.json b; opgen pool.json -o b; s=$?; cmp a pool.json && exit $s", 2, "", "are the same file"},
	{"a spec is never overwritten by the header", "opgen pool.json --header ./pool.json", 2, "", "are the same file"},
	{"two outputs are two files", "opgen pool.json -o x.c --header ./x.c", 2, "", "same file"},
	{"a constant's file is never overwritten", "cp w.npy a; opgen conv.json -o w.npy; s=$?; cmp a w.npy && exit $s", 2, "", "are the same file"},
	{"a name after -- is a spec", "cp pool.json ./-x.json; opgen -o x.c -- -x.json", 0, "", ""},
};

static const struct script spec_rows[] = {
	{"the C goes to standard output", "opgen pool.json", 0, "void pool(", ""},
	{"standard output can be said", "opgen pool.json -o -; test ! -e ./-", 0, "void pool(", ""},
	{"a spec comes from standard input", "opgen - < named.json", 0, "void pool(", ""},
	{"standard input's spec needs a name", "opgen - < pool.json", 1, "", "<stdin>:"},
	{"several specs go into one file", "opgen pool.json space.json > x.c; grep -c -e '^void pool(' -e '^void space(' x.c | grep -q '[2-9]'", 0, "", ""},
	{"functions of two files need two names", "opgen pool.json named.json", 1, "", "named.json:1:10: error: name: 'pool' is a function of pool.json already\n"},
	{"a prefix is put before the name", "opgen pool.json --prefix=net_", 0, "void net_pool(", ""},
	{"every mistake is reported at its place", "opgen wrong.json", 1, "", "wrong.json:4:58: error: AveragePool-22 has no attribute"},
	{"the nearest attribute is offered", "opgen wrong.json", 1, "", "'pads'"},
	{"a spec's own options are checked", "opgen wrong.json", 1, "", "wrong.json:5:25: error: unroll: expected auto, full, window or small, got 'fulll'"},
	{"every wrong option is reported", "opgen wrong.json", 1, "", "wrong.json:5:44: error: target: expected generic"},
	{"a misspelt option's name is offered", "opgen wrong.json", 1, "", "wrong.json:5:52: error: options: expected target, numerics, unroll, kernel, workspace or parts, got 'unrol'; did you mean 'unroll'?"},
	{"names that differ in case share the header's macros", "sed s/pool/POOL/ named.json > n.json; opgen pool.json n.json --header x.h", 1, "", "'pool' and 'POOL' would have the same macros"},
	{"without a header they may differ in case", "sed s/pool/POOL/ named.json > n.json; opgen pool.json n.json", 0, "void POOL(", ""},
	{"no function is a macro of another", "sed s/pool/POOL_Y_SIZE/ named.json > n.json; opgen pool.json n.json --header x.h", 1, "", "n.json:1:10: error: name: 'POOL_Y_SIZE' is a macro of 'pool' in the header\n"},
	{"no macro is made of an operand that is not there", "sed s/pool/POOL_W_SIZE/ named.json > n.json; opgen pool.json n.json -o x.c --header x.h", 0, "", ""},
	{"a prefix in small letters is in no macro", "sed s/pool/POOL_Y_SIZE/ named.json > n.json; opgen pool.json n.json -o x.c --prefix p_ --header x.h", 0, "", ""},
	{"every file is read before giving up", "opgen wrong.json conv.json missing.json", 3, "", "missing.json"},
	{"a refused spec leaves no file", "opgen wrong.json -o x.c --header x.h -MD 2>/dev/null; s=$?; ls -A | grep x && exit 9; exit $s", 1, "", ""},
	{"a refused spec leaves the old file", "echo old > x.c; opgen wrong.json -o x.c 2>/dev/null; s=$?; grep -qx old x.c && exit $s", 1, "", ""},
	{"a spec that is not there exits 3", "opgen missing.json", 3, "", "missing.json: No such file"},
	{"a spec that is a directory exits 3", "opgen .", 3, "", "directory"},
	{"a constant's file that is not there exits 1", "rm w.npy; opgen conv.json", 1, "", "w.npy"},
	{"the command line overrides a spec's options", "opgen space.json --unroll full --explain", 0, "unroll      full", ""},
	{"a spec's options count where nothing is said", "opgen space.json --explain", 0, "unroll      window", ""},
	{"--explain tells the rule of an axis", "opgen pool.json --explain", 0, "NOTSET", ""},
	{"too much code is refused with its size", "opgen large.json --max-output 64K -o x.c; s=$?; test ! -e x.c && exit $s", 1, "", "large.json:1:1: error: "},
	{"a little too much code is refused too", "opgen pool.json --max-output 100", 1, "", "100"},
	{"--max-output raises the limit", "opgen large.json --max-output 1G -o x.c", 0, "", ""},
	{"a border names the outputs that it is for", "sed 's/4, 4\\]/4, 4, 4]/; s/2, 2\\]/3, 3, 3], \"auto_pad\": \"SAME_UPPER\"/' pool.json > n.json; opgen n.json --unroll window -o x.c; grep -c ', taps 2 of 3 x 3 x 3,' x.c; grep -A1 ', taps 2 of 3 x 2 of 3 x 2 of 3,' x.c", 0,
		"1\n/* One output channel at 1 position, taps 2 of 3 x 2 of 3 x 2 of 3,\n   for outputs 0, 0, 0; 0, 0, 3; 0, 3, 0; 0, 3, 3; and others. */\n", ""},
	{"the directory does not matter", "opgen pool.json > a; mkdir d; cd d; opgen ../pool.json > ../b; cd ..; cmp a b && rmdir d", 0, "", ""},
	{"the locale and the time zone do not matter", "opgen pool.json > a; LC_ALL=de_DE.UTF-8 LANG=tr_TR TZ=Asia/Tokyo opgen pool.json > b; cmp a b", 0, "", ""},
	{"a path that cannot be read is printed safely", "opgen \"$(printf 'a\\033[31m')\"", 3, "", "opgen: error: cannot read a\\x1b[31m: No such file"},
	{"a path that cannot be written is printed safely", "opgen pool.json -o \"$(printf 'no/\\302\\233')\"", 3, "", "opgen: error: no/\\xc2\\x9b: No such file"},
	{"a path that is compared is printed safely", "opgen pool.json --check -o \"$(printf 'a\\033')\"", 1, "--- a\\x1b\n+++ a\\x1b (would be written)\n", ""},
	{"an option's value is printed safely", "f=$(printf 'a\\033'); opgen pool.json -o \"$f\" --header \"./$f\"", 2, "", "opgen: error: the output a\\x1b and the header ./a\\x1b are the same file"},
	{"a path is printed safely", "f=$(printf 'a\\033[31m\\n.json'); echo '{' > \"$f\"; opgen \"$f\" -o x.c", 1, "", "a\\x1b[31m\\x0a.json:1:1: error: "},
	{"a large window is planned in a moment", "echo '{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 2, 64, 250]}, \"attributes\": {\"kernel_shape\": [40, 100]}}' > wide.json; ulimit -t 5; opgen wide.json --target x86-64-v4 -o x.c", 0, "", ""},
};

static const struct script output_rows[] = {
	{"the header is written too", "opgen pool.json -o x.c --header x.h; grep POOL_Y_SHAPE x.h", 0, "POOL_Y_SHAPE", ""},
	{"a sum in several functions compiles without a word", "echo '{\"op\": \"Conv\", \"opset\": 11, \"name\": \"f\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 600], \"W\": [1, 1, 600], \"B\": [1]}}' > long.json; opgen long.json --kernel unrolled -o x.c; grep -c '^opgen_f_sum_[01](' x.c; $(words \"${CC:-cc}\") -Wall -Wextra -Werror -I$RUNTIME -c x.c", 0, "2\n", ""},
	{"a weight that vectors in the order of inputs do not share has no variable", "echo '{\"op\": \"Conv\", \"dtype\": \"float64\", \"inputs\": {\"X\": [1, 1, 2, 4], \"W\": [4, 1, 1, 2]}, \"attributes\": {\"pads\": [0, 8, 0, 8], \"strides\": [1, 3]}}' > rows.json; opgen rows.json --kernel direct-ow --target x86-64-v3 -o x.c; $(words \"${CC:-cc}\") -Wall -Wextra -Werror -I$RUNTIME -c x.c", 0, "", ""},
	{"an unchanged file keeps its time", "opgen pool.json -o x.c --header x.h; touch -t 200101010000 x.c x.h; opgen pool.json -o x.c --header x.h; find x.? -newermt 2002-01-01", 0, "", ""},
	{"a changed file gets a new time", "opgen pool.json -o x.c; echo >> x.c; touch -t 200101010000 x.c; opgen pool.json -o x.c; find x.c -newermt 2002-01-01", 0, "x.c", ""},
	{"nothing but the outputs is left", "opgen pool.json -o x.c; opgen pool.json -o x.c; ls -A | grep -v -e json -e npy", 0, "x.c\n", ""},
	{"a link stays a link", "ln -s real.c x.c; echo old > real.c; opgen pool.json -o x.c; test -L x.c && grep -q 'void pool(' real.c", 0, "", ""},
	{"a link to nothing is followed", "ln -s real.c x.c; opgen pool.json -o x.c; test -L x.c && grep -q 'void pool(' real.c", 0, "", ""},
	{"a link that leads to itself exits 3", "ln -s x.c x.c; opgen pool.json -o x.c", 3, "", "opgen: error: x.c: "},
	{"the permissions of the old file stay", "echo old > x.c; chmod 640 x.c; opgen pool.json -o x.c; stat -c %a x.c", 0, "640\n", ""},
	{"a new file's permissions follow the umask", "umask 027; opgen pool.json -o x.c; stat -c %a x.c", 0, "640\n", ""},
	{"a device is written directly", "opgen pool.json -o /dev/null --header /dev/null; test -c /dev/null", 0, "", ""},
	{"a pipe is written directly", "mkfifo p; opgen pool.json -o p & cat p > x.c; wait $! && test -p p && grep -c 'void pool(' x.c > /dev/null", 0, "", ""},
	{"who waits at a terminal sees how far a long file is", "mkfifo p; { sleep 2; cat > x.c; } < p & script -qec '\"$OPGEN\" large.json -o p' /dev/null; s=$?; wait; test -s x.c && exit $s", 0,
		"opgen: large.json: writing, ", ""},
	{"who waits at a terminal sees what is done before", "sed '1s/{/{\"name\": \"f\", /' large.json > f; mkfifo s; { sleep 1.5; cat f > s; } & script -qec '\"$OPGEN\" s -o x.c' /dev/null; s=$?; wait; opgen f -o y.c; cmp x.c y.c && exit $s", 0,
		"\ropgen: s: proving, ", ""},
	{"a pipe is not told what is done before", "mkfifo s; { sleep 1.5; cat large.json > s; } & opgen s -o x.c 2>&1; s=$?; wait; test -s x.c && exit $s", 0, "", ""},
	{"a pipe is told nothing of it", "mkfifo p; { sleep 2; cat > x.c; } < p & opgen large.json -o p 2> said; wait; cat said; test ! -s said -a -s x.c", 0, "", ""},
	{"a directory is no output", "opgen pool.json -o /", 3, "", "opgen: error: /: "},
	{"a directory that is not there exits 3", "opgen pool.json -o no/x.c", 3, "", "no/x.c: No such file"},
	{"a file that cannot be written leaves the other", "echo old > x.c; opgen pool.json -o x.c --header no/x.h; s=$?; grep -qx old x.c && exit $s", 3, "", "no/x.h"},
	{"a full disk is told", "opgen pool.json -o /dev/full", 3, "", "/dev/full: No space left on device"},
	{"a full disk behind standard output is told", "opgen pool.json > /dev/full", 3, NULL, "standard output: No space left on device"},
	{"a full disk is told by --help", "opgen --help > /dev/full", 3, NULL, "standard output"},
	{"a full disk is told by --list", "opgen --list > /dev/full", 3, NULL, "standard output"},
	{"a full disk is told by --explain", "opgen pool.json --explain > /dev/full", 3, NULL, "standard output"},
	{"a full disk is told by --check", "opgen pool.json -o x.c --check > /dev/full", 3, NULL, "No space"},
	{"a closed standard output is told", "opgen pool.json >&-", 3, NULL, "standard output"},
	{"a closed standard output does no harm", "echo old > x.c; opgen --version >&-; s=$?; grep -qx old x.c && exit $s", 3, NULL, "standard output"},
	{"a reader that went away is told", "{ opgen large.json; echo $? > s; } | :; exit $(cat s)", 3, NULL, "standard output: Broken pipe"},
	{"a full disk leaves the old file", "echo old > x.c; (ulimit -f 1; opgen large.json -o x.c); s=$?; grep -qx old x.c && exit $s", 3, "", "x.c: File too large"},
	{"a full disk leaves nothing beside", "(ulimit -f 1; opgen large.json -o x.c); ls -A | grep -v -e json -e npy", 1, "", "x.c: "},
	{"a kill leaves the old file", "echo old > x.h; mkfifo p; \"$OPGEN\" pool.json -o p --header x.h & until ls -A | grep -q ^.opgen-; do sleep 0.01; done; kill -KILL $!; wait $!; s=$?; grep -qx old x.h && exit $s", 128 + 9, "", NULL},
	{"an interrupt leaves nothing beside", "echo old > x.h; mkfifo p; \"$OPGEN\" pool.json -o p --header x.h & until ls -A | grep -q ^.opgen-; do sleep 0.01; done; kill -TERM $!; wait $!; s=$?; ls -A | grep ^.opgen- || grep -qx old x.h && exit $s", 128 + 15, "", NULL},
};

static const struct script check_rows[] = {
	{"--check is silent when all is up to date", "opgen pool.json -o x.c --header x.h; opgen pool.json -o x.c --header x.h --check", 0, "", ""},
	{"--check prints the difference", "opgen pool.json -o x.c; sed 's/void pool(/void pond(/' x.c > y; cp y x.c; opgen pool.json -o x.c --check; s=$?; cmp x.c y && exit $s", 1, "+++ x.c (would be written)\n@@ -", ""},
	{"what --check prints is a patch", "opgen pool.json -o x.c; cp x.c y; sed -i '5d; $d' x.c; opgen pool.json -o x.c --check | sed 's/ (would.*//' > d; git apply --unsafe-paths d 2>/dev/null || patch -s < d; cmp x.c y", 0, "", ""},
	{"--check takes a missing file for a difference", "opgen pool.json -o x.c --check; s=$?; test ! -e x.c && exit $s", 1, "@@ -0,0 +1,", ""},
	{"--check looks at the header too", "opgen pool.json -o x.c --header x.h; rm x.h; opgen pool.json -o x.c --header x.h --check", 1, "--- x.h\n", ""},
	{"--check writes no depfile", "opgen pool.json -o x.c; opgen pool.json -o x.c --check -MD; test ! -e x.c.d", 0, "", ""},
	{"--check of a device exits 3", "opgen pool.json -o /dev/null --check", 3, "", "/dev/null: is not a regular file"},
};

static const struct script depfile_rows[] = {
	{"-MD names the spec", "opgen pool.json -o x.c -MD; cat x.c.d", 0, "x.c: \\\n  pool.json\n", ""},
	{"-MF names the depfile", "opgen pool.json -o x.c -MF deps; cat deps", 0, "x.c: \\\n  pool.json\n", ""},
	{"both outputs are targets", "opgen pool.json -o x.c --header x.h -MD; cat x.c.d", 0, "x.c x.h: \\\n", ""},
	{"constants' files are named", "opgen conv.json -o x.c -MD; cat x.c.d", 0, "  conv.json \\\n  w.npy\n", ""},
	{"standard input is not named", "opgen - < named.json -o x.c -MD; cat x.c.d", 0, "x.c:\n", ""},
	{"an unchanged depfile keeps its time", "opgen pool.json -o x.c -MD; touch -t 200101010000 x.c.d; opgen pool.json -o x.c -MD; find x.c.d -newermt 2002-01-01", 0, "", ""},
	{"Make reads strange names", NAMES " for f; do cp pool.json \"$f\"; opgen \"$f\" -o x.c -MF d || exit 9; make -q -f m || exit 8; touch -t 203001010000 \"$f\"; make -f m; rm \"$f\"; done | sort | uniq -c | tr -s ' '", 0, " 12 made\n", NULL},
	{"Ninja reads strange names", NAMES " for f; do cp pool.json \"$f\"; opgen \"$f\" -o x.c -MF from || exit 9; rm -f x.c .ninja*; rules x.c; ninja > log || exit 8; touch -t 203001010000 \"$f\"; ninja -n | grep -c made; rm \"$f\"; done | sort | uniq -c | tr -s ' '", 0, " 12 1\n", ""},
	{"Make reads strange targets", NAMES " for f; do opgen pool.json -o \"$f.c\" -MF d || exit 9; make -q -f m || exit 8; touch -t 203001010000 pool.json; make -f m; touch -t 200101010000 pool.json; done | sort | uniq -c | tr -s ' '", 0, " 12 made\n", NULL},
	{"Ninja reads strange targets", NAMES " for f; do opgen pool.json -o \"$f.c\" -MF from || exit 9; rm -f \"$f.c\" .ninja*; rules \"$(printf %s \"$f.c\" | sed 's/[ $:]/$&/g')\"; ninja > log || exit 8; touch -t 203001010000 pool.json; ninja -n | grep -c made; touch -t 200101010000 pool.json; done | sort | uniq -c | tr -s ' '", 0, " 12 1\n", ""},
	{"a name is no line of a depfile", "f=$(printf 'x.json\\n\\ttouch made'); cp pool.json \"$f\"; opgen \"$f\" -o x.c -MD; s=$?; ls | grep -c x.c; exit $s", 2, "0\n", "opgen: error: x.json\\x0a\\x09touch made cannot be named in a depfile: it holds a control character\n"},
	{"without a depfile it may be named as it is", "f=$(printf 'a\\nb.json'); cp pool.json \"$f\"; opgen \"$f\" -o x.c", 0, "", ""},
	{"a constant's name is no line of a depfile", "cp w.npy \"$(printf 'w\\n.npy')\"; sed 's/w.npy/w\\\\n.npy/' conv.json > a.json; opgen a.json -o x.c -MD; s=$?; test ! -e x.c && exit $s", 2, "", "opgen: error: w\\x0a.npy cannot be named in a depfile: "},
	{"an output's name is no pattern", "opgen pool.json -o 'x%.c' -MD; s=$?; test ! -e 'x%.c' && exit $s", 2, "", "opgen: error: x%.c cannot be named in a depfile: it holds '%', which Make takes for a pattern\n"},
	{"a header's name is no assignment", "opgen pool.json -o x.c --header a=b.h -MD; s=$?; test ! -e x.c && exit $s", 2, "", "opgen: error: a=b.h cannot be named in a depfile: it holds one of "},
};
/* clang-format on */

/* A float32 array of shape [1, 1, 1] that holds 2, as numpy.save writes it. */
static void
write_weights(const char *path)
{
	static const char header[] =
		"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1), }";
	char file[128 + 4] = "\x93NUMPY\x01";

	memset(file + 10, ' ', 128 - 10);
	file[8] = 128 - 10;
	memcpy(file + 10, header, sizeof header - 1);
	file[127] = '\n';
	memcpy(file + 128, "\0\0\0@", 4);
	file_write(path, file, sizeof file);
}

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++)
		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			prepared[i].text, strlen(prepared[i].text));
	write_weights(arena_format(arena, "%s/w.npy", directory));
}

int
main(void)
{
	struct CMUnitTest command[countof(usage_rows) + countof(spec_rows) +
				  countof(output_rows) + countof(check_rows) +
				  countof(depfile_rows)];
	size_t n = 0;

	scripts_begin("command", prepare);
	scripts_path("RUNTIME", "runtime");
	n += scripts_add(command + n, usage_rows, countof(usage_rows));
	n += scripts_add(command + n, spec_rows, countof(spec_rows));
	n += scripts_add(command + n, output_rows, countof(output_rows));
	n += scripts_add(command + n, check_rows, countof(check_rows));
	n += scripts_add(command + n, depfile_rows, countof(depfile_rows));
	return _cmocka_run_group_tests("command", command, n, NULL, NULL) != 0;
}
