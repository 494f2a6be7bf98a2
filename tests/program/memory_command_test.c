/* Where memory lies, by opgen's command line: constants in a binary and in the product's
   arrays, sections, what shared libraries export, scratch of single functions that the
   caller has, limits of the stack. Each form is compiled, run, and compared with generic
   code that has everything in one file. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

#define STRICT "-Wall -Wextra -Wpedantic -Wshadow -Wcast-qual -Werror"
#define CC " $(words \"${CC:-cc}\") -O0 -I$RUNTIME "
#define LINK " $RUNTIME_LIBRARY -lm -o "

/* Builds the generic code of a spec with all in one file, as `plain`, and prints what it
   computes, to `expected`. Numerics alone decide the bits, so that vectors must have them
   as well: fma is their default, strict that of generic code. tcc compiles this at once;
   code of vectors takes gcc a second. */
#define PLAIN(spec, numerics) \
	"opgen " spec " --numerics " numerics \
	" --workspace stack -o f.c --header f.h && " \
	"tcc -I$RUNTIME main.c f.c" LINK "plain && ./plain > expected && rm f.c f.h && "

/* Builds what opgen makes of a spec with some options, in `more` other files, as `main`,
   and compares. */
#define OTHER(spec, options, defines, more) \
	"opgen " spec " " options " -o f.c --header f.h && " CC STRICT " " defines \
	" main.c f.c " more LINK "main && ./main > got && cmp expected got"

/* The constants of a binary as C that a product might have: of each array, in the order
   of the file, its elements as bits. */
#define AS_C \
	"cp f.h want.h; awk '/^extern const/ { sub(/^extern /, \"\"); " \
	"sub(/ [A-Z]*_CONSTANTS_ATTRIBUTE;/, \"\"); print }' want.h > names; " \
	"./table w.bin names > product.c"

