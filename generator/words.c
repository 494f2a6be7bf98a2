#include "words.h"

#include <assert.h>
#include <string.h>

#include "arena.h"
#include "offer.h"

void
words_add(struct words *words, const char *word)
{
	for (size_t i = 0; i < words->nword; i++)
		if (!strcmp(words->word[i], word))
			return;
	assert(words->nword < MAX_WORD);
	words->word[words->nword++] = word;
}

const char *
words_list(const struct words *words, const char *conjunction, struct arena *arena)
{
	const char *list = words->nword ? words->word[0] : "none";

	for (size_t i = 1; i + 1 < words->nword; i++)
		list = arena_format(arena, "%s, %s", list, words->word[i]);
	if (words->nword > 1)
		list = arena_format(arena, "%s %s %s", list, conjunction,
			words->word[words->nword - 1]);
	return list;
}

const char *
words_offer(const struct words *words, const char *misspelt, struct arena *arena)
{
	return word_offer(misspelt, words->word, words->nword, arena);
}

const char *
words_offer_or_list(const struct words *words, const char *misspelt, struct arena *arena)
{
	const char *offer = words_offer(words, misspelt, arena);

	if (*offer)
		return offer;
	return arena_format(arena, "; there are %s", words_list(words, "and", arena));
}
