#include "infer/step.h"

#include <string.h>

#include "base/arena.h"
#include "infer/computer.h"
#include "infer/elements.h"
#include "infer/refine.h"
#include "infer/room.h"

/* The value of an input, or NO_VALUE. */
static int64_t
input_value(const struct step *step, size_t input)
{
	return input < step->node->ninput ? step->node->input[input] : NO_VALUE;
}

/* The value of an output, unless the file has another node make it too. */
static int64_t
output_value(const struct step *step, size_t output)
{
	const struct model *model = step->room->model;
	int64_t value = NO_VALUE;

	if (output < step->node->noutput && !step->failed)
		value = step->node->output[output];
	if (value == NO_VALUE ||
		model->value[value].producer != step->node - model->node ||
		model->value[value].producer_output != output)
		return NO_VALUE;
	return value;
}

bool
step_has(const struct step *step, size_t input)
{
	return input_value(step, input) != NO_VALUE;
}

bool
step_dims(const struct step *step, size_t input, struct dims *dims)
{
	int64_t value = input_value(step, input);
	const struct known *known;

	if (value == NO_VALUE || !step->room->known[value].has_rank)
		return false;
	known = &step->room->known[value];
	dims->rank = known->rank;
	if (known->rank)
		memcpy(dims->extent, known->extent, known->rank * sizeof *dims->extent);
	return true;
}

enum dtype
step_dtype(const struct step *step, size_t input)
{
	int64_t value = input_value(step, input);

	return value == NO_VALUE ? DTYPE_NONE : step->room->known[value].dtype;
}

enum dtype
step_output_dtype(const struct step *step, size_t output)
{
	int64_t value = output_value(step, output);

	return value == NO_VALUE ? DTYPE_NONE : step->room->known[value].dtype;
}

const struct contents *
step_contents(struct step *step, size_t input)
{
	int64_t value = input_value(step, input);
	const struct contents *contents;

	if (value == NO_VALUE)
		return NULL;
	contents = room_contents(step->room, value);
	if ((!contents || !contents_complete(contents)) && step->lacking == NO_VALUE)
		step->lacking = value;
	return contents;
}

bool
step_scalar(struct step *step, size_t input, int64_t *scalar)
{
	const struct contents *contents = step_contents(step, input);

	if (!contents || contents->count != 1 || contents->real ||
		!content_is_known(contents, 0))
		return false;
	*scalar = contents->number[0].i;
	return true;
}

bool
step_axis(struct step *step, int64_t axis, size_t rank, size_t *place)
{
	if (axis_place(axis, rank, place))
		return true;
	step->failed = true;
	return false;
}

void
step_set(struct step *step, size_t output, const struct dims *dims)
{
	int64_t value = output_value(step, output);

	if (value != NO_VALUE)
		room_refine(step->room, value, dims);
}

void
step_set_type(struct step *step, size_t output, enum dtype dtype, const char *foreign)
{
	int64_t value = output_value(step, output);
	struct known *known = value == NO_VALUE ? NULL : &step->room->known[value];

	if (!known || known->dtype != DTYPE_NONE || known->foreign)
		return;
	known->dtype = dtype;
	known->foreign = foreign;
}

void
step_set_dtype(struct step *step, size_t output, enum dtype dtype)
{
	step_set_type(step, output, dtype, NULL);
}

const struct contents *
step_pass(struct step *step)
{
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return NULL;
	step_set(step, 0, &dims);
	return step_contents(step, 0);
}

void
step_pass_type(struct step *step, size_t output, size_t input)
{
	int64_t value = input_value(step, input);

	if (value != NO_VALUE)
		step_set_type(step, output, step->room->known[value].dtype,
			step->room->known[value].foreign);
}

/* Sets contents without copying them. */
static void
keep_contents(struct step *step, size_t output, const struct contents *contents)
{
	int64_t value = output_value(step, output), count;
	const struct known *known = value == NO_VALUE ? NULL : &step->room->known[value];

	if (!known || !known->has_rank || !known_count(known, &count) ||
		count != (int64_t)contents->count)
		return;
	step->room->fact[value].contents = contents;
	if (!contents->real && contents_complete(contents))
		step->room->known[value].constant = true;
}

void
step_set_contents(struct step *step, size_t output, const struct contents *contents)
{
	struct contents *kept = arena_new(step->room->arena, struct contents);

	*kept = *contents;
	keep_contents(step, output, kept);
}

void
step_pass_contents(struct step *step, size_t output, size_t input)
{
	const struct contents *contents = step_contents(step, input);

	if (contents)
		keep_contents(step, output, contents);
}

/* The fact of an output that can be a constant. */
static struct fact *
constant_fact(struct step *step, size_t output)
{
	int64_t value = output_value(step, output);

	if (value == NO_VALUE)
		return NULL;
	step->room->known[value].constant = true;
	return &step->room->fact[value];
}

void
step_pass_constant(struct step *step, size_t output, size_t input)
{
	int64_t from = input_value(step, input);
	struct fact *fact;

	if (from == NO_VALUE || !step->room->known[from].constant)
		return;
	fact = constant_fact(step, output);
	if (!fact)
		return;
	fact->source = step->room->fact[from].source;
	fact->elements = step->room->fact[from].elements;
	fact->nelement = step->room->fact[from].nelement;
	fact->type = step->room->fact[from].type;
	fact->splat = step->room->fact[from].splat;
}

void
step_set_computed(
	struct step *step, size_t output, const struct computed *computed, bool constant)
{
	int64_t value = output_value(step, output), count;
	struct dims dims = {.rank = computed->rank};
	struct known *known;

	if (value == NO_VALUE)
		return;
	memcpy(dims.extent, computed->extent, sizeof dims.extent);
	step_set_dtype(step, output, computed->dtype);
	step_set(step, output, &dims);
	known = &step->room->known[value];
	if (known->conflict || !known_count(known, &count))
		return;
	known->constant = constant;
	known->computed = !constant;
	step->room->fact[value].elements = computed->elements;
	step->room->fact[value].nelement = (size_t)count;
	step->room->fact[value].type = computed->dtype;
}

void
step_set_constant(
	struct step *step, size_t output, const struct value *source, bool splat)
{
	struct fact *fact = constant_fact(step, output);

	if (!fact)
		return;
	fact->source = source;
	fact->splat = splat;
}

void
step_set_floats(struct step *step, size_t output, const float *floats, size_t count)
{
	struct fact *fact = constant_fact(step, output);

	if (!fact)
		return;
	fact->elements = floats;
	fact->nelement = count;
	fact->type = DTYPE_FLOAT32;
}
