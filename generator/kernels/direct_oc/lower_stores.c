#include "kernels/common/tile_code.h"

#include "arena.h"
#include "checked.h"

/* Sums in memory, vectors of channels, on their way to dst: the functions that turn them
   into rows of positions, and what calls those. */

enum {
	MOST_OF_PART = 4 /* elements of PART_BYTES, at most */
};

/* "rows2", a vector that does not change. */
static const struct value *
let_vector(
	struct tile_code *t, const char *kind, int64_t number, const struct value *value)
{
	const char *name = code_name(t->code, "%s%lld", kind, (long long)number);

	return code_get(t->code, code_let(t->code, true, name, value));
}

void
direct_oc_transposed(struct tile_code *t, struct address from, int64_t step, int64_t rows,
	int64_t first, int64_t count, const struct value **lane)
{
	static const enum value_kind half[] = {VALUE_LOW, VALUE_HIGH};
	struct code_builder *code = t->code;
	int part = (int)channels_of_part(t->tiles);
	const struct value *row[MOST_OF_PART] = {0}, *even[2], *odd[2];

	for (int r = 0; r < part; r++) {
		int64_t at = r < rows ? r : 0;

		row[r] = let_vector(t, "rows", first + r,
			code_load_parts(code, t->vector,
				code_moved(from, step * at + first), part * step,
				ceil_div(rows - at, part)));
	}
	even[0] = row[0];
	odd[0] = row[1];
	for (int k = 0; part == MOST_OF_PART && k < (count + 1) / 2; k++) {
		even[k] = let_vector(
			t, "even", first + k, code_binary(code, half[k], row[0], row[2]));
		odd[k] = let_vector(
			t, "odd", first + k, code_binary(code, half[k], row[1], row[3]));
	}
	for (int k = 0; k < count; k++)
		lane[k] = let_vector(t, "lane", first + k,
			code_binary(code, half[k % 2], even[k / 2], odd[k / 2]));
}

/* A row of dst for each lane of the vectors at from. */
static void
add_rows(struct tile_code *t, const struct store *store, const struct variable *from)
{
	const struct value *lane[MOST_OF_PART];
	int64_t part = channels_of_part(t->tiles), positions = store->positions;

	for (int64_t first = 0; first < store->channels; first += part) {
		int64_t rest = store->channels - first, n = rest < part ? rest : part;

		if (first)
			code_blank(t->code);
		direct_oc_transposed(
			t, code_at(from, 0), store->step, positions, first, n, lane);
		for (int64_t i = 0; i < n; i++)
			code_store_n(t->code,
				code_at(t->dst, (first + i) * t->tiles->plane_out),
				lane[i], positions);
	}
}

/* store_14x4_of_16: for 14 positions of 4 channels, of 16 in memory. */
static const struct function *
lower_store(struct tile_code *t, const struct store *store)
{
	struct code_builder *code = t->code;
	long long positions = store->positions, channels = store->channels;
	struct variable *from, *dst;

	code_function(code, t->tiles->winograd ? LINKAGE_NOINLINE : LINKAGE_ALWAYS,
		lowering_name(t->l, "store_%lldx%lld_of_%lld", positions, channels,
			(long long)store->step),
		code_name(code,
			"%lld position%s of %lld output channel%s, from vectors of "
			"channels.",
			positions, positions > 1 ? "s" : "", channels,
			channels > 1 ? "s" : ""));
	from = code_parameter(code, VARIABLE_POINTER, t->sum, "from");
	from->reads = true;
	dst = code_parameter(code, VARIABLE_POINTER, t->memory, "dst");
	dst->restricted = true;
	t->dst = dst;
	if (positions > 1)
		add_rows(t, store, from);
	else
		for (int64_t i = 0; i < channels; i++)
			code_store(code, code_at(dst, i * t->tiles->plane_out),
				code_load(code, t->sum, code_at(from, i)));
	return code_end_function(code);
}

const struct function *const *
direct_oc_stores(const struct lowering *l, const struct tiles *tiles)
{
	const struct function **all =
		arena_array(l->code->arena, const struct function *, tiles->nstore);
	struct tile_code t = tile_code_begin(l, NULL, NULL);

	for (size_t i = 0; i < tiles->nstore; i++)
		all[i] = lower_store(&t, &tiles->store[i]);
	return all;
}

void
direct_oc_store(const struct tile_code *t, struct store wanted, struct address from,
	struct address to)
{
	const struct store *store = t->tiles->store;
	size_t i = 0;

	while (store[i].positions != wanted.positions ||
		store[i].channels != wanted.channels || store[i].step != wanted.step)
		i++;
	code_call(t->code, t->l->stores[i],
		(struct argument[]){code_pass(from), code_pass(to)});
}

/* The part of a tile's outputs that is stored at a time: number `first`, moved by a
   counter. */
struct part {
	int64_t first;
	struct index_term moved; /* inc 0: it is not */
};

static struct address
at_part(const struct tile_code *t, struct address at, struct part part, int64_t size)
{
	part.moved.inc *= size;
	return code_indexed_by(t->code, code_moved(at, part.first * size), part.moved);
}

