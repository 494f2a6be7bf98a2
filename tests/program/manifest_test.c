/* opgen's --manifest: what an auditor files, the same bytes each time. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/scripts.h"

#define MAKE "opgen conv.json -o c.c --header c.h --manifest m.json && "
#define STALE(change) \
	MAKE change " opgen conv.json -o c.c --header c.h --manifest m.json --check"
/* The SHA-256 that a manifest has of a file, and the bytes of the file. */
#define SAME(file) \
	"grep -A1 '\"file\": \"" file "\"' m.json | grep -q $(sha256sum < " file \
	" | cut -d ' ' -f 1) && grep -B1 '\"file\": \"" file \
	"\"' m.json | grep -q \": $(($(wc -c < " file "))),\" "

/* clang-format off */
static const struct script hash_rows[] = {
	{"it has the hashes of all files", "opgen conv.json -o c.c --header c.h --constants k.c --self-test t.c --manifest m.json && " SAME("conv.json") "&& " SAME("w.npy") "&& " SAME("c.c") "&& " SAME("c.h") "&& " SAME("k.c") "&& " SAME("t.c"), 0, "", ""},
	{"that of a model", "opgen $SAMPLE --dim batch=1 --graph --name net -o c.c --manifest m.json && cp $SAMPLE . && " SAME("smooth.onnx") "&& " SAME("c.c"), 0, "", ""},
	{"that of code on standard output", "opgen conv.json --manifest m.json > c.c && grep -q $(sha256sum < c.c | cut -d ' ' -f 1) m.json && grep -c '\"file\": null' m.json", 0, "1\n", ""},
	{"that of a spec from standard input", "opgen --manifest m.json -o c.c - < named.json && grep -q $(sha256sum < named.json | cut -d ' ' -f 1) m.json", 0, "", ""},
	{"a byte order mark counts", "{ printf '\\357\\273\\277'; cat named.json; } > b.json && opgen b.json -o c.c --manifest m.json && " SAME("b.json"), 0, "", ""},
	{"several specs, each once", "opgen conv.json pool.json -o c.c --manifest m.json && grep -c '^      \"file\": \".*json\"' m.json", 0, "2\n", ""},
	{"the self-test's hash is the one that it prints", "opgen conv.json -o c.c --self-test t.c --manifest m.json && $(words \"${CC:-cc}\") -I$RUNTIME c.c t.c $RUNTIME/opgen_runtime.c -lm -o t && grep -c \"\\\"$(./t | cut -d ' ' -f 2)\\\"\" m.json", 0, "1\n", ""},
	{"without a self-test there is none", MAKE "grep '\"self_test\"' m.json", 0, "      \"self_test\": null,\n", ""},
};

