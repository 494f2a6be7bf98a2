#include "said.h"

#include "arena.h"
#include "names.h"
#include "nodes.h"
#include "shapes.h"
#include "source.h"

/* "; did you mean 'image'?", or "". */
static const char *
offer_tensor(const struct model *model, const char *typed, struct arena *arena)
{
	const char **name = arena_array(arena, const char *, model->nvalue);

	for (size_t i = 0; i < model->nvalue; i++)
		name[i] = model->value[i].name.size ? model->value[i].name.text : "";
	return name_offer(typed, name, model->nvalue, "", arena);
}

static const char *
offer_dim(const struct model *model, const char *typed, struct arena *arena)
{
	const char **name = NULL;
	size_t n = 0;

	for (size_t i = 0; i < model->nvalue; i++) {
		const struct model_shape *shape = &model->value[i].shape;

		for (size_t k = 0; shape->known && k < shape->rank; k++) {
			const char *symbol = shape->extent[k].symbol.text;

			if (!symbol)
				continue;
			name = arena_grow(arena, name, n, sizeof *name);
			name[n++] = symbol;
		}
	}
	return name_offer(typed, name, n, "", arena);
}

bool
said_check(const struct nodes *nodes, const struct said *said, struct arena *arena)
{
	struct source *source = nodes->source;
	const struct model *model = nodes->model;
	size_t nerror = source->nerror;

	for (size_t i = 0; i < nodes->shapes.ncontradiction; i++)
		source_error(source, NULL, "%s", nodes->shapes.contradiction[i]);
	for (size_t i = 0; i < said->nshape; i++)
		if (!said->shape[i].used)
			source_error(source, NULL, "--shape: there is no tensor %s%s",
				quoted(said->shape[i].tensor, arena),
				offer_tensor(model, said->shape[i].tensor, arena));
	for (size_t i = 0; i < said->ndim; i++)
		if (!said->dim[i].used)
			source_error(source, NULL,
				"--dim: no shape in the file has a dimension %s%s",
				quoted(said->dim[i].name, arena),
				offer_dim(model, said->dim[i].name, arena));
	return source->nerror == nerror;
}
