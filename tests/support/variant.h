#ifndef OPGEN_TESTS_VARIANT_H
#define OPGEN_TESTS_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/settings.h"

/* A function that a case becomes. */
struct variant {
	const char *prefix;
	enum numerics numerics;
	enum unroll unroll;
	const char *target;
	const char *kernel; /* asked for by name, where it takes the case; or NULL */
	size_t nturn, turn; /* of so many cases this one becomes the variant */
};

enum {
	NVARIANT = 19
};
extern const struct variant variants[NVARIANT];

/* How many of them are used: the sanitized build, where compilers are slow, and other
   machines do without the last ones. */
size_t nvariant(void);

/* Whether each case becomes every variant and is compiled in every way (OPGEN_ALL), not
   in some that rotate. */
bool is_exhaustive(void);

/* Whether a case whose turn has this number becomes the variant: a case does at both
   levels of plain C, and on each target with vectors in one mode. */
bool is_turn_of(size_t turn, size_t variant);

/* The variant as options; on another machine its vectors take the place of this one's. */
struct settings variant_settings(const struct variant *variant);

/* The most code that it may have. */
uint64_t variant_max_output(const struct variant *variant);

#endif