/* clang-format off */
static const struct script binary_rows[] = {
	{"a binary is read from a file", PLAIN("conv.json", "strict") OTHER("conv.json", "--constants w.bin", "-DREAD", ""), 0, "", ""},
	{"or linked with .incbin", PLAIN("conv.json", "strict") "opgen conv.json --constants w.bin -o f.c && printf '.section .rodata\\n.balign 64\\n.global weights\\nweights: .incbin \"w.bin\"\\n.section .note.GNU-stack,\"\",%%progbits\\n' > w.s && " OTHER("conv.json", "--constants w.bin", "-DLINKED", "w.s"), 0, "", ""},
	{"of a vector target, too", PLAIN("conv.json", "fma") OTHER("conv.json", "--target x86-64-v3 --constants w.bin", "-DREAD", ""), 0, "", ""},
	{"of several", PLAIN("conv.json", "fma") OTHER("conv.json", "--target x86-64-v3,x86-64-v4 --constants w.bin", "-DREAD", ""), 0, "", ""},
	{"of a network", PLAIN("net.json", "strict") OTHER("net.json", "--constants w.bin", "-DREAD", ""), 0, "", ""},
	{"of a network whose workspace is its own", PLAIN("net.json", "fma") OTHER("net.json", "--workspace static --target x86-64-v3,generic --constants w.bin", "-DREAD", ""), 0, "", ""},
	{"of a network whose steps share a function", PLAIN("twice.json", "fma") OTHER("twice.json", "--target x86-64-v3,generic --unroll window --constants w.bin", "-DREAD", "") " && grep -c 'opgen_f_a_v3(.*opgen_f_[ab]_v3_W' f.c", 0, "2\n", ""},
	{"of several nodes", "opgen two.json --constants w.bin -o f.c --header f.h && grep -c 'const void \\*constants);' f.h && grep -c 'CONSTANTS_SIZE 1984' f.h && " CC STRICT " -c f.c", 0, "2\n2\n", ""},
	{"with weights that are arguments beside it", "opgen param.json --constants w.bin -o f.c --header f.h && grep '^void' f.h && " CC STRICT " -c f.c", 0, "void f(const float *X, const float *W, float *Y, const void *constants);\nvoid f_pack(const float *W, void *packed, const void *constants);\nvoid f_packed(const float *X, const void *packed, float *Y, const void *constants);\n", ""},
	{"with parts, each of which takes it", "set -- 'gcc -std=c99' clang 'g++ -x c++ -std=c++11'; for t in generic x86-64-v3 x86-64-v3,generic; do opgen conv.json --parts 5 --target $t --constants w.bin -o f.c --header f.h && grep -c 'f_part(.*, const void \\*constants, int part, int parts);' f.h && $(words \"$1\") -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c || exit 9; shift; done", 0, "1\n1\n1\n", ""},
	{"parts without constants have none to read", "opgen relu.json --parts 3 --constants w.bin -o f.c && gcc -std=c99 " STRICT " -I$RUNTIME -c f.c", 0, "", ""},
	{"no constants are a head alone", "opgen relu.json --constants w.bin -o f.c && wc -c < w.bin && " CC STRICT " -c f.c", 0, "64\n", ""},
	{"another build's binary is refused", "opgen conv.json --constants w.bin -o f.c --header f.h && " CC "-DREAD main.c f.c" LINK "main && opgen conv.json --target x86-64-v3 --constants w.bin -o g.c && ./main", 9, "", ""},
	{"a short one is, too", "opgen conv.json --constants w.bin -o f.c --header f.h && " CC "-DREAD main.c f.c" LINK "main && head -c 1000 w.bin > w && mv w w.bin && ./main", 9, "", ""},
	{"one that is not aligned is", "opgen conv.json --constants w.bin -o f.c --header f.h && " CC "-DREAD -DOFF=4 main.c f.c" LINK "main && ./main", 9, "", ""},
	{"its table names the arrays", "opgen conv.json --constants w.bin -o f.c && od -An -c -N 8 w.bin | tr -d ' ' && od -An -t u4 -j 8 -N 8 w.bin && od -An -t u8 -j 24 -N 8 w.bin && od -An -t u4 -j 32 -N 8 w.bin && od -An -t u8 -j 64 -N 64 w.bin && tail -c +129 w.bin | head -c 13 | tr '\\0' '\\n'", 0, "OPGENBIN\n          1   16909060\n                 1984\n          2         64\n                  192                 1728\n                  128                    1\n                 1920                   64\n                  138                    1\nopgen_f_W\nopg", ""},
	{"the same bytes each time", "opgen conv.json --constants w.bin -o f.c && cp w.bin a && touch -t 200101010000 w.bin && opgen conv.json --constants w.bin -o f.c && cmp w.bin a && find . -name w.bin -newermt 2002-01-01", 0, "", ""},
	{"--check looks at it", "opgen conv.json --constants w.bin -o f.c && opgen conv.json --constants w.bin -o f.c --check && printf x >> w.bin && opgen conv.json --constants w.bin -o f.c --check", 1, "Binary files w.bin and w.bin (would be written) differ\n", ""},
	{"--check misses it", "opgen conv.json --constants w.bin -o f.c && rm w.bin && opgen conv.json --constants w.bin -o f.c --check", 1, "Binary files w.bin and w.bin (would be written) differ\n", ""},
	{"a depfile has it as a target", "opgen conv.json --constants w.bin -o f.c -MD && cat f.c.d", 0, "f.c w.bin: \\\n", ""},
	{"what is refused leaves none", "opgen conv.json --max-output 100 -o f.c --constants w.bin; s=$?; test ! -e w.bin && exit $s", 1, "", "--max-output"},
	{"compilers take it without a word", "opgen conv.json --constants w.bin --unroll window -o f.c; for t in 'gcc -std=c99' 'gcc -std=c2x' 'clang -std=c99' 'g++ -x c++ -std=c++11'; do $(words \"$t\") " STRICT " -I$RUNTIME -c f.c || exit 9; done; tcc -Wall -Werror -I$RUNTIME -c f.c", 0, "", ""},
	{"C++ takes it", "opgen net.json --constants w.bin -o f.c && g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c", 0, "", ""},
	{"an argument of its name gets another", "sed 's/\"X\": .1/\"constants\": [1/; s/\"X\": \"X\"/\"X\": \"constants\"/' net.json > n.json && opgen n.json --constants w.bin -o f.c --header f.h && grep '^void' f.h", 0, "void f(const float *constants_", ""},
	{"it wants no C library", "opgen conv.json --constants w.bin -o f.c && " CC " -ffreestanding -isystem $RUNTIME/../tests/freestanding -Werror -c f.c && nm -u f.o", 0, "", ""},
	{"machines that order bytes otherwise are told", "opgen conv.json --constants w.bin -o f.c && " CC "-D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -w -c f.c 2>&1 | grep -o 'the binary of.*first'", 0, "the binary of constants is for machines that put the lowest byte first\n", ""},
};

