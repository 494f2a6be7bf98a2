#include "diag/first_error.h"

#include <string.h>

#include "base/arena.h"
#include "base/shown.h"

struct warning {
	const struct place *where;
	const char *text;
};

static void
keep(struct sink *sink, bool is_error, const struct place *where, const char *text)
{
	struct first_error *error = (struct first_error *)sink;

	if (!is_error) {
		error->warning = arena_grow(error->arena, error->warning, error->nwarning,
			sizeof *error->warning);
		error->warning[error->nwarning++] = (struct warning){
			where, arena_copy_text(error->arena, text, strlen(text))};
	} else if (!error->text[0]) {
		shown_copy(error->text, sizeof error->text, text);
	}
}

struct source *
first_error_begin(struct first_error *error, struct arena *arena)
{
	error->text[0] = '\0';
	error->sink.take = keep;
	error->source = (struct source){.path = "", .text = "", .sink = &error->sink};
	error->warning = NULL;
	error->nwarning = 0;
	error->arena = arena;
	return &error->source;
}

void
first_error_warn(const struct first_error *error, struct source *source)
{
	for (size_t i = 0; i < error->nwarning; i++)
		source_warning(
			source, error->warning[i].where, "%s", error->warning[i].text);
}
