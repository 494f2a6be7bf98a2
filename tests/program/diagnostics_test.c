/* Messages for programs, and the schema for editors: every row is a shell script, as in
   command_test.c. What must be read by programs is read by node. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/scripts.h"

/* A file that every script finds. */
struct prepared {
	const char *name, *text;
};

/* What reads a line of JSON each, and prints its members, null as "-". */
#define LINES \
	"lines() { node -e 'for (const line of require(\"fs\").readFileSync(0, " \
	"\"utf8\").split(\"\\n\").slice(0, -1)) { const m = JSON.parse(line); " \
	"console.log(Object.values(m).map((v) => v === null ? \"-\" : v).join(\"|\")) " \
	"}'; }; "
#define SARIF "sarif() { node \"$ROOT/tests/program/sarif.js\"; }; "
#define SCHEMA \
	"valid() { opgen --schema > s && NODE_PATH=/usr/share/nodejs node " \
	"\"$ROOT/tests/program/schema.js\" s \"$@\"; }; "

/* clang-format off */
static const struct prepared prepared[] = {
	{"pool.json",
		"{\"op\": \"AveragePool\", \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 4, 4]},\n"
		" \"attributes\": {\"kernel_shape\": [2, 2]}}\n"},
	{"late.json",
		"{\"op\": \"AveragePool\", \"opset\": 99, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 4]},\n"
		" \"attributes\": {\"kernel_shape\": [2]}}\n"},
	{"wrong.json",
		"{\"op\": \"AveragePool\", \"dtype\": \"float32\",\n"
		" \"inputs\": {\"X\": [1, 1, 4]}, \"\xc3\xa9\": \"\xc3\xa9\", \"padz\": 1,\n"
		" \"attributes\": {\"kernel_shape\": [2], \"strides\": [0], \"padz\": [0]}}\n"},
	{"many.json",
		"{\"op\": \"Conv\", \"a\": 0, \"b\": 0, \"c\": 0, \"d\": 0, \"e\": 0, \"f\": 0, \"g\": 0, \"h\": 0, \"i\": 0, \"j\": 0,\n"
		" \"k\": 0, \"l\": 0, \"m\": 0, \"n\": 0, \"o\": 0, \"p\": 0, \"q\": 0, \"r\": 0, \"s\": 0, \"t\": 0, \"u\": 0}\n"},
	{"graph.json",
		"{\"dtype\": \"float32\", \"opset\": 11, \"graph\": {\"inputs\": {\"x\": [1, 2]},\n"
		" \"nodes\": [{\"op\": \"Relu\", \"inputs\": {\"X\": \"x\"}, \"output\": \"y\", \"attributes\": {\"alpha\": 1}}],\n"
		" \"outputs\": [\"z\"]}}\n"},
};