/* Stores so many channels of a tile's outputs, those of a part. */
static void
add_part(struct tile_code *t, struct address from, struct address to, struct part part,
	int64_t channels)
{
	const struct vector_code *v = t->tile->code;
	int64_t size = channels_of_part(t->tiles);

	for (size_t r = 0; r < v->nrun; r++) {
		const struct run *run = &v->run[r];
		struct address sums =
			code_moved(from, (int64_t)run->first * t->tile->lanes);

		direct_oc_store(t,
			(struct store){(int64_t)run->count, channels, t->tile->lanes},
			at_part(t, sums, part, size),
			at_part(t, code_moved(to, run->dst), part,
				size * t->tiles->plane_out));
	}
}

bool
direct_oc_has_part_loop(const struct tile_code *t)
{
	return !t->tiles->unrolled && t->tile->channels / channels_of_part(t->tiles) > 1;
}

void
direct_oc_parts(struct tile_code *t, struct address from, struct address to)
{
	int64_t size = channels_of_part(t->tiles), n = t->tile->channels / size;
	int64_t rest = t->tile->channels % size;

	if (direct_oc_has_part_loop(t)) {
		code_loop(t->code, t->part, n);
		add_part(t, from, to,
			(struct part){
				.moved = {.counter = t->part, .divide = 1, .inc = 1}},
			size);
		code_end(t->code);
	} else {
		for (int64_t k = 0; k < n; k++)
			add_part(t, from, to, (struct part){.first = k}, size);
	}
	if (rest)
		add_part(t, from, to, (struct part){.first = n}, rest);
}

/* Stores a part of what waits, if there is anything: in the first block, and at the input
   channels that the test says; without a counter at all of them. */
static void
add_waiting_part(struct tile_code *t, struct test when, struct part part)
{
	struct condition condition = {.pointer = t->last};

	if (t->blocks)
		condition.test[condition.ntest++] =
			(struct test){.counter = t->block, .below = 1};
	if (when.counter)
		condition.test[condition.ntest++] = when;
	code_if(t->code, condition);
	add_part(t, code_at(t->sums, 0), code_at(t->last, 0), part,
		channels_of_part(t->tiles));
	code_end(t->code);
}

/* The part that an input channel stores at its end where it completes a share of them. */
static void
add_part_of_channels(struct tile_code *t, int64_t parts)
{
	int64_t ic = t->tiles->block, share = ic / parts;
	struct part part = {.first = 0};
	struct test when = {0};

	if (ic > 1)
		part.moved =
			(struct index_term){.counter = t->c, .divide = share, .inc = 1};
	if (ic >= (parts + 1) * share)
		when = (struct test){.counter = t->c, .below = parts * share};
	if (share > 1) {
		when.counter = t->c;
		when.modulo = share;
		when.remainder = share - 1;
	}
	add_waiting_part(t, when, part);
}

void
direct_oc_waiting(struct tile_code *t, size_t done, size_t of)
{
	int64_t parts = t->tile->channels / channels_of_part(t->tiles);
	int64_t ic = t->tiles->block;
	size_t each = (size_t)ceil_div(parts, ic);

	if (ic >= parts) {
		if (done == of)
			add_part_of_channels(t, parts);
		return;
	}
	for (size_t k = (done - 1) * each / of; k < done * each / of; k++) {
		int64_t channels = ceil_div(parts - (int64_t)k, (int64_t)each);
		struct part part = {.first = (int64_t)k};
		struct test when = {0};

		if (ic > 1)
			part.moved = (struct index_term){
				.counter = t->c, .divide = 1, .inc = (int64_t)each};
		if (channels < ic)
			when = (struct test){.counter = t->c, .below = channels};
		add_waiting_part(t, when, part);
	}
}

void
direct_oc_begin_plane(struct tile_code *t)
{
	const struct vector_code *v = t->tile->code;
	const struct value **begin =
		arena_array(t->code->body, const struct value *, v->vectors);

	code_comment(t->code, t->has_bias ? "Every sum begins as the bias."
					  : "Every sum begins as zero.");
	for (int k = 0; k < v->vectors; k++)
		begin[k] = let_vector(t, "begin", k, tile_bias(t, k));
	code_loop(t->code, t->i, t->tiles->plane_out);
	for (int k = 0; k < v->vectors; k++)
		code_store(t->code,
			code_indexed(t->code, code_at(t->sums, k * t->vector.lanes), t->i,
				t->tile->lanes),
			begin[k]);
	code_end(t->code);
}

/* Stores so many positions from number `first` on, which moves with t->i by `step`. */
static void
add_positions(struct tile_code *t, int64_t positions, int64_t first, int64_t step)
{
	int64_t part = channels_of_part(t->tiles), lanes = t->tile->lanes;
	struct address from = code_at(t->sums, first * lanes);
	struct address to = code_at(t->dst, first);

	from = code_indexed(t->code, from, t->i, step * lanes);
	to = code_indexed(t->code, to, t->i, step);
	code_loop(t->code, t->part, t->tile->channels / part);
	direct_oc_store(t, (struct store){positions, part, t->tile->lanes},
		code_indexed(t->code, from, t->part, part),
		code_indexed(t->code, to, t->part, part * t->tiles->plane_out));
	code_end(t->code);
}

void
direct_oc_end_plane(struct tile_code *t)
{
	int64_t lanes = t->vector.lanes, whole = t->tiles->plane_out / lanes;
	int64_t rest = t->tiles->plane_out % lanes;

	if (whole > 1) {
		code_loop(t->code, t->i, whole);
		add_positions(t, lanes, 0, lanes);
		code_end(t->code);
	} else if (whole) {
		add_positions(t, lanes, 0, 0);
	}
	if (rest)
		add_positions(t, rest, whole * lanes, 0);
}
