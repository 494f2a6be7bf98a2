/* What the command leaves behind: any number of files, or none of them when it fails or
   a signal ends it. Every row is a shell script (scripts.h), which finds pool.json, a
   spec, many.onnx, a model of 150 convolutions with two constants each, c0 to c149, and
   devices.onnx, one of some with other names. */

#include "support/test.h"

#include <string.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/onnx_model.h"
#include "support/scripts.h"
#include "support/wire.h"

enum {
	MANY = 150,
	FLOAT_TYPE = 1 /* onnx.proto's number */
};

static const char pool[] =
	"{\"op\": \"AveragePool\", \"dtype\": \"float32\", "
	"\"inputs\": {\"X\": [1, 1, 4, 4]}, \"attributes\": {\"kernel_shape\": [2, 2]}}";

/* Names of nodes, most of them of devices, too. */
static const char *const devices[] = {
	"NUL", "nul_", "con", "aux", "prn", "COM0", "Lpt9", "COMB", "com10"};

/* Runs opgen in the background, with an output that nobody reads, until as many files as
   are said wait for their names. */
#define WAITING(arguments, n) \
	"ulimit -c 0; mkfifo d/p; env --default-signal \"$OPGEN\" " arguments \
	" & until [ $(ls -A d | grep -c ^.opgen-) = " n " ]; do sleep 0.01; done; "

/* Ends it by a signal, and prints what is left. */
#define ENDING(signal) "kill -" signal " $!; wait $!; s=$?; rm d/p; ls -A d; exit $s"

/* clang-format off */
static const struct script many_rows[] = {
	{"of many files one at a time is open", "(ulimit -n 8; opgen many.onnx $MANY --emit-spec -o d/s.json) && ls -A d | wc -l", 0, "301\n", ""},
	{"a spec of many files gives the same C", "opgen many.onnx $MANY --emit-spec -o d/s.json && opgen d/s.json -o a.c && opgen many.onnx $MANY -o b.c && cmp a.c b.c", 0, "", ""},
	{"what cannot be written leaves nothing", "mkdir d/c70_W.npy; opgen many.onnx $MANY --emit-spec -o d/s.json; s=$?; rmdir d/c70_W.npy; ls -A d; exit $s", 3, "", "d/c70_W.npy: Is a directory"},
	{"a full disk leaves nothing", "(ulimit -f 1; opgen many.onnx $MANY --emit-spec -o d/s.json); s=$?; ls -A d; exit $s", 3, "", "d/s.json: File too large"},
	{"an interrupt leaves nothing", WAITING("many.onnx $MANY --emit-spec -o d/p", "300") ENDING("INT"), 128 + 2, "", NULL},
};

#define SPEC "opgen many.onnx --node c1 --emit-spec -o "
#define KEEPS(command) command "; s=$?; ls -A d; exit $s"

