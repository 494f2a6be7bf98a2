#include "import/import_text.h"

#include <string.h>

#include "base/arena.h"
#include "model/texts.h"

const char *
import_text(const struct attribute_rule *rule, struct bytes text, struct attribute *to,
	struct arena *arena)
{
	int64_t *ints;
	size_t n;

	to->type = rule->type;
	to->s = text.size ? text.text : "";
	if (rule->type == ATTRIBUTE_STRING)
		return memchr(to->s, 0, text.size) ? "a string that holds a NUL" : NULL;
	/* Each integer but the last takes two bytes. */
	ints = arena_array(arena, int64_t, text.size / 2 + 1);
	if (!texts_integers(text, ints, text.size / 2 + 1, &n) ||
		(rule->type == ATTRIBUTE_INT && n != 1))
		return quoted_bytes(text, arena);
	to->i = n ? ints[0] : 0;
	to->ints = ints;
	to->nint = n;
	return NULL;
}
