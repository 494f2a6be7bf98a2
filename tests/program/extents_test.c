/* What planning takes goes by the windows and runs that differ, never by how many
   positions are alike: specs of huge extents end within a second of processor time, in
   all targets, with code or with a clear refusal. */

#include "support/test.h"

#include <string.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/opgen.h"

struct row {
	const char *name;
	const char *spec;     /* with ' where JSON wants " */
	const char *refused;  /* what is said of it; NULL: there is code */
	const char *unrolled; /* the same, where loops are not wanted */
	const char *options;  /* more of them, where loops are */
};

#define MANY "10000000000" /* even; no multiple of 3 */
#define LESS "9999999995"
#define MORE "1099511627776"
#define TOO_LARGE "--max-output allows"
#define TOO_MANY "distinct windows"

#define OF(op, type, inputs, attributes) \
	"{'name': 'f', 'op': '" op "', 'dtype': '" type "', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define CONV(x, w, attributes) OF("Conv", "float32", "'X': " x ", 'W': " w, attributes)
#define AVERAGE(x, attributes) OF("AveragePool", "float32", "'X': " x, attributes)
#define LP(x, attributes) OF("LpPool", "float64", "'X': " x, attributes)
#define OF_DOMAIN(domain, op, type, x, attributes) \
	"{'name': 'f', 'domain': '" domain "', 'op': '" op "', 'dtype': '" type \
	"', 'inputs': {'input': " x "}, 'attributes': {" attributes "}}"
#define ONNX(op, type, x, attributes) OF_DOMAIN("ai.onnx", op, type, x, attributes)
#define TENSORFLOW(op, type, x, attributes) \
	OF_DOMAIN("tensorflow", op, type, x, attributes)
#define BLOCKS(op, type, x, block, first, begins, last, ends) \
	OF(op, type, \
		"'data': " x \
		", 'block_shape': {'dtype': 'int64', 'shape': [4], 'data': " block \
		"}, '" first "': {'dtype': 'int64', 'shape': [4], 'data': " begins \
		"}, '" last "': {'dtype': 'int64', 'shape': [4], 'data': " ends "}", \
		"")
#define TO_BATCH(type, x, block, begins, ends) \
	BLOCKS("SpaceToBatch", type, x, block, "pads_begin", begins, "pads_end", ends)
#define TO_SPACE(type, x, block, begins, ends) \
	BLOCKS("BatchToSpace", type, x, block, "crops_begin", begins, "crops_end", ends)

#define PADS_1 "'pads': [1, 1, 1, 1]"
#define STRIDES_2 "'strides': [2, 2]"
#define NINE "1, 2, 3, 4, 5, 6, 7, 8, 9"
#define KERNEL_3 "{'shape': [1, 1, 3, 3], 'data': [" NINE "]}"
#define GROUPS_3 "{'shape': [3, 1, 3, 3], 'data': [" NINE ", " NINE ", " NINE "]}"
#define EIGHT NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE ", " NINE
#define CHANNELS_64 \
	"{'shape': [1, 64, 3, 3], 'data': [" EIGHT ", " EIGHT ", " EIGHT ", " EIGHT \
	", " EIGHT ", " EIGHT ", " EIGHT ", " EIGHT "]}"
#define ZEROS "1, 0, 0, 0, 2, 0, 0, 0, 3"