/* Whatever is refused has not been touched. */
static const struct script same_rows[] = {
	{"a spec is not one of its constants", KEEPS(SPEC "d/c1_W.npy"), 2, "", "opgen: error: the constant d/c1_W.npy and the output d/c1_W.npy are the same file\n"},
	{"a path may be spelt in two ways", KEEPS(SPEC "d/../d//c1_B.npy"), 2, "", "the constant d/../d//c1_B.npy and the output d/../d//c1_B.npy are"},
	{"a link leads to a constant that is not there yet", "ln -s ./c1_W.npy d/s; " KEEPS(SPEC "d/s"), 2, "s\n", "the constant d/c1_W.npy and the output d/s are"},
	{"a link leads to a constant", "echo old > d/c1_W.npy; ln -s ../d/c1_W.npy d/s; " SPEC "d/s; s=$?; grep -qx old d/c1_W.npy && exit $s", 2, "", "the constant d/c1_W.npy and the output d/s are"},
	{"a constant has two names", "echo old > d/c1_W.npy; ln d/c1_W.npy d/s; " SPEC "d/s; s=$?; grep -qx old d/s && exit $s", 2, "", "the constant d/c1_W.npy and the output d/s are"},
	{"a model is not replaced by a constant", "mv many.onnx d/c1_W.npy; cp d/c1_W.npy a; opgen d/c1_W.npy --node c1 --emit-spec -o d/s; s=$?; cmp a d/c1_W.npy && exit $s", 2, "", "the constant d/c1_W.npy and the input d/c1_W.npy are"},
	{"a constant is not replaced by the header", SPEC "d/s.json; cp d/c1_W.npy a; opgen d/s.json -o x.c --header d/c1_W.npy; s=$?; cmp a d/c1_W.npy && exit $s", 2, "", "the header d/c1_W.npy and the input d/c1_W.npy are"},
	{"a constant is not replaced by the depfile", SPEC "d/s.json; cp d/c1_W.npy a; ln -s d/c1_W.npy x; opgen d/s.json -o x.c -MF x; s=$?; cmp a d/c1_W.npy && exit $s", 2, "", "the depfile x and the input d/c1_W.npy are"},
	{"the header is not the depfile", KEEPS("opgen pool.json -o d/x.c --header d/x.c.d -MD"), 2, "", "the header d/x.c.d and the depfile d/x.c.d are"},
	{"a directory has two paths", "ln -s d e; " KEEPS("opgen pool.json -o d/x.c -MF e/x.c"), 2, "", "the output d/x.c and the depfile e/x.c are"},
	{"a name in two directories is two files", "mkdir e; opgen pool.json -o d/x -MF e/x", 0, "", ""},
	{"--check compares no input with itself", "cp pool.json d; " KEEPS("opgen d/pool.json -o d/pool.json --check"), 2, "pool.json\n", "the output d/pool.json and the input d/pool.json are"},
	{"two nodes are two files", "ln -s c2.c d/c1.c; " KEEPS("opgen many.onnx --all-nodes -o d"), 2, "c1.c\n", "opgen: error: the output d/c1.c and the output d/c2.c are the same file\n"},
	{"a node's file is not the model", "mv many.onnx d/c7.c; cp d/c7.c a; opgen d/c7.c --all-nodes -o d; s=$?; cmp a d/c7.c && ls -A d; exit $s", 2, "c7.c\n", "the output d/c7.c and the input d/c7.c are"},
	{"what is left out claims no file", "ln -s c2.c d/c1.c; opgen many.onnx --all-nodes --keep-going --max-output 1 -o d", 1, "", "there is no node that is ready"},
};

static const struct script device_rows[] = {
	{"no file is called like a device of Windows", "opgen devices.onnx --all-nodes -o d --header d -MD && cd d && LC_ALL=C ls | tr '\\n' ' '", 0, "COM0_.c COM0_.c.d COM0_.h COMB.c COMB.c.d COMB.h Lpt9_.c Lpt9_.c.d Lpt9_.h NUL__.c NUL__.c.d NUL__.h aux_.c aux_.c.d aux_.h com10.c com10.c.d com10.h con_.c con_.c.d con_.h nul_.c nul_.c.d nul_.h prn_.c prn_.c.d prn_.h ", ""},
	{"functions keep their names", "opgen devices.onnx --all-nodes -o d && cd d && grep -h '^void .*;' NUL__.c nul_.c aux_.c", 0, "void NUL(const float *X, float *Y);\nvoid nul_(const float *X, float *Y);\nvoid aux(const float *X, float *Y);\n", ""},
	{"no spec is called like one", "opgen devices.onnx --all-nodes --emit-spec -o d && cd d && LC_ALL=C ls NUL* con* | tr '\\n' ' '", 0, "NUL_B.npy NUL_W.npy NUL__.json con_.json con_B.npy con_W.npy ", ""},
	{"who names a file is believed", "opgen devices.onnx --node NUL -o d/nul.c && ls d", 0, "nul.c\n", ""},
};

static const struct script signal_rows[] = {
	{"a signal that was ignored stays so", "trap '' USR1; mkfifo d/p; \"$OPGEN\" pool.json -o d/p --header d/x.h & until ls -A d | grep -q ^.opgen-; do sleep 0.01; done; kill -USR1 $!; cat d/p > x.c; wait $! && grep -q 'void pool(' x.c && ls -A d", 0, "p\nx.h\n", ""},
};