static const struct script lines_rows[] = {
	{"text is the default", "opgen wrong.json 2> a; opgen wrong.json --diagnostics=text 2> b; cmp a b && cat a", 0, "wrong.json:2:42: error: unknown key", ""},
	{"a message is a line with its place, rule and hint", LINES "opgen wrong.json --diagnostics=json 2>&1 | lines", 0,
		"error|attributes|wrong.json|3|50|51|-|strides: expected 1 or more, got 0|-\n", ""},
	{"columns count bytes, as those of text do", LINES "opgen wrong.json --diagnostics json 2>&1 | lines", 0,
		"error|node|wrong.json|2|42|48|-|unknown key 'padz'|", ""},
	{"an offer is a hint", LINES "opgen wrong.json --diagnostics=json 2>&1 | lines", 0, "; did you mean 'pads'?\n", ""},
	{"a warning is no error", LINES "opgen late.json -o x.c --diagnostics=json 2>&1 | lines; test -s x.c", 0,
		"warning|opset|late.json|1|32|34|-|opset: 99 is newer than", ""},
	{"where all is well nothing is told", "opgen pool.json -o x.c --diagnostics=json", 0, "", ""},
	{"the exit status stays", "opgen wrong.json --diagnostics=json", 1, "", NULL},
	{"the text of a file has its rule", LINES "echo '{,}' > x.json; opgen x.json --diagnostics=json 2>&1 | lines", 0, "error|text|x.json|1|2|3|-|expected a key", ""},
	{"more than twenty messages are a note", LINES "opgen many.json --diagnostics=json 2>&1 | lines | tail -n 1", 0, "note|file|many.json|-|-|-|-|more than 20 errors|the rest is not shown\n", ""},
	{"wrong usage is a line", LINES "opgen --nix --diagnostics=json 2>&1 | lines", 0, "error|usage|-|-|-|-|-|there is no option '--nix'|opgen --help lists the options\n", ""},
	{"what comes behind -- is no option", "opgen --nix -- --diagnostics=json", 2, "", "opgen: error: there is no option '--nix'\n"},
	{"nor is another option's value", "opgen pool.json --name --diagnostics=json", 2, "", "opgen: error: --name: "},
	{"the last of several counts", LINES "opgen --diagnostics=sarif --nix --diagnostics=json 2>&1 | lines", 0, "error|usage|", ""},
	{"another word is wrong usage", "opgen pool.json --diagnostics=xml", 2, "", "opgen: error: --diagnostics: expected text, json or sarif, got 'xml'\n"},
	{"a file that is not there is a line", LINES "opgen no.json --diagnostics=json 2>&1 | lines", 0, "error|machine|-|-|-|-|-|cannot read no.json: No such file or directory|-\n", ""},
	{"a remark goes with what is before it", LINES "opgen no.c --diagnostics=json 2>&1 | lines", 0, "note|machine|-|-|-|-|-|the C file is named by -o 'no.c'|-\n", ""},
	{"a place in a model is told in words", LINES "opgen $ROOT/samples/smooth/smooth.onnx --node /up/Conv --diagnostics=json 2>&1 | lines | sed \"s|$ROOT/||\"", 0, "error|model|samples/smooth/smooth.onnx|-|-|-|node '/up/Conv': X, tensor 'image'|'image' is [?, 1, 4, 6] in the file|pass --dim", ""},
	{"nodes to choose from are notes", LINES "opgen $ROOT/samples/smooth/smooth.onnx --dim batch=1 --diagnostics=json 2>&1 | lines | sed \"s|$ROOT/||\"", 0, "note|model|samples/smooth/smooth.onnx|-|-|-|node '/down/Pool'|ready to be compiled|-\n", ""},
	{"a terminal cannot be steered", LINES "f=$(printf 'a\\033[1m.json'); cp wrong.json \"$f\"; opgen \"$f\" --diagnostics=json 2> m; ! grep -q '\033' m && lines < m", 0, "a\\x1b[1m.json", ""},
};

static const struct script sarif_rows[] = {
	{"a log has each message", SARIF "opgen wrong.json --diagnostics=sarif 2> m; test $? = 1 && sarif < m", 0, "error attributes wrong.json:3:50-51 strides: expected 1 or more, got 0\n", ""},
	{"its columns count characters", SARIF "opgen wrong.json --diagnostics=sarif 2>&1 | sarif", 0, "error node wrong.json:2:40-46 unknown key 'padz'", ""},
	{"a log without messages is one", SARIF "opgen pool.json -o x.c --diagnostics=sarif 2> m && sarif < m", 0, "exit 0\n", ""},
	{"wrong usage is in it", SARIF "opgen --nix --diagnostics=sarif 2> m; test $? = 2 && sarif < m", 0, "error usage  there is no option '--nix'; opgen --help lists the options\nexit 2\n", ""},
	{"a machine that fails ends it", SARIF "opgen no.json pool.json -o x.c --diagnostics=sarif 2> m; test $? = 3 && sarif < m", 0, "error machine  cannot read no.json: No such file or directory\nexit 3\n", ""},
	{"--help ends it", SARIF "opgen --help --diagnostics=sarif 2> m > x && sarif < m", 0, "exit 0\n", ""},
	{"paths are URIs", SARIF "f=$(printf 'a b:\\303\\251%%\".json'); cp wrong.json \"$f\"; opgen \"$f\" --diagnostics=sarif 2>&1 | sarif", 0, " a%20b%3A%C3%A9%25%22.json:3:50-51 ", ""},
	{"an absolute path is one of a file", SARIF "opgen \"$PWD/wrong.json\" --diagnostics=sarif 2>&1 | sarif", 0, " file:///", ""},
	{"a model's places are logical ones", SARIF "cp $ROOT/samples/smooth/smooth.onnx .; opgen smooth.onnx --node /up/Conv --diagnostics=sarif 2>&1 | sarif", 0, "error model smooth.onnx: node '/up/Conv': X, tensor 'image' 'image' is", ""},
	{"the same bytes each time", "opgen wrong.json --diagnostics=sarif 2> a; opgen wrong.json --diagnostics=sarif 2> b; cmp a b", 0, "", ""},
};