static const struct script content_rows[] = {
	{"keys are sorted", MAKE "grep -o '^  \"[a-z]*\"' m.json > k; LC_ALL=C sort -c k && grep -o '^      \"[a-z_]*\"' m.json | head -8 > k; LC_ALL=C sort -c k && wc -l < k", 0, "8\n", ""},
	{"it says what was resolved", MAKE "grep -A6 '\"dilation\"' m.json | head -7 | tr -d ' \\n'", 0, "\"dilation\":1,\"input\":5,\"kernel\":2,\"output\":4,\"pad_begin\":0,\"pad_end\":0,\"stride\":1", ""},
	{"it counts as --explain does", MAKE "opgen conv.json --explain > e; for w in multiplies adds 'elements read' 'elements written'; do n=$(sed -n \"s/^  $w *//p\" e); grep -q \"\\\"$w\\\": $n\" m.json || exit 9; done; n=$(sed -n 's/^  bytes of stack *//p' e); grep -q \"\\\"bytes_of_stack\\\": $n\" m.json; n=$(sed -n 's/^  bytes of constants *//p' e); grep -q \"\\\"bytes_of_constants\\\": $n\" m.json", 0, "", ""},
	{"bytes of code, too", MAKE "opgen conv.json --explain > e; for l in Os O2; do n=$(sed -n \"s/^  Thumb-2, -$l *//p\" e); test $n -gt 0 && grep -A3 '\"Thumb-2\"' m.json | grep -q \"\\\"-$l\\\": $n\" || exit 9; done", 0, "", ""},
	{"it says what was proven", MAKE "grep -A3 '\"proven\"' m.json | tail -3 | tr -d '\\n'", 0, "\"accesses stay within their operands\",            \"all outputs are set\",            \"nothing is read before it is set\"", ""},
	{"it has the options that the code depends on", "opgen conv.json --numerics strict --sync -o c.c --target x86-64-v3,generic --prefix p_ --header c.h --manifest m.json -MD && grep -A4 '\"options\"' m.json", 0, "  \"options\": {\n    \"--numerics\": \"strict\",\n    \"--prefix\": \"p_\",\n    \"--target\": \"x86-64-v3,generic\"\n  },\n", ""},
	{"where memory is, too", "mkdir d; opgen conv.json -o c.c --section .flash --max-stack 4K --workspace argument --constants d/k.c --manifest m.json && grep -A5 '\"options\"' m.json", 0, "  \"options\": {\n    \"--constants\": \"k.c\",\n    \"--max-stack\": \"4K\",\n    \"--section\": \".flash\",\n    \"--workspace\": \"argument\"\n  },\n", ""},
	{"those that are repeated as a list", "opgen $SAMPLE --dim batch=1 --node /up/Conv --node /up/Relu -o c.c --manifest m.json && grep -A8 '\"options\"' m.json | tr -d ' \\n'", 0, "\"options\":{\"--dim\":[\"batch=1\"],\"--node\":[\"/up/Conv\",\"/up/Relu\"]},", ""},
	{"the bound of the error is that of the C file", "opgen wide.json --numerics fast --target x86-64-v3 -o c.c --manifest m.json && b=$(sed -n 's/^ *\\([0-9].*\\) times the largest .*/\\1/p' c.c) && n=$(sed -n 's/.*\"error_bound\": \\(.*\\),/\\1/p' m.json) && awk \"BEGIN { exit $b != $n }\"", 0, "", ""},
	{"who is exact has none", MAKE "grep -c '\"error_bound\": null' m.json", 0, "1\n", ""},
	{"a network has its steps and its workspace", "opgen $SAMPLE --dim batch=1 --graph --name net -o c.c --manifest m.json && grep -c '\"operation\": ' m.json && grep -A3 '\"workspace\"' m.json | tr -d ' \\n' && grep -c 'live together do not overlap' m.json", 0, "\"workspace\":{\"bytes\":384,\"where\":\"argument\"}", ""},
	{"a node that is given a workspace has it, too", "opgen pool.json --workspace argument -o c.c --header c.h --manifest m.json && grep -A3 '\"workspace\": {' m.json | tr -d ' \\n' && grep -c \"\\\"bytes\\\": $(sed -n 's/.*WORKSPACE_SIZE //p' c.h)\" m.json", 0, "\"workspace\":{\"bytes\":", ""},
	{"a binary of constants is an output", "opgen conv.json --constants w.bin -o c.c --manifest m.json && grep -c $(sha256sum < w.bin | cut -d ' ' -f 1) m.json && grep -A3 '\"constants\": {' m.json | tr -d ' \\n'", 0, "1\n\"constants\":{\"bytes\":", ""},
	{"a count that JSON's readers cannot take is text", "opgen many.json -o c.c --manifest m.json && grep 'multiplies\"' m.json", 0, "\"multiplies\": \"9223372036854775808\"", ""},
};

