#include "import/overrides.h"

#include "base/arena.h"
#include "diag/names.h"
#include "diag/offer.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "infer/shapes.h"

/* Whether a tensor is an input of the model. */
static bool
is_input(const struct model *model, const struct value *value)
{
	bool given = value->producer == NO_NODE || !model->node[value->producer].ninput;

	return given && !value->encoded && value->name.size;
}

/* "; did you mean 'image'?", what the node of that name gives, or a list of the inputs.
 */
static const char *
offer_tensor(const struct candidates *candidates, const char *typed, struct arena *arena)
{
	const struct model *model = candidates->model;
	const char **name = arena_array(arena, const char *, model->nvalue);
	const char *offer = offer_outputs(model, typed, arena);
	size_t n = 0;

	if (*offer)
		return offer;
	for (size_t i = 0; i < model->nvalue; i++)
		name[i] = model->value[i].name.size ? model->value[i].name.text : "";
	offer = name_offer(typed, name, model->nvalue, arena);
	for (size_t i = 0; i < model->nvalue; i++)
		if (is_input(model, &model->value[i]) &&
			!candidates->shapes.known[i].constant)
			name[n++] = model->value[i].name.text;
	if (*offer || !n)
		return offer;
	return arena_format(
		arena, "; the model's inputs are %s", names_list(name, n, arena));
}

static const char *
offer_dim(const struct model *model, const char *typed, struct arena *arena)
{
	const char **name = NULL, *offer;
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
	if (!n)
		return "; it names none; --shape says the shape of a tensor";
	offer = name_offer(typed, name, n, arena);
	return *offer ? offer
		      : arena_format(arena, "; there are %s", names_list(name, n, arena));
}

bool
overrides_check(const struct candidates *candidates, const struct overrides *overrides,
	struct arena *arena)
{
	struct source *source = candidates->source;
	const struct model *model = candidates->model;
	size_t nerror = source->nerror;

	for (size_t i = 0; i < candidates->shapes.ncontradiction; i++)
		source_error(source, NULL, "%s", candidates->shapes.contradiction[i]);
	for (size_t i = 0; i < overrides->nshape; i++)
		if (!overrides->shape[i].used)
			source_error(source, NULL, "--shape: there is no tensor %s%s",
				quoted(overrides->shape[i].tensor, arena),
				offer_tensor(
					candidates, overrides->shape[i].tensor, arena));
	for (size_t i = 0; i < overrides->ndim; i++)
		if (!overrides->dim[i].used)
			source_error(source, NULL,
				"--dim: no shape in the file has a dimension %s%s",
				quoted(overrides->dim[i].name, arena),
				offer_dim(model, overrides->dim[i].name, arena));
	return source->nerror == nerror;
}
