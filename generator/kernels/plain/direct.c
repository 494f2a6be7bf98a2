#include "kernels/common/tile_code.h"

#include "arena.h"

/* TILE_DIRECT: one output channel of one input channel. A window after the other is
   summed whole; weights are numbers that stay in registers. */

/* The weights of all taps, as constants of the function. */
static const struct value **
let_weights(struct tile_code *t)
{
	const struct tile *tile = t->tile;
	const struct value **w = arena_array(t->code->body, const struct value *,
		tile->nrow *(size_t)tile->row_ntap + 1);
	size_t n = 0;

	for (size_t r = 0; t->conv && r < tile->nrow; r++)
		for (int64_t k = 0; k < tile->row_ntap; k++, n++)
			w[n] = code_get(t->code,
				code_let(t->code, true, code_name(t->code, "w%zu", n),
					code_load(t->code, t->sum,
						code_at(t->weights,
							(tile->row[r].tap + k) *
								t->steps.tap))));
	return w;
}

/* The sum of a window whose first input is at x. */
static const struct value *
add_window(struct tile_code *t, struct address x, const struct value *const *w)
{
	const struct tile *tile = t->tile;
	const struct variable *sum =
		code_let(t->code, false, "sum", reducer_identity(t->reducer, t->sum));
	size_t n = 0;

	code_blank(t->code);
	tile_unused(t);
	for (size_t r = 0; r < tile->nrow; r++)
		for (int64_t k = 0; k < tile->row_ntap; k++, n++)
			code_set(t->code, sum,
				reducer_term(t->reducer, code_get(t->code, sum),
					code_load(t->code, t->sum,
						code_moved(x,
							tile->row[r].src +
								k * tile->row_tap_src)),
					w[n]));
	return code_get(t->code, sum);
}

static void
add_store(struct tile_code *t, struct address at, const struct value *sum,
	const struct value *bias)
{
	if (t->conv)
		sum = reducer_join(
			t->reducer, bias ? bias : code_number(t->code, t->sum, 0), sum);
	code_store(t->code, at,
		reducer_finish(
			t->reducer, sum, t->tile->nrow ? t->tile->divisor : 1, NULL));
}

/* Square roots keep compilers from using vectors in a loop (a negative argument would set
   errno), so roots get a loop of their own. */
static void
add_windows(struct tile_code *t, const struct value *const *w, const struct value *bias)
{
	const struct tile *tile = t->tile;
	struct code_builder *code = t->code;
	struct variable *sums = NULL, *i = code_counter(code, "i");
	const struct value *sum;
	struct address dst, x = code_at(t->src, 0), kept;

	if (takes_roots(t->window)) {
		sums = code_array(code, t->sum, "sums", tile->positions, 0);
		code_declare(code, &sums, 1);
		kept = code_indexed(code, code_at(sums, 0), i, 1);
	}
	code_declare(code, &i, 1);
	code_blank(code);
	code_loop(code, i, tile->positions);
	if (tile->nrow)
		x = code_at(code_let_pointer(code, true, false, t->memory, "x",
				    code_indexed(code, x, i, tile->src_step)),
			0);
	sum = add_window(t, x, w);
	if (sums) {
		code_store(code, kept, sum);
		code_end(code);
		code_loop(code, i, tile->positions);
		sum = code_load(code, t->sum, kept);
	}
	dst = code_indexed(code, code_at(t->dst, 0), i, tile->dst_step);
	add_store(t, dst, sum, bias);
	code_end(code);
}

void
plain_direct_lower(struct tile_code *t)
{
	const struct value **w = let_weights(t), *bias = NULL;

	if (t->has_bias)
		bias = code_get(t->code,
			code_let(t->code, true, "b",
				code_load(t->code, t->sum, code_at(t->bias, 0))));
	if (t->tile->positions > 1)
		add_windows(t, w, bias);
	else
		add_store(t, code_at(t->dst, 0), add_window(t, code_at(t->src, 0), w),
			bias);
}
