#ifndef OPGEN_DIAG_LOCATE_H
#define OPGEN_DIAG_LOCATE_H

#include <stddef.h>

struct place;

/* Where in a text, which is valid JSON, the value (or key) at a place begins: its offset
   in bytes. Where a step of the place is not there, that of the nearest value around. */
size_t locate(const char *text, size_t size, const struct place *where);

/* Where the word, number or punctuation ends that begins at an offset of a text, which
   need not be valid; the text's end at most. */
size_t locate_end(const char *text, size_t size, size_t at);

#endif