/* Numbers are those of Linux. SIGKILL and what a sanitizer takes for itself are left out. */
static const struct {
	const char *claim;
	int number;
} signals[] = {
	{"SIGHUP leaves nothing", 1},
	{"SIGINT leaves nothing", 2},
	{"SIGQUIT leaves nothing", 3},
	{"SIGTRAP leaves nothing", 5},
	{"SIGABRT leaves nothing", 6},
	{"SIGUSR1 leaves nothing", 10},
	{"SIGUSR2 leaves nothing", 12},
	{"SIGALRM leaves nothing", 14},
	{"SIGTERM leaves nothing", 15},
	{"SIGSTKFLT leaves nothing", 16},
	{"SIGXCPU leaves nothing", 24},
	{"SIGVTALRM leaves nothing", 26},
	{"SIGPROF leaves nothing", 27},
	{"SIGIO leaves nothing", 29},
	{"SIGPWR leaves nothing", 30},
	{"SIGSYS leaves nothing", 31},
	{"a signal of real time leaves nothing", 40},
};
/* clang-format on */

static size_t
add_signals(struct CMUnitTest *test, struct arena *arena)
{
	struct script *script = arena_array(arena, struct script, countof(signals));

	for (size_t i = 0; i < countof(signals); i++)
		script[i] = (struct script){signals[i].claim,
			arena_format(arena,
				WAITING("pool.json -o d/p --header d/x.h", "1")
					ENDING("%d"),
				signals[i].number),
			128 + signals[i].number, "", NULL};
	return scripts_add(test, script, countof(signals));
}

/* A constant that holds 2 and has as many extents, all of them 1. */
static struct bytes
constant(struct arena *arena, const char *name, size_t rank)
{
	return wire_bytes(arena, GRAPH_INITIALIZER,
		wire(arena, wire_times(arena, rank, wire_number(arena, TENSOR_DIMS, 1)),
			wire_number(arena, TENSOR_DATA_TYPE, FLOAT_TYPE),
			wire_text(arena, TENSOR_NAME, name),
			wire_bytes(
				arena, TENSOR_RAW_DATA, (struct bytes){"\0\0\0@", 4})));
}

/* Writes a model of convolutions with such names. */
static void
write_model(const char *path, const char *const *name, size_t nname, struct arena *arena)
{
	const char *words = "input X 1 1,1,3";
	struct bytes model;

	for (size_t i = 0; i < nname; i++)
		words = arena_format(
			arena, "%s;node Conv X,W,B y%zu %s", words, i, name[i]);
	model = model_of(
		arena, wire(arena, graph_of(arena, words), constant(arena, "W", 3),
			       constant(arena, "B", 1)));
	file_write(path, model.text, model.size);
}

static void
write_many(const char *path, struct arena *arena)
{
	const char *name[MANY];

	for (int i = 0; i < MANY; i++)
		name[i] = arena_format(arena, "c%d", i);
	write_model(path, name, MANY, arena);
}

static void
prepare(const char *directory, struct arena *arena)
{
	directory_make(arena_format(arena, "%s/d", directory));
	file_write(arena_format(arena, "%s/pool.json", directory), pool, strlen(pool));
	write_many(arena_format(arena, "%s/many.onnx", directory), arena);
	write_model(arena_format(arena, "%s/devices.onnx", directory), devices,
		countof(devices), arena);
}

/* The options that choose each of the nodes. */
static const char *
choose_many(struct arena *arena)
{
	const char *options = "";

	for (int i = 0; i < MANY; i++)
		options = arena_format(arena, "%s--node\nc%d\n", options, i);
	return options;
}

int
main(void)
{
	struct CMUnitTest deliver[countof(many_rows) + countof(same_rows) +
				  countof(device_rows) + countof(signal_rows) +
				  countof(signals)];
	struct arena arena = {0};
	size_t n = 0;
	int failed;

	setenv("MANY", choose_many(&arena), 1);
	scripts_begin("deliver", prepare);
	n += scripts_add(deliver + n, many_rows, countof(many_rows));
	n += scripts_add(deliver + n, same_rows, countof(same_rows));
	n += scripts_add(deliver + n, device_rows, countof(device_rows));
	n += scripts_add(deliver + n, signal_rows, countof(signal_rows));
	n += add_signals(deliver + n, &arena);
	failed = _cmocka_run_group_tests("deliver", deliver, n, NULL, NULL) != 0;
	arena_free(&arena);
	return failed;
}
