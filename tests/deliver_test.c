/* What the command leaves behind: any number of files, or none of them when it fails or
   a signal ends it. Every row is a shell script (scripts.h), which finds pool.json, a
   spec, and many.onnx, a model of 150 convolutions with two constants each. */

#include "test.h"

#include <string.h>

#include "arena.h"
#include "harness.h"
#include "onnx_model.h"
#include "scripts.h"
#include "wire.h"

enum {
	MANY = 150,
	TENSOR_RAW_DATA = 9, /* a field of onnx.proto */
	FLOAT_TYPE = 1       /* and the number of an element type */
};

static const char pool[] =
	"{\"op\": \"AveragePool\", \"dtype\": \"float32\", "
	"\"inputs\": {\"X\": [1, 1, 4, 4]}, \"attributes\": {\"kernel_shape\": [2, 2]}}";

/* Runs opgen in the background, with an output that nobody reads, until as many files as
   are said wait for their names. */
#define WAITING(arguments, n) \
	"ulimit -c 0; mkfifo d/p; env --default-signal \"$OPGEN\" " arguments \
	" & until [ $(ls -A d | grep -c ^.opgen-) = " n " ]; do sleep 0.01; done; "

/* Ends it by a signal, and prints what is left. */
#define ENDING(signal) \
	"kill -" signal " $!; wait $!; s=$?; rm d/p; ls -A d; exit $s"

/* clang-format off */
static const struct script many_rows[] = {
	{"of many files one at a time is open", "(ulimit -n 8; opgen many.onnx $MANY --emit-spec -o d/s.json) && ls -A d | wc -l", 0, "301\n", ""},
	{"a spec of many files gives the same C", "opgen many.onnx $MANY --emit-spec -o d/s.json && opgen d/s.json -o a.c && opgen many.onnx $MANY -o b.c && cmp a.c b.c", 0, "", ""},
	{"what cannot be written leaves nothing", "mkdir d/c70_W.npy; opgen many.onnx $MANY --emit-spec -o d/s.json; s=$?; rmdir d/c70_W.npy; ls -A d; exit $s", 3, "", "d/c70_W.npy: Is a directory"},
	{"a full disk leaves nothing", "(ulimit -f 1; opgen many.onnx $MANY --emit-spec -o d/s.json); s=$?; ls -A d; exit $s", 3, "", "d/s.json: File too large"},
	{"an interrupt leaves nothing", WAITING("many.onnx $MANY --emit-spec -o d/p", "300") ENDING("INT"), 128 + 2, "", NULL},
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

/* Writes many.onnx, whose nodes are called c0, c1 and so on. */
static void
write_many(const char *directory, struct arena *arena)
{
	const char *words = "input X 1 1,1,3";
	struct bytes model;

	for (int i = 0; i < MANY; i++)
		words = arena_format(arena, "%s;node Conv X,W,B y%d c%d", words, i, i);
	model = model_of(
		arena, wire(arena, graph_of(arena, words), constant(arena, "W", 3),
			       constant(arena, "B", 1)));
	file_write(
		arena_format(arena, "%s/many.onnx", directory), model.text, model.size);
}

static void
prepare(const char *directory, struct arena *arena)
{
	directory_make(arena_format(arena, "%s/d", directory));
	file_write(arena_format(arena, "%s/pool.json", directory), pool, strlen(pool));
	write_many(directory, arena);
}

/* The options that choose each of the nodes. */
static const char *
choose_many(struct arena *arena)
{
	const char *options = "";

	for (int i = 0; i < MANY; i++)
		options = arena_format(arena, "%s --node c%d", options, i);
	return options;
}

int
main(void)
{
	struct CMUnitTest
		deliver[countof(many_rows) + countof(signal_rows) + countof(signals)];
	struct arena arena = {0};
	size_t n = 0;
	int failed;

	setenv("MANY", choose_many(&arena), 1);
	scripts_begin("deliver", prepare);
	n += scripts_add(deliver + n, many_rows, countof(many_rows));
	n += scripts_add(deliver + n, signal_rows, countof(signal_rows));
	n += add_signals(deliver + n, &arena);
	failed = cmocka_run_group_tests(deliver, NULL, NULL) != 0;
	arena_free(&arena);
	return failed;
}
