/* Operations of TensorFlow that move elements: those of ONNX, of which many have lists as
   inputs where ONNX has attributes, or the other way round. */
#include "ops/tensorflow/tensorflow.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/strided_slice.h"

/* The places of inputs. */
enum {
	FIRST,
	SECOND,
	THIRD
};

/* clang-format off */
static const struct input_rule i_input[] = {{"input", .summary = "any shape"}, {.name = NULL}};
static const struct input_rule i_reshape[] = {
	{"tensor", .summary = "any shape"},
	{"shape", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank], the output's extents, one -1: what is left"},
	{.name = NULL},
};
static const struct input_rule i_expand_dims[] = {
	{"input", .summary = "any shape"},
	{"dim", .constant = true, .own_dtype = OWN_INDEX, .summary = "one element, the axis of the output that is new"},
	{.name = NULL},
};
static const struct input_rule i_transpose[] = {
	{"x", .summary = "any shape"},
	{"perm", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank], the axis of x that each of the output is"},
	{.name = NULL},
};
#define PADDINGS \
	{"input", .summary = "any shape"}, \
	{"paddings", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank, 2], elements before and after each axis"}
static const struct input_rule i_paddings[] = {PADDINGS, {.name = NULL}};
static const struct input_rule i_pad_v2[] = {
	PADDINGS, {"constant_values", .summary = "[], what is padded"}, {.name = NULL},
};
static const struct input_rule i_concat[] = {
	{"concat_dim", .constant = true, .own_dtype = OWN_INDEX, .summary = "[], the axis"},
	{"values", .variadic = true, .summary = "the same extents but along the axis"},
	{.name = NULL},
};
static const struct input_rule i_concat_v2[] = {
	{"axis", .constant = true, .own_dtype = OWN_INDEX, .summary = "[], the axis; the last input in a graph"},
	{"values", .variadic = true, .summary = "the same extents but along the axis"},
	{.name = NULL},
};
static const struct input_rule i_pack[] = {
	{"values", .variadic = true, .summary = "tensors of the same shape"}, {.name = NULL},
};
static const struct input_rule i_split[] = {
	{"split_dim", .constant = true, .own_dtype = OWN_INDEX, .summary = "[], the axis that is cut"},
	{"value", .summary = "any shape but []"},
	{.name = NULL},
};
static const struct input_rule i_split_v[] = {
	{"value", .summary = "any shape but []"},
	{"size_splits", .constant = true, .own_dtype = OWN_INDEX, .summary = "[n], the extent of each part, one -1: what is left"},
	{"split_dim", .constant = true, .own_dtype = OWN_INDEX, .summary = "[], the axis that is cut"},
	{.name = NULL},
};
static const struct input_rule i_slice[] = {
	{"input", .summary = "any shape"},
	{"begin", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank], the first element of each axis"},
	{"size", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank], how many are taken; -1: all that are left"},
	{.name = NULL},
};
static const struct input_rule i_strided_slice[] = {
	{"input", .summary = "any shape"},
	{"begin", .constant = true, .own_dtype = OWN_INDEX, .summary = "[n], where each of the axes begins"},
	{"end", .constant = true, .own_dtype = OWN_INDEX, .summary = "[n], the first element that is not taken"},
	{"strides", .constant = true, .own_dtype = OWN_INDEX, .summary = "[n], the distance of what is taken"},
	{.name = NULL},
};
static const struct input_rule i_tile[] = {
	{"input", .summary = "any shape"},
	{"multiples", .constant = true, .own_dtype = OWN_INDEX, .summary = "[rank], how often each axis is repeated"},
	{.name = NULL},
};

