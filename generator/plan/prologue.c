#include "plan/prologue.h"

#include "plan/chain.h"
#include "plan/reduction.h"

enum dtype
prologue_to(const struct plan *plan)
{
	const struct epilogue *prologue = plan->prologue;

	return prologue ? prologue->chain->step[prologue->chain->nstep - 1].dtype
			: plan->src->dtype;
}

static bool
is_padded(const struct window_plan *w)
{
	for (int i = 0; i < w->naxis; i++)
		if (w->axis[i].pad_begin > 0 || w->axis[i].pad_end > 0)
			return true;
	return false;
}

/* Whether the planes of several images are computed together, whatever their number. */
static bool
joins_images(const struct window_plan *w)
{
	return w->reduction->by_plane && w->batch > 1 && window_plane(w) == 1;
}

bool
prologue_fits(const struct plan *plan, const struct repetition *r)
{
	const struct window_plan *w = &plan->u.window;
	int64_t channels = w->group * w->ic, plane = 1, image;

	for (int i = 0; i < w->naxis; i++)
		plane *= w->axis[i].in;
	image = channels * plane;
	if (r->every == plan->src->nelement && !r->image)
		return true;
	if (w->src_layout == WINDOW_NHWC || is_padded(w))
		return false;
	if (joins_images(w))
		return r->every == plane && !r->period && !r->image;
	if (r->every == image && !r->period && !r->image)
		return true;
	return r->every == plane && (r->period == channels || !r->period) &&
	       (!r->image || r->image == image);
}

bool
prologue_reads(const struct plan *plan, size_t operand)
{
	const struct epilogue *prologue = plan->prologue;

	for (size_t i = 1; prologue && i < prologue->noperand; i++)
		if (prologue->operand[i].kind == EPILOGUE_TENSOR &&
			prologue->operand[i].operand == operand)
			return true;
	return false;
}

union quantity
prologue_apply(const struct plan *plan, const struct algebra *algebra, union quantity x,
	int64_t k, const struct epilogue_source *source)
{
	enum dtype to = prologue_to(plan);

	if (!plan->prologue)
		return x;
	x = epilogue_compute(plan->prologue, algebra, x, k, source);
	return dtype_info[to].kind == KIND_HALF ? quantity_round(algebra, x, to) : x;
}
