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

/* Of the lanes that begin with one, those numbered i and, if there are more, i + 1. */
static void
transpose_pair(struct kernel_code *k, const struct value *const *row, int64_t first,
	int64_t i, int64_t count, const struct value **lane)
{
	static const enum value_kind half[] = {VALUE_LOW, VALUE_HIGH};
	struct code_builder *code = k->code;
	const struct value *even = row[0], *odd = row[1];
	int pair = (int)(first + i / 2);

	if (channels_of_part(k->plan) == MOST_OF_PART) {
		even = code_named(code, code_binary(code, half[i / 2], row[0], row[2]),
			"even%d", pair);
		odd = code_named(code, code_binary(code, half[i / 2], row[1], row[3]),
			"odd%d", pair);
	}
	for (int64_t j = 0; j < 2 && i + j < count; j++)
		lane[i + j] = code_named(code, code_binary(code, half[j], even, odd),
			"lane%d", (int)(first + i + j));
}

void
transposed_lanes(struct kernel_code *k, struct address from, int64_t step, int64_t rows,
	int64_t first, int64_t count, const struct value **lane)
{
	const struct value *row[MOST_OF_PART] = {0};

	load_rows(k, from, step, rows, first, row);
	for (int64_t i = 0; i < count; i += 2)
		transpose_pair(k, row, first, i, count, lane);
}

/* Some channels of a function that stores, first to first + count - 1. */
struct store_part {
	const struct store *store;
	struct address from, dst;
	int64_t first, count;
};

static void
store_lanes(struct kernel_code *k, const struct store_part *part,
	const struct value *const *lane, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end; i++)
		epilogue_store(k->l, lane[i],
			(struct output_place){
				code_moved(part->dst,
					(part->first + i) * k->plan->plane_out),
				part->store->positions, 1});
}

/* Two lanes at a time, which take four registers instead of eight, but two loads of each
   row instead of one. */
static void
store_by_pairs(struct kernel_code *k, const struct store_part *part)
{
	const struct value *row[MOST_OF_PART] = {0}, *lane[MOST_OF_PART];

	for (int64_t i = 0; i < part->count; i += 2) {
		if (i)
			code_order(k->code);
		code_block(k->code);
		load_rows(k, part->from, part->store->step, part->store->positions,
			part->first, row);
		transpose_pair(k, row, part->first, i, part->count, lane);
		store_lanes(k, part, lane, i, min_of(i + 2, part->count));
		code_end(k->code);
	}
}

static void
store_part(struct kernel_code *k, const struct store_part *part)
{
	const struct value *lane[MOST_OF_PART];

	transposed_lanes(k, part->from, part->store->step, part->store->positions,
		part->first, part->count, lane);
	store_lanes(k, part, lane, 0, part->count);
}

/* store_14x4_of_16: for 14 positions of 4 channels, of 16 in memory. */
static const struct function *
lower_store(struct kernel_code *k, const struct store *store, enum linkage linkage)
{
	struct code_builder *code = k->code;
	long long positions = store->positions, channels = store->channels;
	int64_t part = channels_of_part(k->plan), plane = k->plan->plane_out;
	/* Between multiply-adds, whose sums take most registers. */
	bool pairs = linkage == LINKAGE_ALWAYS && k->plan->target->registers <= 16;
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
		const struct store_part some = {
			store, from, dst, first, min_of(channels - first, part)};

		if (first)
			code_blank(code);
		(pairs ? store_by_pairs : store_part)(k, &some);
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
