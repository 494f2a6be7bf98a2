#include "kernels/common/register_tile.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/prologue_code.h"

#include <assert.h>

enum {
	/* With numbers that are broadcast: the current one, and a register that compilers
	   take. */
	SPARE = 2,
	/* Vectors of a tile of channels: more would leave too many channels over; where a
	   vector fills a cache line, two keep the multipliers busy. */
	MOST_VECTORS = 4,
	MOST_LINES = 2,
	MOST_SHARED = 8 /* vectors of a step that are loaded together */
};

int64_t
tile_rows_that_fit(const struct tile_room *room, int64_t vectors)
{
	int64_t free = room->registers - room->spare;
	int64_t most = min_of(room->rows, room->sums / vectors);

	/* A single row multiplies what it loads at once. */
	return max_of(min_of((free - vectors) / vectors, most),
		vectors <= min_of(free, room->sums));
}

/* Whether shape a has as many multiplications per load as b or more. */
static bool
is_as_good(struct tile_shape a, struct tile_shape b)
{
	int64_t sums = a.rows * a.vectors, others = b.rows * b.vectors;
	int64_t gain = sums * (b.rows + b.vectors) - others * (a.rows + a.vectors);

	return gain > 0 || (!gain && sums >= others);
}

struct tile_shape
tile_shape_of(const struct tile_room *room)
{
	struct tile_shape best = {1, 1}, shape;

	for (int64_t v = 1; v <= room->vectors; v++) {
		shape = (struct tile_shape){tile_rows_that_fit(room, v), v};
		if (shape.rows && is_as_good(shape, best))
			best = shape;
	}
	return best;
}

struct tile_room
tile_room_of_channels(const struct target *target, int64_t ahead)
{
	bool lines = target->vector_bytes == CACHE_LINE_BYTES;

	return (struct tile_room){.registers = target->registers,
		.spare = SPARE + ahead,
		.rows = INT64_MAX,
		.sums = INT64_MAX,
		.vectors = lines ? MOST_LINES : MOST_VECTORS};
}

void
tile_declare(struct register_tile *t, int64_t shared)
{
	struct variable **all = arena_array(t->code->body, struct variable *, shared + 1);

	all[0] = code_variable(t->code, t->vector, "v");
	for (int64_t v = 0; v < shared; v++)
		all[v + 1] = code_variable(t->code, t->vector, "w%d", (int)v);
	code_declare(t->code, all, (size_t)shared + 1);
	t->set = (const struct variable **)all;
}

int64_t
tile_lanes(const struct register_tile *t, int64_t v)
{
	return min_of(t->lanes - v * t->vector.lanes, t->vector.lanes);
}

const struct value *
tile_sum(const struct register_tile *t, int64_t row, int64_t v)
{
	return code_get(t->code, t->sum[row * t->vectors + v]);
}

struct output_place
tile_place(const struct register_tile *t, struct address row, int64_t v)
{
	return (struct output_place){code_moved(row, v * t->vector.lanes * t->scatter),
		tile_lanes(t, v), t->scatter};
}

static const struct value *
load(const struct register_tile *t, const struct tile_operand *o, int64_t place,
	int64_t v)
{
	int lanes = t->vector.lanes;
	struct address at = code_moved(o->at, place * o->inc + v * lanes * o->lane);

	if (o->node)
		return prologue_term_n(o->node, NULL, t->vector, at, tile_lanes(t, v));
	if (!o->lane)
		return code_set1_load(t->code, t->vector, at);
	return code_load_n(t->code, t->vector, at, o->whole ? lanes : tile_lanes(t, v));
}

static const struct value *
name(const struct register_tile *t, const struct value *x, const char *stem, int64_t n,
	int64_t v)
{
	return t->vectors > 1
		       ? code_named(t->code, x, "%s%lld_%d", stem, (long long)n, (int)v)
		       : code_named(t->code, x, "%s%lld", stem, (long long)n);
}

