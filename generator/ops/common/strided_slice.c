/* StridedSlice of TensorFlow and OpenVINO: a Slice of ONNX, after which axes may drop out
   or be inserted. */
#include "ops/common/strided_slice.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/slice_range.h"

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

struct slicing {
	struct expansion *e;
	const struct slice_masks *masks;
	const struct tensor *data;
	int64_t nentry;
	int axis; /* of data, the next one */
	int64_t start[MAX_RANK], end[MAX_RANK], step[MAX_RANK];
	bool drops[MAX_RANK];
	/* The output's axes: that of data, or -1 for one that is inserted. */
	int of[3 * MAX_RANK], rank;
};

static bool
has_bit(int64_t mask, int64_t i)
{
	return mask >> i & 1;
}

static bool
refuse(const struct slicing *s, int input, int64_t i, const char *text)
{
	const struct operation *from = s->e->operation;

	source_error(s->e->source,
		element_place(from, input, i, s->e->source, s->e->arena), "%s: %s",
		from->input_name[input], text);
	return false;
}

static int64_t
entry_of(const struct slicing *s, int input, int64_t i)
{
	if (!s->e->operation->input[input])
		return 1;
	return integer_element(s->e->operation, input, i);
}

/* Whether the lists have as many entries, for axes that there are. */
static bool
check_lists(struct slicing *s)
{
	const struct operation *from = s->e->operation;
	int64_t named = 0;

	s->nentry = from->input[INPUT_BEGIN]->nelement;
	for (int i = INPUT_BEGIN; i <= INPUT_STRIDES; i++) {
		if (!from->input[i] || (from->input[i]->rank == 1 &&
					       from->input[i]->nelement == s->nentry))
			continue;
		source_error(s->e->source, from->input_where[i],
			"%s: expected a list of as many entries as %s",
			from->input_name[i], from->input_name[INPUT_BEGIN]);
		return false;
	}
	for (int64_t i = 0; i < s->nentry; i++)
		named += !has_bit(s->masks->new_axis | s->masks->ellipsis, i);
	if (s->nentry <= 2 * MAX_RANK && named <= s->data->rank)
		return true;
	source_error(s->e->source, from->input_where[INPUT_BEGIN],
		"%s: expected entries for at most %d axes, got %" PRId64,
		from->input_name[INPUT_BEGIN], s->data->rank, named);
	return false;
}

/* Takes the whole of axes up to one. */
static void
take_whole(struct slicing *s, int to)
{
	for (; s->axis < to; s->axis++) {
		s->start[s->axis] = 0;
		s->end[s->axis] = s->data->shape[s->axis];
		s->step[s->axis] = 1;
		s->of[s->rank++] = s->axis;
	}
}

/* The axes that the entries after one name. */
static int
count_named(const struct slicing *s, int64_t after)
{
	int n = 0;

	for (int64_t i = after + 1; i < s->nentry; i++)
		n += !has_bit(s->masks->new_axis | s->masks->ellipsis, i);
	return n;
}

/* One element of an axis, which drops out. */
static bool
take_one(struct slicing *s, int64_t i, int64_t begin)
{
	int64_t extent = s->data->shape[s->axis];

	if (begin < -extent || begin >= extent)
		return refuse(s, INPUT_BEGIN, i,
			arena_format(s->e->arena,
				"axis %d of %" PRId64 " elements has no element %" PRId64,
				s->axis, extent, begin));
	s->start[s->axis] = begin < 0 ? begin + extent : begin;
	s->end[s->axis] = s->start[s->axis] + 1;
	s->step[s->axis] = 1;
	s->drops[s->axis++] = true;
	return true;
}

/* Also clamps the end, so that Slice does not warn of it again. */
static void
check_end(const struct slicing *s, int64_t i, int64_t *end, int64_t by)
{
	int64_t extent = s->data->shape[s->axis];

	slice_check_end(s->e->source,
		element_place(s->e->operation, INPUT_END, i, s->e->source, s->e->arena),
		s->e->operation->input_name[INPUT_END], *end, by);
	if (*end > extent)
		*end = extent;
}

static bool
take_entry(struct slicing *s, int64_t i)
{
	int64_t begin = entry_of(s, INPUT_BEGIN, i), end = entry_of(s, INPUT_END, i);
	int64_t by = entry_of(s, INPUT_STRIDES, i);

	if (has_bit(s->masks->ellipsis, i)) {
		take_whole(s, s->data->rank - count_named(s, i));
		return true;
	}
	if (has_bit(s->masks->new_axis, i)) {
		s->of[s->rank++] = -1;
		return true;
	}
	if (!by || (by < 0 && has_bit(s->masks->shrink, i)))
		return refuse(s, INPUT_STRIDES, i,
			by ? "expected a positive step of an axis that drops out"
			   : "expected a step, got 0");
	if (has_bit(s->masks->shrink, i))
		return take_one(s, i, begin);
	if (has_bit(s->masks->begin, i))
		begin = by > 0 ? 0 : INT64_MAX;
	if (has_bit(s->masks->end, i))
		end = by > 0 ? INT64_MAX : INT64_MIN;
	else
		check_end(s, i, &end, by);
	if (s->masks->is_tensorflow)
		slice_as_tensorflow(s->data->shape[s->axis], &begin, &end, by);
	s->start[s->axis] = begin;
	s->end[s->axis] = end;
	s->step[s->axis] = by;
	s->of[s->rank++] = s->axis++;
	return true;
}

/* Gives the output the axes that remain. Elements stay where they are. */
static void
reshape(const struct slicing *s, struct operand *dst)
{
	int64_t shape[MAX_RANK];

	for (int i = 0; i < s->data->rank; i++)
		shape[i] = dst->shape[i];
	for (int i = 0; i < s->rank; i++)
		dst->shape[i] = s->of[i] < 0 ? 1 : shape[s->of[i]];
	dst->rank = s->rank;
}

bool
expand_strided_slice(struct expansion *e, const struct slice_masks *masks)
{
	const struct operation *from = e->operation;
	struct part *p = expansion_as(e);
	struct slicing s = {.e = e, .masks = masks, .data = from->input[INPUT_DATA]};

	if (!check_lists(&s))
		return false;
	for (int64_t i = 0; i < s.nentry; i++)
		if (!take_entry(&s, i))
			return false;
	take_whole(&s, s.data->rank);
	if (s.rank > MAX_RANK) {
		source_error(e->source, from->input_where[INPUT_BEGIN],
			"%s: the output would have more than %d dimensions",
			from->input_name[INPUT_BEGIN], MAX_RANK);
		return false;
	}
	translate_list_of(p, SLICE_STARTS, s.start, (size_t)s.data->rank, INPUT_BEGIN);
	translate_list_of(p, SLICE_ENDS, s.end, (size_t)s.data->rank, INPUT_END);
	translate_input(p, SLICE_AXES, NO_INPUT);
	translate_list_of(p, SLICE_STEPS, s.step, (size_t)s.data->rank,
		from->input[INPUT_STRIDES] ? INPUT_STRIDES : INPUT_BEGIN);
	if (!expansion_is(e, p))
		return false;
	reshape(&s, &e->plan->dst);
	return true;
}