static const struct script extern_rows[] = {
	{"the product defines the arrays", PLAIN("conv.json", "strict") "opgen conv.json --unroll window --constants w.bin -o g.c && opgen conv.json --unroll window --constants extern -o f.c --header f.h && " CC "table.c -o table && " AS_C " && " OTHER("conv.json", "--unroll window --constants extern", "", "product.c"), 0, "", ""},
	{"of a network for two targets", PLAIN("net.json", "fma") "opgen net.json --target x86-64-v3,generic --workspace stack --constants w.bin -o g.c && opgen net.json --target x86-64-v3,generic --workspace stack --constants extern -o f.c --header f.h && " CC "table.c -o table && " AS_C " && " OTHER("net.json", "--target x86-64-v3,generic --workspace stack --constants extern", "", "product.c"), 0, "", ""},
	{"of steps that share a function", PLAIN("twice.json", "strict") "opgen twice.json --unroll window --workspace stack --constants w.bin -o g.c && opgen twice.json --unroll window --workspace stack --constants extern -o f.c --header f.h && " CC "table.c -o table && " AS_C " && " OTHER("twice.json", "--unroll window --workspace stack --constants extern", "", "product.c"), 0, "", ""},
	{"a comment says what they hold", "opgen conv.json --constants extern --unroll window | grep -A 3 '^/. W'", 0, "/* W [16, 3, 3, 3], stored by tile of output channels, input channel, tap, output channel;\n   432 of float32, hash 0x", ""},
	{"the header declares them", "opgen conv.json --constants extern --unroll window -o f.c --header f.h && grep -c '^extern const float opgen_f_[WB]\\[[0-9]*\\] F_CONSTANTS_ATTRIBUTE;' f.h", 0, "2\n", ""},
	{"C++ takes them", "opgen net.json --constants extern -o f.c --header f.h && g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c && printf '#include \"f.h\"\\n' > h.c && g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c h.c", 0, "", ""},
	{"one that is missing is the linker's to say", "opgen conv.json --constants extern --unroll window -o f.c --header f.h && " CC "main.c f.c" LINK "main 2>&1 | grep -c -m 1 'undefined.*opgen_f_W'", 0, "1\n", ""},
	{"each of many nodes may have them", "opgen $SAMPLE --dim batch=1 --all-nodes -o d --constants extern --unroll window && ls d | wc -l", 0, "4\n", ""},
};

static const struct script section_rows[] = {
	{"constants go into a section", "opgen conv.json --section .flash --unroll window -o f.c && " CC STRICT " -c f.c && objdump -h f.o | grep -o ' [.]flash  *[0-9a-f]*'", 0, " .flash        00000700\n", ""},
	{"those of a file of their own, too", "opgen conv.json --section .flash --unroll window -o f.c --constants k.c && " CC STRICT " -c k.c && " CC STRICT " -c f.c && objdump -h k.o | grep -o ' [.]flash  *[0-9a-f]*'", 0, " .flash        00000700\n", ""},
	{"of a network, and of vectors", "opgen net.json --target x86-64-v3 --section .flash --unroll window -o f.c && " CC STRICT " -c f.c && objdump -h f.o | grep -c ' [.]flash '", 0, "1\n", ""},
	{"clang and tcc put them there", "opgen conv.json --section .flash --unroll window -o f.c && for cc in clang tcc; do $cc -Wall -Werror -I$RUNTIME -c f.c -o f.o && objdump -h f.o | grep -c ' [.]flash ' || exit 9; done", 0, "1\n1\n", ""},
	{"the product may say it", "opgen conv.json --unroll window -o f.c && " CC STRICT " '-DF_CONSTANTS_ATTRIBUTE=__attribute__((section(\".tcm\")))' -c f.c && objdump -h f.o | grep -c ' [.]tcm '", 0, "1\n", ""},
	{"and has the last word", "opgen conv.json --section .flash --unroll window -o f.c && " CC STRICT " '-DF_CONSTANTS_ATTRIBUTE=__attribute__((section(\".tcm\")))' -c f.c && objdump -h f.o | grep -c ' [.]tcm '", 0, "1\n", ""},
	{"a function is not called like the macro", "sed 's/\"g\"/\"H_CONSTANTS_ATTRIBUTE\"/' two.json > s.json; opgen s.json", 1, "", "error: name: 'H_CONSTANTS_ATTRIBUTE' is a macro of 'h' in the C file\n"},
	{"nor like one of the header", "sed 's/\"g\"/\"H_WORKSPACE_SIZE\"/' two.json > s.json; opgen s.json -o f.c && opgen s.json -o f.c --header f.h", 1, "", "error: name: 'H_WORKSPACE_SIZE' is a macro of 'h' in the header\n"},
	{"each function with arrays has its own", "opgen two.json --unroll window | grep '^#ifndef .*_CONSTANTS_ATTRIBUTE'", 0, "#ifndef H_CONSTANTS_ATTRIBUTE\n", ""},
	{"C++ takes it", "opgen conv.json --section .flash --unroll window -o f.c --constants k.c && for f in f k; do g++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c $f.c || exit 9; done", 0, "", ""},
	{"a name that would end the string is refused", "opgen conv.json --section '.a\")))'", 2, "", "--section: expected a name of letters, digits and . _ $ , -, got '.a\")))'"},
	{"no name is refused", "opgen conv.json --section=", 2, "", "--section: expected NAME, got nothing"},
	{"a binary has no section", "opgen conv.json --section .flash --constants w.bin", 2, "", "--section is for arrays of C, and --constants FILE.bin makes a binary, which the product places"},
	{"nor have arrays of the product's", "opgen conv.json --section .flash --constants extern", 2, "", "--section is for arrays that opgen writes, and with --constants extern the product defines them"},
	{"--explain writes the file that has one", "opgen conv.json --section .flash --unroll window --constants k.c --explain >x && grep -c '[.]flash' k.c", 0, "2\n", ""},
	{"--emit-code has none", "opgen conv.json --section .flash --emit-code", 2, "", "--emit-code and --section exclude each other"},
};

