#include "import/import_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/texts.h"

/* A number in C's words: digits, a point, an exponent. */
static bool
read_real(struct bytes text, double *number)
{
	char *end;

	if (!text.size || strspn(text.text, "0123456789+-.eE") != text.size)
		return false;
	*number = strtod(text.text, &end);
	return end == text.text + text.size && isfinite(*number);
}

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
	if (rule->type == ATTRIBUTE_FLOAT)
		return read_real(text, &to->f) ? NULL : quoted_bytes(text, arena);
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