/* clang-format off */
static const struct row rows[] = {
	{"rows", CONV("[1, 16, " MANY ", 32]", "[16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"columns", CONV("[1, 16, 32, " MORE "]", "[16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"columns, strides", CONV("[1, 16, 32, " MANY "]", "[16, 16, 3, 3]", PADS_1 ", " STRIDES_2), NULL, TOO_LARGE, ""},
	{"columns, taps far apart", CONV("[1, 4, 8, " MANY "]", "[4, 4, 3, 3]", "'dilations': [1, 1000000000]"), NULL, TOO_LARGE, ""},
	{"planes between", CONV("[1, 4, 8, " MANY ", 8]", "[4, 4, 3, 3, 3]", ""), NULL, TOO_LARGE, ""},
	{"images", CONV("[" MANY ", 4, 8, 8]", "[4, 4, 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"channels in", CONV("[1, " MANY ", 8, 8]", "[4, " MANY ", 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"channels out", CONV("[1, 4, 8, 8]", "[" MORE ", 4, 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"groups", CONV("[1, " MANY ", 8, 8]", "[" MANY ", 1, 3, 3]", PADS_1 ", 'group': " MANY), NULL, TOO_LARGE, ""},
	{"positions", CONV("[1, 16, " MORE "]", "[16, 16, 1]", ""), NULL, TOO_LARGE, ""},
	{"padding", CONV("[1, 4, 8, 8]", "[4, 4, 3, 3]", "'pads': [" MANY ", 1, " MANY ", 9999]"), NULL, TOO_LARGE, ""},
	{"a stride", CONV("[1, 1, " MANY "]", "[1, 1, 3]", "'strides': [" LESS "]"), NULL, NULL, ""},
	{"taps", CONV("[1, 1, " MANY "]", "[1, 1, " LESS "]", ""), NULL, TOO_LARGE, ""},
	{"taps, most of them in the padding", CONV("[1, 1, 8]", "[1, 1, " MORE "]", "'pads': [" MORE ", 0]"), NULL, NULL, ""},
	{"halves", OF("Conv", "bfloat16", "'X': [1, 16, 32, " MANY "], 'W': [16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, ""},
	{"tiles of columns", CONV("[1, 1, 32, " MORE "]", KERNEL_3, ""), NULL, TOO_LARGE, "--kernel winograd"},
	{"tiles of columns, many channels", OF("Conv", "float64", "'X': [1, 64, 32, " MANY "], 'W': " CHANNELS_64, PADS_1), NULL, TOO_LARGE, "--kernel winograd"},
	{"tiles of rows", CONV("[1, 1, " MANY ", 32]", KERNEL_3, PADS_1), NULL, TOO_LARGE, "--kernel winograd"},
	{"tiles of rows and columns", CONV("[1, 1, " MANY ", 100001]", KERNEL_3, PADS_1), NULL, TOO_LARGE, "--kernel winograd"},
	{"tiles of groups", CONV("[1, 3, " MANY ", 8]", GROUPS_3, "'group': 3"), NULL, TOO_LARGE, "--kernel winograd"},
	{"tiles in the padding", CONV("[1, 1, 8, 8]", KERNEL_3, "'pads': [" MANY ", 1, " MANY ", 9999]"), NULL, TOO_LARGE, "--kernel winograd"},
	{"images, weights left out", CONV("[" MANY ", 1, 32, 32]", "{'shape': [1, 1, 3, 3], 'data': [" ZEROS "]}", PADS_1), NULL, TOO_LARGE, "--kernel sparse"},
	{"images, some inputs left out", CONV("[" MANY ", 3, 8, 8]", "{'shape': [3, 3, 1, 1], 'data': [" ZEROS "]}", ""), NULL, TOO_LARGE, "--kernel sparse"},
	{"rows in vectors of channels", CONV("[1, 16, " MANY ", 32]", "[16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, "--kernel direct-oc"},
	{"rows in vectors of columns", CONV("[1, 16, " MANY ", 32]", "[16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, "--kernel direct-ow"},
	{"rows in tiles", CONV("[1, 16, " MANY ", 32]", "[16, 16, 3, 3]", PADS_1), NULL, TOO_LARGE, "--kernel plain"},
	{"more taps than are written out", CONV("[1, 1, 60, 60, 60]", "[16, 1, 20, 20, 20]", "'pads': [19, 19, 19, 19, 19, 19]"), NULL, TOO_LARGE, "--kernel direct-oc --target x86-64-v3"},
	{"borders of many columns, rows alike", CONV("[1, 16, 400, " MANY "]", "[16, 16, 3, 200]", "'pads': [199, 199, 199, 199]"), NULL, TOO_LARGE, "--kernel direct-oc --target x86-64-v3"},
	{"more windows than anything is made for", CONV("[1, 1, " MANY "]", "[1, 1, 100000]", "'pads': [99999, 0]"), TOO_MANY, TOO_MANY, ""},
	{"an average's rows", AVERAGE("[1, 16, " MANY ", 32]", "'kernel_shape': [3, 3], " PADS_1), NULL, TOO_LARGE, ""},
	{"an average's columns", AVERAGE("[1, 16, 32, " MORE "]", "'kernel_shape': [2, 2], " STRIDES_2), NULL, TOO_LARGE, ""},
	{"an average's channels", AVERAGE("[1, " MANY ", 32, 32]", "'kernel_shape': [3, 3], " PADS_1), NULL, TOO_LARGE, ""},
	{"an average of nothing, mostly", AVERAGE("[1, 1, 8]", "'kernel_shape': [3], 'count_include_pad': 1, 'pads': [" MANY ", " MANY "]"), NULL, TOO_LARGE, ""},
	{"an average of a whole axis", AVERAGE("[1, 4, " MANY "]", "'kernel_shape': [" MANY "]"), NULL, TOO_LARGE, ""},
	{"an average of nearly all", AVERAGE("[1, 4, " MANY ", 3]", "'kernel_shape': [" LESS ", 3]"), NULL, TOO_LARGE, ""},
	{"averages of whole planes", AVERAGE("[1, " MORE ", 7, 7]", "'kernel_shape': [7, 7]"), NULL, TOO_LARGE, "--kernel global-pool"},
	{"an average rounded up", AVERAGE("[1, 4, " MANY "]", "'kernel_shape': [3], 'strides': [2], 'ceil_mode': 1"), NULL, TOO_LARGE, ""},
	{"a norm's rows", LP("[1, 16, " MANY ", 32]", "'kernel_shape': [3, 3], 'p': 3, " PADS_1), NULL, TOO_LARGE, ""},
	{"a norm's columns", LP("[1, 16, 8, " MANY "]", "'kernel_shape': [3, 3], " STRIDES_2), NULL, TOO_LARGE, ""},
	{"a norm of a whole axis", LP("[" MANY ", 4, " "10000000" "]", "'kernel_shape': [10000000]"), NULL, TOO_LARGE, ""},
	{"a norm's stride", LP("[1, 1, " MANY "]", "'kernel_shape': [3], 'strides': [3333333333]"), NULL, NULL, ""},
	{"blocks of channels, images", ONNX("DepthToSpace", "float32", "[" MANY ", 4, 3, 3]", "'blocksize': 2"), NULL, TOO_LARGE, ""},
	{"blocks of channels, bytes", ONNX("DepthToSpace", "uint8", "[1, 12, 3, " MORE "]", "'blocksize': 2, 'mode': 'CRD'"), NULL, TOO_LARGE, ""},
	{"blocks of channels, rows", ONNX("DepthToSpace", "int16", "[1, 18, " MANY ", 5]", "'blocksize': 3"), NULL, TOO_LARGE, ""},
	{"huge blocks of channels", ONNX("DepthToSpace", "uint8", "[1, " MANY ", 3, 3]", "'blocksize': 100000"), NULL, TOO_LARGE, ""},
	{"blocks of pixels", ONNX("SpaceToDepth", "float64", "[1, 3, 4, " MANY "]", "'blocksize': 2"), NULL, TOO_LARGE, ""},
	{"huge blocks of pixels", ONNX("SpaceToDepth", "uint8", "[1, 3, 8000, " MANY "]", "'blocksize': 4000"), NULL, TOO_LARGE, ""},
	{"blocks of TensorFlow's", TENSORFLOW("DepthToSpace", "complex128", "[1, 3, " MANY ", 4]", "'block_size': 2"), NULL, TOO_LARGE, ""},
	{"pixels of TensorFlow's", TENSORFLOW("SpaceToDepth", "uint8", "[1, 4, " MANY ", 3]", "'block_size': 2"), NULL, TOO_LARGE, ""},
	{"columns to the batch", TO_BATCH("uint8", "[1, 2, 3, " MORE "]", "[1, 1, 1, 2]", "[0, 0, 0, 1]", "[0, 0, 0, 1]"), NULL, TOO_LARGE, ""},
	{"a batch of every column", TO_BATCH("float32", "[1, 2, 3, " MANY "]", "[1, 1, 1, " MANY "]", "[0, 0, 0, 0]", "[0, 0, 0, 0]"), NULL, TOO_LARGE, ""},
	{"nothing but padding", TO_BATCH("int16", "[1, 1, 1, 2]", "[1, 1, 1, " MANY "]", "[0, 0, 0, 1]", "[0, 0, 0, 9999999997]"), NULL, NULL, ""},
	{"columns out of the batch", TO_SPACE("uint8", "[2, 2, 3, " MANY "]", "[1, 1, 1, 2]", "[0, 0, 0, 1]", "[0, 0, 0, 1]"), NULL, TOO_LARGE, ""},
	{"images out of the batch", TO_SPACE("float32", "[" MANY ", 2, 3, 4]", "[1, 1, 1, 2]", "[0, 0, 0, 1]", "[0, 0, 0, 1]"), NULL, TOO_LARGE, ""},
	{"nearly all is cropped", TO_SPACE("float32", "[2, 1, 1, " MANY "]", "[1, 1, 1, 2]", "[0, 0, 0, " MANY "]", "[0, 0, 0, " LESS "]"), NULL, NULL, ""},
	{"parts of blocks, which few loops move", TO_BATCH("float32", "[64, 64, 128, 4096]", "[1, 6, 5, 16]", "[0, 2, 0, 0]", "[0, 0, 2, 0]"), NULL, TOO_LARGE, "--parts 3"},
	{"parts of a norm's columns", LP("[1, 16, 8, " MANY "]", "'kernel_shape': [3, 3], " STRIDES_2), NULL, TOO_LARGE, "--parts 3"},
};
/* clang-format on */

#define TARGETS "x86-64-v4,x86-64-v3,aarch64,wasm-simd128,generic"

enum {
	SANITIZED_SECONDS = 10, /* sanitizers take several times as long */
	ARGUMENT_LIMIT = 24
};

/* Runs opgen on f.json for at most a second of processor time, and holds it to its end.
 */
static void
end_holds(const char *options, const char *refused, const char *directory,
	struct arena *arena)
{
	const char *argv[ARGUMENT_LIMIT] = {
		arena_format(arena, "%s/opgen", build_directory()), "f.json"};
	char *words = arena_copy_text(arena, options, strlen(options)), *rest = words;
	const char *said;
	struct run run = {.argv = argv,
		.directory = directory,
		.seconds = is_sanitized() ? SANITIZED_SECONDS : 1,
		.output = arena_format(arena, "%s/output", directory),
		.messages = arena_format(arena, "%s/messages", directory)};
	size_t nsaid;
	int status;

	for (int i = 2; (argv[i] = strtok_r(rest, " ", &rest)); i++)
		assert_true(i + 1 < ARGUMENT_LIMIT);
	status = opgen_run(&run);
	said = file_read(run.messages, &nsaid, arena);
	if (status != (refused ? 1 : 0) || (refused && !strstr(said, refused)))
		fail_msg("%s: exit status %d, said:\n%s", options, status, said);
}

static void
row_ends(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	const char *directory =
		arena_format(&arena, "%s/tests/extents", build_directory());
	char *spec = arena_format(&arena, "%s", row->spec);

	for (char *c = spec; *c; c++)
		*c = *c == '\'' ? '"' : *c;
	directory_make(directory);
	file_write(arena_format(&arena, "%s/f.json", directory), spec, strlen(spec));
	end_holds(arena_format(&arena,
			  "--target " TARGETS " --numerics fast -o f.c --header f.h %s",
			  row->options),
		row->refused, directory, &arena);
	end_holds(arena_format(&arena,
			  "--target " TARGETS " --numerics fast:4 --explain %s",
			  row->options),
		row->refused, directory, &arena);
	end_holds("--unroll full", row->unrolled, directory, &arena);
	directory_remove(directory);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows)];

	opgen_begin();
	for (size_t i = 0; i < countof(rows); i++)
		test[i] = (struct CMUnitTest){
			rows[i].name, row_ends, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("extents", test, countof(rows), NULL, NULL);
}
