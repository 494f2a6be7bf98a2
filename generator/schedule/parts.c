#include "schedule/parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "kernels/common/lowering.h"
#include "plan/restrict_window.h"
#include "schedule/kernel_choice.h"
#include "schedule/shared.h"

/* An axis is good enough if its slowest part takes so many times its share. */
static const double EVEN = 1.03;

/* A way to cut: along an axis, into n ranges whose ends are multiples of a unit. */
struct way {
	int axis;
	int64_t extent, unit;
	size_t n;
};

static int64_t
boundary(const struct way *way, size_t i)
{
	int64_t units = ceil_div(way->extent, way->unit);
	int64_t at = units * (int64_t)i / (int64_t)way->n * way->unit;

	return at < way->extent ? at : way->extent;
}

/* A schedule for a box, as if it stood alone, by the kernel of the whole if that takes
   the box. */
static bool
schedule_box(struct schedule *box, const struct schedule *whole, const struct plan *plan,
	size_t number, uint64_t max_output, struct arena *arena)
{
	const struct schedule begin = {.plan = plan,
		.name = whole->name,
		.step = whole->step ? "" : NULL,
		.stem = arena_format(arena, "%s_%zu", whole->stem, number),
		.target = whole->target,
		.settings = whole->settings,
		.asked = whole->asked,
		.tile = whole->tile};

	*box = begin;
	box->settings.kernel = whole->kernel;
	if (!kernel_choose(box, max_output, arena))
		return true;
	*box = begin;
	box->settings.kernel = NULL;
	return !kernel_choose(box, max_output, arena) &&
	       (whole->kernel->fast || !box->kernel->fast);
}

static struct plan_box
box_of(const struct schedule *schedule, const struct way *way, size_t i,
	struct arena *arena)
{
	const struct plan_box whole = plan_box(schedule->plan, arena);

	if (way->n == 1)
		return whole;
	return plan_restrict(
		&whole, way->axis, boundary(way, i), boundary(way, i + 1), arena);
}

/* The first of the longest ranges from the middle on, where padding counts least. */
static size_t
longest(const struct way *way)
{
	size_t most = way->n / 2;

	for (size_t i = 1; i < way->n; i++) {
		size_t k = (way->n / 2 + i) % way->n;

		if (boundary(way, k + 1) - boundary(way, k) >
			boundary(way, most + 1) - boundary(way, most))
			most = k;
	}
	return most;
}

/* Tiles that are transformed are those of the whole, with all its weights. */
static bool
keeps_tiles(const struct schedule *whole, const struct schedule *box)
{
	return !whole->weights.transformed ||
	       (box->weights.transformed && whole->weights.n == box->weights.n &&
		       whole->plan->weights->nelement == box->plan->weights->nelement);
}

/* The estimate of the box that takes the longest. */
static double
time_of(const struct schedule *schedule, const struct way *way, uint64_t max_output)
{
	struct arena arena = {0};
	struct plan_box box = box_of(schedule, way, longest(way), &arena);
	struct schedule own;
	double time = 0;

	if (schedule_box(&own, schedule, box.plan, 0, max_output, &arena) &&
		keeps_tiles(schedule, &own))
		time = schedule_time(&own);
	arena_free(&arena);
	return time;
}

/* Tries an axis with parts whose ends are multiples of a unit. */
static void
try_way(struct schedule *schedule, struct way *best, double *least, int axis,
	int64_t unit, size_t n, uint64_t max_output)
{
	struct way way = {axis, restrict_extent(schedule->plan, axis), unit, n};
	int64_t units = ceil_div(way.extent, unit);
	double time;

	if (units < (int64_t)way.n)
		way.n = (size_t)units;
	if (way.n < 2)
		return;
	time = time_of(schedule, &way, max_output);
	if (time > 0 && time < *least) {
		*least = time;
		*best = way;
	}
}

/* What ends of parts are multiples of at least. */
static int64_t
unit_of(const struct schedule *schedule, int axis)
{
	return schedule->weights.transformed && axis >= RESTRICT_POSITIONS
		       ? schedule->tile
		       : 1;
}

