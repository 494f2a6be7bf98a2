#include "support/variant.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "schedule/setting.h"
#include "support/emitted.h"
#include "support/machine.h"

/* clang-format off */
const struct variant variants[NVARIANT] = {
	{"sf", NUMERICS_STRICT, UNROLL_FULL,   "generic",             NULL,        2, 0},
	{"sw", NUMERICS_STRICT, UNROLL_WINDOW, "generic",             NULL,        2, 1},
	{"ff", NUMERICS_FMA,    UNROLL_FULL,   "generic",             NULL,        2, 1},
	{"fw", NUMERICS_FMA,    UNROLL_WINDOW, "generic",             NULL,        2, 0},
	{"s3", NUMERICS_STRICT, UNROLL_AUTO,   "x86-64-v3",           NULL,        2, 0},
	{"f3", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v3",           NULL,        2, 1},
	{"kn", NUMERICS_FMA,    UNROLL_WINDOW, "x86-64-v4",           "direct-oc", 6, 0},
	{"ks", NUMERICS_FMA,    UNROLL_WINDOW, "x86-64-v4",           "direct-ow", 6, 1},
	{"k3", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",           "direct-oc", 6, 2},
	{"c3", NUMERICS_STRICT, UNROLL_WINDOW, "x86-64-v3",           "direct-ow", 6, 3},
	{"v3", NUMERICS_STRICT, UNROLL_FULL,   "x86-64-v3",           NULL,        6, 4},
	{"v4", NUMERICS_FMA,    UNROLL_FULL,   "x86-64-v4",           NULL,        6, 5},
	{"s4", NUMERICS_STRICT, UNROLL_AUTO,   "x86-64-v4",           NULL,        2, 1},
	{"f4", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v4",           NULL,        2, 0},
	{"fd", NUMERICS_FMA,    UNROLL_AUTO,   "x86-64-v4,x86-64-v3", NULL,        6, 3},
	{"sa", NUMERICS_STRICT, UNROLL_AUTO,   "generic",             NULL,        6, 1},
	{"fa", NUMERICS_FMA,    UNROLL_AUTO,   "generic",             NULL,        6, 4},
	{"sl", NUMERICS_STRICT, UNROLL_SMALL,  "generic",             NULL,        6, 2},
	{"fl", NUMERICS_FMA,    UNROLL_SMALL,  "generic",             NULL,        6, 5},
};
/* clang-format on */

/* Variants for targets with vectors stand together. The last of them are as others on a
   machine that has one target; the code of those after them, at two levels, is tried on
   the first machine, without sanitizers. */
enum {
	NVECTOR = 11,
	NTWICE = 3,
	NSELDOM = 4
};

size_t
nvariant(void)
{
	if (machine_asked_for())
		return NVARIANT - NSELDOM - NTWICE;
	return is_sanitized() ? NVARIANT - NSELDOM : NVARIANT;
}

bool
is_exhaustive(void)
{
	return getenv("OPGEN_ALL") != NULL;
}

/* Sanitizers make compilers slow on vectors: there every fourth case is emitted for one
   vector variant. Plain C takes turns only there and on other machines. */
bool
is_turn_of(size_t turn, size_t variant)
{
	const struct variant *v = &variants[variant];
	bool plain = !strcmp(v->target, "generic");

	if (is_exhaustive())
		return true;
	if (is_sanitized() && !plain)
		return turn % 4 == 0 && (turn / 4 + variant) % NVECTOR == 0;
	if (plain && v->nturn == 2 && !is_sanitized() && !machine_asked_for())
		return true;
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

	if (setting_read(&settings, "target", target_of(variant), &arena) ||
		(variant->kernel &&
			setting_read(&settings, "kernel", variant->kernel, &arena)))
		abort();
	arena_free(&arena);
	return settings_resolve(&settings, &(struct settings){0});
}

/* The default of --max-output, and what a compiler does not take long for. Straight-line
   code beyond that is left to OPGEN_ALL. */
static const uint64_t usual_code = 16 * 1024 * 1024, quick_code = 24 * 1024,
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
