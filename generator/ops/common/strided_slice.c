/* StridedSlice of TensorFlow and OpenVINO: a Slice of ONNX, after which axes may drop out
   or be inserted. */
#include "ops/common/strided_slice.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/shape/slice_range.h"

enum {
	INPUT_DATA,
	INPUT_BEGIN,
	INPUT_END,
	INPUT_STRIDES
};

/* The places of Slice's inputs. */
enum {
	SLICE_STARTS = 1,
	SLICE_ENDS,
	SLICE_AXES,
	SLICE_STEPS
};

/* A StridedSlice of known extents. */
struct slicing {
	struct expansion *e;
	const struct slice_masks *masks;
	const struct tensor *data;
	struct slice_entries entries;
	struct sliced sliced;
};

static bool
has_bit(int64_t mask, size_t i)
{
	return mask >> i & 1;
}

static bool
refuse(const struct slicing *s, int input, size_t i, const char *text)
{
	const struct operation *from = s->e->operation;

	source_error(s->e->source,
		element_place(from, input, (int64_t)i, s->e->source, s->e->arena),
		"%s: %s", from->input_name[input], text);
	return false;
}

static const int64_t *
read_list(const struct slicing *s, int input)
{
	const struct operation *from = s->e->operation;
	int64_t *list;

	if (!from->input[input])
		return NULL;
	list = arena_array(s->e->arena, int64_t, s->entries.n);
	for (size_t i = 0; i < s->entries.n; i++)
		list[i] = integer_element(from, input, (int64_t)i);
	return list;
}

/* Whether the lists have as many entries, for axes that there are. */
static bool
read_lists(struct slicing *s)
{
	const struct operation *from = s->e->operation;
	int64_t n = from->input[INPUT_BEGIN]->nelement, named = 0;

	for (int i = INPUT_BEGIN; i <= INPUT_STRIDES; i++) {
		if (!from->input[i] ||
			(from->input[i]->rank == 1 && from->input[i]->nelement == n))
			continue;
		source_error(s->e->source, from->input_where[i],
			"%s: expected a list of as many entries as %s",
			from->input_name[i], from->input_name[INPUT_BEGIN]);
		return false;
	}
	for (int64_t i = 0; i < n; i++)
		named += i >= 2 * MAX_RANK ||
			 !has_bit(s->masks->new_axis | s->masks->ellipsis, (size_t)i);
	if (n > 2 * MAX_RANK || named > s->data->rank) {
		source_error(s->e->source, from->input_where[INPUT_BEGIN],
			"%s: expected entries for at most %d axes, got %" PRId64,
			from->input_name[INPUT_BEGIN], s->data->rank, named);
		return false;
	}
	s->entries.n = (size_t)n;
	s->entries.begin = read_list(s, INPUT_BEGIN);
	s->entries.end = read_list(s, INPUT_END);
	s->entries.step = read_list(s, INPUT_STRIDES);
	return true;
}

/* Warns of ends, which are clamped then, so that Slice does not. */
static void
check_ends(const struct slicing *s)
{
	const struct operation *from = s->e->operation;

	for (size_t axis = 0; axis < s->sliced.naxis; axis++) {
		int entry = s->sliced.entry[axis];

		if (entry >= 0 &&
			!has_bit(s->masks->end | s->masks->shrink, (size_t)entry))
			slice_check_end(s->e->source,
				element_place(from, INPUT_END, entry, s->e->source,
					s->e->arena),
				from->input_name[INPUT_END], s->entries.end[entry],
				s->sliced.step[axis]);
	}
}

static bool
slice(struct slicing *s)
{
	const struct dims src = tensor_dims(s->data);
	const struct misfit misfit =
		shape_strided(&src, &s->entries, s->masks, &s->sliced);
	size_t i = misfit.at, axis = s->sliced.naxis;

	check_ends(s);
	if (misfit.kind == MISFIT_VALUE)
		return refuse(s, INPUT_STRIDES, i,
			s->entries.step[i]
				? "expected a positive step of an axis that drops out"
				: "expected a step, got 0");
	if (misfit.kind == MISFIT_EXTENT)
		return refuse(s, INPUT_BEGIN, i,
			arena_format(s->e->arena,
				"axis %zu of %" PRId64
				" elements has no element %" PRId64,
				axis, src.extent[axis], s->entries.begin[i]));
	if (misfit.kind == FITS && s->sliced.dst.rank <= MAX_RANK)
		return true;
	source_error(s->e->source, s->e->operation->input_where[INPUT_BEGIN],
		"%s: the output would have more than %d dimensions",
		s->e->operation->input_name[INPUT_BEGIN], MAX_RANK);
	return false;
}

bool
expand_strided_slice(struct expansion *e, const struct slice_masks *masks)
{
	const struct operation *from = e->operation;
	struct part *p = expansion_as(e);
	struct slicing s = {.e = e, .masks = masks, .data = from->input[INPUT_DATA]};
	size_t rank = (size_t)s.data->rank;
	struct operand *dst = &e->plan->dst;

	if (!read_lists(&s) || !slice(&s))
		return false;
	translate_list_of(p, SLICE_STARTS, s.sliced.start, rank, INPUT_BEGIN);
	translate_list_of(p, SLICE_ENDS, s.sliced.end, rank, INPUT_END);
	translate_input(p, SLICE_AXES, NO_INPUT);
	translate_list_of(p, SLICE_STEPS, s.sliced.step, rank,
		from->input[INPUT_STRIDES] ? INPUT_STRIDES : INPUT_BEGIN);
	if (!expansion_is(e, p))
		return false;
	/* The output has the axes that remain. Elements stay where they are. */
	dst->rank = (int)s.sliced.dst.rank;
	for (int i = 0; i < dst->rank; i++)
		dst->shape[i] = s.sliced.dst.extent[i];
	return true;
}
