#include "kernels/common/micro_kernel.h"

#include "base/arena.h"

/* All functions of a plan of register tiles: the micro-kernels; for each oc_block, one
   that calls them for a plane; those that pack weights; and the entries. */

struct plan_code {
	struct kernel_code k;
	struct kernel_code *kernel, *copying; /* as in struct plane_code */
	/* Of each oc_block, for a whole plane, and to pack its weights. */
	const struct function *plane[MAX_OC_BLOCK], *pack[MAX_OC_BLOCK];
};

static struct kernel_code
lower_kernel(const struct plan_code *all, const struct micro_kernel *kernel, bool copies)
{
	struct kernel_code k =
		kernel_code_begin(all->k.l, all->k.reducer, all->k.plan, kernel);

	k.copies = copies;
	k.plan->design->lower_kernel(&k);
	k.function = code_end_function(k.code);
	return k;
}

/* An entry that is being built. */
struct entry_code {
	const struct plan_code *all;
	const struct tile_plan *plan;
	struct code_builder *code;
	enum entry entry;
	bool packs; /* it packs weights as it goes */
	struct entry_operands o;
	const struct variable *panel; /* packed weights, written or read */
	const struct variable *copy;  /* of an image; NULL: there is none */
	const struct variable *image, *group, *tile; /* counters of loops that are open */
	int64_t at[3]; /* without loops: the current image, group and tile */
};

/* base + image * a + group * b + tile * c + offset. */
static struct argument
at_loops(const struct entry_code *e, const struct variable *base, int64_t image,
	int64_t group, int64_t tile, int64_t offset)
{
	struct address at = code_at(
		base, offset + e->at[0] * image + e->at[1] * group + e->at[2] * tile);

	at = code_indexed(e->code, at, e->image, image);
	at = code_indexed(e->code, at, e->group, group);
	return code_pass(code_indexed(e->code, at, e->tile, tile));
}

/* The address of the current tile's weights, packed or as given. */
static struct argument
at_weights(const struct entry_code *e, size_t number, const struct variable *base,
	bool packed)
{
	const struct tile_plan *p = e->plan;
	const struct oc_block *block = &p->oc_block[number];
	const struct weight_steps *steps = &p->window.weights;
	int64_t filter = p->window.ic * p->taps;

	if (!packed)
		return at_loops(e, base, 0, p->window.oc * steps->channel,
			block->channels * steps->channel, block->first * steps->channel);
	return at_loops(e, base, 0, packed_channels(p, p->noc_block) * filter,
		panel_elements(p, block), packed_channels(p, number) * filter);
}

/* Adds the call planes(src, weights, bias, dst) for the current tile. */
static void
add_plane_call(const struct entry_code *e, size_t number)
{
	const struct tile_plan *p = e->plan;
	const struct oc_block *block = &p->oc_block[number];
	const struct window_steps *src = &p->window.src, *dst = &p->window.dst;
	const struct variable *weights = e->panel ? e->panel : e->o.weights;
	int64_t oc = p->window.oc, apart = p->apart ? src->channel : 0;

	code_call_with(e->code, e->all->plane[number],
		at_loops(e, e->copy ? e->copy : e->o.src, e->copy ? 0 : src->image,
			p->window.ic * src->channel, block->channels * apart,
			block->first * apart),
		code_pass_if(
			weights, e->packs ? code_pass_pointer(weights)
					  : at_weights(e, number, weights, p->packed)),
		code_pass_if(e->o.bias,
			at_loops(e, e->o.bias, 0, oc, block->channels, block->first)),
		at_loops(e, e->o.dst, dst->image, oc * dst->channel,
			block->channels * dst->channel, block->first * dst->channel));
}

/* Adds the calls for an oc_block in the loops over images and groups; if weights are
   packed as it goes, the loop over images is inside. */
static void
add_block(struct entry_code *e, size_t number, const struct variable *image,
	const struct variable *tile)
{
	const struct tile_plan *p = e->plan;
	const struct oc_block *block = &p->oc_block[number];

	e->tile = code_loop_if(e->code, tile, block->inside ? 1 : block->count);
	if (e->packs)
		code_call_with(e->code, e->all->pack[number],
			at_weights(e, number, e->o.weights, false),
			e->entry == ENTRY_PACK ? at_weights(e, number, e->panel, true)
					       : code_pass_pointer(e->panel));
	if (e->entry != ENTRY_PACK) {
		if (e->packs)
			e->image = code_loop_if(e->code, image, p->window.batch);
		add_plane_call(e, number);
		if (e->packs) {
			code_end(e->code);
			e->image = NULL;
		}
	}
	code_end(e->code);
	e->tile = NULL;
}

