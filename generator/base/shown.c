#include "base/shown.h"

#include <string.h>

#include "base/utf8.h"

enum {
	CHUNK = 512 /* bytes printed at once: standard error is unbuffered */
};

size_t
shown_piece(const char *text, size_t size, char shown[SHOWN_LIMIT], size_t *nshown)
{
	static const char digits[] = "0123456789abcdef";
	size_t n = utf8_printable(text, size);
	unsigned char byte = (unsigned char)*text;

	if (n > 0) {
		memcpy(shown, text, n);
		*nshown = n;
		return n;
	}
	shown[0] = '\\';
	shown[1] = 'x';
	shown[2] = digits[byte / 16];
	shown[3] = digits[byte % 16];
	*nshown = 4;
	return 1;
}

/* Copies as many whole pieces as there is room for; returns the text after them. */
static const char *
show(const char *text, size_t size, char *to, size_t room, size_t *used)
{
	const char *end = text + size;
	size_t nshown;

	for (*used = 0; text < end && *used + SHOWN_LIMIT <= room; *used += nshown)
		text += shown_piece(text, (size_t)(end - text), to + *used, &nshown);
	return text;
}

void
shown_print(FILE *stream, const char *text)
{
	const char *end = text + strlen(text);
	char chunk[CHUNK];
	size_t used;

	while (text < end) {
		text = show(text, (size_t)(end - text), chunk, sizeof chunk, &used);
		fwrite(chunk, 1, used, stream);
	}
}

void
shown_copy(char *to, size_t room, const char *text)
{
	size_t used;

	show(text, strlen(text), to, room - 1, &used);
	to[used] = '\0';
}
