#include "schedule/setting.h"

#include "support/test.h"

#include "base/arena.h"
#include "target/settings.h"

/* A value, and the message that refuses it. */
struct value_row {
	const char *claim;
	const char *name, *value;
	const char *message; /* NULL: accepted */
};

#define KERNELS \
	"kernel: expected unrolled, unrolled-vector, plain, places, direct-oc, " \
	"direct-ow, direct-c, " \
	"global-pool, winograd, sparse, unrolled-move, loop-move, permute-move, " \
	"unrolled-pointwise, vector-pointwise, loop-pointwise, unrolled-product, " \
	"product, " \
	"product-vector, unrolled-reduce, reduce, reduce-vector, reduce-columns, " \
	"unrolled-sample, sample or sample-vector, got "

/* clang-format off */
static const struct value_row value_rows[] = {
	{"generic is a target", "target", "generic", NULL},
	{"an unknown target lists those there are", "target", "z80", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128 or native, got 'z80'"},
	{"native is a target", "target", "native", NULL},
	{"a vector target is one", "target", "x86-64-v4", NULL},
	{"several targets are a list", "target", "x86-64-v4,x86-64-v3,generic", NULL},
	{"a target is named once", "target", "aarch64,aarch64", "target: aarch64 is named twice"},
	{"generic is the last one", "target", "generic,aarch64", "target: generic is what is left when no other can run, and comes last"},
	{"a list has no empty entries", "target", "aarch64,", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128 or native, got ''"},
	{"a kernel is a setting", "kernel", "plain", NULL},
	{"an unknown kernel lists those there are", "kernel", "fourier", KERNELS "'fourier'"},
	{"planes are global-pool", "kernel", "planes", KERNELS "'planes'; did you mean 'global-pool'?"},
	{"straight is unrolled", "kernel", "straight", KERNELS "'straight'; did you mean 'unrolled'?"},
	{"straight-vectors are unrolled-vector", "kernel", "straight-vectors", KERNELS "'straight-vectors'; did you mean 'unrolled-vector'?"},
	{"tiles are plain", "kernel", "tiles", KERNELS "'tiles'; did you mean 'plain'?"},
	{"channels are direct-oc", "kernel", "channels", KERNELS "'channels'; did you mean 'direct-oc'?"},
	{"columns are direct-ow", "kernel", "columns", KERNELS "'columns'; did you mean 'direct-ow'?"},
	{"straight-move is unrolled-move", "kernel", "straight-move", KERNELS "'straight-move'; did you mean 'unrolled-move'?"},
	{"shuffle-move is permute-move", "kernel", "shuffle-move", KERNELS "'shuffle-move'; did you mean 'permute-move'?"},
	{"a misspelt target is offered", "target", "genric", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128 or native, got 'genric'; did you mean 'generic'?"},
	{"strict is a numerics mode", "numerics", "strict", NULL},
	{"fma is a numerics mode", "numerics", "fma", NULL},
	{"fast is a numerics mode", "numerics", "fast", NULL},
	{"fast has larger tiles", "numerics", "fast:4", NULL},
	{"fast has no others", "numerics", "fast:3", "numerics: expected strict, fma, fast or fast:4, got 'fast:3'; did you mean 'fast:4'?"},
	{"default is no mode that can be said", "numerics", "default", "numerics: expected strict, fma, fast or fast:4, got 'default'"},
	{"auto is an unroll level", "unroll", "auto", NULL},
	{"full is an unroll level", "unroll", "full", NULL},
	{"window is an unroll level", "unroll", "window", NULL},
	{"a misspelt level is offered", "unroll", "fulll", "unroll: expected auto, full or window, got 'fulll'; did you mean 'full'?"},
	{"an empty value is refused", "unroll", "", "unroll: expected auto, full or window, got ''"},
	{"an unknown setting lists those there are", "optimize", "3", "options: expected target, numerics, unroll, kernel, workspace or parts, got 'optimize'"},
	{"a misspelt setting is offered", "unrol", "full", "options: expected target, numerics, unroll, kernel, workspace or parts, got 'unrol'; did you mean 'unroll'?"},
	{"letter case counts", "unroll", "FULL", "unroll: expected auto, full or window, got 'FULL'; did you mean 'full'?"},
};
/* clang-format on */

static void
value_holds(void **state)
{
	const struct value_row *row = *state;
	struct settings settings = {0};
	struct arena arena = {0};
	const char *message = setting_read(&settings, row->name, row->value, &arena);

	if (row->message) {
		assert_non_null(message);
		assert_string_equal(message, row->message);
	} else {
		assert_null(message);
	}
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(value_rows)];

	for (size_t i = 0; i < countof(value_rows); i++)
		test[i] = (struct CMUnitTest){value_rows[i].claim, value_holds, NULL,
			NULL, (void *)&value_rows[i]};
	return _cmocka_run_group_tests("setting", test, countof(test), NULL, NULL);
}