/* What a shared library of generated code with the runtime exports. */
#define SHARED " -fPIC -O0 -I$RUNTIME -shared "
#define EXPORTS " $RUNTIME_LIBRARY -lm -o f.so && nm -D --defined-only f.so | sed 's/.* //'"

static const struct script shared_rows[] = {
	{"a shared library exports its entry points alone", "opgen net.json --numerics fma --workspace stack -o f.c && gcc" SHARED "f.c" EXPORTS, 0, "f\n", ""},
	{"arrays in a file of their own are not among them", "opgen net.json --unroll window --workspace stack -o f.c --constants k.c && gcc" SHARED "f.c k.c" EXPORTS, 0, "f\n", ""},
	{"nor are those of vectors", "opgen twice.json --target x86-64-v3,generic --unroll window --workspace stack -o f.c --constants k.c && clang" SHARED "f.c k.c" EXPORTS, 0, "f\n", ""},
	{"nor in C++", "opgen net.json --unroll window --workspace stack -o f.c --constants k.c && g++ -x c++" SHARED "f.c k.c -x none" EXPORTS, 0, "f\n", ""},
	{"each function is one", "opgen two.json --numerics fma -o f.c --constants k.c && gcc" SHARED "f.c k.c" EXPORTS, 0, "g\nh\n", ""},
	{"a program of several files finds them all the same", PLAIN("net.json", "fma") OTHER("net.json", "--numerics fma --unroll window --constants k.c", "", "k.c"), 0, "", ""},
	{"what the macro says is exported", "opgen net.json --numerics fma --workspace stack -o f.c && gcc -DOPGEN_HIDDEN=" SHARED "f.c $RUNTIME/opgen_runtime.c -lm -o f.so && nm -D --defined-only f.so | grep -c opgen_", 0, "3\n", ""},
};

static const struct script scratch_rows[] = {
	{"of packing kernels", PLAIN("wide.json", "strict") OTHER("wide.json", "--workspace argument", "", "") " && test $(sed -n 's/.*WORKSPACE_SIZE //p' f.h) -ge 18432 && grep 'bytes of constants' f.c", 0, " 512 of arrays on the stack\n", ""},
	{"of vectors", PLAIN("wide.json", "fma") OTHER("wide.json", "--target x86-64-v3 --workspace argument", "", "") " && grep 'WORKSPACE_SIZE' f.h", 0, "#define F_WORKSPACE_SIZE ", ""},
	{"of several targets, the most that one takes", PLAIN("wide.json", "fma") OTHER("wide.json", "--target x86-64-v3,x86-64-v4 --workspace argument", "", "") " && test $(sed -n 's/.*WORKSPACE_SIZE //p' f.h) -ge 36864", 0, "", ""},
	{"beside a binary", PLAIN("conv.json", "fma") OTHER("conv.json", "--target x86-64-v3 --workspace argument --constants w.bin", "-DREAD", ""), 0, "", ""},
	{"no more of it than the macro says", "for t in generic x86-64-v3; do for s in wide resize conv net; do opgen $s.json --target $t --unroll window --workspace argument -o f.c --header f.h && " CC " -fsanitize=address,undefined -fno-sanitize-recover main.c f.c" LINK "main && ASAN_OPTIONS=detect_leaks=0 ./main > /dev/null || exit 9; done; done", 0, "", ""},
	{"--explain says how much", "opgen wide.json --workspace argument --target x86-64-v3 --explain | tail -2", 0, "  bytes of stack                         0\n  bytes of workspace                 ", ""},
	{"of what is sampled", PLAIN("resize.json", "strict") OTHER("resize.json", "--workspace argument", "", ""), 0, "", ""},
	{"a spec's options say it", "sed 's/\"op\"/\"options\": {\"workspace\": \"argument\"}, &/' wide.json > s.json && opgen s.json | grep '^f('", 0, "f(const float *X, const float *W, float *Y, void *workspace)\n", ""},
	{"parts cannot share it", "opgen wide.json --parts 2 --workspace argument -o f.c; s=$?; test ! -e f.c && exit $s", 1, "", "wide.json:1:1: error: parts that run at once cannot share the workspace that workspace argument passes: leave either out\n"},
	{"static is for graphs", "sed 's/\"op\"/\"options\": {\"workspace\": \"static\"}, &/' wide.json > s.json; opgen s.json", 1, "", "error: workspace: only a graph can have a static one; expected argument or stack\n"},
	{"packing takes it, too", "opgen wide.json --workspace argument --header f.h -o f.c && grep -c 'void \\*workspace);' f.h && grep -c WORKSPACE_ALIGNMENT f.h", 0, "3\n1\n", ""},
	{"the stack is the default", "opgen wide.json -o a.c && opgen wide.json --workspace stack -o b.c && cmp a.c b.c && ! grep workspace a.c", 0, "", ""},
	{"each of many nodes takes it", "opgen $SAMPLE --dim batch=1 --all-nodes -o f.c --header f.h --workspace argument && grep -c 'void \\*workspace' f.h", 0, "4\n", ""},
	{"none of many has a static one", "opgen $SAMPLE --dim batch=1 --all-nodes -o f.c --workspace static", 2, "", "--workspace static is for graphs, and --all-nodes makes single functions"},
	{"compilers take it without a word", "sed 's/\"f\"/\"g\"/' resize.json > g.json; opgen wide.json g.json --workspace argument --unroll window -o f.c; for t in 'gcc -std=c99' 'gcc -std=c2x' 'clang -std=c99' 'g++ -x c++ -std=c++11'; do $(words \"$t\") " "-Wall -Wextra -Wpedantic -Werror -I$RUNTIME -c f.c || exit 9; done; tcc -Wall -Werror -I$RUNTIME -c f.c", 0, "", ""},
};