static const struct script valid_rows[] = {
	{"every case that opgen takes is valid, and of what it refuses all but what needs two values at once is not", SCHEMA "valid \"$ROOT/tests/conformance\"", 0, "46 of 72 specs that it refuses are not\n", ""},
	{"so is every golden", SCHEMA "valid \"$ROOT/tests/golden\" \"$ROOT/samples\"", 0, "0 of 0 specs that it refuses are not\n", ""},
	{"and every other case", "cd \"$ROOT\"; opgen --schema > \"$OLDPWD/s\"; IFS=:; NODE_PATH=/usr/share/nodejs node tests/program/schema.js \"$OLDPWD/s\" ${OPGEN_CASES:-tests/conformance}", 0, " specs that opgen takes are valid\n", ""},
	{"many mistakes of the tests are caught", SCHEMA "valid \"$ROOT/tests/errors\" | awk '$6 == \"it\" { exit !($1 > 120) }'", 0, "", ""},
	{"a graph's nodes are of its operator set", SCHEMA "mkdir d; sed 's/\"z\"/\"y\"/; s/, \"attributes\": {\"alpha\": 1}//' graph.json > d/x.json; valid d", 0, "1 of 1 specs that opgen takes are valid\n", ""},
	{"an attribute that a graph's node has not is none", SCHEMA "mkdir d; cp graph.json d; valid d", 1, "additionalProperty\":\"alpha\"", ""},
	{"extents are no input of a graph's node", SCHEMA "mkdir d; cp \"$ROOT\"/tests/errors/graph_extents_of_node.* d; valid d", 0, "1 of 1 specs that it refuses are not\n", ""},
	{"an attribute of a later version is none", SCHEMA "mkdir d; echo '{\"op\": \"AveragePool\", \"opset\": 18, \"dtype\": \"float32\", \"inputs\": {\"X\": [1, 1, 4]}, \"attributes\": {\"kernel_shape\": [2], \"dilations\": [1]}}' > d/x.json; valid d", 1, "dilations", ""},
	{"a keyword is no name", SCHEMA "mkdir d; sed 's/{/{\"name\": \"while\", /' pool.json > d/x.json; valid d", 1, ".name", ""},
};

static const struct script schema_rows[] = {
	{"the same bytes each time", "opgen --schema > a; opgen --schema -o b; cmp a b", 0, "", ""},
	{"--schema takes no spec", "opgen --schema pool.json", 2, "", "opgen: error: --schema takes no SPEC\n"},
	{"--schema writes no header", "opgen --schema --header x.h", 2, "", "opgen: error: --schema and --header exclude each other\n"},
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
	struct CMUnitTest test[countof(lines_rows) + countof(sarif_rows) +
			       countof(schema_rows) + countof(valid_rows)];
	size_t n = 0;

	scripts_begin("diagnostics", prepare);
	scripts_path("ROOT", ".");
	n += scripts_add(test + n, lines_rows, countof(lines_rows));
	n += scripts_add(test + n, sarif_rows, countof(sarif_rows));
	n += scripts_add(test + n, schema_rows, countof(schema_rows));
	/* The schema is the same, whatever opgen was compiled with. */
	if (!is_sanitized())
		n += scripts_add(test + n, valid_rows, countof(valid_rows));
	return _cmocka_run_group_tests("diagnostics", test, n, NULL, NULL) != 0;
}
