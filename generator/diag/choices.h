#ifndef OPGEN_DIAG_CHOICES_H
#define OPGEN_DIAG_CHOICES_H

#include <stddef.h>

struct arena;

enum {
	MAX_WORD = 256
};

/* Words to choose from, in a message: each once, in the order in which they were
   added. */
struct choices {
	const char *word[MAX_WORD];
	size_t nword;
};

void choices_add(struct choices *choices, const char *word);

/* The words as a list: "NOTSET, SAME_UPPER or VALID" with the conjunction "or". */
const char *choices_list(
	const struct choices *choices, const char *conjunction, struct arena *arena);

/* "; did you mean 'pads'?" where a word is close to the misspelt one, or is opgen's for
   another program's word; else "". */
const char *choices_offer(
	const struct choices *choices, const char *misspelt, struct arena *arena);

/* The same, or "; there are X, W and B". */
const char *choices_offer_or_list(
	const struct choices *choices, const char *misspelt, struct arena *arena);

/* The message that refuses a value that is none of the words: "unroll: expected auto,
   full, window or small, got 'fulll'; did you mean 'full'?". */
const char *choices_refusal(const char *name, const char *got, const char *const *word,
	size_t nword, struct arena *arena);

#endif
