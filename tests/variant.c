#include "variant.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "emitted.h"
#include "machine.h"

/* clang-format off */
const struct variant variants[NVARIANT] = {
	{"sf", NUMERICS_STRICT, UNROLL_FULL,   "generic",             NULL,       1, 0},
	{"sw", NUMERICS_STRICT, UNROLL_WINDOW, "generic",             NULL,       1, 0},
	{"ff", NUMERICS_FMA,    UNROLL_FULL,   "generic",             NULL,       1, 0},
	{"fw", NUMERICS_FMA,    UNROLL_WINDOW, "generic",             NULL,       1, 0},
	{"s3", NUMERICS_STRICT, UNROLL_AUTO,   "x86-64-v3",           NULL,       2, 0},
	{"f3", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v3",           NULL,       2, 1},
	{"s4", NUMERICS_STRICT, UNROLL_AUTO,   "x86-64-v4",           NULL,       2, 1},
	{"f4", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v4",           NULL,       2, 0},
	{"kn", NUMERICS_FMA,    UNROLL_WINDOW, "x86-64-v4",           "channels", 6, 0},
	{"ks", NUMERICS_FMA,    UNROLL_WINDOW, "x86-64-v4",           "columns",  6, 1},
	{"k3", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",           "channels", 6, 2},
	{"c3", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",           "columns",  6, 3},
	{"v3", NUMERICS_STRICT, UNROLL_FULL,   "x86-64-v3",           NULL,       6, 4},
	{"v4", NUMERICS_FMA,    UNROLL_FULL,   "x86-64-v4",           NULL,       6, 5},
	{"fd", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v4,x86-64-v3", NULL,       6, 3},
	{"sa", NUMERICS_STRICT, UNROLL_AUTO,   "generic",             NULL,       6, 1},
	{"fa", NUMERICS_FMA,    UNROLL_AUTO,   "generic",             NULL,       6, 4},
};
/* clang-format on */

/* The code of auto is that of another level; other machines have one target. */
size_t
nvariant(void)
{
	return machine_asked_for() ? NVARIANT - 3 : NVARIANT - (is_sanitized() ? 2 : 0);
}

/* Variants for targets with vectors, one behind the other. */
enum {
	NVECTOR = 11
};

bool
is_exhaustive(void)
{
	return getenv("OPGEN_ALL") != NULL;
}

/* Sanitizers make compilers slow on vectors: there every fourth case is emitted for one
   vector variant. */
bool
is_turn_of(size_t turn, size_t variant)
{
	const struct variant *v = &variants[variant];

	if (is_exhaustive())
		return true;
	if (is_sanitized() && strcmp(v->target, "generic"))
		return turn % 4 == 0 && (turn / 4 + variant) % NVECTOR == 0;
	return turn % v->nturn == v->turn;
}

static const char *
target_of(const struct variant *variant)
{
	const struct machine *machine = machine_asked_for();

	return machine && strcmp(variant->target, "generic") ? machine->target
							     : variant->target;
}

struct settings
variant_settings(const struct variant *variant)
{
	struct settings settings = {.numerics = variant->numerics,
		.unroll = variant->unroll,
		.has_unroll = true};
	struct arena arena = {0};

	if (settings_set(&settings, "target", target_of(variant), &arena) ||
		(variant->kernel &&
			settings_set(&settings, "kernel", variant->kernel, &arena)))
		abort();
	arena_free(&arena);
	return settings_resolve(&settings, &(struct settings){0});
}

/* The default of --max-output, and what a compiler does not take long for. Straight-line
   code beyond that is left to OPGEN_ALL. */
static const uint64_t usual_code = 16 * 1024 * 1024, quick_code = 96 * 1024,
		      short_code = 12 * 1024;

uint64_t
variant_max_output(const struct variant *variant)
{
	if (variant->unroll != UNROLL_FULL)
		return usual_code;
	if (machine_asked_for())
		return short_code;
	if (is_exhaustive())
		return usual_code;
	return is_sanitized() ? short_code : quick_code;
}
