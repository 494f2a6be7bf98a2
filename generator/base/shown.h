#ifndef OPGEN_BASE_SHOWN_H
#define OPGEN_BASE_SHOWN_H

#include <stddef.h>
#include <stdio.h>

/* Text from outside (names in files, paths, arguments) made safe for a terminal: bytes
   that are not UTF-8, control characters and characters that change the direction of text
   are shown as \xNN, byte by byte. */

enum {
	SHOWN_LIMIT = 4 /* bytes of a piece */
};

/* Takes the next piece of a nonempty text: a character, or one byte to be escaped.
   Returns its length in the text; stores the *nshown bytes to show in shown. */
size_t shown_piece(
	const char *text, size_t size, char shown[SHOWN_LIMIT], size_t *nshown);

void shown_print(FILE *stream, const char *text);

/* Copies as much of a text as fits into room bytes, with the NUL. */
void shown_copy(char *to, size_t room, const char *text);

#endif