static struct way
best_way(struct schedule *schedule, size_t n, double gain, uint64_t max_output)
{
	struct way best = {.n = 1};
	double whole = schedule_time(schedule), least = whole - gain;
	int64_t lanes = schedule->target->vector_bytes /
			(int64_t)dtype_info[schedule->plan->dst.dtype].size;

	for (int axis = 0; axis < RESTRICT_AXES && least > whole / (double)n; axis++) {
		int64_t least_unit = unit_of(schedule, axis);

		for (int64_t unit = max_of(lanes, least_unit);; unit = least_unit) {
			try_way(schedule, &best, &least, axis, unit, n, max_output);
			if (best.n == n && least <= EVEN * whole / (double)best.n)
				return best;
			if (unit == least_unit)
				break;
		}
	}
	return best;
}

/* Whether two boxes read the same weights in the same order. */
static bool
are_same_weights(const struct schedule_box *a, const struct schedule_box *b)
{
	const struct stored_weights *s = &a->schedule.weights, *t = &b->schedule.weights;
	size_t i = (size_t)(a->at.plan->weights - a->at.plan->operand);

	if (a->at.input[i] != b->at.input[i] || s->n != t->n)
		return false;
	for (int64_t k = 0; k < s->n; k++)
		if (s->source(s->packing, k) != t->source(t->packing, k))
			return false;
	return true;
}

/* Where a box's weights begin in those of the whole. */
static int64_t
first_weight(const struct schedule_box *box)
{
	return box->at.input[box->at.plan->weights - box->at.plan->operand];
}

/* The element of the weights that is element k of all packed ones. */
static int64_t
packed_source(const void *packing, int64_t k)
{
	const struct schedule_parts *parts = packing;
	const struct schedule_box *b = parts->box;
	int64_t at;

	while (!b->packs || k >= b->packed + b->schedule.weights.n)
		b++;
	at = b->schedule.weights.source(b->schedule.weights.packing, k - b->packed);
	return at < 0 ? at : at + first_weight(b);
}

/* Places the packed weights of the boxes one after the other. Where boxes read weights as
   they are, so does the whole. False: some do and some do not. */
static bool
place_weights(struct schedule *schedule, struct schedule_parts *parts)
{
	bool packs = parts->box[0].schedule.weights.packs;
	int64_t n = 0;

	if (entries_of(schedule) == 1)
		return true;
	for (size_t i = 0; i < parts->n; i++) {
		struct schedule_box *b = &parts->box[i];
		size_t k = 0;

		if (b->schedule.weights.packs != packs)
			return false;
		if (!packs) {
			b->packed = first_weight(b);
			continue;
		}
		while (k < i && !are_same_weights(&parts->box[k], b))
			k++;
		b->packs = k == i;
		b->packed = k < i ? parts->box[k].packed : n;
		n += k == i ? b->schedule.weights.n : 0;
	}
	schedule->weights = parts->box[0].schedule.weights;
	if (!packs)
		return true;
	schedule->weights.n = n;
	schedule->weights.source = packed_source;
	schedule->weights.packing = parts;
	return true;
}

/* All boxes; false: there is one without a schedule. */
static bool
make_boxes(struct schedule *schedule, struct schedule_parts *parts, const struct way *way,
	uint64_t max_output, struct arena *arena)
{
	parts->n = way->n;
	parts->box = arena_array(arena, struct schedule_box, way->n);
	for (size_t i = 0; i < way->n; i++) {
		struct schedule_box *b = &parts->box[i];

		b->at = box_of(schedule, way, i, arena);
		if (!schedule_box(
			    &b->schedule, schedule, b->at.plan, i, max_output, arena))
			return false;
	}
	for (size_t i = 0; i < way->n; i++) {
		parts->box[i].schedule.step = "";
		parts->box[i].schedule.whole = schedule;
	}
	for (size_t i = 0; i < way->n; i++)
		if (!keeps_tiles(schedule, &parts->box[i].schedule))
			return false;
	return place_weights(schedule, parts);
}

/* Cuts a schedule in a way, if each box has a schedule. */
static bool
cut(struct schedule *schedule, const struct way *way, uint64_t max_output,
	struct arena *arena)
{
	struct schedule_parts *parts = arena_new(arena, struct schedule_parts);