static const struct attribute_rule a_squeeze[] = {
	{"squeeze_dims", ATTRIBUTE_INTS, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "all of extent 1", NULL,
	 "the axes that drop out; negative: from the end"},
	{.name = NULL},
};
static const char *const modes[] = {"REFLECT", "SYMMETRIC", NULL};
static const struct attribute_rule a_mirror_pad[] = {
	{"mode", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, modes,
	 "SYMMETRIC: the end elements are repeated, too"},
	{.name = NULL},
};
static const struct attribute_rule a_concat[] = {TENSORFLOW_COUNT("N"), {.name = NULL}};
static const struct attribute_rule a_pack[] = {
	TENSORFLOW_COUNT("N"),
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "0", NULL, "the axis of the output that is new"},
	{.name = NULL},
};
static const struct output_rule o_split[] = {
	{"output", .variadic = true, .summary = "the parts, one after the other"}, {.name = NULL},
};
static const struct attribute_rule a_split[] = {
	{"num_split", ATTRIBUTE_INT, 1, LATEST, true, 1, MOST_OUTPUTS, NULL, NULL, "how many equal parts"},
	{.name = NULL},
};
static const struct attribute_rule a_split_v[] = {
	{"num_split", ATTRIBUTE_INT, 1, LATEST, false, 1, MOST_OUTPUTS, "as many as size_splits has", NULL, "how many parts"},
	{.name = NULL},
};
#define INDEX \
	{"Index", ATTRIBUTE_INT, 1, LATEST, false, 1, 64, "theirs", NULL, "the type of the lists, which opgen sees"}
static const struct attribute_rule a_slice[] = {INDEX, {.name = NULL}};
#define MASK(name, says) {name, ATTRIBUTE_INT, 1, LATEST, false, INT32_MIN, INT32_MAX, "0", NULL, says}
static const struct attribute_rule a_strided_slice[] = {
	MASK("begin_mask", "a bit for each entry: begin is that of the axis"),
	MASK("ellipsis_mask", "a bit: the entry stands for all axes that no other names"),
	MASK("end_mask", "a bit for each entry: end is that of the axis"),
	INDEX,
	MASK("new_axis_mask", "a bit for each entry that inserts an axis"),
	MASK("shrink_axis_mask", "a bit for each entry that takes one element; its axis drops out"),
	{.name = NULL},
};
/* clang-format on */

/* In ONNX's words a 0 is an extent, too. */
static bool
reshape(struct expansion *e)
{
	struct part *p = expansion_as(e);

	part_int(p, "allowzero", 1, NULL);
	return expansion_is(e, p);
}

/* An empty list is that of all axes of extent 1. */
static bool
squeeze(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct attribute *axes = operation_attribute(operation, "squeeze_dims");

	if (axes && axes->nint)
		part_ints(p, "axes", axes->ints, axes->nint, axes->where);
	return expansion_is(e, p);
}

static bool
expand_dims(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_list(p, SECOND, SECOND);
	return expansion_is(e, p);
}

static bool
transpose(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_ints_of(p, "perm", SECOND);
	translate_input(p, SECOND, NO_INPUT);
	return expansion_is(e, p);
}

/* From pairs to all begins and all ends. */
static bool
read_pads(struct expansion *e, int64_t *pads)
{
	const struct operation *operation = e->operation;
	const struct tensor *paddings = operation->input[SECOND];
	int rank = operation->input[FIRST]->rank;

	if (paddings->rank != 2 || paddings->shape[0] != rank ||
		paddings->shape[1] != 2) {
		source_error(e->source, operation->input_where[SECOND],
			"paddings: expected [%d, 2], a pair for each dimension of input",
			rank);
		return false;
	}
	for (int i = 0; i < 2 * rank; i++) {
		int64_t n = integer_element(operation, SECOND, i);

		if (n < 0) {
			source_error(e->source,
				element_place(operation, SECOND, i, e->source, e->arena),
				"paddings: expected 0 or more, got %" PRId64, n);
			return false;
		}
		pads[i % 2 * rank + i / 2] = n;
	}
	return true;
}

static bool
pad(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	int64_t pads[2 * MAX_RANK];

	if (!read_pads(e, pads))
		return false;
	translate_list_of(
		p, SECOND, pads, 2 * (size_t)operation->input[FIRST]->rank, SECOND);
	return expansion_is(e, p);
}

/* TensorFlow repeats an element once at most. */
static bool
mirror_pad(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	bool repeats = *operation_string(operation, "mode", "REFLECT") == 'S';
	const struct tensor *input = operation->input[FIRST];
	int64_t pads[2 * MAX_RANK];

	if (!read_pads(e, pads))
		return false;
	for (int i = 0; i < 2 * input->rank; i++) {
		int64_t most = input->shape[i / 2] - !repeats;

		if (integer_element(operation, SECOND, i) <= most)
			continue;
		source_error(e->source,
			element_place(operation, SECOND, i, e->source, e->arena),
			"paddings: expected at most %" PRId64 " for axis %d of %" PRId64
			" elements in this mode",
			most, i / 2, input->shape[i / 2]);
		return false;
	}
	part_string(p, "mode", repeats ? "symmetric" : "reflect");
	translate_list_of(p, SECOND, pads, 2 * (size_t)input->rank, SECOND);
	return expansion_is(e, p);
}

