#include "kernels/common/tile_plan.h"

#include "base/arena.h"
#include "base/checked.h"
#include "plan/epilogue.h"

#include <assert.h>
#include <string.h>

/* The beginning of plans of register tiles, and the order of their loops. */

bool
vectors_have(enum dtype dtype)
{
	return dtype_info[dtype].kind == KIND_FLOAT || dtype_is_integer(dtype);
}

bool
vectors_convert(enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
	case DTYPE_INT8:
	case DTYPE_UINT8:
	case DTYPE_INT16:
	case DTYPE_UINT16:
	case DTYPE_INT32:
		return true;
	default:
		return false;
	}
}

/* A vector of so many bytes, whose shuffles stay within so many; 0: they do not. */
static const struct vector_type *
type_of_bytes(const struct target *target, int bytes, int block_bytes, enum dtype dtype,
	struct arena *arena)
{
	int size = (int)dtype_info[dtype].size;
	struct vector_type *type;

	if (!bytes || !vectors_have(dtype))
		return NULL;
	type = arena_new(arena, struct vector_type);
	type->lanes = bytes / size;
	type->block = block_bytes ? block_bytes / size : type->lanes;
	type->narrow = bytes < target->vector_bytes;
	type->blends = bytes > 16;
	type->masks = target->masks && dtype_is_real(dtype);
	return type;
}

const struct vector_type *
vector_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	return type_of_bytes(
		target, target->vector_bytes, target->block_bytes, dtype, arena);
}

const struct vector_type *
narrow_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	return type_of_bytes(
		target, target->narrow_bytes, target->block_bytes, dtype, arena);
}

const struct vector_type *
near_type_of(const struct target *target, enum dtype dtype, struct arena *arena)
{
	if (!target->near_block_bytes || dtype_info[dtype].size < 4)
		return NULL;
	return type_of_bytes(
		target, target->narrow_bytes, target->near_block_bytes, dtype, arena);
}

int
lanes_of_design(const struct schedule *schedule, enum dtype dtype)
{
	int size = (int)dtype_info[dtype].size;

	return schedule->kernel->vectors ? schedule->target->vector_bytes / size : 1;
}

const struct vector_type *
vector_type_of_channels(const struct tile_plan *p, struct arena *arena)
{
	const struct vector_type *narrow = narrow_type_of(p->target, p->sum, arena);

	return narrow && p->window.oc <= narrow->lanes
		       ? narrow
		       : vector_type_of(p->target, p->sum, arena);
}

double
terms_of_output(const struct window_plan *window)
{
	double terms = (double)window->ic;

	for (int i = 0; i < window->naxis; i++)
		terms *= (double)window->axis[i].kernel;
	return terms;
}

int64_t
sums_in(const struct tile_plan *p, int64_t bytes)
{
	return bytes / (int64_t)dtype_info[p->sum].size;
}

int64_t
lines_at(const struct tile_plan *p, int64_t distance)
{
	int64_t common = CACHE_WAY_BYTES;

	while (distance * p->element % common)
		common /= 2;
	return CACHE_WAY_BYTES / common * p->target->processor->tuning.near_ways;
}

/* Whether an axis maps positions one to one. */
static bool
copies(const struct axis *a)
{
	return a->kernel == 1 && a->in == a->out && a->nspan == 1 && a->span[0].ntap == 1;
}

/* Merges neighbouring axes that map positions one to one: a 1x1 convolution is a line of
   h * w positions. The order of taps does not change. */
static void
merge_axes(struct window_plan *window, struct arena *arena)
{
	int n = 0;

	for (int i = 0; i < window->naxis; i++) {
		const struct axis *a = &window->axis[i];
		struct axis *before = n ? &window->axis[n - 1] : NULL;

		if (before && copies(before) && copies(a)) {
			struct span *span = arena_new(arena, struct span);

			*span = before->span[0];
			span->count *= a->span[0].count;
			/* It may differ if there was a single position. */
			before->stride = 1;
			before->in *= a->in;
			before->out *= a->out;
			before->span = span;
			window->src.axis[n - 1] = window->src.axis[i];
			window->dst.axis[n - 1] = window->dst.axis[i];
		} else {
			window->src.axis[n] = window->src.axis[i];
			window->dst.axis[n] = window->dst.axis[i];
			window->axis[n++] = *a;
		}
	}
	window->naxis = n;
}

