#include "ops/common/integers.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

/* The operation's input of that name, or -1. */
static int
find_input(const struct operation *operation, const char *name)
{
	for (int i = 0; operation->op->input[i].name; i++)
		if (operation->input[i] && !strcmp(operation->op->input[i].name, name))
			return i;
	return -1;
}

/* Reads an element; of a list of type T, a floating-point one, as early versions have
   them, it must be a whole number. */
static bool
read_element(const struct integers *list, int64_t i, int64_t *value,
	struct source *source, struct arena *arena)
{
	double real;

	if (!dtype_is_real(operation_input_dtype(list->operation, list->input))) {
		*value = integer_element(list->operation, list->input, i);
		return true;
	}
	real = real_element(list->operation, list->input, i);
	if (whole_number(real, value))
		return true;
	source_error(source, integers_element_place(list, i, source, arena),
		"%s: expected whole numbers below 2^53, got %.9g", list->name, real);
	return false;
}

static bool
read_input(struct integers *list, struct source *source, struct arena *arena)
{
	const struct tensor *tensor = list->operation->input[list->input];
	int64_t *value = arena_array(arena, int64_t, tensor->nelement);

	if (tensor->rank != 1) {
		source_error(source, integers_place(list),
			"%s: expected one dimension, got %s", list->name,
			extents_text(tensor->shape, (size_t)tensor->rank, arena));
		return false;
	}
	for (int64_t i = 0; i < tensor->nelement; i++)
		if (!read_element(list, i, &value[i], source, arena))
			return false;
	list->n = tensor->nelement;
	list->value = value;
	return true;
}

bool
integers_read(struct integers *list, const struct operation *operation, const char *name,
	struct source *source, struct arena *arena)
{
	*list = (struct integers){
		.name = name,
		.operation = operation,
		.input = find_input(operation, name),
		.attribute = operation_attribute(operation, name),
	};
	list->given = list->input >= 0 || list->attribute;
	if (list->input >= 0) {
		list->name = operation->input_name[list->input];
		return read_input(list, source, arena);
	}
	if (list->attribute) {
		list->n = (int64_t)list->attribute->nint;
		list->value = list->attribute->ints;
	}
	return true;
}

const struct place *
integers_place(const struct integers *list)
{
	if (list->input >= 0)
		return list->operation->input_where[list->input];
	return list->attribute ? list->attribute->where : list->operation->node->where;
}

const struct place *
integers_element_place(const struct integers *list, int64_t i,
	const struct source *source, struct arena *arena)
{
	if (list->input >= 0)
		return element_place(list->operation, list->input, i, source, arena);
	return list->attribute ? place_entry(list->attribute->where, (size_t)i, arena)
			       : integers_place(list);
}

bool
integers_expect(
	const struct integers *list, int64_t n, const char *what, struct source *source)
{
	if (list->n == n)
		return true;
	source_error(source, integers_place(list),
		"%s: expected %" PRId64 " value%s, one for each %s, got %" PRId64,
		list->name, n, n == 1 ? "" : "s", what, list->n);
	return false;
}

static bool
check_axis(const char *name, int64_t value, int end, int rank, const struct place *where,
	int *axis, struct source *source)
{
	size_t place;

	if (axis_place(value, (size_t)end, &place)) {
		*axis = (int)place;
		return true;
	}
	if (end)
		source_error(source, where, "%s: expected %d to %d, got %" PRId64, name,
			-end, end - 1, value);
	else
		source_error(source, where,
			"%s: there is no axis %" PRId64 " of %d dimensions", name, value,
			rank);
	return false;
}

bool
integers_axis(const struct integers *list, int64_t i, int rank, int *axis,
	struct source *source, struct arena *arena)
{
	return check_axis(list->name, list->value[i], rank, rank,
		integers_element_place(list, i, source, arena), axis, source);
}

bool
integers_axes(const struct integers *list, int rank, int axis[MAX_RANK], int *n,
	struct source *source, struct arena *arena)
{
	struct misfit misfit;
	int twice;

	*n = rank;
	for (int i = 0; i < rank && !list->given; i++)
		axis[i] = i;
	if (!list->given)
		return true;
	misfit = shape_axes(list->value, (size_t)list->n, (size_t)rank, axis);
	*n = (int)list->n;
	if (misfit.kind == FITS)
		return true;
	if (integers_axis(list, (int64_t)misfit.at, rank, &twice, source, arena))
		source_error(source,
			integers_element_place(list, (int64_t)misfit.at, source, arena),
			"%s: axis %d is named twice", list->name, twice);
	return false;
}

bool
read_axis(const struct operation *operation, int64_t absent, int rank, int extent,
	int *axis, struct source *source)
{
	const struct attribute *attribute = operation_attribute(operation, "axis");
	int64_t value = attribute ? attribute->i : absent;
	const struct place *where =
		attribute ? attribute->where : operation->input_where[0];

	if (extent && value == rank) {
		*axis = rank;
		return true;
	}
	return check_axis("axis", value, rank, rank, where, axis, source);
}

const char *
integers_text(const struct integers *list, struct arena *arena)
{
	const char *text = "";

	for (int64_t i = 0; i < list->n; i++)
		text = arena_format(
			arena, "%s%s%" PRId64, text, i ? ", " : "", list->value[i]);
	return arena_format(arena, "[%s]", text);
}

void
integers_add_detail(const struct integers *list, struct plan *plan, struct arena *arena)
{
	if (list->given)
		plan_add_detail(plan,
			arena_format(
				arena, "%s %s", list->name, integers_text(list, arena)),
			arena);
}