static const struct script stack_rows[] = {
	{"kernels are chosen that fit", "for t in generic x86-64-v3 x86-64-v4; do for n in 0 256 1K 8K; do opgen wide.json --target $t --max-stack $n --explain > e 2> m || { sed -n 's/.*take \\([0-9]*\\) bytes at least.*/\\1/p' m > least; test -s least || exit 8; continue; }; echo $(sed -n 's/.*bytes of stack *//p' e) $n; done; done | awk '{ n = $2; if (n ~ /K/) n *= 1024; if ($1 > n + 0) exit 9; m++ } END { print m }'", 0, "12\n", ""},
	{"what is needed at least is enough", "opgen pool.json --max-stack 0 --unroll window -o f.c 2> m; n=$(sed -n 's/.*take \\([0-9]*\\) bytes at least.*/\\1/p' m); test $n -gt 0 && opgen pool.json --unroll window --max-stack $n -o f.c && ! opgen pool.json --unroll window --max-stack $((n - 1)) -o f.c", 0, "", "pool.json:1:1: error: the arrays on the stack would take 64 bytes at least, and --max-stack allows 63\n"},
	{"of targets the one that takes the most says it", "opgen pool.json --target x86-64-v3,generic --max-stack 0 --unroll window", 1, "", "take 64 bytes at least"},
	{"a kernel that was asked for is not changed", "opgen wide.json --target x86-64-v3 --kernel direct-oc --max-stack 4K", 1, "", "bytes at least, and --max-stack allows 4096"},
	{"copies shrink before kernels change", "opgen wide.json --target x86-64-v3 --kernel direct-oc --max-stack 40K --explain | grep 'bytes of stack'", 0, "  bytes of stack                     ", ""},
	{"scratch that the caller has is none", "opgen wide.json --target x86-64-v3 --kernel direct-oc --max-stack 0 --workspace argument --explain | grep 'bytes of stack'", 0, "  bytes of stack                         0\n", ""},
	{"a network says what it needs", "opgen net.json --workspace stack --max-stack 100 --unroll window", 1, "", "net.json:1:1: error: the arrays on the stack would take 128 bytes at least, 64 of them for the workspace, 64 for the step 'c', and --max-stack allows 100\n"},
	{"and that is enough", "opgen net.json --workspace stack --max-stack 128 --unroll window --explain | grep 'bytes of stack'", 0, "  bytes of stack                       128\n", ""},
	{"its code is the same bits", PLAIN("net.json", "fma") OTHER("net.json", "--target x86-64-v3 --max-stack 128", "", ""), 0, "", ""},
	{"all nodes are asked", "opgen $SAMPLE --dim batch=1 --all-nodes -o f.c --max-stack 0", 0, "", ""},
	{"a workspace that fits stays", PLAIN("bands.json", "fma") OTHER("bands.json", "--numerics fma --workspace stack --max-workspace 64K --unroll window", "", "") " && grep -c band f.c", 1, "0\n", ""},
	{"one that does not is of bands", PLAIN("bands.json", "fma") OTHER("bands.json", "--numerics fma --workspace stack --max-workspace 2K --unroll window", "", "") " && sed -n 's/.*workspace: \\([0-9]*\\) bytes.*/\\1/p' f.c | awk '{ exit $1 <= 2048 ? 0 : 9 }' && grep -q 'opgen_f_c_band_1(' f.c", 0, "", ""},
	{"the least workspace is enough", "opgen bands.json --max-workspace 0 -o f.c 2> m; n=$(sed -n 's/.*would take \\([0-9]*\\) bytes at least.*/\\1/p' m); test $n -gt 1 && opgen bands.json --max-workspace $n -o f.c && ! opgen bands.json --max-workspace $((n - 1)) -o f.c 2> m", 0, "", ""},
	{"a workspace of no number is refused", "opgen bands.json --max-workspace small", 2, "", "--max-workspace: expected bytes below 2^64, such as 65536 or 64M, got 'small'"},
	{"a function without a workspace has one of no bytes", "opgen conv.json --max-workspace 0 -o f.c", 0, "", ""},
	{"code is chosen that fits", "for n in 1200 700 500; do opgen conv.json --code-size $n --explain > e || exit 8; echo $(sed -n 's/.*Thumb-2, -Os *//p' e) $n; done | awk '$1 > $2 { exit 9 }'", 0, "", ""},
	{"the least code is enough", "opgen conv.json --code-size 1 -o f.c 2> m; n=$(sed -n 's/.*estimated \\([0-9]*\\) bytes at least.*/\\1/p' m); test $n -gt 1 && opgen conv.json --code-size $n -o f.c && ! opgen conv.json --code-size $((n - 1)) -o f.c 2> m", 0, "", ""},
	{"a network's, too", "opgen net.json --code-size 1 -o f.c 2> m; n=$(sed -n 's/.*estimated \\([0-9]*\\) bytes at least.*/\\1/p' m); test $n -gt 1 && opgen net.json --code-size $n -o f.c && ! opgen net.json --code-size $((n - 1)) -o f.c 2> m", 0, "", ""},
	{"a small network is the same bits", PLAIN("net.json", "fma") OTHER("net.json", "--numerics fma --code-size 1K", "", ""), 0, "", ""},
	{"code of no bytes is refused", "opgen conv.json --code-size 0", 1, "", "the code would take an estimated "},
	{"a level that was asked for stays", "opgen conv.json --unroll window --code-size 100", 1, "", "bytes at least, and --code-size allows 100"},
	{"so does a kernel", "opgen conv.json --kernel unrolled --code-size 100", 1, "", "bytes at least, and --code-size allows 100"},
	{"code for other targets has no estimate", "opgen conv.json --target rv32 --code-size 1K", 1, "", "error: --code-size: there is no estimate of the bytes of code for target rv32"},
	{"nor have parts", "opgen conv.json --parts 2 --code-size 1K", 1, "", "error: --code-size does not choose the code of parts: leave either out"},
	{"code of no number is refused", "opgen conv.json --code-size small", 2, "", "--code-size: expected bytes below 2^64, such as 65536 or 64M, got 'small'"},
	{"so is a negative number", "opgen conv.json --code-size -1", 2, "", "--code-size: expected bytes below 2^64, such as 65536 or 64M, got '-1'"},
	{"a number that is none is refused", "opgen conv.json --max-stack many", 2, "", "--max-stack: expected bytes below 2^64, such as 65536 or 64M, got 'many'"},
	{"so is one that is too large", "opgen conv.json --max-stack 99999999999G", 2, "", "--max-stack: expected bytes below 2^64"},
	{"a negative one, too", "opgen conv.json --max-stack -1", 2, "", "--max-stack: expected bytes below 2^64, such as 65536 or 64M, got '-1'"},
	{"what is refused leaves nothing", "opgen pool.json --max-stack 0 --unroll window -o f.c --constants w.bin; s=$?; test ! -e f.c && test ! -e w.bin && exit $s", 1, "", NULL},
	{"--emit-spec has none", "opgen $SAMPLE --dim batch=1 --graph --emit-spec -o s.json --max-stack 0", 2, "", "--emit-spec and --max-stack exclude each other"},
};
/* clang-format on */