static void
find_steps(struct tile_plan *p)
{
	p->taps = p->plane_in = p->plane_out = 1;
	for (int i = p->window.naxis - 1; i >= 0; i--) {
		const struct axis *a = &p->window.axis[i];

		p->axis_tap[i] = p->taps;
		p->taps *= a->kernel;
		p->plane_in *= a->in;
		p->plane_out *= a->out;
	}
}

int64_t
tile_plan_image(const struct tile_plan *p)
{
	return p->window.ic * p->plane_in * p->element +
	       p->window.oc * p->plane_out * p->stored;
}

struct tile_plan *
tile_plan_begin(const struct schedule *schedule, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct tile_plan *p = arena_new(arena, struct tile_plan);

	p->window = plan->u.window;
	p->target = schedule->target;
	p->stack = (int64_t)settings_stack(&schedule->settings, INT64_MAX);
	p->dtype = plan->src->dtype;
	p->element = (int64_t)dtype_info[p->dtype].size;
	p->stored = (int64_t)dtype_info[plan->dst.dtype].size;
	p->sum = plan->sum;
	p->packed = plan->weights && plan->weights->constant;
	p->computes = plan->prologue != NULL;
	p->once = plan->over != NULL;
	merge_axes(&p->window, arena);
	find_steps(p);
	p->block = p->window.reduction->weighted ? p->window.channel_block : 1;
	p->nblock = ceil_div(p->window.ic, p->block);
	p->last_block = p->window.ic - (p->nblock - 1) * p->block;
	if (p->nblock == 1)
		p->block = p->last_block;
	return p;
}

void
tile_plan_copy(struct tile_plan *p, int64_t distance)
{
	struct window_steps *src = &p->window.src;
	int64_t channels = p->window.group * p->window.ic;

	for (int i = 0; i < p->window.naxis; i++)
		src->axis[i] = src->axis[i] / channels * distance;
	p->copied = p->plane_in * distance;
}

int64_t
tile_plan_add_block(struct tile_plan *p, int64_t first, int64_t channels, int64_t lanes)
{
	int64_t count = channels > 0 ? (p->window.oc - first) / channels : 0;

	if (!count)
		return first;
	assert(p->noc_block < MAX_OC_BLOCK);
	p->oc_block[p->noc_block++] = (struct oc_block){.first = first,
		.channels = channels,
		.count = count,
		.lanes = ceil_div(channels, lanes) * lanes};
	return first + channels * count;
}

void
tile_plan_add_blocks(struct tile_plan *p, int64_t channels, int64_t lanes)
{
	int64_t rest = tile_plan_add_block(p, 0, channels, lanes);

	tile_plan_add_block(p, rest, p->window.oc - rest, lanes);
}

static struct micro_kernel *
find_kernel(struct tile_plan *p, struct oc_block *block,
	const struct micro_kernel *wanted, same_kernel *same, struct arena *arena)
{
	struct micro_kernel *kernel;

	for (size_t i = 0; i < block->nkernel; i++)
		if (!memcmp(block->kernel[i]->looped, wanted->looped,
			    sizeof wanted->looped) &&
			(!same || same(block->kernel[i], wanted)))
			return block->kernel[i];
	kernel = arena_new(arena, struct micro_kernel);
	*kernel = *wanted;
	kernel->channels = block->channels;
	kernel->lanes = block->lanes;
	for (size_t i = 0; i < p->noc_block; i++)
		kernel->index += p->oc_block[i].nkernel;
	for (int i = 0; i < p->window.naxis; i++)
		kernel->loops |= kernel->looped[i];
	block->kernel =
		arena_grow(arena, block->kernel, block->nkernel, sizeof *block->kernel);
	return block->kernel[block->nkernel++] = kernel;
}