static bool
concat(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	for (int i = 0; i < MAX_INPUT; i++)
		translate_input(p, i, i + 1 < operation->ninput ? i + 1 : NO_INPUT);
	return translate_int_of(p, "axis", FIRST) && expansion_is(e, p);
}

static bool
split(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	translate_input(p, FIRST, SECOND);
	translate_input(p, SECOND, NO_INPUT);
	part_int(p, "num_outputs", operation_int(operation, "num_split", 0),
		operation_attribute(operation, "num_split")->where);
	return translate_int_of(p, "axis", FIRST) && expansion_is(e, p);
}

static bool
split_v(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_input(p, THIRD, NO_INPUT);
	return translate_int_of(p, "axis", THIRD) &&
	       translate_lengths(p, SECOND, SECOND) && expansion_is(e, p);
}

/* The end of what Slice takes of an axis. */
static bool
find_end(struct expansion *e, int axis, int64_t *end)
{
	const struct operation *operation = e->operation;
	int64_t extent = operation->input[FIRST]->shape[axis];
	int64_t begin = integer_element(operation, SECOND, axis);
	int64_t size = integer_element(operation, THIRD, axis);

	if (begin < 0 || begin > extent) {
		source_error(e->source,
			element_place(operation, SECOND, axis, e->source, e->arena),
			"begin: expected 0 to %" PRId64
			", the extent of axis %d, got %" PRId64,
			extent, axis, begin);
		return false;
	}
	if (size < -1 || size > extent - begin) {
		source_error(e->source,
			element_place(operation, THIRD, axis, e->source, e->arena),
			"size: expected -1 to %" PRId64
			", as many as axis %d has from %" PRId64 " on, got %" PRId64,
			extent - begin, axis, begin, size);
		return false;
	}
	*end = size < 0 ? extent : begin + size;
	return true;
}

/* Slice counts elements, ONNX's has their end. */
static bool
slice(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct tensor *input = operation->input[FIRST];
	int64_t end[MAX_RANK];

	for (int i = SECOND; i <= THIRD; i++) {
		if (operation->input[i]->rank == 1 &&
			operation->input[i]->nelement == input->rank)
			continue;
		source_error(e->source, operation->input_where[i],
			"%s: expected %d elements, one for each dimension of input",
			operation->input_name[i], input->rank);
		return false;
	}
	for (int i = 0; i < input->rank; i++)
		if (!find_end(e, i, &end[i]))
			return false;
	translate_list_of(p, THIRD, end, (size_t)input->rank, THIRD);
	return expansion_is(e, p);
}

static bool
slice_by_masks(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct slice_masks masks = {.is_tensorflow = true,
		.begin = operation_int(operation, "begin_mask", 0),
		.end = operation_int(operation, "end_mask", 0),
		.ellipsis = operation_int(operation, "ellipsis_mask", 0),
		.new_axis = operation_int(operation, "new_axis_mask", 0),
		.shrink = operation_int(operation, "shrink_axis_mask", 0)};

	return expand_strided_slice(e, &masks);
}

static bool
check_same_shapes(
	const struct operation *operation, struct source *source, struct arena *arena)
{
	const struct tensor *first = operation->input[FIRST];

	for (int i = 1; i < operation->ninput; i++) {
		const struct tensor *tensor = operation->input[i];
		size_t size = (size_t)first->rank * sizeof *first->shape;

		if (tensor->rank == first->rank &&
			!memcmp(tensor->shape, first->shape, size))
			continue;
		source_error(source, operation->input_where[i],
			"%s: expected the shape of %s, %s, got %s",
			operation->input_name[i], operation->input_name[FIRST],
			extents_text(first->shape, (size_t)first->rank, arena),
			extents_text(tensor->shape, (size_t)tensor->rank, arena));
		return false;
	}
	return true;
}

