#ifndef OPGEN_SCHEDULE_SETTING_H
#define OPGEN_SCHEDULE_SETTING_H

struct arena;
struct settings;

/* Sets one of the settings from its value in words: settings_set(), and the kernel, which
   is one of kernel_table. Returns NULL, or the message that refuses it. */
const char *setting_read(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

#endif