/* Declares the array or pointer of packed weights. */
static void
add_panel(struct entry_code *e)
{
	bool reads = e->entry == ENTRY_PACKED;

	if (e->entry == ENTRY_PACK || reads)
		e->panel = code_let_pointer(e->code, reads, false, e->all->k.sum,
			reads ? "weights" : "panel", code_at(e->o.packed, 0));
	else if (e->plan->packs)
		e->panel = kernel_array(&e->all->k, "panel", largest_panel(e->plan));
}

/* Copies an image, position by position. */
static void
add_copy(const struct entry_code *e, const struct variable *position)
{
	const struct tile_plan *p = e->plan;
	int64_t channels = p->window.group * p->window.ic;
	struct address from =
		code_along(e->code, e->o.src, e->image, p->window.src.image);

	code_loop(e->code, position, p->plane_in);
	code_copy(e->code,
		code_along(e->code, e->copy, position, p->copied / p->plane_in),
		code_indexed(e->code, from, position, channels), channels);
	code_end(e->code);
}

static void
add_body(struct entry_code *e)
{
	const struct tile_plan *p = e->plan;
	const struct variable *image, *group, *tile, *position;
	bool copies = p->copied && e->entry != ENTRY_PACK;

	add_panel(e);
	if (copies)
		e->copy = code_let_array(e->code, e->all->k.memory, "positions",
			p->copied, p->target->vector_bytes);
	code_counters(e->code, {&image, "image", true}, {&group, "group", true},
		{&tile, "tile", true}, {&position, "i", true});
	code_blank(e->code);
	e->image = code_loop_if(e->code, image, e->packs ? 1 : p->window.batch);
	if (copies)
		add_copy(e, position);
	e->group = code_loop_if(e->code, group, p->window.group);
	for (size_t b = 0; b < p->noc_block; b++)
		add_block(e, b, image, tile);
	code_ends(e->code, 2);
}

/* Adds the calls for all images, groups and tiles, one by one. */
static void
add_unrolled_body(struct entry_code *e)
{
	const struct tile_plan *p = e->plan;
	int64_t *at = e->at;

	for (at[0] = 0; at[0] < p->window.batch; at[0]++)
		for (at[1] = 0; at[1] < p->window.group; at[1]++)
			for (size_t b = 0; b < p->noc_block; b++)
				for (at[2] = 0; at[2] < p->oc_block[b].count; at[2]++)
					add_plane_call(e, b);
}

static const struct function *
lower_entry(const struct plan_code *all, enum entry entry)
{
	const struct tile_plan *p = all->k.plan;
	struct entry_code e = {.all = all,
		.plan = p,
		.code = all->k.code,
		.entry = entry,
		.packs = p->packs && entry != ENTRY_PACKED};

	e.o = lowering_entry(all->k.l, entry);
	if (p->unrolled)
		add_unrolled_body(&e);
	else if (all->k.l->schedule->plan->dst.nelement)
		add_body(&e);
	return code_end_function(e.code);
}

/* The functions of an oc_block. */
static void
lower_block(struct plan_code *all, size_t number)
{
	const struct tile_plan *p = all->k.plan;
	const struct oc_block *block = &p->oc_block[number];
	struct plane_code n = {.k = all->k,
		.block = block,
		.kernel = all->kernel,
		.copying = all->copying};

	for (size_t i = 0; i < block->nkernel; i++) {
		const struct micro_kernel *kernel = block->kernel[i];

		all->kernel[kernel->index] = lower_kernel(all, kernel, false);
		if (kernel->staged)
			all->copying[kernel->index] = lower_kernel(all, kernel, true);
	}
	plane_begin(&n, number);
	if (p->design->lower_plane)
		p->design->lower_plane(&n);
	else
		plane_call(&n);
	all->plane[number] = code_end_function(all->k.code);
	if (p->packs)
		all->pack[number] = lower_pack(all->k, block, number);
}

void
tile_plan_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct tile_plan *p = schedule->own;
	struct lowering l = lowering_begin(schedule, code);
	const struct reducer *reducer = reducer_begin(
		&l, p->vector ? lowering_vector(&l, p->vector->lanes) : l.sum);
	struct plan_code all = {.k = kernel_code_begin(&l, reducer, p, NULL)};
	const struct function *whole;
	size_t nkernel = 0;

	for (size_t b = 0; b < p->noc_block; b++)
		nkernel += p->oc_block[b].nkernel;
	all.kernel = arena_array(code->arena, struct kernel_code, nkernel);
	all.copying = arena_array(code->arena, struct kernel_code, nkernel);
	if (p->design->lower_first)
		p->design->lower_first(&all.k, &l);
	for (size_t b = 0; b < p->noc_block; b++)
		lower_block(&all, b);
	whole = lower_entry(&all, ENTRY_WHOLE);
	/* A step of a network is that alone. */
	if (entries_of(schedule) == 1)
		return;
	if (p->packs) {
		lower_entry(&all, ENTRY_PACK);
		lower_entry(&all, ENTRY_PACKED);
	} else {
		lowering_unpacked_entries(&l, whole);
	}
}
