#ifndef OPGEN_WORDS_H
#define OPGEN_WORDS_H

#include <stddef.h>

struct arena;

enum {
	MAX_WORD = 32
};

/* Words to choose from, in a message: each once, in the order of their coming. */
struct words {
	const char *word[MAX_WORD];
	size_t nword;
};

void words_add(struct words *words, const char *word);

/* The words in a row, "NOTSET, SAME_UPPER or VALID" with the conjunction "or". */
const char *words_list(
	const struct words *words, const char *conjunction, struct arena *arena);

/* "; did you mean 'pads'?" where one of them is near enough to a misspelt word, or what
   another program calls so, else "". */
const char *words_offer(
	const struct words *words, const char *misspelt, struct arena *arena);

/* The same, or "; there are X, W and B". */
const char *words_offer_or_list(
	const struct words *words, const char *misspelt, struct arena *arena);

#endif
