#include "ops/common/product.h"

#include "base/arena.h"
#include "base/checked.h"
#include "ops/common/axis.h"

/* clang-format off */
const struct dtype_rule product_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_INT32, 9}, {DTYPE_INT64, 9},
	{DTYPE_UINT32, 9}, {DTYPE_UINT64, 9}, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0},
};
/* clang-format on */

int64_t
block_of_taps(int64_t taps)
{
	return 128 / taps > 16 ? 128 / taps : 16;
}

void
product_columns(
	struct product_plan *product, int64_t columns, int64_t b, struct arena *arena)
{
	struct product_axis *axis = &product->axis[product->naxis++];
	struct product_class *class = arena_new(arena, struct product_class);
	struct product_tap *tap = arena_new(arena, struct product_tap);

	*tap = (struct product_tap){0};
	*class = (struct product_class){
		.step = 1, .count = columns, .nphase = 1, .tap = tap, .ntap = 1};
	*axis = (struct product_axis){
		.axis = {.in = columns,
			.out = columns,
			.kernel = 1,
			.stride = 1,
			.dilation = 1},
		.b = b,
		.dst = 1,
		.class = class,
		.nclass = columns > 0,
	};
}

void
product_splats(struct product_plan *product, const struct operation *operation)
{
	const struct tensor *const *input = operation->input;
	bool a = input[0]->splat, b = input[1]->splat, c = product->c && input[2]->splat;
	struct product_axis *columns = &product->axis[0];

	for (int i = 0; i < product->nloop; i++) {
		product->loop[i].a *= !a;
		product->loop[i].b *= !b;
	}
	product->row.a *= !a;
	product->row.c *= !c;
	product->a_depth *= !a;
	product->b_depth *= !b;
	columns->b *= !b;
	columns->c *= !c;
}

void
product_turn(struct product_plan *product, struct arena *arena)
{
	struct product_plan turned = *product;
	const struct product_loop row = product->row;

	if (product->axis[0].axis.out != 1 || row.count < 2)
		return;
	turned.a = product->b;
	turned.b = product->a;
	turned.a_depth = product->b_depth;
	turned.b_depth = product->a_depth;
	for (int i = 0; i < product->nloop; i++) {
		turned.loop[i].a = product->loop[i].b;
		turned.loop[i].b = product->loop[i].a;
	}
	turned.row = (struct product_loop){.count = 1};
	turned.naxis = 0;
	product_columns(&turned, row.count, row.a, arena);
	turned.axis[0].c = row.c;
	*product = turned;
}

/* The state of finding an axis' classes. */
struct search {
	const struct axis *axis;
	struct arena *arena;
	struct product_class *class;
	size_t nclass, ntap;
	/* The taps of the current phase, and the outputs for which they begin and cease
	   to read inputs. */
	struct candidate_tap {
		int64_t number, src, first, end;
	} * tap;
	size_t candidates;
};

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Taps k with (phase + pad_begin - k * dilation) a multiple of the stride. */
static void
find_taps(struct search *s, int64_t phase, int64_t outputs)
{
	const struct axis *a = s->axis;

	s->candidates = 0;
	for (int64_t k = 0; k < a->kernel; k++) {
		int64_t at = phase + a->pad_begin - k * a->dilation, src;

		if (at % a->stride)
			continue;
		src = at / a->stride;
		s->tap[s->candidates++] = (struct candidate_tap){
			k, src, src < 0 ? -src : 0, smaller(a->in - src, outputs)};
	}
}

/* The class whose outputs are one dilation before those of another, with the preceding
   taps; or NULL. */
static struct product_class *
class_before(struct search *s, const struct product_class *class, size_t behind)
{
	int64_t dilation = s->axis->dilation;

	for (size_t i = behind; i-- > 0;) {
		struct product_class *c = &s->class[i];
		bool same = c->first + c->nphase * dilation == class->first &&
			    c->count == class->count && c->ntap == class->ntap;

		for (size_t t = 0; same && t < c->ntap; t++)
			same = c->tap[t].number + c->nphase == class->tap[t].number &&
			       c->tap[t].src == class->tap[t].src;
		if (same)
			return c;
	}
	return NULL;
}

/* Adds outputs first to end - 1 of a phase, which read the same taps. */
static void
add_class(struct search *s, int64_t phase, int64_t first, int64_t end, size_t behind)
{
	struct product_tap *tap =
		arena_array(s->arena, struct product_tap, s->candidates);
	struct product_class class = {.first = phase + first * s->axis->stride,
		.step = s->axis->stride,
		.count = end - first,
		.nphase = 1,
		.phase_dst = s->axis->dilation,
		.tap = tap};
	struct product_class *before;

	for (size_t t = 0; t < s->candidates; t++)
		if (s->tap[t].first <= first && first < s->tap[t].end)
			tap[class.ntap++] = (struct product_tap){
				s->tap[t].number, s->tap[t].src + first};
	before = class_before(s, &class, behind);
	if (before) {
		before->nphase++;
		return;
	}
	s->ntap += class.ntap;
	s->class = arena_grow(s->arena, s->class, s->nclass, sizeof *s->class);
	s->class[s->nclass++] = class;
}

/* Adds a phase's outputs, cut wherever a tap begins or ends. */
static void
add_phase(struct search *s, int64_t phase, int64_t outputs)
{
	size_t behind = s->nclass;

	find_taps(s, phase, outputs);
	for (int64_t first = 0, end; first < outputs; first = end) {
		end = outputs;
		for (size_t t = 0; t < s->candidates; t++) {
			if (s->tap[t].first > first)
				end = smaller(end, s->tap[t].first);
			if (s->tap[t].end > first)
				end = smaller(end, s->tap[t].end);
		}
		add_class(s, phase, first, end, behind);
	}
}

bool
product_find_classes(struct product_axis *axis, struct arena *arena)
{
	const struct axis *a = &axis->axis;
	struct search s = {.axis = a, .arena = arena};

	if (a->stride > MAX_SPAN || a->kernel > MAX_SPAN)
		return a->out == 0;
	s.tap = arena_array(arena, struct candidate_tap, a->kernel);
	for (int64_t phase = 0; phase < a->stride && phase < a->out; phase++) {
		add_phase(&s, phase, ceil_div(a->out - phase, a->stride));
		if (s.nclass > MAX_SPAN / 16 || s.ntap > MAX_SPAN)
			return false;
	}
	axis->class = s.class;
	axis->nclass = s.nclass;
	return true;
}
