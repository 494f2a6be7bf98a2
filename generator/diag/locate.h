#ifndef OPGEN_DIAG_LOCATE_H
#define OPGEN_DIAG_LOCATE_H

#include <stddef.h>

struct place;

/* The offset in bytes of the value (or key) at a place in a text that is valid JSON. If a
   step of the place does not exist, that of the nearest enclosing value. */
size_t locate(const char *text, size_t size, const struct place *where);

/* An entry of a list that was located. A zeroed struct: none was. */
struct located {
	const struct place *list;
	size_t index, at;
};

/* The same for places in the order of the text: those in later entries of an outermost
   list are looked for from the last one on, not from the beginning. */
size_t locate_next(
	const char *text, size_t size, const struct place *where, struct located *last);

/* Where the word, number or punctuation ends that begins at an offset of a text, which
   need not be valid; the text's end at most. */
size_t locate_end(const char *text, size_t size, size_t at);

#endif
