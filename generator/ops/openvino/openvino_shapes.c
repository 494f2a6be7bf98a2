/* Operations of OpenVINO that move elements: those of ONNX, most of which have lists as
   inputs where ONNX has attributes, or the other way round. */
#include "ops/openvino/openvino.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/strided_slice.h"

/* The places of inputs. */
enum {
	FIRST,
	SECOND,
	THIRD,
	FOURTH,
	FIFTH
};

/* clang-format off */
static const int v_1_12[] = {1, 12, 0};
static const int v_8[] = {8, 0};

static const struct input_rule i_reshape[] = {
	{"data", .summary = "any shape"},
	{"shape", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[rank], the output's extents, one -1: what is left"},
	{.name = NULL},
};
static const struct input_rule i_squeeze[] = {
	{"data", .summary = "any shape"},
	{"axes", .optional = true, .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[n] or [], the axes that drop out; all of extent 1 where it is absent"},
	{.name = NULL},
};
static const struct input_rule i_unsqueeze[] = {
	{"data", .summary = "any shape"},
	{"axes", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n] or [], the axes of the output that are new"},
	{.name = NULL},
};
static const struct input_rule i_transpose[] = {
	{"arg", .summary = "any shape"},
	{"input_order", .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], the axis of arg that each of the output is; [0]: the axes reversed"},
	{.name = NULL},
};
static const struct input_rule i_concat[] = {
	{"inputs", .variadic = true, .summary = "the same extents but along the axis"}, {.name = NULL},
};
static const struct input_rule i_split[] = {
	{"data", .summary = "any shape but []"},
	{"axis", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[], the axis that is cut"},
	{.name = NULL},
};
static const struct input_rule i_variadic_split[] = {
	{"data", .summary = "any shape but []"},
	{"axis", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[], the axis that is cut"},
	{"split_lengths", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], the extent of each part, one -1: what is left"},
	{.name = NULL},
};
static const struct input_rule i_pad[] = {
	{"arg", .summary = "any shape"},
	{"pads_begin", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[rank], elements before each axis"},
	{"pads_end", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[rank], elements after each axis"},
	{"arg_pad_value", .optional = true, .summary = "[], what mode constant pads; 0 where it is absent"},
	{.name = NULL},
};
static const struct input_rule i_slice[] = {
	{"data", .summary = "any shape"},
	{"start", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], where each of the axes begins"},
	{"stop", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], the first element of each that is not taken"},
	{"step", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], the distance of what is taken"},
	{"axes", .optional = true, .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[n], the axes that are cut; the first ones where it is absent"},
	{.name = NULL},
};
static const struct input_rule i_strided_slice[] = {
	{"data", .summary = "any shape"},
	{"begin", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], where each of the axes begins"},
	{"end", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], the first element that is not taken"},
	{"stride", .optional = true, .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n], the distance of what is taken; 1 each"},
	{.name = NULL},
};

static const struct attribute_rule a_reshape[] = {
	{"special_zero", ATTRIBUTE_INT, 1, LATEST, true, 0, 1, NULL, NULL, "1: an extent of 0 is that of data"}, {.name = NULL},
};
static const struct attribute_rule a_concat[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, true, -MAX_RANK, MAX_RANK - 1, NULL, NULL,
	 "the axis along which the inputs follow each other; negative: from the end"},
	{.name = NULL},
};
static const struct output_rule o_split[] = {
	{"output", .variadic = true, .summary = "the parts, one after the other"}, {.name = NULL},
};
static const struct attribute_rule a_split[] = {
	{"num_splits", ATTRIBUTE_INT, 1, LATEST, true, 1, MOST_OUTPUTS, NULL, NULL, "how many equal parts"}, {.name = NULL},
};
static const char *const modes[] = {"constant", "edge", "reflect", "symmetric", NULL};
static const struct attribute_rule a_pad[] = {
	{"pad_mode", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, modes, "what is padded"}, {.name = NULL},
};
#define MASK(name, says) {name, ATTRIBUTE_INTS, 1, LATEST, false, 0, 1, "0 each", NULL, says}
static const struct attribute_rule a_strided_slice[] = {
	MASK("begin_mask", "1: begin is that of the axis"),
	MASK("ellipsis_mask", "1: the entry stands for all axes that no other names"),
	MASK("end_mask", "1: end is that of the axis"),
	MASK("new_axis_mask", "1: the entry inserts an axis"),
	MASK("shrink_axis_mask", "1: the entry takes one element; its axis drops out"),
	{.name = NULL},
};
static const char *const block_modes[] = {"blocks_first", "depth_first", NULL};
#define BLOCKS(choice) \
	{"block_size", ATTRIBUTE_INT, 1, LATEST, false, 1, INT32_MAX, "1", NULL, "rows and columns of a block"}, \
	{"mode", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, choice, "what of a channel's number says the place in the block"}
static const struct attribute_rule a_depth_to_space[] = {BLOCKS(block_modes), {.name = NULL}};
static const char *const first_mode[] = {"blocks_first", NULL};
static const struct attribute_rule a_space_to_depth[] = {BLOCKS(first_mode), {.name = NULL}};
/* clang-format on */

static bool
reshape(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	part_int(p, "allowzero", !operation_int(operation, "special_zero", 0), NULL);
	translate_list(p, SECOND, SECOND);
	return expansion_is(e, p);
}

static bool
list_of_axes(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	if (operation->input[SECOND])
		translate_list(p, SECOND, SECOND);
	return expansion_is(e, p);
}

static bool
transpose(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	if (operation->input[SECOND]->nelement)
		translate_ints_of(p, "perm", SECOND);
	translate_input(p, SECOND, NO_INPUT);
	return expansion_is(e, p);
}

static bool
split(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	translate_input(p, SECOND, NO_INPUT);
	part_int(p, "num_outputs", operation_int(operation, "num_splits", 0),
		operation_attribute(operation, "num_splits")->where);
	return translate_int_of(p, "axis", SECOND) && expansion_is(e, p);
}

static bool
variadic_split(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_input(p, THIRD, NO_INPUT);
	return translate_int_of(p, "axis", SECOND) &&
	       translate_lengths(p, SECOND, THIRD) && expansion_is(e, p);
}

/* ONNX has all begins and all ends in one list. */
static bool
pad(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	int rank = operation->input[FIRST]->rank;
	int64_t pads[2 * MAX_RANK];

	for (int input = SECOND; input <= THIRD; input++) {
		if (operation->input[input]->rank != 1 ||
			operation->input[input]->nelement != rank) {
			source_error(e->source, operation->input_where[input],
				"%s: expected %d elements, one for each dimension of arg",
				operation->input_name[input], rank);
			return false;
		}
		for (int i = 0; i < rank; i++) {
			int64_t n = integer_element(operation, input, i);

			pads[(input - SECOND) * rank + i] = n;
			if (n >= 0 || operation->version >= 12)
				continue;
			source_error(e->source,
				element_place(operation, input, i, e->source, e->arena),
				"%s: expected 0 or more, got %" PRId64
				"; Pad-12 takes elements away",
				operation->input_name[input], n);
			return false;
		}
	}
	translate_input(p, THIRD, operation->input[FOURTH] ? FOURTH : NO_INPUT);
	translate_input(p, FOURTH, NO_INPUT);
	translate_list_of(p, SECOND, pads, 2 * (size_t)rank, SECOND);
	part_string(p, "mode", operation_string(operation, "pad_mode", "constant"));
	return expansion_is(e, p);
}

/* ONNX has the axes before the steps. */
static bool
slice(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	translate_input(p, FOURTH, operation->input[FIFTH] ? FIFTH : NO_INPUT);
	translate_input(p, FIFTH, FOURTH);
	return expansion_is(e, p);
}

static int64_t
read_mask(const struct operation *operation, const char *name)
{
	const struct attribute *attribute = operation_attribute(operation, name);
	int64_t mask = 0;

	for (size_t i = 0; attribute && i < attribute->nint && i < 2 * MAX_RANK; i++)
		mask |= attribute->ints[i] << i;
	return mask;
}

static bool
slice_by_masks(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct slice_masks masks = {.begin = read_mask(operation, "begin_mask"),
		.end = read_mask(operation, "end_mask"),
		.ellipsis = read_mask(operation, "ellipsis_mask"),
		.new_axis = read_mask(operation, "new_axis_mask"),
		.shrink = read_mask(operation, "shrink_axis_mask")};

	return expand_strided_slice(e, &masks);
}

static bool
blocks(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	bool first = *operation_string(operation, "mode", "blocks_first") == 'b';

	part_int(p, "blocksize", operation_int(operation, "block_size", 1), NULL);
	if (operation->op->as == &op_onnx_depth_to_space)
		part_string(p, "mode", first ? "DCR" : "CRD");
	return expansion_is(e, p);
}

#define ANY openvino_any
#define NOTHING translated_none

/* clang-format off */
OPENVINO(reshape, "Reshape", false, openvino_1, i_reshape, a_reshape, ANY, "the same elements in another shape",
	TRANSLATED(reshape, 14, reshape));
OPENVINO(squeeze, "Squeeze", false, openvino_1, i_squeeze, NOTHING, ANY, "the same elements without axes of extent 1",
	TRANSLATED(squeeze, 13, list_of_axes));
OPENVINO(unsqueeze, "Unsqueeze", false, openvino_1, i_unsqueeze, NOTHING, ANY, "the same elements with further axes of extent 1",
	TRANSLATED(unsqueeze, 13, list_of_axes));
OPENVINO(transpose, "Transpose", false, openvino_1, i_transpose, NOTHING, ANY, "the axes in another order",
	TRANSLATED(transpose, 13, transpose));
OPENVINO(concat, "Concat", false, openvino_1, i_concat, a_concat, ANY, "tensors one after the other along an axis",
	SAME_AS(concat, 13));
OPENVINO_OF(split, "Split", false, openvino_1, i_split, o_split, a_split, ANY, "an axis cut into equal parts, each an output",
	TRANSLATED(split, 13, split));
OPENVINO_OF(variadic_split, "VariadicSplit", true, openvino_1, i_variadic_split, o_split, NOTHING, ANY,
	"an axis cut into parts, each an output", TRANSLATED(split, 13, variadic_split));
OPENVINO(pad, "Pad", false, v_1_12, i_pad, a_pad, ANY, "elements before and after each axis; since version 12 taken away, too",
	TRANSLATED(pad, 13, pad));
OPENVINO(slice, "Slice", false, v_8, i_slice, NOTHING, ANY, "a part of each axis, perhaps backwards",
	TRANSLATED(slice, 13, slice));
OPENVINO(strided_slice, "StridedSlice", false, openvino_1, i_strided_slice, a_strided_slice, ANY,
	"a part of each axis, perhaps backwards; axes may drop out or be inserted",
	TRANSLATED(slice, 13, slice_by_masks));
OPENVINO(depth_to_space, "DepthToSpace", false, openvino_1, openvino_data, a_depth_to_space, ANY,
	"each pixel's channels as a block of pixels", TRANSLATED(onnx_depth_to_space, 13, blocks));
OPENVINO(space_to_depth, "SpaceToDepth", false, openvino_1, openvino_data, a_space_to_depth, ANY,
	"each block of pixels as the channels of one", TRANSLATED(onnx_space_to_depth, 13, blocks));
/* clang-format on */