static const struct script file_rows[] = {
	{"the same bytes each time, in every directory", MAKE "mkdir d && cp *.json *.npy d && rm d/m.json && cd d && opgen ../d/conv.json -o ../d/c.c --header \"$PWD/c.h\" --manifest m.json && cmp m.json ../m.json", 0, "", ""},
	{"it is left alone when nothing changed", MAKE "touch -t 200101010000 m.json && opgen conv.json -o c.c --header c.h --manifest m.json && find . -name m.json -newermt 2002-01-01", 0, "", ""},
	{"--check is silent when it is up to date", STALE(""), 0, "", ""},
	{"--check finds a stale one", STALE("sed -i 's/\"bytes\": [0-9]*/\"bytes\": 1/' m.json;"), 1, "--- m.json\n", ""},
	{"an input that changed makes it stale, even if the code stays", STALE("echo >> conv.json;"), 1, "--- m.json\n", ""},
	{"a depfile has it as a target", MAKE "opgen conv.json -o c.c --manifest m.json -MD && cat c.c.d", 0, "c.c m.json: \\\n  conv.json \\\n  w.npy\n", ""},
	{"it is not standard output", "opgen conv.json -o c.c --manifest -", 2, "", "--manifest: expected a file, got '-'"},
	{"it is no other output", "opgen conv.json -o c.c --manifest ./c.c", 2, "", "the output c.c and the manifest ./c.c are the same file"},
	{"nor an input", "opgen conv.json -o c.c --manifest conv.json", 2, "", "same file"},
	{"nor one that a spec names", "opgen conv.json -o c.c --manifest w.npy", 2, "", "same file"},
	{"--explain has none", "opgen conv.json --explain --manifest m.json", 2, "", "--explain and --manifest exclude each other"},
	{"nor has --list-nodes", "opgen $SAMPLE --list-nodes --manifest m.json", 2, "", "--list-nodes and --manifest exclude each other"},
	{"what is refused leaves none", "opgen conv.json --max-output 100 -o c.c --manifest m.json; s=$?; test ! -e m.json && exit $s", 1, "", "--max-output"},
	{"what cannot be written leaves the others", "echo old > c.c; opgen conv.json -o c.c --manifest no/m.json; s=$?; grep -qx old c.c && exit $s", 3, "", "no/m.json"},
	{"a failing write leaves the old one", "echo old > m.json; opgen conv.json -o no/c.c --manifest m.json; s=$?; grep -qx old m.json && exit $s", 3, "", "no/c.c"},
	{"all nodes have one each", "opgen $SAMPLE --dim batch=1 --all-nodes -o d --manifest d && ls d | grep -c 'json$' && grep -l \"$(sha256sum < $SAMPLE | cut -d ' ' -f 1)\" d/*.json | wc -l && opgen $SAMPLE --dim batch=1 --all-nodes -o d --manifest d --check", 0, "4\n4\n", ""},
	{"all nodes in one file have one", "opgen $SAMPLE --dim batch=1 --all-nodes -o c.c --manifest m.json && grep -c '^      \"name\"' m.json", 0, "4\n", ""},
	{"a name that is no text is escaped", "f=$(printf 'a\\377.json'); cp named.json $f && opgen $f -o c.c --manifest m.json && grep -c 'a..xff.json' m.json", 0, "1\n", ""},
};

static const struct {
	const char *name, *text;
} prepared[] = {
	{"conv.json",
		"{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 5], \"W\": {\"shape\": [1, 1, 2], \"file\": \"w.npy\"}}}\n"},
	{"pool.json", "{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 5]}, \"attributes\": {\"kernel_shape\": [2]}}\n"},
	{"named.json", "{\"name\": \"named\", \"op\": \"Relu\", \"dtype\": \"float32\", \"inputs\": {\"X\": [5]}}\n"},
	{"many.json", "{\"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1024, 2147483648, 1024], \"W\": [4096, 1024, 1, 1]}}\n"},
};
/* clang-format on */

/* A float32 array of shape [1, 1, 2], as numpy.save writes it. */
static void
write_weights(const char *path)
{
	static const char header[] =
		"{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 2), }";
	char file[128 + 8] = "\x93NUMPY\x01";

	memset(file + 10, ' ', 128 - 10);
	file[8] = 128 - 10;
	memcpy(file + 10, header, sizeof header - 1);
	file[127] = '\n';
	memcpy(file + 128, "\0\0\0@\0\0\x80?", 8);
	file_write(path, file, sizeof file);
}

/* A Conv that numerics fast transforms on targets with vectors. */
static void
write_wide(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fprintf(file, "{\"name\": \"wide\", \"op\": \"Conv\", \"dtype\": \"float32\", "
		      "\"inputs\": {\"X\": [1, 16, 16, 16], \"W\": {\"shape\": "
		      "[32, 16, 3, 3], \"data\": [");
	for (int i = 0; i < 32 * 16 * 9; i++)
		fprintf(file, "%s%d.5", i ? ", " : "", i * 7 % 23 - 11);
	fprintf(file, "]}}, \"attributes\": {\"pads\": [1, 1, 1, 1]}}\n");
	assert_int_equal(fclose(file), 0);
}

static void
prepare(const char *directory, struct arena *arena)
{
	for (size_t i = 0; i < countof(prepared); i++)
		file_write(arena_format(arena, "%s/%s", directory, prepared[i].name),
			prepared[i].text, strlen(prepared[i].text));
	write_weights(arena_format(arena, "%s/w.npy", directory));
	write_wide(arena_format(arena, "%s/wide.json", directory));
}

int
main(void)
{
	struct CMUnitTest
		test[countof(hash_rows) + countof(content_rows) + countof(file_rows)];
	size_t n = 0;

	scripts_begin("manifest", prepare);
	scripts_path("RUNTIME", "runtime");
	scripts_path("SAMPLE", "samples/smooth/smooth.onnx");
	n += scripts_add(test + n, hash_rows, countof(hash_rows));
	n += scripts_add(test + n, content_rows, countof(content_rows));
	n += scripts_add(test + n, file_rows, countof(file_rows));
	return _cmocka_run_group_tests("manifest", test, n, NULL, NULL) != 0;
}