	if (!make_boxes(schedule, parts, way, max_output, arena))
		return false;
	schedule->parts = parts;
	return true;
}

void
schedule_cut(struct schedule *schedule, size_t n, double gain, uint64_t max_output,
	struct arena *arena)
{
	struct way way;

	if (!plan_nelement(schedule->plan) || n < 2)
		return;
	way = best_way(schedule, n, gain, max_output);
	if (way.n > 1)
		cut(schedule, &way, max_output, arena);
}

const char *
part_comment(const struct schedule *schedule, size_t i, size_t count, struct arena *arena)
{
	size_t n = schedule->parts->n;

	if (count < 2)
		return arena_format(arena, "Part %zu of %zu.", i + 1, n);
	return arena_format(arena, "Part %zu of %zu, and %zu other%s.", i + 1, n,
		count - 1, count == 2 ? "" : "s");
}

void
parts_share(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct way whole = {.n = 1};
	struct schedule_parts *parts;
	const struct schedule **box;

	if (!plan_nelement(schedule->plan) ||
		(!schedule->parts && !cut(schedule, &whole, max_output, arena)))
		return;
	/* They are the schedule's own. */
	parts = (struct schedule_parts *)schedule->parts;
	box = arena_array(arena, const struct schedule *, parts->n);
	for (size_t i = 0; i < parts->n; i++)
		box[i] = &parts->box[i].schedule;
	shared_find(&parts->shared, box, parts->n, arena);
	schedule->estimate = 0;
	for (size_t i = 0; i < parts->n; i++) {
		parts->box[i].schedule.step =
			part_comment(schedule, i, shared_count(&parts->shared, i), arena);
		if (!shared_is_other(&parts->shared, i))
			schedule->estimate =
				count_add(schedule->estimate, box[i]->estimate);
	}
}

/* Lowering. */

/* The functions of all boxes, by box and entry. */
struct boxes_code {
	const struct schedule *schedule;
	struct lowering l;
	const struct function *(*function)[NENTRY], *(*part)[NENTRY];
};

/* Of the arguments for box i, those that are operands or outputs of the plan. */
static struct argument
shifted(struct address at, int64_t n)
{
	at.offset += n;
	return code_pass(at);
}

void
part_call(const struct schedule *schedule, size_t i, const struct function *function,
	const struct address *operand, const struct address *output,
	struct code_builder *code)
{
	const struct schedule_box *b = schedule->parts ? &schedule->parts->box[i] : NULL;
	const struct plan *plan = b ? b->at.plan : schedule->plan;
	struct argument *a = arena_array(
		code->body, struct argument, plan->noperand + plan_noutput(plan));
	size_t n = 0;

	for (size_t k = 0; k < plan->noperand; k++)
		if (plan_passes(plan, &plan->operand[k]))
			a[n++] = shifted(operand[k], b ? b->at.input[k] : 0);
	for (size_t k = 0; k < plan_noutput(plan); k++)
		a[n++] = shifted(output[k], b ? b->at.output : 0);
	code_call(code, function, a);
}

static void
add_call(const struct boxes_code *c, const struct entry_operands *o,
	const struct variable *packed, size_t i, enum entry entry)
{
	const struct schedule_box *b = &c->schedule->parts->box[i];
	const struct plan *plan = c->schedule->plan, *own = b->at.plan;
	struct argument a[MAX_OPERAND + 4];
	size_t n = 0;

	for (size_t k = 0; k < plan->noperand; k++) {
		const struct operand *operand = &own->operand[k];

		if (!plan_passes(own, operand) ||
			(entry == ENTRY_PACK && operand != own->weights))
			continue;
		if (entry == ENTRY_PACKED && operand == own->weights)
			a[n++] = code_pass(code_at(packed, b->packed));
		else
			a[n++] = code_pass(code_at(o->operand[k], b->at.input[k]));
	}
	if (entry == ENTRY_PACK)
		a[n++] = code_pass(code_at(packed, b->packed));
	for (size_t k = 0; k < plan_noutput(plan) && entry != ENTRY_PACK; k++)
		a[n++] = code_pass(code_at(o->output[k], b->at.output));
	if (entry == ENTRY_PACKED && !b->schedule.weights.packs)
		entry = ENTRY_WHOLE;
	code_call(c->l.code, c->function[i][entry], a);
}

