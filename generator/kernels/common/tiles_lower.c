#include "kernels/common/tiles_lower.h"

#include "arena.h"

#include <assert.h>
#include <string.h>

/* All functions of a plan of tiles: those of the tiles, one for each class of output
   channels that calls them for every position (nests_lower.c), those that pack weights
   (pack_lower.c), and the entries. */

static tile_lowering *const lowering_of_kind[] = {
	[TILE_CHANNELS] = plain_sums_lower,
	[TILE_POSITIONS] = plain_sums_lower,
	[TILE_DIRECT] = plain_direct_lower,
	[TILE_PLANE] = plain_plane_lower,
	[TILE_VECTOR_CHANNELS] = direct_oc_lower,
	[TILE_VECTOR_COLUMNS] = direct_ow_lower,
};

static const struct function *
lower_tile(const struct tiles_code *all, const struct tile *tile, bool copies)
{
	struct tile_code t = tile_code_begin(all->l, all->reducer, tile);

	t.copies = copies;
	tile_head(&t);
	lowering_of_kind[tile->kind](&t);
	return code_end_function(all->code);
}

/* An entry that is being built. */
struct entry_code {
	const struct tiles_code *all;
	struct code_builder *code;
	enum entry entry;
	struct entry_operands o;
	const struct variable *panel;                /* packed into, or read */
	const struct variable *image, *group, *tile; /* counters */
	int64_t at[3]; /* without loops: which image, group and tile */
};

/* base + image * a + group * b + tile * c + offset. */
static struct address
at_loops(const struct entry_code *e, const struct variable *base, int64_t image,
	int64_t group, int64_t tile, int64_t offset)
{
	struct address at = code_at(
		base, offset + e->at[0] * image + e->at[1] * group + e->at[2] * tile);

	if (e->image)
		at = code_indexed(e->code, at, e->image, image);
	if (e->group)
		at = code_indexed(e->code, at, e->group, group);
	if (e->tile)
		at = code_indexed(e->code, at, e->tile, tile);
	return at;
}

/* Where the weights of the tile at hand begin, as they are or packed. */
static struct address
at_weights(const struct entry_code *e, size_t number, const struct variable *base,
	bool packed)
{
	const struct tiles *t = e->all->tiles;
	const struct channel_class *class = &t->class[number];
	int64_t filter = t->window.ic * t->taps;

	if (packed)
		return at_loops(e, base, 0, tiles_packed_channels(t, t->nclass) * filter,
			weights_of_tile(t, class, true),
			tiles_packed_channels(t, number) * filter);
	return at_loops(e, base, 0, t->window.oc * filter,
		weights_of_tile(t, class, false), class->first * filter);
}

/* planes(src, weights, bias, dst) of the tile that the loops are at. */
static void
add_planes_call(const struct entry_code *e, size_t number)
{
	const struct tiles *t = e->all->tiles;
	const struct channel_class *class = &t->class[number];
	int64_t src = t->window.ic * t->plane_in, oc = t->window.oc;
	int64_t plane = t->plane_out;
	struct argument a[4];
	size_t n = 0;

	a[n++] = code_pass(at_loops(e, e->o.src, t->window.group * src, src, 0, 0));
	if (t->packs && e->entry == ENTRY_WHOLE)
		a[n++] = code_pass(code_at(e->panel, 0));
	else if (e->entry == ENTRY_PACKED)
		a[n++] = code_pass(at_weights(e, number, e->panel, t->packed));
	else if (e->o.weights)
		a[n++] = code_pass(at_weights(e, number, e->o.weights, t->packed));
	if (e->o.bias)
		a[n++] = code_pass(
			at_loops(e, e->o.bias, 0, oc, class->channels, class->first));
	a[n++] = code_pass(at_loops(e, e->o.dst, t->window.group * oc * plane, oc * plane,
		class->channels * plane, class->first * plane));
	code_call(e->code, e->all->class[number].planes, a);
}

static const struct variable *
begin_loop(const struct entry_code *e, const struct variable *counter, int64_t count)
{
	if (count < 2)
		return NULL;
	code_loop(e->code, counter, count);
	return counter;
}

static void
end_loop(const struct entry_code *e, const struct variable *counter)
{
	if (counter)
		code_end(e->code);
}

static int64_t
tiles_outside(const struct channel_class *class)
{
	return class->inside ? 1 : class->count;
}

/* The calls for a class, in the loops over images and groups, or, where weights are
   packed on the way, around the one over images. */
