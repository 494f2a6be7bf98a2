#include "kernels/common/tile_code.h"

/* TILE_PLANE: one window that is a whole plane, in PLANE_LANES partial sums. */

/* The first n elements at src, each added to its lane's sum. */
static void
add_lanes(struct tile_code *t, const struct variable *sum, const struct variable *lane,
	int64_t n)
{
	struct code_builder *code = t->code;
	struct address to = code_at(sum, 0), x = code_at(t->src, 0);

	if (n > 1) {
		code_loop(code, lane, n);
		to = code_indexed(code, to, lane, 1);
		x = code_indexed(code, x, lane, 1);
	}
	code_store(code, to,
		reducer_term(t->reducer, code_load(code, t->sum, to),
			code_load(code, t->sum, x), NULL));
	if (n > 1)
		code_end(code);
}

/* The upper half of the partial sums onto the lower, down to one. */
static void
add_tree(struct tile_code *t, const struct variable *sum, const struct variable *lane)
{
	struct code_builder *code = t->code;

	for (int half = PLANE_LANES / 2; half > 0; half /= 2) {
		struct address to = code_at(sum, 0);

		if (half > 1) {
			code_loop(code, lane, half);
			to = code_indexed(code, to, lane, 1);
		}
		code_store(code, to,
			reducer_join(t->reducer, code_load(code, t->sum, to),
				code_load(code, t->sum, code_moved(to, half))));
		if (half > 1)
			code_end(code);
	}
}

void
plain_plane_lower(struct tile_code *t)
{
	struct code_builder *code = t->code;
	int64_t chunks = t->tiles->plane_in / PLANE_LANES;
	int64_t rest = t->tiles->plane_in % PLANE_LANES;
	struct variable *sum = code_array(code, t->sum, "sum", PLANE_LANES, 0);
	struct variable *counter[] = {
		code_counter(code, "lane"), code_counter(code, "i")};
	struct variable *lane = counter[0];

	code_declare(code, &sum, 1);
	code_declare(code, counter, chunks > 1 ? 2 : 1);
	code_blank(code);
	code_loop(code, lane, PLANE_LANES);
	code_store(code, code_indexed(code, code_at(sum, 0), lane, 1),
		reducer_identity(t->reducer, t->sum));
	code_end(code);
	if (chunks > 1)
		code_loop(code, counter[1], chunks);
	add_lanes(t, sum, lane, PLANE_LANES);
	if (chunks > 1 || rest)
		code_point(code, t->src, code_at(t->src, PLANE_LANES));
	if (chunks > 1)
		code_end(code);
	if (rest)
		add_lanes(t, sum, lane, rest);
	add_tree(t, sum, lane);
	code_store(code, code_at(t->dst, 0),
		reducer_finish(t->reducer, code_load(code, t->sum, code_at(sum, 0)),
			t->tile->divisor, NULL));
}
