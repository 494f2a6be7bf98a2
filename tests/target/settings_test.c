#include "support/test.h"

#include <string.h>

#include "base/arena.h"
#include "target/settings.h"

/* What the command line and a spec say, as "target numerics unroll kernel workspace
   parts"; "-" and NULL say nothing. */
struct resolve_row {
	const char *claim;
	const char *over[6], *under[6];
	enum numerics numerics;
	enum unroll unroll;
	enum workspace workspace;
	size_t parts;
};

/* clang-format off */
/* What follows from targets alone. */
static const struct target_row {
	const char *claim, *targets;
	enum numerics numerics;
	size_t ntarget;
} target_rows[] = {
	{"generic is strict", "generic", NUMERICS_STRICT, 1},
	{"what has fma in hardware uses it", "x86-64-v4", NUMERICS_FMA, 1},
	{"what has none does not", "wasm-simd128", NUMERICS_STRICT, 1},
	{"a Cortex-M4 has fma without vectors", "cortex-m4", NUMERICS_FMA, 1},
	{"a Cortex-M0 has none", "cortex-m0", NUMERICS_STRICT, 1},
	{"nor has RISC-V without floats", "rv32", NUMERICS_STRICT, 1},
	{"plain C for some machines is not the last", "cortex-m4,aarch64", NUMERICS_FMA, 3},
	{"it counts where it is not the first", "cortex-m4,cortex-m0", NUMERICS_STRICT, 3},
	{"generic code stands behind several targets", "x86-64-v4,aarch64", NUMERICS_FMA, 3},
	{"one target may be enough with generic", "x86-64-v3,generic", NUMERICS_FMA, 2},
	{"all have the numerics that the least of them has", "x86-64-v4,wasm-simd128", NUMERICS_STRICT, 3},
};

static const struct resolve_row resolve_rows[] = {
	{"nothing said is strict and auto", {"-", "-", "-"}, {"-", "-", "-"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_DEFAULT, 0},
	{"a spec's options count", {"-", "-", "-"}, {"-", "fma", "full"}, NUMERICS_FMA, UNROLL_FULL, WORKSPACE_DEFAULT, 0},
	{"the command line overrides them", {"-", "strict", "window"}, {"-", "fma", "full"}, NUMERICS_STRICT, UNROLL_WINDOW, WORKSPACE_DEFAULT, 0},
	{"small code can be asked for", {"-", "-", "small"}, {"-", "-", "full"}, NUMERICS_STRICT, UNROLL_SMALL, WORKSPACE_DEFAULT, 0},
	{"each is overridden by itself", {"-", "fma", "-"}, {"generic", "-", "full"}, NUMERICS_FMA, UNROLL_FULL, WORKSPACE_DEFAULT, 0},
	{"fast is resolved for each target later", {"-", "fast:4", "-"}, {"-", "fma", "-"}, NUMERICS_FAST4, UNROLL_AUTO, WORKSPACE_DEFAULT, 0},
	{"a graph says where its workspace is", {"-"}, {"-", "-", "-", "-", "static"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_STATIC, 0},
	{"unless the command line does", {"-", "-", "-", "-", "stack"}, {"-", "-", "-", "-", "static"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_STACK, 0},
	{"no parts are asked for but where they are", {"-"}, {"-", "-", "-", "-", "-", "256"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_DEFAULT, 256},
	{"the command line asks for others", {"-", "-", "-", "-", "-", "1"}, {"-", "-", "-", "-", "-", "8"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_DEFAULT, 1},
	{"auto can be said", {"generic", "-", "auto"}, {"-", "-", "full"}, NUMERICS_STRICT, UNROLL_AUTO, WORKSPACE_DEFAULT, 0},
};
/* clang-format on */

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
	assert_int_equal(settings.workspace, row->workspace);
	assert_int_equal(settings.parts, row->parts);
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
	struct CMUnitTest settings[countof(target_rows) + countof(resolve_rows)];
	size_t n = 0;

	for (size_t i = 0; i < countof(target_rows); i++)
		settings[n++] = (struct CMUnitTest){target_rows[i].claim, targets_hold,
			NULL, NULL, (void *)&target_rows[i]};
	for (size_t i = 0; i < countof(resolve_rows); i++)
		settings[n++] = (struct CMUnitTest){resolve_rows[i].claim, resolve_holds,
			NULL, NULL, (void *)&resolve_rows[i]};
	return cmocka_run_group_tests(settings, NULL, NULL) != 0;
}
