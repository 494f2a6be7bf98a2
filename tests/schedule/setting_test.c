#include "schedule/setting.h"

#include "support/rows.h"

#include "base/arena.h"
#include "schedule/kernel_choice.h"
#include "target/settings.h"

/* A value, and the message that refuses it. */
struct value_row {
	const char *claim;
	const char *name, *value;
	const char *message; /* NULL: accepted */
};

/* clang-format off */
static const struct value_row value_rows[] = {
	{"generic is a target", "target", "generic", NULL},
	{"an unknown target lists those there are", "target", "z80", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got 'z80'"},
	{"native is a target", "target", "native", NULL},
	{"a vector target is one", "target", "x86-64-v4", NULL},
	{"several targets are a list", "target", "x86-64-v4,x86-64-v3,generic", NULL},
	{"a target is named once", "target", "aarch64,aarch64", "target: aarch64 is named twice"},
	{"generic is the last one", "target", "generic,aarch64", "target: generic is what is left when no other can run, and comes last"},
	{"a list has no empty entries", "target", "aarch64,", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got ''"},
	{"a kernel is a setting", "kernel", "plain", NULL},
	{"a misspelt target is offered", "target", "genric", "target: expected generic, x86-64-v3, x86-64-v4, aarch64, wasm-simd128, cortex-m4, cortex-m0, rv32 or native, got 'genric'; did you mean 'generic'?"},
	{"strict is a numerics mode", "numerics", "strict", NULL},
	{"fma is a numerics mode", "numerics", "fma", NULL},
	{"fast is a numerics mode", "numerics", "fast", NULL},
	{"fast has larger tiles", "numerics", "fast:4", NULL},
	{"fast has no others", "numerics", "fast:3", "numerics: expected strict, fma, fast or fast:4, got 'fast:3'; did you mean 'fast:4'?"},
	{"default is no mode that can be said", "numerics", "default", "numerics: expected strict, fma, fast or fast:4, got 'default'"},
	{"auto is an unroll level", "unroll", "auto", NULL},
	{"full is an unroll level", "unroll", "full", NULL},
	{"window is an unroll level", "unroll", "window", NULL},
	{"a misspelt level is offered", "unroll", "fulll", "unroll: expected auto, full, window or small, got 'fulll'; did you mean 'full'?"},
	{"an empty value is refused", "unroll", "", "unroll: expected auto, full, window or small, got ''"},
	{"an unknown setting lists those there are", "optimize", "3", "options: expected target, numerics, unroll, kernel, workspace or parts, got 'optimize'"},
	{"a misspelt setting is offered", "unrol", "full", "options: expected target, numerics, unroll, kernel, workspace or parts, got 'unrol'; did you mean 'unroll'?"},
	{"letter case counts", "unroll", "FULL", "unroll: expected auto, full, window or small, got 'FULL'; did you mean 'full'?"},
};

/* The end of the message that refuses a kernel. Before it, it lists those there are. */
static const struct kernel_row {
	const char *claim;
	const char *value, *end;
} kernel_rows[] = {
	{"an unknown kernel lists those there are", "fourier", "'fourier'"},
	{"planes are global-pool", "planes", "'planes'; did you mean 'global-pool'?"},
	{"straight is unrolled", "straight", "'straight'; did you mean 'unrolled'?"},
	{"straight-vectors are unrolled-vector", "straight-vectors", "'straight-vectors'; did you mean 'unrolled-vector'?"},
	{"tiles are plain", "tiles", "'tiles'; did you mean 'plain'?"},
	{"channels are direct-oc", "channels", "'channels'; did you mean 'direct-oc'?"},
	{"columns are direct-ow", "columns", "'columns'; did you mean 'direct-ow'?"},
	{"straight-move is unrolled-move", "straight-move", "'straight-move'; did you mean 'unrolled-move'?"},
	{"shuffle-move is permute-move", "shuffle-move", "'shuffle-move'; did you mean 'permute-move'?"},
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

static void
kernel_is_refused(void **state)
{
	const struct kernel_row *row = *state;
	struct settings settings = {0};
	struct arena arena = {0};
	const char *wanted = "kernel: expected ";

	for (size_t i = 0; i < nkernel; i++)
		wanted = arena_format(&arena, "%s%s%s", wanted,
			!i                ? ""
			: i < nkernel - 1 ? ", "
					  : " or ",
			kernel_table[i]->name);
	wanted = arena_format(&arena, "%s, got %s", wanted, row->end);
	assert_string_equal(
		setting_read(&settings, "kernel", row->value, &arena), wanted);
	arena_free(&arena);
}

int
main(void)
{
	return run_table("setting", value_rows, value_holds) +
	       run_table("kernels", kernel_rows, kernel_is_refused);
}