static void
add_class(struct entry_code *e, size_t number, const struct variable *const *counter)
{
	const struct tiles *t = e->all->tiles;
	bool packs = t->packs && e->entry != ENTRY_PACKED;
	const struct variable *image = NULL;

	e->tile = begin_loop(e, counter[2], tiles_outside(&t->class[number]));
	if (packs)
		code_call(e->code, e->all->class[number].pack,
			(struct argument[]){
				code_pass(at_weights(e, number, e->o.weights, false)),
				code_pass(e->entry == ENTRY_PACK
						  ? at_weights(e, number, e->panel, true)
						  : code_at(e->panel, 0))});
	if (e->entry != ENTRY_PACK) {
		if (packs)
			image = e->image = begin_loop(e, counter[0], t->window.batch);
		add_planes_call(e, number);
		end_loop(e, image);
		if (packs)
			e->image = NULL;
	}
	end_loop(e, e->tile);
	e->tile = NULL;
}

/* What packed weights are written or read through. */
static void
add_panel(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;
	struct variable *panel;

	if (e->entry == ENTRY_PACK || e->entry == ENTRY_PACKED) {
		bool reads = e->entry == ENTRY_PACKED;

		e->panel = code_let_pointer(e->code, reads, false, e->all->l->sum,
			reads ? "weights" : "panel", code_at(e->o.packed, 0));
	} else if (t->packs) {
		panel = code_array(e->code, e->all->l->sum, "panel",
			tiles_largest_panel(t),
			t->vector ? e->all->l->schedule->target->vector_bytes : 0);
		code_declare(e->code, &panel, 1);
		e->panel = panel;
	}
}

static void
add_body(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;
	bool packs = t->packs && e->entry != ENTRY_PACKED, tiles = false;
	struct variable *all[3], *counter[3];
	const char *const name[] = {"image", "group", "tile"};
	const struct variable *image, *group;
	size_t n = 0;

	for (size_t c = 0; c < t->nclass; c++)
		tiles |= tiles_outside(&t->class[c]) > 1;
	add_panel(e);
	for (int i = 0; i < 3; i++) {
		const bool used[] = {t->window.batch > 1 && e->entry != ENTRY_PACK,
			t->window.group > 1, tiles};

		counter[i] = code_counter(e->code, name[i]);
		if (used[i])
			all[n++] = counter[i];
	}
	code_declare(e->code, all, n);
	if (n || t->packs)
		code_blank(e->code);
	image = e->image = begin_loop(e, counter[0], packs ? 1 : t->window.batch);
	group = e->group = begin_loop(e, counter[1], t->window.group);
	for (size_t c = 0; c < t->nclass; c++)
		add_class(e, c, (const struct variable *const *)counter);
	end_loop(e, group);
	end_loop(e, image);
}

/* The calls of all images, groups and tiles, one by one. */
static void
add_unrolled_body(struct entry_code *e)
{
	const struct tiles *t = e->all->tiles;

	for (e->at[0] = 0; e->at[0] < t->window.batch; e->at[0]++)
		for (e->at[1] = 0; e->at[1] < t->window.group; e->at[1]++)
			for (size_t c = 0; c < t->nclass; c++)
				for (e->at[2] = 0; e->at[2] < t->class[c].count;
					e->at[2]++)
					add_planes_call(e, c);
}

static const struct function *
lower_entry(const struct tiles_code *all, enum entry entry)
{
	struct entry_code e = {.all = all, .code = all->code, .entry = entry};

	e.o = lowering_entry(all->l, entry);
	if (all->tiles->unrolled)
		add_unrolled_body(&e);
	else if (all->l->schedule->plan->dst.nelement)
		add_body(&e);
	return code_end_function(all->code);
}

void
tiles_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct tiles *t = schedule->u.tiles;
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer = reducer_begin(
		&l, t->vector ? lowering_vector(&l, t->vector->lanes) : l.sum);
	struct tiles_code all = {.l = &l, .code = code, .tiles = t, .reducer = &reducer};
	const struct function *whole;

	if (t->packed && !t->packs)
		lowering_set_weights(&l, schedule->plan->weights, tiles_packed_source, t,
			tiles_packed_elements(t));
	l.stores = direct_oc_stores(&l, t);
	for (size_t c = 0; c < t->nclass; c++) {
		const struct channel_class *class = &t->class[c];
		struct class_functions *f = &all.class[c];

		f->tile = arena_array(code->arena, const struct function *, class->ntile);
		f->copying =
			arena_array(code->arena, const struct function *, class->ntile);
		for (size_t i = 0; i < class->ntile; i++) {
			f->tile[i] = lower_tile(&all, class->tile[i], false);
			if (inputs_copied(t, class->tile[i]))
				f->copying[i] = lower_tile(&all, class->tile[i], true);
		}
		f->planes = lower_planes(&all, c);
		if (t->packs)
			f->pack = lower_pack(&all, c);
	}
	whole = lower_entry(&all, ENTRY_WHOLE);
	if (t->packs) {
		lower_entry(&all, ENTRY_PACK);
		lower_entry(&all, ENTRY_PACKED);
	} else if (entries_of(schedule) > 1) {
		lowering_unpacked_entries(&l, whole);
	}
}