/* A function that fills what it is given with numbers that differ, calls f as the macros
   say, and prints the bits of the results; 9 where the constants do not fit. */
static const char main_text[] =
	"#include \"f.h\"\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"#ifdef F_W_SIZE\n"
	"static float W[F_W_SIZE];\n"
	"#define WEIGHTS W,\n"
	"#else\n"
	"#define WEIGHTS\n"
	"#endif\n"
	"#ifdef F_WORKSPACE_SIZE\n"
	"#define WORKSPACE_ARGUMENT , workspace\n"
	"#else\n"
	"#define WORKSPACE_ARGUMENT\n"
	"#endif\n"
	"#if defined(READ) || defined(LINKED)\n"
	"#define CONSTANTS_ARGUMENT , constants\n"
	"#else\n"
	"#define CONSTANTS_ARGUMENT\n"
	"#endif\n"
	"#ifndef OFF\n"
	"#define OFF 0\n"
	"#endif\n"
	"#ifdef LINKED\n"
	"extern const char weights[];\n"
	"#endif\n"
	"static float X[F_X_SIZE], Y[F_Y_SIZE];\n"
	"\n"
	"int\n"
	"main(void)\n"
	"{\n"
	"#ifdef F_WORKSPACE_SIZE\n"
	"	void *workspace = F_WORKSPACE_SIZE ? aligned_alloc(64, F_WORKSPACE_SIZE) "
	": NULL;\n"
	"#endif\n"
	"#ifdef READ\n"
	"	char *block = aligned_alloc(64, F_CONSTANTS_SIZE + 64), *constants = "
	"block + OFF;\n"
	"	FILE *file = fopen(\"w.bin\", \"rb\");\n"
	"	size_t size = block && file ? fread(constants, 1, F_CONSTANTS_SIZE, "
	"file) : 0;\n"
	"\n"
	"	if (!f_constants_fit(constants, size))\n"
	"		return 9;\n"
	"#endif\n"
	"#ifdef LINKED\n"
	"	const void *constants = weights;\n"
	"\n"
	"	if (!f_constants_fit(constants, F_CONSTANTS_SIZE))\n"
	"		return 9;\n"
	"#endif\n"
	"	for (int i = 0; i < F_X_SIZE; i++)\n"
	"		X[i] = (float)(i % 37) / 16 - 1;\n"
	"#ifdef F_W_SIZE\n"
	"	for (int i = 0; i < F_W_SIZE; i++)\n"
	"		W[i] = (float)(i % 29) / 32 - 0.5f;\n"
	"#endif\n"
	"	f(X, WEIGHTS Y WORKSPACE_ARGUMENT CONSTANTS_ARGUMENT);\n"
	"	for (int i = 0; i < F_Y_SIZE; i++)\n"
	"		printf(\"%a\\n\", (double)Y[i]);\n"
	"	return 0;\n"
	"}\n";

