#ifndef OPGEN_BASE_SHOWN_H
#define OPGEN_BASE_SHOWN_H

#include <stddef.h>
#include <stdio.h>

/* Text that comes from outside (names in files, paths, arguments) on its way to a
   terminal: what is not UTF-8, control characters and those that change the direction of
   the text are shown as \xNN, byte by byte, and cannot steer the terminal. */

enum {
	SHOWN_LIMIT = 4 /* bytes of a piece */
};

/* Takes the next piece of a text that is not empty: a character, or one byte of what has
   to be escaped. Returns its bytes in the text; shown takes the *nshown bytes to show. */
size_t shown_piece(
	const char *text, size_t size, char shown[SHOWN_LIMIT], size_t *nshown);

void shown_print(FILE *stream, const char *text);

/* Puts as much of a text as fits into room bytes, a NUL behind it. */
void shown_copy(char *to, size_t room, const char *text);

#endif