/* A pointer to packed weights: of the type of sums, or of that in memory if they are
   copies. */
static const struct variable *
packed_of(const struct boxes_code *c, const struct entry_operands *o, enum entry entry)
{
	if (!o->packed)
		return NULL;
	return code_let_pointer(c->l.code, entry == ENTRY_PACKED, true,
		c->schedule->weights.packs
			? c->l.sum
			: code_scalar(c->schedule->plan->weights->dtype),
		"panels", code_at(o->packed, 0));
}

/* Part number i of an entry. */
static void
lower_part(const struct boxes_code *c, enum entry entry, size_t i)
{
	struct code_builder *code = c->l.code;
	struct entry_operands o;
	struct function *f = code_function(code, LINKAGE_NOINLINE,
		code_name(
			code, "%s%s_part_%zu", c->schedule->stem, entry_suffix[entry], i),
		NULL);

	f->stage = (size_t)entry + 1;
	f->is_entry = true;
	o = lowering_inputs(&c->l, entry);
	lowering_outputs(&c->l, &o, false, true);
	add_call(c, &o, packed_of(c, &o, entry), i, entry);
	code_unused_parameters(code);
	c->part[i][entry] = code_end_function(code);
}

/* Adds calls of the parts, which take what the entry takes. */
static void
call_parts(const struct boxes_code *c, enum entry entry)
{
	const struct function *f = c->l.code->function;
	struct argument *a = arena_array(c->l.code->body, struct argument, f->nparameter);

	for (size_t i = 0; i < f->nparameter; i++)
		a[i] = code_pass_pointer(f->parameter[i]);
	for (size_t i = 0; i < c->schedule->parts->n; i++)
		code_call(c->l.code, c->part[i][entry], a);
}

static void
pack_parts(const struct boxes_code *c, const struct entry_operands *o)
{
	const struct schedule_parts *parts = c->schedule->parts;
	const struct variable *packed = packed_of(c, o, ENTRY_PACK);

	for (size_t i = 0; i < parts->n; i++)
		if (parts->box[i].packs)
			add_call(c, o, packed, i, ENTRY_PACK);
	code_unused_parameters(c->l.code);
}

static void
lower_entry(const struct boxes_code *c, enum entry entry)
{
	struct entry_operands o;

	if (entry == ENTRY_PACK && !c->schedule->weights.packs) {
		lowering_copying_entry(&c->l);
		return;
	}
	o = lowering_entry(&c->l, entry);
	if (entry == ENTRY_PACK)
		pack_parts(c, &o);
	else
		call_parts(c, entry);
	code_end_function(c->l.code);
}

static void
lower_boxes(struct boxes_code *c)
{
	struct code_builder *code = c->l.code;
	const struct shared_schedules *shared = &c->schedule->parts->shared;

	for (size_t i = 0; i < c->schedule->parts->n; i++) {
		const struct schedule *s = &c->schedule->parts->box[i].schedule;
		size_t n = (size_t)entries_of(s);

		if (!shared->share) {
			s->kernel->lower(s, code);
			c->function[i][ENTRY_WHOLE] = code->last;
			continue;
		}
		shared_lower(shared, i, code);
		for (size_t e = 0; e < n; e++)
			c->function[i][e] =
				share_function(code, shared->first[i + 1] - n + e);
	}
}

void
parts_lower(const struct schedule *schedule, struct code_builder *code)
{
	const struct schedule_parts *parts = schedule->parts;
	struct boxes_code c = {.schedule = schedule, .l = lowering_begin(schedule, code)};
	int n = entries_of(schedule);

	c.function = arena_alloc_array(code->arena, parts->n, sizeof *c.function);
	c.part = arena_alloc_array(code->arena, parts->n, sizeof *c.part);
	if (parts->shared.share)
		code->sharing = sharing_begin(parts->shared.share, code->arena);
	lower_boxes(&c);
	for (int e = 0; e < n; e++)
		for (size_t i = 0; i < parts->n && e != ENTRY_PACK; i++)
			lower_part(&c, (enum entry)e, i);
	for (int e = 0; e < n; e++)
		lower_entry(&c, (enum entry)e);
}
