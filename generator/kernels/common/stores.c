#include "kernels/common/micro_kernel.h"

#include "base/arena.h"
#include "base/checked.h"

/* Functions that transpose vectors of output channels in memory to rows of positions, 16
   bytes of each position's sums at a time. */

enum {
	PART_BYTES = 16, /* bytes within which the halves of vectors are interleaved */
	MOST_OF_PART = 4 /* elements of a part */
};

int64_t
channels_of_part(const struct tile_plan *plan)
{
	return sums_in(plan, PART_BYTES);
}

/* The index of a store among the existing ones; n: none. */
static size_t
number_of(const struct stores *stores, struct store wanted)
{
	const struct store *s = stores->store;
	size_t i = 0;

	while (i < stores->n &&
		(s[i].positions != wanted.positions || s[i].channels != wanted.channels ||
			s[i].step != wanted.step))
		i++;
	return i;
}

void
stores_add(struct stores *stores, struct store wanted, struct arena *arena)
{
	if (!wanted.positions || number_of(stores, wanted) < stores->n)
		return;
	stores->store =
		arena_grow(arena, stores->store, stores->n, sizeof *stores->store);
	stores->store[stores->n++] = wanted;
}

void
stores_call(const struct kernel_code *k, struct store wanted, struct address from,
	struct address to)
{
	const struct stores *stores = k->l->stores;

	code_call(k->code, stores->function[number_of(stores, wanted)],
		(struct argument[]){code_pass(from), code_pass(to)});
}

void
transposed_lanes(struct kernel_code *k, struct address from, int64_t step, int64_t rows,
	int64_t first, int64_t count, const struct value **lane)
{
	static const enum value_kind half[] = {VALUE_LOW, VALUE_HIGH};
	struct code_builder *code = k->code;
	int part = (int)channels_of_part(k->plan), at = (int)first;
	const struct value *row[MOST_OF_PART] = {0}, *even[2], *odd[2];

	for (int r = 0; r < part; r++) {
		int64_t skip = r < rows ? r : 0;

		row[r] = code_named(code,
			code_load_parts(code, k->vector,
				code_moved(from, step * skip + first), part * step,
				ceil_div(rows - skip, part)),
			"rows%d", at + r);
	}
	even[0] = row[0];
	odd[0] = row[1];
	for (int i = 0; part == MOST_OF_PART && i < (count + 1) / 2; i++) {
		even[i] = code_named(code, code_binary(code, half[i], row[0], row[2]),
			"even%d", at + i);
		odd[i] = code_named(code, code_binary(code, half[i], row[1], row[3]),
			"odd%d", at + i);
	}
	for (int i = 0; i < count; i++)
		lane[i] = code_named(code,
			code_binary(code, half[i % 2], even[i / 2], odd[i / 2]), "lane%d",
			at + i);
}

/* store_14x4_of_16: for 14 positions of 4 channels, of 16 in memory. */
static const struct function *
lower_store(struct kernel_code *k, const struct store *store, enum linkage linkage)
{
	struct code_builder *code = k->code;
	long long positions = store->positions, channels = store->channels;
	int64_t part = channels_of_part(k->plan), plane = k->plan->plane_out;
	const struct value *lane[MOST_OF_PART];
	struct address from, dst;

	code_function(code, linkage,
		lowering_name(k->l, "store_%lldx%lld_of_%lld", positions, channels,
			(long long)store->step),
		code_name(code, "%s of %s, from vectors of channels.",
			code_count(code, positions, "position"),
			code_count(code, channels, "output channel")));
	from = code_at(code_input(code, k->sum, "from"), 0);
	dst = code_at(code_output(code, k->stored, "dst"), 0);
	for (int64_t i = 0; i < channels && positions == 1; i++)
		epilogue_store(k->l, code_load(code, k->sum, code_moved(from, i)),
			(struct output_place){code_moved(dst, i * plane), 1, 1});
	for (int64_t first = 0; first < channels && positions > 1; first += part) {
		int64_t n = min_of(channels - first, part);

		if (first)
			code_blank(code);
		transposed_lanes(k, from, store->step, positions, first, n, lane);
		for (int64_t i = 0; i < n; i++)
			epilogue_store(k->l, lane[i],
				(struct output_place){
					code_moved(dst, (first + i) * plane), positions,
					1});
	}
	return code_end_function(code);
}

void
stores_lower(const struct stores *stores, struct kernel_code *k, enum linkage linkage,
	struct lowering *l)
{
	struct stores *lowered = arena_new(k->code->arena, struct stores);

	*lowered = *stores;
	lowered->function =
		arena_array(k->code->arena, const struct function *, stores->n + 1);
	for (size_t i = 0; i < stores->n; i++)
		lowered->function[i] = lower_store(k, &stores->store[i], linkage);
	l->stores = lowered;
}
