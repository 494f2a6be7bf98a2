#ifndef OPGEN_DIAG_OFFER_H
#define OPGEN_DIAG_OFFER_H

#include <stddef.h>

struct arena;

/* The place of the candidate nearest to a misspelt name, near enough to be offered, or
   ncandidate. Letter case counts little: "pads" is offered for "Pads". Where none is as
   near, the first that holds the name as a part is. */
size_t nearest_name(const char *name, const char *const *candidate, size_t ncandidate);

/* "; did you mean 'image'?" when there is such a candidate, or "". */
const char *name_offer(const char *name, const char *const *candidate, size_t ncandidate,
	struct arena *arena);

/* "'image', 'mask', ..." : the first few names of several, each once. */
const char *names_list(const char *const *name, size_t nname, struct arena *arena);

/* As the first two where the candidates are opgen's own words: one that another program
   has for the same thing stands for opgen's ("padding" for "pads"), perhaps with a
   remark. */
size_t nearest_word(const char *word, const char *const *candidate, size_t ncandidate);
const char *word_offer(const char *word, const char *const *candidate, size_t ncandidate,
	struct arena *arena);

#endif
