#include "kernels/direct_c/direct_c.h"

#include "base/checked.h"

/* Copies of inputs that would otherwise evict each other from the nearest cache. */

/* Whether what a tile reads and writes, a line at each position and tap, is more than the
   lines of the sets that positions `inc` elements apart share. */
static bool
is_crowded(const struct tile_plan *p, int64_t inc)
{
	const struct window_plan *w = &p->window;
	int64_t left = p->target->registers > 16 ? SUMS_OF_32 : SUMS_OF_16;
	int64_t inputs = 1, outputs = 1, lines = lines_at(p, inc);
	bool again = false; /* whether windows share inputs */

	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];
		int64_t n = min_of(left, a->out);

		again |= a->stride < a->kernel;
		left /= n;
		outputs *= n;
		inputs *=
			min_of((n - 1) * min_of(a->stride, a->kernel) + a->kernel, a->in);
	}
	return again &&
	       lines < p->target->processor->planning.near_bytes / CACHE_LINE_BYTES &&
	       inputs + outputs + (w->reduction->weighted ? p->taps : 0) > lines;
}

void
direct_c_stage(struct tile_plan *p, struct direct_c *d)
{
	struct window_plan *w = &p->window;
	int64_t near = p->target->processor->planning.near_bytes;
	int64_t most = sums_in(p, min_of(near, p->stack));
	int64_t n = sums_in(p, CACHE_LINE_BYTES);

	d->inc = w->src.axis[w->naxis - 1];
	d->crowded = is_crowded(p, d->inc);
	if (!d->crowded || p->dtype != p->sum || w->oc % n || p->plane_in > most / n)
		return;
	while (w->oc % (2 * n) == 0 && p->plane_in <= most / (2 * n))
		n *= 2;
	d->staged = n;
	for (int i = 0; i < w->naxis; i++)
		w->src.axis[i] = w->src.axis[i] / d->inc * n;
}

void
direct_c_lower_calls(struct plane_code *n)
{
	const struct direct_c *d = direct_c_of(n->k.plan);
	struct code_builder *code = n->k.code;
	int64_t plane = n->k.plan->plane_in;
	const struct variable *inputs, *i, *c;
	struct address from, to;

	if (!d->staged) {
		plane_call(n);
		return;
	}
	inputs = plane_array(n, "inputs", plane * d->staged);
	code_counters(
		code, {&i, "i", plane > 1}, {&c, "c", d->staged > n->k.vector.lanes});
	code_blank(code);
	code_comment(code, "In src these lie so far apart that they would share a few "
			   "lines of a cache.");
	code_loop(code, i, plane);
	code_loop_to(code, c, 0, n->k.vector.lanes, (struct limit){.limit = d->staged});
	from = code_along(code, n->k.src, i, d->inc);
	to = code_along(code, inputs, i, d->staged);
	code_store(code, code_indexed(code, to, c, 1),
		code_load(code, n->k.vector, code_indexed(code, from, c, 1)));
	code_ends(code, 2);
	n->k.src = inputs;
	plane_call(n);
}
