#ifndef OPGEN_CLI_OPTION_VALUES_H
#define OPGEN_CLI_OPTION_VALUES_H

#include "cli/options/usage.h"

#include <stdbool.h>
#include <stdint.h>

struct reading;

/* Each stores an option's value, or reports what is wrong with it and returns false. What
   --diagnostics says has been done already. */
bool value_bytes(
	struct reading *reading, enum option_id id, const char *value, uint64_t *to);
bool value_prefix(struct reading *reading, const char *value);
bool value_from(struct reading *reading, const char *value);
bool value_list_format(struct reading *reading, const char *value);
bool value_shape(struct reading *reading, const char *value);
bool value_dim(struct reading *reading, const char *value);
bool value_name(struct reading *reading, const char *value);
bool value_opset(struct reading *reading, const char *value);
bool value_jobs(struct reading *reading, const char *value);
bool value_weights(struct reading *reading, const char *value);
bool value_diagnostics(struct reading *reading, const char *value);
bool value_constants(struct reading *reading, const char *value);
bool value_layout(struct reading *reading, const char *value);
bool value_section(struct reading *reading, const char *value);

#endif
