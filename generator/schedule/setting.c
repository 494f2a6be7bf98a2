#include "schedule/setting.h"

#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"
#include "kernels/design.h"
#include "schedule/kernel_choice.h"
#include "target/settings.h"

static const char *
set_kernel(struct settings *settings, const char *value, struct arena *arena)
{
	const char **name = arena_array(arena, const char *, nkernel);

	for (size_t i = 0; i < nkernel; i++) {
		name[i] = kernel_table[i]->name;
		if (!strcmp(name[i], value)) {
			settings->kernel = kernel_table[i];
			return NULL;
		}
	}
	return choices_refusal("kernel", value, name, nkernel, arena);
}

const char *
setting_read(struct settings *settings, const char *name, const char *value,
	struct arena *arena)
{
	if (!strcmp(name, "kernel"))
		return set_kernel(settings, value, arena);
	return settings_set(settings, name, value, arena);
}
