#include "kernels/common/micro_kernel.h"

#include "base/arena.h"
#include "base/checked.h"

#include <string.h>

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
	size_t i = 0;

	while (i < stores->n && memcmp(&stores->store[i], &wanted, sizeof wanted))
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

static void
load_rows(struct kernel_code *k, struct address from, int64_t step, int64_t rows,
	int64_t first, const struct value **row)
{
	struct code_builder *code = k->code;
	int64_t part = channels_of_part(k->plan);

	for (int64_t r = 0; r < part; r++) {
		int64_t skip = r < rows ? r : 0;

		row[r] = code_named(code,
			code_load_parts(code, k->vector,
				code_moved(from, step * skip + first), part * step,
				ceil_div(rows - skip, part)),
			"rows%d", (int)(first + r));
	}
}

/* The lanes numbered i and, if there are more, i + 1, of the block that begins with lane
   number `first`. */
static void
transpose_pair(struct kernel_code *k, const struct value *const *row, int64_t first,
	int64_t i, int64_t end, const struct value **lane)
{
	static const enum value_kind half[] = {VALUE_LOW, VALUE_HIGH};
	struct code_builder *code = k->code;
	const struct value *even = row[0], *odd = row[1];
	int64_t pair = (i - first) / 2;
	int number = (int)(first + pair);

	if (channels_of_part(k->plan) == MOST_OF_PART) {
		even = code_named(code, code_binary(code, half[pair], row[0], row[2]),
			"even%d", number);
		odd = code_named(code, code_binary(code, half[pair], row[1], row[3]),
			"odd%d", number);
	}
	for (int j = 0; j < 2 && i + j < end; j++)
		lane[j] = code_named(code, code_binary(code, half[j], even, odd),
			"lane%d", (int)i + j);
}

void
transposed_lanes(struct kernel_code *k, struct address from, int64_t step, int64_t rows,
	int64_t begin, int64_t end, const struct value **lane)
{
	const struct value *row[MOST_OF_PART] = {0};
	int64_t first = begin - begin % channels_of_part(k->plan);

	load_rows(k, from, step, rows, first, row);
	for (int64_t i = begin; i < end; i += 2)
		transpose_pair(k, row, first, i, end, &lane[i - begin]);
}

/* Stores channels begin..end-1, which lie in one block of 16 bytes. */
static void
store_channels(struct kernel_code *k, const struct store *store, struct address from,
	struct address dst, int64_t begin, int64_t end)
{
	const struct value *lane[MOST_OF_PART];

	transposed_lanes(k, from, store->step, store->positions, begin, end, lane);
	for (int64_t i = begin; i < end; i++)
		epilogue_store(k->l, lane[i - begin],
			(struct output_place){code_moved(dst, i * k->window->dst.channel),
				store->positions, 1});
}

/* store_14x4_of_16: for 14 positions of 4 channels, of 16 in memory. */
static const struct function *
lower_store(struct kernel_code *k, const struct store *store, enum linkage linkage)
{
	struct code_builder *code = k->code;
	int64_t positions = store->positions, channels = store->channels;
	int64_t part = channels_of_part(k->plan), plane = k->window->dst.channel;
	/* Between multiply-adds, whose sums take most registers, two lanes at a time:
	   these take four registers instead of eight, but two loads of each row instead
	   of one. */
	bool pairs = linkage == LINKAGE_ALWAYS && k->plan->target->registers <= 16;
	struct address from, dst;

	code_function(code, linkage,
		lowering_name(k->l, "store_%lldx%lld_of_%lld", (long long)positions,
			(long long)channels, (long long)store->step),
		code_name(code, "%s of %s, from vectors of channels.",
			code_count(code, positions, "position"),
			code_count(code, channels, "output channel")));
	from = code_at(code_input(code, k->sum, "from"), 0);
	dst = code_at(code_output(code, k->stored, "dst"), 0);
	for (int64_t i = 0; i < channels && positions == 1; i++)
		epilogue_store(k->l, code_load(code, k->sum, code_moved(from, i)),
			(struct output_place){code_moved(dst, i * plane), 1, 1});
	for (int64_t i = 0, end; i < channels && positions > 1; i = end) {
		end = min_of(i + (pairs ? 2 : part), channels);
		if (i % part)
			code_order(code);
		else if (i)
			code_blank(code);
		if (pairs)
			code_block(code);
		store_channels(k, store, from, dst, i, end);
		if (pairs)
			code_end(code);
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
