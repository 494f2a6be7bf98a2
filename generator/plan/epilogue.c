#include "plan/epilogue.h"

#include "plan/reduction.h"

enum {
	MOST_STEPS = 64 /* of a chain; network/fusion.h says how long those are that are
			   made */
};

enum dtype
epilogue_from(const struct plan *plan)
{
	return plan->epilogue ? plan->epilogue->from : plan->dst.dtype;
}

int64_t
repetition_element(const struct repetition *repetition, int64_t k)
{
	int64_t first =
		repetition->image ? k / repetition->image * repetition->period : 0;

	k /= repetition->every;
	return first + (repetition->period ? k % repetition->period : k);
}

int64_t
repetition_inc(const struct repetition *repetition, int64_t inc)
{
	if (repetition->image && inc % repetition->image == 0)
		return inc / repetition->image * repetition->period;
	inc /= repetition->every;
	return repetition->period && inc % repetition->period == 0 ? 0 : inc;
}

int64_t
repetition_elements(const struct repetition *repetition, int64_t noutput)
{
	if (repetition->image)
		return noutput / repetition->image * repetition->period;
	return repetition->period ? repetition->period : noutput / repetition->every;
}

/* Whether a loop of so many passes at such a distance is one of those. */
static bool
fits_loop(const struct repetition *r, int64_t inc, int64_t count)
{
	int64_t period = r->every * r->period;

	if (count < 2 || inc * count <= r->every)
		return true;
	if (r->image && inc * count > r->image)
		return inc % r->image == 0;
	return inc % r->every == 0 &&
	       (!period || inc * count <= period || inc % period == 0);
}

/* A number for each channel, of all images or of each; or for each image; or for all. The
   vectors of pools of whole planes have outputs of several images, and so of elements
   that are not neighbours. */
static bool
fits_window(const struct window_plan *w, const struct repetition *r)
{
	int64_t channels = w->group * w->oc, plane = window_plane(w);
	int64_t image = channels * plane;
	bool last = w->dst_layout == WINDOW_NHWC;

	if (r->every == image * w->batch && !r->image)
		return true;
	if (!last && plane == 1 && w->reduction->by_plane)
		return false;
	if (r->every == image && !r->period && !r->image)
		return true;
	return r->every == (last ? 1 : plane) &&
	       (r->period == channels || (!last && !r->period)) &&
	       (!r->image || r->image == image);
}

bool
repetition_fits(const struct plan *plan, const struct repetition *repetition)
{
	const struct product_plan *p = &plan->u.product;
	bool fits;

	if (repetition->every == 1 && !repetition->period)
		return true;
	if (plan->kind == PLAN_WINDOW)
		return fits_window(&plan->u.window, repetition);
	fits = fits_loop(repetition, p->row.dst, p->row.count);
	for (int i = 0; i < p->nloop; i++)
		fits = fits && fits_loop(repetition, p->loop[i].dst, p->loop[i].count);
	for (int i = 0; i < p->naxis; i++)
		fits = fits && fits_loop(repetition, p->axis[i].dst, p->axis[i].axis.out);
	return fits;
}

union quantity
epilogue_compute(const struct epilogue *steps, const struct algebra *algebra,
	union quantity x, int64_t k, const struct epilogue_source *source)
{
	struct algebra own = *algebra;
	union quantity operand[MAX_OPERAND], result[MOST_STEPS];

	operand[0] = x;
	for (size_t i = 1; i < steps->noperand; i++) {
		const struct epilogue_operand *o = &steps->operand[i];

		own.dtype = o->loaded;
		if (o->kind == EPILOGUE_NUMBER)
			operand[i] = quantity_number(&own, o->number);
		else
			operand[i] = source->element(source->context, o->operand,
				repetition_element(&o->repetition, k));
	}
	return chain_compute(steps->chain, &own, operand, result);
}

union quantity
epilogue_apply(const struct epilogue *epilogue, const struct algebra *algebra,
	union quantity output, int64_t k, const struct epilogue_source *source)
{
	struct algebra own = *algebra;

	if (!epilogue)
		return output;
	own.dtype = dtype_accumulator(epilogue->from);
	if (dtype_info[epilogue->from].kind == KIND_HALF)
		output = quantity_round(&own, output, epilogue->from);
	return epilogue_compute(epilogue, &own, output, k, source);
}