/* A Concat of tensors with a further axis of extent 1. */
static bool
pack(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct attribute *said = operation_attribute(operation, "axis");
	int64_t axis = said ? said->i : 0;
	int rank = operation->input[FIRST]->rank + 1;

	if (axis < -rank || axis >= rank || rank > MAX_RANK) {
		source_error(e->source,
			said ? said->where : operation->input_where[FIRST],
			"axis: there is no axis %" PRId64 " of %d dimensions", axis,
			rank);
		return false;
	}
	if (!check_same_shapes(operation, e->source, e->arena))
		return false;
	axis += axis < 0 ? rank : 0;
	for (int i = 0; i < operation->ninput; i++) {
		struct tensor *own = &p->tensor[i];

		*own = *operation->input[i];
		p->to.input[i] = own;
		for (int k = own->rank++; k > axis; k--)
			own->shape[k] = own->shape[k - 1];
		own->shape[axis] = 1;
	}
	part_int(p, "axis", axis, said ? said->where : NULL);
	if (!expansion_is(e, p))
		return false;
	for (size_t i = 0; i < e->plan->noperand; i++) {
		e->plan->operand[i].rank = operation->input[i]->rank;
		memcpy(e->plan->operand[i].shape, operation->input[i]->shape,
			sizeof e->plan->operand[i].shape);
	}
	return true;
}

#define ANY tensorflow_any
#define NOTHING translated_none
#define COPY(symbol, spelt, alone, in, says) \
	TENSORFLOW(symbol, spelt, alone, in, "output", NOTHING, ANY, says, \
		SAME_AS(identity, 25))

/* clang-format off */
COPY(identity,         "Identity",        false, i_input,  "a copy");
COPY(stop_gradient,    "StopGradient",    true,  i_input,  "a copy");
COPY(prevent_gradient, "PreventGradient", true,  i_input,  "a copy");
COPY(snapshot,         "Snapshot",        true,  i_input,  "a copy");
TENSORFLOW(reshape, "Reshape", false, i_reshape, "output", NOTHING, ANY, "the same elements in another shape",
	TRANSLATED(reshape, 14, reshape));
TENSORFLOW(squeeze, "Squeeze", false, i_input, "output", a_squeeze, ANY, "the same elements without axes of extent 1",
	TRANSLATED(squeeze, 11, squeeze));
TENSORFLOW(expand_dims, "ExpandDims", true, i_expand_dims, "output", NOTHING, ANY,
	"the same elements with a further axis of extent 1", TRANSLATED(unsqueeze, 13, expand_dims));
TENSORFLOW(transpose, "Transpose", false, i_transpose, "y", NOTHING, ANY, "the axes in another order",
	TRANSLATED(transpose, 13, transpose));
TENSORFLOW(pad, "Pad", false, i_paddings, "output", NOTHING, ANY, "zeros before and after each axis",
	TRANSLATED(pad, 13, pad));
TENSORFLOW(pad_v2, "PadV2", true, i_pad_v2, "output", NOTHING, ANY, "a number before and after each axis",
	TRANSLATED(pad, 13, pad));
TENSORFLOW(mirror_pad, "MirrorPad", true, i_paddings, "output", a_mirror_pad, ANY, "elements mirrored at the ends of each axis",
	TRANSLATED(pad, 13, mirror_pad));
TENSORFLOW(concat, "Concat", false, i_concat, "output", a_concat, ANY, "tensors one after the other along an axis",
	TRANSLATED(concat, 13, concat));
TENSORFLOW(concat_v2, "ConcatV2", true, i_concat_v2, "output", a_concat, ANY, "tensors one after the other along an axis",
	TRANSLATED(concat, 13, concat), .first_is_last = true);
TENSORFLOW(pack, "Pack", true, i_pack, "output", a_pack, ANY, "tensors one after the other along a new axis",
	TRANSLATED(concat, 13, pack));
TENSORFLOW_OF(split, "Split", false, i_split, o_split, a_split, ANY, "an axis cut into equal parts, each an output",
	TRANSLATED(split, 13, split));
TENSORFLOW_OF(split_v, "SplitV", true, i_split_v, o_split, a_split_v, ANY, "an axis cut into parts, each an output",
	TRANSLATED(split, 13, split_v));
TENSORFLOW(slice, "Slice", false, i_slice, "output", a_slice, ANY, "a part of each axis",
	TRANSLATED(slice, 13, slice));
TENSORFLOW(strided_slice, "StridedSlice", true, i_strided_slice, "output", a_strided_slice, ANY,
	"a part of each axis, perhaps backwards; axes may drop out or be inserted",
	TRANSLATED(slice, 13, slice_by_masks));
TENSORFLOW(tile, "Tile", false, i_tile, "output", NOTHING, ANY, "the whole repeated along each axis", SAME_AS(tile, 13));
/* clang-format on */