void
tile_plan_add_nest(struct tile_plan *p, struct oc_block *block,
	const struct micro_kernel *wanted, same_kernel *same,
	const struct axis_tile *const *tile, int64_t src, struct arena *arena)
{
	struct micro_kernel *kernel = find_kernel(p, block, wanted, same, arena);
	struct loop_nest nest = {.kernel = kernel, .src = src, .divisor = 1};

	for (int i = 0; i < p->window.naxis; i++) {
		const struct axis_tile *t = tile[i];

		nest.dst += t->first * p->window.dst.axis[i];
		nest.tap += kernel->looped[i] ? t->tap * p->axis_tap[i] : 0;
		nest.ntap[i] = t->ntap;
		nest.first[i] = t->first;
		nest.last[i] = t->first + t->size * t->count - 1;
		nest.divisor *= kernel->looped[i] ? t->divisor : 1;
		nest.along_first |= i == 0 && t->count > 1;
		if (t->count > 1)
			nest.loop[nest.nloop++] = (struct loop){t->count,
				t->size * p->window.axis[i].stride *
					p->window.src.axis[i],
				t->size * p->window.dst.axis[i]};
	}
	block->nest = arena_grow(arena, block->nest, block->nnest, sizeof nest);
	block->nest[block->nnest++] = nest;
}

/* Whether a nest and the next one go through their rows together: if the image exceeds
   the caches, running one after the other would fetch every row again. */
static bool
goes_with_next(const struct tile_plan *p, const struct oc_block *block, size_t number)
{
	const struct loop_nest *a = &block->nest[number], *b = a + 1;

	return number + 1 < block->nnest &&
	       tile_plan_image(p) > 2 * p->target->processor->tuning.far_bytes &&
	       a->along_first && b->along_first && a->first[0] == b->first[0] &&
	       a->last[0] == b->last[0] && a->loop[0].count == b->loop[0].count;
}

static void
find_rows(const struct tile_plan *p, struct oc_block *block)
{
	for (size_t first = 0, n; first < block->nnest; first += n) {
		n = 1;
		while (goes_with_next(p, block, first + n - 1))
			n++;
		block->nest[first].nrows = n;
	}
}

/* Whether the loop over tiles of channels is the inner one, which keeps the inputs of
   positions in the caches; otherwise the tile's weights stay there, if they fit. If a
   tile writes more than it reads, the order of writing matters more. Tiles with inputs of
   their own share none; those with the same computed inputs stage them. */
static bool
is_inside(const struct tile_plan *p, const struct oc_block *block)
{
	const struct tuning *limit = &p->target->processor->tuning;
	double element = (double)dtype_info[p->sum].size, passes = 0, far;
	double panel = (double)panel_elements(p, block) * element;
	int64_t inputs = p->window.ic * p->plane_in;

	for (size_t i = 0; i < block->nnest; i++)
		passes += block->nest[i].along_first
				  ? (double)block->nest[i].loop[0].count
				  : 1;
	/* Bytes that the tiles read from the second cache or beyond it: weights once for
	   each pass along the first axis, inputs once for each tile. */
	far = (double)inputs * element > (double)limit->far_bytes ? limit->far_cost : 1;
	if (p->packs || p->apart || block->count < 2)
		return false;
	if (p->computes && p->taps == 1)
		return true;
	return panel * (double)block->count <= (double)limit->far_bytes &&
	       inputs * p->element > block->channels * p->plane_out * p->stored &&
	       ((far > 1 && panel > (double)limit->near_bytes) ||
		       passes * panel < (double)inputs * element * far);
}

void
tile_plan_order(struct tile_plan *p)
{
	for (size_t i = 0; i < p->noc_block; i++) {
		find_rows(p, &p->oc_block[i]);
		p->oc_block[i].inside = is_inside(p, &p->oc_block[i]);
	}
}

void
tile_plan_unroll(struct tile_plan *p)
{
	p->unrolled = true;
	for (size_t i = 0; i < p->noc_block; i++) {
		struct oc_block *block = &p->oc_block[i];

		block->inside = false;
		for (size_t k = 0; k < block->nnest; k++) {
			block->nest[k].nrows = 1;
			block->nest[k].leaves = false;
		}
		for (size_t k = 0; k < block->nkernel; k++) {
			block->kernel[k]->deferred = false;
			block->kernel[k]->staged = 0;
			block->kernel[k]->nprefetch = 0;
			block->kernel[k]->prefetches_dst = false;
		}
	}
}
