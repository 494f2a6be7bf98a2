#include "target.h"

#include <string.h>

/* clang-format off */
const struct target target_table[] = {
	{"generic", false, "strict ISO C99 without extensions, for every machine"},
};
/* clang-format on */

const size_t ntarget = sizeof target_table / sizeof target_table[0];

const struct target *
target_find(const char *name)
{
	for (size_t i = 0; i < ntarget; i++)
		if (!strcmp(target_table[i].name, name))
			return &target_table[i];
	return NULL;
}
