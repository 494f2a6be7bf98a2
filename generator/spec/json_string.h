#ifndef OPGEN_SPEC_JSON_STRING_H
#define OPGEN_SPEC_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source;

/* The length of the UTF-8 character at an offset, whose code point is stored; 0, after a
   message, when there is none. */
size_t json_string_decode(struct source *source, size_t at, uint32_t *point);

/* Moves an offset from a string's opening quote past its closing quote. Reports the first
   mistake in it and returns false. */
bool json_string_skip(struct source *source, size_t *at);

#endif