/* Takes a binary apart by its table: each array is defined by the declaration that names
   it, with the numbers that it holds. */
static const char table_text[] =
	"#include <stdint.h>\n"
	"#include <stdio.h>\n"
	"#include <string.h>\n"
	"static unsigned char bytes[1 << 20];\n"
	"static uint64_t at(uint64_t k) { uint64_t n; memcpy(&n, bytes + k, 8); return "
	"n; }\n"
	"int\n"
	"main(int argc, char **argv)\n"
	"{\n"
	"	FILE *file = fopen(argv[1], \"rb\"), *names = fopen(argv[2], \"r\");\n"
	"	size_t n = fread(bytes, 1, sizeof bytes, file);\n"
	"	uint64_t hash = 0xcbf29ce484222325;\n"
	"	char line[512];\n"
	"\n"
	"	if (argc != 3 || n < 64 || n == sizeof bytes || at(24) != n)\n"
	"		return 9;\n"
	"	for (size_t i = 0; i < n; i++)\n"
	"		hash = (hash ^ (i / 8 == 2 ? 0 : bytes[i])) * 0x100000001b3;\n"
	"	if (hash != at(16))\n"
	"		return 9;\n"
	"	for (uint64_t i = 0; i < (at(32) & 0xffffffff); i++) {\n"
	"		const char *name = (const char *)bytes + at(64 + 32 * i + 16);\n"
	"		uint64_t begin = at(64 + 32 * i), size = at(64 + 32 * i + 8);\n"
	"\n"
	"		if (!fgets(line, sizeof line, names) || !strstr(line, name) || "
	"begin % 64)\n"
	"			return 9;\n"
	"		line[strlen(line) - 1] = 0;\n"
	"		printf(\"extern %s;\\n%s = {\\n\", line, line);\n"
	"		for (uint64_t k = begin; k < begin + size; k += 4) {\n"
	"			float value;\n"
	"\n"
	"			memcpy(&value, bytes + k, 4);\n"
	"			printf(\"%af,\\n\", value);\n"
	"		}\n"
	"		printf(\"};\\n\");\n"
	"	}\n"
	"	return 0;\n"
	"}\n";

#define CONV(name, more) \
	"\"name\": \"" name "\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": [1, 3, 12, 12], " \
	"\"W\": {\"shape\": [16, 3, 3, 3], \"data\": [%W]}, \"B\": {\"shape\": [16], " \
	"\"data\": [%B]}}" more

/* A Conv and a Clip, which limits its outputs to `most`. */
#define TWICE(from, to, most) \
	"  {\"name\": \"" to "\", \"op\": \"Conv\", \"inputs\": {\"X\": \"" from \
	"\", \"W\": {\"shape\": [6, 6, 1, 3], \"data\": [%V]}}, \"attributes\": " \
	"{\"pads\": [0, 1, 0, 1]}, \"output\": \"" to "\"},\n" \
	"  {\"op\": \"Clip\", \"inputs\": {\"input\": \"" to \
	"\", \"max\": {\"shape\": [], \"data\": [" most "]}}, \"output\": \"" to \
	"_" most "\"}"

