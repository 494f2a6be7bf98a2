#include "kernels/plain/plain.h"

/* PLAIN_PLANE: one window that is a whole plane, in PLANE_LANES partial sums. */

/* From one element of the plane to the next. */
static int64_t
step_of(const struct kernel_code *k)
{
	return k->window->src.axis[k->window->naxis - 1];
}

/* Adds the first n elements at src to their lanes' sums; or, without src, the upper half
   of 2 * n sums to the lower half. */
static void
add_lanes(struct kernel_code *k, const struct variable *sum, const struct variable *lane,
	int64_t n, const struct variable *src)
{
	struct code_builder *code = k->code;
	const struct variable *counter = code_loop_if(code, lane, n);
	struct address to = code_along(code, sum, counter, 1);
	struct address x =
		src ? code_along(code, src, counter, step_of(k)) : code_moved(to, n);
	const struct value *old, *more;

	old = code_load(code, k->sum, to);
	more = code_load(code, k->sum, x);
	code_store(code, to,
		src ? reducer_term(k->reducer, old, more, NULL)
		    : reducer_join(k->reducer, old, more));
	code_end(code);
}

void
plain_plane_lower(struct kernel_code *k)
{
	struct code_builder *code = k->code;
	int64_t whole = k->plan->plane_in / PLANE_LANES;
	int64_t rest = k->plan->plane_in % PLANE_LANES;
	const struct variable *sum = code_let_array(code, k->sum, "sum", PLANE_LANES, 0);
	const struct variable *lane, *i;

	code_counters(code, {&lane, "lane", true}, {&i, "i", whole > 1});
	code_blank(code);
	code_loop(code, lane, PLANE_LANES);
	code_store(code, code_along(code, sum, lane, 1),
		reducer_identity(k->reducer, k->sum));
	code_end(code);
	code_loop(code, i, whole);
	add_lanes(k, sum, lane, PLANE_LANES, k->src);
	if (i || rest)
		code_point(code, k->src, code_at(k->src, PLANE_LANES * step_of(k)));
	code_end(code);
	if (rest)
		add_lanes(k, sum, lane, rest, k->src);
	for (int half = PLANE_LANES / 2; half > 0; half /= 2)
		add_lanes(k, sum, lane, half, NULL);
	code_store(code, code_at(k->dst, 0),
		reducer_finish(k->reducer, code_load(code, k->sum, code_at(sum, 0)),
			plain_of(k->kernel)->divisor, NULL,
			(struct output_place){code_at(k->dst, 0), 1, 1}));
}
