#include "model/texts.h"

#include <string.h>

#include "base/checked.h"

/* An entry, "-12", "true" or "false", without blanks around it. */
static bool
read_entry(const char *text, size_t size, int64_t *number)
{
	bool negative = size > 1 && text[0] == '-';

	if ((size == 4 && !memcmp(text, "true", 4)) ||
		(size == 5 && !memcmp(text, "false", 5))) {
		*number = size == 4;
		return true;
	}
	*number = 0;
	for (size_t i = negative; i < size; i++)
		if (text[i] < '0' || text[i] > '9' ||
			mul_overflows(*number, 10, number) ||
			add_overflows(*number, text[i] - '0', number))
			return false;
	if (negative)
		*number = -*number;
	return size > 0;
}

bool
texts_integers(struct bytes text, int64_t *number, size_t room, size_t *n)
{
	const char *at = text.text, *end = at + text.size;

	*n = 0;
	while (at < end) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const char *stop = comma ? comma : end, *next = comma ? comma + 1 : end;

		while (at < stop && *at == ' ')
			at++;
		while (at < stop && stop[-1] == ' ')
			stop--;
		if (*n == room || !read_entry(at, (size_t)(stop - at), &number[(*n)++]))
			return false;
		at = next;
	}
	return true;
}
