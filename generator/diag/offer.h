#ifndef OPGEN_DIAG_OFFER_H
#define OPGEN_DIAG_OFFER_H

#include <stddef.h>

struct arena;

/* The index of the candidate closest to a misspelt name, if it is close enough to be
   suggested; else of the first that contains the name; else ncandidate. Letter case
   counts little: "pads" is suggested for "Pads". */
size_t nearest_name(const char *name, const char *const *candidate, size_t ncandidate);

/* "; did you mean 'image'?" if there is such a candidate, else "". */
const char *name_offer(const char *name, const char *const *candidate, size_t ncandidate,
	struct arena *arena);

/* "'image', 'mask', ...": the first few names of a list, each once. */
const char *names_list(const char *const *name, size_t nname, struct arena *arena);

/* As the first two, for candidates that are opgen's own words: also recognises other
   programs' words for the same thing ("padding" for "pads"), some with a remark. */
size_t nearest_word(const char *word, const char *const *candidate, size_t ncandidate);
const char *word_offer(const char *word, const char *const *candidate, size_t ncandidate,
	struct arena *arena);

#endif
