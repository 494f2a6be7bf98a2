#ifndef OPGEN_SCHEDULE_SETTING_H
#define OPGEN_SCHEDULE_SETTING_H

struct arena;
struct settings;

/* Sets any setting from words: as settings_set(), and also the kernel, one of
   kernel_table. Returns NULL, or the message that refuses the value. */
const char *setting_read(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

#endif