static const struct {
	const char *name, *text;
} prepared[] = {
	{"main.c", main_text},
	{"table.c", table_text},
	{"conv.json", "{" CONV("f", ", \"attributes\": {\"pads\": [1, 1, 1, 1]}") "}\n"},
	{"two.json", "{\"nodes\": [{\"name\": \"g\", \"op\": \"Relu\", \"dtype\": "
		     "\"float32\", \"inputs\": {\"X\": [4]}}, {" CONV("h", "") "}]}\n"},
	{"param.json", "{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", "
		       "\"inputs\": {\"X\": [1, 3, 12, 12], \"W\": [16, 3, 3, 3]}}\n"},
	{"wide.json", "{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", "
		      "\"inputs\": {\"X\": [1, 64, 6, 6], \"W\": [32, 64, 3, 3]}}\n"},
	{"pool.json", "{\"name\": \"f\", \"op\": \"GlobalAveragePool\", \"dtype\": "
		      "\"float32\", \"inputs\": {\"X\": [1, 3, 8, 8]}}\n"},
	{"relu.json", "{\"name\": \"f\", \"op\": \"Relu\", \"dtype\": \"float32\", "
		      "\"inputs\": {\"X\": [4]}}\n"},
	{"resize.json", "{\"name\": \"f\", \"op\": \"Resize\", \"opset\": 19, \"dtype\": "
			"\"float32\", \"inputs\": {\"X\": [1, 2, 9, 7], \"scales\": "
			"{\"shape\": [4], \"data\": [1, 1, 2, 3], \"dtype\": "
			"\"float32\"}}, \"attributes\": {\"mode\": \"cubic\"}}\n"},
	{"bands.json", "{\"name\": \"f\", \"dtype\": \"float32\", \"graph\": "
		       "{\"inputs\": {\"X\": [1, 1, 16, 20]}, "
		       "\"nodes\": [{\"op\": \"Conv\", \"inputs\": {\"X\": \"X\", \"W\": "
		       "{\"shape\": [4, 1, 3, 3], \"data\": "
		       "[1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, "
		       "4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]}}, "
		       "\"attributes\": {\"pads\": [1, 1, 1, 1]}, \"output\": \"c\"}, "
		       "{\"op\": \"MaxPool\", \"inputs\": {\"X\": \"c\"}, "
		       "\"attributes\": {\"kernel_shape\": [2, 2], \"strides\": [2, 2]}, "
		       "\"output\": \"Y\"}], \"outputs\": [\"Y\"]}}"},
	{"net.json", "{\"name\": \"f\", \"dtype\": \"float32\", \"graph\": {\"inputs\": "
		     "{\"X\": [1, 3, 6, 6]}, \"nodes\": [\n"
		     "  {\"op\": \"Conv\", \"inputs\": {\"X\": \"X\", \"W\": {\"shape\": "
		     "[4, 3, 3, 3], \"data\": [%V]}}, \"output\": \"c\"},\n"
		     "  {\"op\": \"GlobalAveragePool\", \"inputs\": {\"X\": \"c\"}, "
		     "\"output\": \"m\"},\n"
		     "  {\"op\": \"Mul\", \"inputs\": {\"A\": \"c\", \"B\": \"m\"}, "
		     "\"output\": \"Y\"}\n"
		     "], \"outputs\": [\"Y\"]}}\n"},
	{"twice.json",
		"{\"name\": \"f\", \"dtype\": \"float32\", \"graph\": {\"inputs\": "
		"{\"X\": [1, 6, 5, 9]}, \"nodes\": [\n" TWICE("X", "a", "5") ",\n" TWICE(
			"a_5", "b",
			"2") ",\n"
			     "  {\"op\": \"MaxPool\", \"inputs\": {\"X\": \"b_2\"}, "
			     "\"attributes\": {\"kernel_shape\": [2, 2]}, \"output\": "
			     "\"Y\"}\n"
			     "], \"outputs\": [\"Y\"]}}\n"},
};

/* Text with numbers in place of %W, %B and %V: 432, 16 and 108 of them, all different,
   and others each time. */
static const char *
numbered(const char *text, int first, struct arena *arena)
{
	const char *at = strchr(text, '%');
	const char *list = "", *head;
	int n;

	if (!at || !strchr("WBV", at[1]))
		return text;
	n = at[1] == 'W' ? 432 : at[1] == 'B' ? 16 : 108;
	for (int i = 0; i < n; i++)
		list = arena_format(arena, "%s%s%d.%d", list, i ? ", " : "", i % 7 - 3,
			(first + i) % 97 + 1);
	head = arena_copy_text(arena, text, (size_t)(at - text));
	return numbered(
		arena_format(arena, "%s%s%s", head, list, at + 2), first + 1, arena);
}

static const char *
with_numbers(const char *text, struct arena *arena)
{
	return numbered(text, 0, arena);
}

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++) {
		const char *text = strstr(prepared[i].name, ".json")
					   ? with_numbers(prepared[i].text, arena)
					   : prepared[i].text;

		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			text, strlen(text));
	}
}

int
main(void)
{
	struct CMUnitTest test[countof(binary_rows) + countof(extern_rows) +
			       countof(section_rows) + countof(shared_rows) +
			       countof(scratch_rows) + countof(stack_rows)];
	size_t n = 0;

	scripts_begin("memory_command", prepare);
	scripts_path("RUNTIME", "runtime");
	scripts_path("RUNTIME_LIBRARY", "build/libopgen_runtime.a");
	scripts_path("SAMPLE", "samples/smooth/smooth.onnx");
	n += scripts_add(test + n, binary_rows, countof(binary_rows));
	n += scripts_add(test + n, extern_rows, countof(extern_rows));
	n += scripts_add(test + n, section_rows, countof(section_rows));
	n += scripts_add(test + n, shared_rows, countof(shared_rows));
	n += scripts_add(test + n, scratch_rows, countof(scratch_rows));
	n += scripts_add(test + n, stack_rows, countof(stack_rows));
	return _cmocka_run_group_tests("memory_command", test, n, NULL, NULL) != 0;
}
