#ifndef OPGEN_DIAG_LOCATE_H
#define OPGEN_DIAG_LOCATE_H

#include <stddef.h>

struct place;

/* The offset in bytes of the value (or key) at a place in a text that is valid JSON. If a
   step of the place does not exist, that of the nearest enclosing value. */
size_t locate(const char *text, size_t size, const struct place *where);

/* Where the word, number or punctuation ends that begins at an offset of a text, which
   need not be valid; the text's end at most. */
size_t locate_end(const char *text, size_t size, size_t at);

#endif
