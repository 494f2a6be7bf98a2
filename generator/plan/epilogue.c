#include "plan/epilogue.h"

enum {
	MOST_STEPS = 64 /* of a chain; network/fuse.c makes shorter ones */
};

int64_t
repetition_element(const struct repetition *repetition, int64_t k)
{
	k /= repetition->every;
	return repetition->period ? k % repetition->period : k;
}

int64_t
repetition_inc(const struct repetition *repetition, int64_t inc)
{
	inc /= repetition->every;
	return repetition->period && inc % repetition->period == 0 ? 0 : inc;
}

/* Whether a loop of so many passes at such a distance is one of those. */
static bool
fits_loop(const struct repetition *r, int64_t inc, int64_t count)
{
	if (count < 2 || inc * count <= r->every)
		return true;
	return inc % r->every == 0 &&
	       (!r->period || inc * count <= r->every * r->period ||
		       inc % (r->every * r->period) == 0);
}

/* A number for each channel: of each image where channels come first. */
static bool
fits_window(const struct window_plan *w, const struct repetition *r)
{
	if (w->dst_layout == WINDOW_NHWC)
		return r->every == 1 && r->period == w->group * w->oc;
	return !r->period && r->every % window_plane(w) == 0;
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
epilogue_apply(const struct epilogue *epilogue, const struct algebra *algebra,
	union quantity output, int64_t k, const struct epilogue_source *source)
{
	struct algebra own = *algebra;
	union quantity operand[MAX_OPERAND], result[MOST_STEPS];

	if (!epilogue)
		return output;
	own.dtype = dtype_accumulator(epilogue->dtype);
	if (dtype_info[epilogue->dtype].kind == KIND_HALF)
		output = quantity_round(&own, output, epilogue->dtype);
	operand[0] = output;
	for (size_t i = 1; i < epilogue->noperand; i++) {
		const struct epilogue_operand *o = &epilogue->operand[i];

		if (o->kind == EPILOGUE_NUMBER)
			operand[i] = quantity_number(&own, o->number);
		else
			operand[i] = source->element(source->context, o->operand,
				repetition_element(&o->repetition, k));
	}
	return chain_compute(epilogue->chain, &own, operand, result);
}
