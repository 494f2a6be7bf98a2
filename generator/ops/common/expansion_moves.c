#include "ops/common/expansion_moves.h"

#include "base/arena.h"

enum {
	JOINED = 16 /* tensors that one Concat joins */
};

const struct edge *
expansion_reshape(struct expansion *e, const char *name, const struct edge *x,
	const int64_t *shape, int rank)
{
	struct part *p = expansion_part(e, &op_reshape, 14);

	part_read(p, 0, x);
	part_read(p, 1, expansion_integers(e, "shape", shape, (size_t)rank));
	part_int(p, "allowzero", 1, NULL); /* an extent of 0 is one */
	return expansion_add(e, p, name);
}

const struct edge *
expansion_cut(struct expansion *e, const char *name, const struct edge *x, int64_t axis,
	int64_t begin, int64_t end)
{
	if (begin == 0 && end == x->tensor.shape[axis])
		return x;
	return EXPAND(e, name, &op_slice, 13, x,
		expansion_integers(e, "starts", &begin, 1),
		expansion_integers(e, "ends", &end, 1),
		expansion_integers(e, "axes", &axis, 1));
}

const struct edge *
expansion_places(struct expansion *e, const char *name, int64_t n, int rank)
{
	struct tensor tensor = {
		.dtype = DTYPE_INT64, .rank = rank, .shape = {n}, .nelement = n};
	int64_t *place = arena_array(e->arena, int64_t, n);

	for (int64_t i = 0; i < n; i++)
		place[i] = i;
	for (int i = 1; i < rank; i++)
		tensor.shape[i] = 1;
	tensor.constant = place;
	return expansion_constant(e, name, &tensor);
}

const struct edge *
expansion_transpose(struct expansion *e, const char *name, const struct edge *x,
	const int64_t *order, int rank)
{
	struct part *p = expansion_part(e, &op_transpose, 13);

	part_read(p, 0, x);
	part_ints(p, "perm", order, (size_t)rank, NULL);
	return expansion_add(e, p, name);
}

const struct edge *
expansion_join(struct expansion *e, const char *name, const struct edge **x, size_t n,
	int64_t axis)
{
	while (n > 1) {
		size_t nleft = 0;

		for (size_t i = 0; i < n; i += JOINED) {
			size_t end = i + JOINED < n ? i + JOINED : n;
			struct part *p = expansion_part(e, &op_concat, 13);

			for (size_t k = i; k < end; k++)
				part_read(p, (int)(k - i), x[k]);
			part_int(p, "axis", axis, NULL);
			x[nleft++] = end == i + 1 ? x[i] : expansion_add(e, p, name);
		}
		n = nleft;
	}
	return x[0];
}
