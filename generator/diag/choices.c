#include "diag/choices.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "diag/names.h"
#include "diag/offer.h"

void
choices_add(struct choices *choices, const char *word)
{
	for (size_t i = 0; i < choices->nword; i++)
		if (!strcmp(choices->word[i], word))
			return;
	assert(choices->nword < MAX_WORD);
	choices->word[choices->nword++] = word;
}

const char *
choices_list(const struct choices *choices, const char *conjunction, struct arena *arena)
{
	const char *list = choices->nword ? choices->word[0] : "none";

	for (size_t i = 1; i + 1 < choices->nword; i++)
		list = arena_format(arena, "%s, %s", list, choices->word[i]);
	if (choices->nword > 1)
		list = arena_format(arena, "%s %s %s", list, conjunction,
			choices->word[choices->nword - 1]);
	return list;
}

const char *
choices_offer(const struct choices *choices, const char *misspelt, struct arena *arena)
{
	return word_offer(misspelt, choices->word, choices->nword, arena);
}

const char *
choices_offer_or_list(
	const struct choices *choices, const char *misspelt, struct arena *arena)
{
	const char *offer = choices_offer(choices, misspelt, arena);

	if (*offer)
		return offer;
	return arena_format(arena, "; there are %s", choices_list(choices, "and", arena));
}

const char *
choices_refusal(const char *name, const char *got, const char *const *word, size_t nword,
	struct arena *arena)
{
	struct choices choices = {.nword = 0};

	for (size_t i = 0; i < nword; i++)
		choices_add(&choices, word[i]);
	return arena_format(arena, "%s: expected %s, got %s%s", name,
		choices_list(&choices, "or", arena), quoted(got, arena),
		choices_offer(&choices, got, arena));
}
