#include "test.h"

#include <string.h>

#include "arena.h"
#include "settings.h"

/* A value, and the message that refuses it. */
struct value_row {
	const char *claim;
	const char *name, *value;
	const char *message; /* NULL: accepted */
};

/* What the command line and a spec say, as "target numerics unroll"; "-" says nothing. */
struct resolve_row {
	const char *claim;
	const char *over[4], *under[4];
	enum numerics numerics;
	enum unroll unroll;
};

#define KERNELS \
	"kernel: expected unrolled, unrolled-vector, plain, places, direct-oc, " \
	"direct-ow, " \
	"global-pool, winograd, sparse, unrolled-move, loop-move or permute-move, got "

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
	{"an unknown setting lists those there are", "optimize", "3", "options: expected target, numerics, unroll or kernel, got 'optimize'"},
	{"a misspelt setting is offered", "unrol", "full", "options: expected target, numerics, unroll or kernel, got 'unrol'; did you mean 'unroll'?"},
	{"letter case counts", "unroll", "FULL", "unroll: expected auto, full or window, got 'FULL'; did you mean 'full'?"},
};

/* What follows from targets alone. */
static const struct target_row {
	const char *claim, *targets;
	enum numerics numerics;
	size_t ntarget;
} target_rows[] = {
	{"generic is strict", "generic", NUMERICS_STRICT, 1},
	{"what has fma in hardware uses it", "x86-64-v4", NUMERICS_FMA, 1},
	{"what has none does not", "wasm-simd128", NUMERICS_STRICT, 1},
	{"generic code stands behind several targets", "x86-64-v4,aarch64", NUMERICS_FMA, 3},
	{"one target may be enough with generic", "x86-64-v3,generic", NUMERICS_FMA, 2},
	{"all have the numerics that the least of them has", "x86-64-v4,wasm-simd128", NUMERICS_STRICT, 3},
};

static const struct resolve_row resolve_rows[] = {
	{"nothing said is strict and auto", {"-", "-", "-"}, {"-", "-", "-"}, NUMERICS_STRICT, UNROLL_AUTO},
	{"a spec's options count", {"-", "-", "-"}, {"-", "fma", "full"}, NUMERICS_FMA, UNROLL_FULL},
	{"the command line overrides them", {"-", "strict", "window"}, {"-", "fma", "full"}, NUMERICS_STRICT, UNROLL_WINDOW},
	{"each is overridden by itself", {"-", "fma", "-"}, {"generic", "-", "full"}, NUMERICS_FMA, UNROLL_FULL},
	{"fast is resolved for each target later", {"-", "fast:4", "-"}, {"-", "fma", "-"}, NUMERICS_FAST4, UNROLL_AUTO},
	{"auto can be said", {"generic", "-", "auto"}, {"-", "-", "full"}, NUMERICS_STRICT, UNROLL_AUTO},
};
/* clang-format on */

static void
value_holds(void **state)
{
	const struct value_row *row = *state;
	struct settings settings = {0};
	struct arena arena = {0};
	const char *message = settings_set(&settings, row->name, row->value, &arena);

	if (row->message) {
		assert_non_null(message);
		assert_string_equal(message, row->message);
	} else {
		assert_null(message);
	}
	arena_free(&arena);
}

static struct settings
read_settings(const char *const *value, struct arena *arena)
{
	struct settings settings = {0};

	for (size_t i = 0; i < nsettings_name; i++)
		if (value[i] && strcmp(value[i], "-") != 0)
			assert_null(settings_set(
				&settings, settings_name[i], value[i], arena));
	return settings;
}

static void
resolve_holds(void **state)
{
	const struct resolve_row *row = *state;
	struct arena arena = {0};
	struct settings over = read_settings(row->over, &arena);
	struct settings under = read_settings(row->under, &arena);
	struct settings settings = settings_resolve(&over, &under);

	assert_string_equal(settings.targets.target[0]->name, "generic");
	assert_string_equal(
		numerics_name(settings.numerics), numerics_name(row->numerics));
	assert_string_equal(unroll_name(settings.unroll), unroll_name(row->unroll));
	arena_free(&arena);
}

static void
targets_hold(void **state)
{
	const struct target_row *row = *state;
	struct settings said = {0}, settings;
	struct arena arena = {0};

	assert_null(settings_set(&said, "target", row->targets, &arena));
	settings = settings_resolve(&(struct settings){0}, &said);
	assert_int_equal(settings.targets.n, row->ntarget);
	assert_string_equal(
		numerics_name(settings.numerics), numerics_name(row->numerics));
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest settings[countof(value_rows) + countof(target_rows) +
				   countof(resolve_rows)];
	size_t n = 0;

	for (size_t i = 0; i < countof(value_rows); i++)
		settings[n++] = (struct CMUnitTest){value_rows[i].claim, value_holds,
			NULL, NULL, (void *)&value_rows[i]};
	for (size_t i = 0; i < countof(target_rows); i++)
		settings[n++] = (struct CMUnitTest){target_rows[i].claim, targets_hold,
			NULL, NULL, (void *)&target_rows[i]};
	for (size_t i = 0; i < countof(resolve_rows); i++)
		settings[n++] = (struct CMUnitTest){resolve_rows[i].claim, resolve_holds,
			NULL, NULL, (void *)&resolve_rows[i]};
	return cmocka_run_group_tests(settings, NULL, NULL) != 0;
}