const struct value *
tile_named_x(struct register_tile *t, int64_t src, int64_t v, const char *stem, int64_t n)
{
	return name(t, load(t, &t->x, src, v), stem, n, v);
}

/* A vector of what n terms share. */
static const struct value *
load_shared(
	const struct register_tile *t, const struct tap_term *term, size_t n, int64_t v)
{
	const struct value *x =
		t->by_tap ? load(t, &t->w, term->tap, v) : load(t, &t->x, term->src, v);

	if (t->set) {
		code_set(t->code, t->set[1 + v], x);
		return code_get(t->code, t->set[1 + v]);
	}
	if (n == 1)
		return x;
	return t->kept ? name(t, x, "x", t->nname, v)
		       : code_named(t->code, x, t->by_tap ? "w%d" : "x%d", (int)v);
}

/* The operand of a term that is its own: a number for all vectors, or a vector. */
static const struct value *
load_own(const struct register_tile *t, const struct tap_term *term, int64_t v)
{
	const struct value **kept = t->kept ? &t->kept[term->tap * t->vectors + v] : NULL;
	const struct tile_operand *o = t->by_tap ? &t->x : &t->w;
	const struct value *x;

	if (!o->at.base || (kept && *kept))
		return kept ? *kept : NULL;
	x = load(t, o, t->by_tap ? term->src : term->tap, v);
	if (t->set) {
		code_set(t->code, t->set[0], x);
		return code_get(t->code, t->set[0]);
	}
	if (kept)
		return *kept = t->rows > 1 ? name(t, x, "w", term->tap, v) : x;
	return t->vectors > 1 ? code_named(t->code, x, t->by_tap ? "x%d" : "w%d",
					(int)term->position)
			      : x;
}

static void
add_term(const struct register_tile *t, const struct tap_term *term, int64_t v,
	const struct value *x, const struct value *w)
{
	const struct variable *sum = t->sum[(int64_t)term->position * t->vectors + v];

	if (t->begin && t->begin[term->position] == term)
		code_set(t->code, sum, x);
	else if (t->reducer)
		reducer_add(t->reducer, sum, x, w);
	else
		code_set(t->code, sum,
			code_muladd(t->code, t->fused, x, w, code_get(t->code, sum)));
}

/* Prefetches the weights of later steps, line by line. */
static void
prefetch(const struct register_tile *t)
{
	int64_t size = (int64_t)dtype_info[t->vector.dtype].size, lanes = t->vector.lanes;

	for (int64_t at = 0; t->prefetch && at < t->vectors * lanes;
		at += max_of(CACHE_LINE_BYTES / size, lanes))
		code_prefetch(t->code, code_at(t->w.at.base, t->prefetch + at));
}

/* Adds the terms of vectors first..end-1. */
static void
add_vectors(const struct register_tile *t, const struct tap_term *term, size_t n,
	int64_t first, int64_t end)
{
	const struct value *shared[MOST_SHARED], *own = NULL;

	assert(end - first <= MOST_SHARED);
	for (int64_t v = first; v < end; v++)
		shared[v - first] = load_shared(t, term, n, v);
	prefetch(t);
	for (size_t i = 0; i < n; i++)
		for (int64_t v = first; v < end; v++) {
			const struct value *x = shared[v - first];

			if (v == first)
				own = load_own(t, &term[i], v);
			add_term(
				t, &term[i], v, t->by_tap ? own : x, t->by_tap ? x : own);
		}
}

size_t
tile_step(struct register_tile *t, const struct tap_term *term, size_t n)
{
	/* Two operands in lanes: a vector of each at a time. */
	int64_t together = t->x.lane && t->w.lane ? 1 : t->vectors;
	size_t end = 1;

	while (end < n &&
		(t->by_tap ? term[end].tap == term->tap : term[end].src == term->src))
		end++;
	for (int64_t v = 0; v < t->vectors; v += together)
		add_vectors(t, term, end, v, v + together);
	t->nname += end > 1;
	/* Otherwise compilers load ahead more than there are registers. */
	if (t->set)
		code_order(t->code);
	return end;
}
