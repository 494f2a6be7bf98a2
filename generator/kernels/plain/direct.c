#include "kernels/plain/plain.h"

#include "base/arena.h"

/* PLAIN_DIRECT: one output channel, one input channel. Each window is summed in one
   expression; weights are scalars in registers. */

/* Declares the weights of all taps as constants of the function. */
static const struct value **
let_weights(struct kernel_code *k)
{
	const struct plain_kernel *own = plain_of(k->kernel);
	size_t taps = own->nrow * (size_t)own->row_ntap, n = 0;
	const struct value **w =
		arena_array(k->code->body, const struct value *, taps + 1);

	for (size_t r = 0; r < own->nrow && k->conv; r++)
		for (int64_t i = 0; i < own->row_ntap; i++, n++)
			w[n] = code_named(k->code,
				code_load(k->code, k->sum,
					code_at(k->weights,
						(own->row[r].tap + i) * k->steps.tap)),
				"w%zu", n);
	return w;
}

/* The sum of a window whose first input is at x. */
static const struct value *
add_window(struct kernel_code *k, struct address x, const struct value *const *w)
{
	const struct plain_kernel *own = plain_of(k->kernel);
	const struct variable *sum =
		code_let(k->code, false, "sum", reducer_identity(k->reducer, k->sum));
	const struct value *old = code_get(k->code, sum);
	size_t n = 0;

	code_blank(k->code);
	kernel_unused(k);
	for (size_t r = 0; r < own->nrow; r++)
		for (int64_t i = 0; i < own->row_ntap; i++, n++) {
			struct address at =
				code_moved(x, own->row[r].src + i * own->row_tap_src);

			code_set(k->code, sum,
				reducer_term(k->reducer, old,
					code_load(k->code, k->sum, at), w[n]));
		}
	return old;
}

/* A loop over windows, or a single window. Square roots keep compilers from vectorising a
   loop (a negative argument would set errno), so roots get a loop of their own. */
void
plain_direct_lower(struct kernel_code *k)
{
	const struct plain_kernel *own = plain_of(k->kernel);
	struct code_builder *code = k->code;
	const struct value **w = let_weights(k), *bias = NULL, *sum;
	const struct variable *sums = NULL, *i;
	struct address x = code_at(k->src, 0), kept;
	struct output_place place = {.n = 1};

	if (k->has_bias)
		bias = code_named(
			code, code_load(code, k->sum, code_at(k->bias, 0)), "b");
	if (own->positions > 1 && takes_roots(k->window))
		sums = code_let_array(code, k->sum, "sums", own->positions, 0);
	if (code_counters(code, {&i, "i", own->positions > 1}))
		code_blank(code);
	kept = code_along(code, sums, i, 1);
	code_loop(code, i, own->positions);
	if (i && own->nrow)
		x = code_let_place(code, true, k->memory, "x",
			code_indexed(code, x, i, own->src_step));
	sum = add_window(k, x, w);
	if (sums) {
		code_store(code, kept, sum);
		code_end(code);
		code_loop(code, i, own->positions);
		sum = code_load(code, k->sum, kept);
	}
	if (k->conv)
		sum = reducer_join(
			k->reducer, bias ? bias : code_number(code, k->sum, 0), sum);
	place.at = code_along(code, k->dst, i, own->dst_step);
	code_store(code, place.at,
		reducer_finish(
			k->reducer, sum, own->nrow ? own->divisor : 1, NULL, place));
	code_end(code);
}
