#include "code/prove_memory.h"

#include "base/arena.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <string.h>

enum {
	MOST_NEEDS = 64 /* sets of bytes that a function is said to need of a parameter */
};

static void
stop(struct proof *p, const char *problem)
{
	walk_stop(p->walk, problem);
}

static bool
is_over(const struct proof *p)
{
	return walk_is_over(p->walk);
}

static bool
is_empty(struct hull h)
{
	return h.begin >= h.end;
}

static void
widen(struct hull *h, int64_t begin, int64_t end)
{
	if (is_empty(*h)) {
		*h = (struct hull){begin, end};
		return;
	}
	h->begin = begin < h->begin ? begin : h->begin;
	h->end = end > h->end ? end : h->end;
}

/* Objects. */

static int
add_object(struct proof *p, struct object object)
{
	p->object = arena_grow(p->walk->arena, p->object, p->nobject, sizeof *p->object);
	p->object[p->nobject] = object;
	return (int)p->nobject++;
}

void
proof_declare(struct proof *p, const struct variable *array)
{
	add_object(p, (struct object){.variable = array,
			      .parameter = -1,
			      .size = array_bytes(array)});
}

/* The object that a place is in; -1, and an end of the proof: there is none. */
static int
object_at(struct proof *p, const struct walk_place *place)
{
	if (place->root == ROOT_NULL) {
		stop(p, "a null pointer is followed");
		return -1;
	}
	for (size_t i = p->nobject; i-- > 0;)
		if (p->object[i].variable == place->object)
			return (int)i;
	if (place->root != ROOT_CONSTANT) {
		stop(p, "an array is used that is not declared");
		return -1;
	}
	/* A constant is as good as an input. */
	return add_object(p, (struct object){.variable = place->object,
				     .parameter = -1,
				     .size = array_bytes(place->object)});
}

/* An output in place of an operand. */
bool
is_update(const struct object *o)
{
	return o->updates && o->variable->operand;
}

/* Inputs have been set by who calls. */
static bool
is_input(const struct object *o)
{
	return o->variable->kind == VARIABLE_CONSTANT ||
	       (o->variable->operand && o->variable->reads);
}

static void
check_bounds(struct proof *p, int object, int64_t begin, int64_t end, bool writes)
{
	struct object *o = &p->object[object];

	widen(writes ? &o->writes : &o->reads, begin, end);
	if (o->size == INT64_MAX || (begin >= 0 && end <= o->size))
		return;
	stop(p, arena_format(p->arena,
			"it %s bytes %" PRId64 " to %" PRId64
			" of %s, which has %" PRId64,
			writes ? "writes" : "reads", begin, end - 1, o->variable->name,
			o->size));
}

/* Reaches of an access, in p->part; false: the proof ends. */
static bool
find_reaches(struct proof *p, int object, const struct walk_place *place,
	const struct region *what)
{
	if (!reaches_of(p->walk, p->loop, place, what, p->part)) {
		stop(p, "an address is not affine");
		return false;
	}
	for (size_t i = 0; i < p->part->n; i++)
		p->part->reach[i].object = object;
	return true;
}

static void
bound(struct proof *p, int object, const struct walk_place *place,
	const struct region *what, bool writes)
{
	int64_t nearest, farthest, begin = what->offset;
	int64_t end = begin + region_extent(what);
	struct region all;

	if (place_span(p->walk, place, &nearest, &farthest)) {
		check_bounds(p, object, nearest + begin, farthest + end, writes);
		return;
	}
	if (!find_reaches(p, object, place, what))
		return;
	for (size_t i = 0; i < p->part->n; i++)
		if (reach_all(&p->part->reach[i], &all))
			check_bounds(p, object, all.offset,
				all.offset + region_extent(&all), writes);
		else
			stop(p, "an address depends on too many loops");
}

/* What has been set is read: an output in place of an operand no longer has the operand's
   elements there. */
static void
reread(struct proof *p, int object)
{
	struct object *o = &p->object[object];

	o->rereads = o->updates;
	if (is_update(o))
		stop(p, arena_format(p->arena,
				"it reads of %s what it has set in place of an operand",
				o->variable->name));
}

/* open: a write of these bytes has to follow, if it is an update. */
static void
need(struct proof *p, int object, const struct walk_place *place,
	const struct region *what, bool open)
{
	const struct object *o = &p->object[object];

	if (is_input(o) || !find_reaches(p, object, place, what))
		return;
	for (size_t i = 0; i < p->part->n && !is_over(p); i++) {
		struct reach *r = &p->part->reach[i];

		r->open = open && o->updates;
		if (o->is_set && reaches_hold(p->set, p->frame[0].nset, r, p->walk->nloop,
					 p->walk->arena)) {
			reread(p, object);
			continue;
		}
		if (o->parameter < 0 || (o->variable->operand && !o->updates))
			stop(p, arena_format(p->arena,
					"it reads of %s what is not set",
					o->variable->name));
		else
			reaches_add(p->need, p->frame[p->depth].nneed, r);
	}
}

/* What is written closes those of the needs `from` to before `to` that it contains in
   the same pass. */
static void
close_needs(struct proof *p, const struct reach *written, size_t from, size_t to)
{
	const struct reaches one = {(struct reach *)written, 1, 1, NULL};

	for (size_t i = from; i < to && p->object[written->object].updates; i++) {
		struct reach *r = &p->need->reach[i];

		if (r->open && r->object == written->object &&
			reaches_hold(&one, 0, r, p->walk->nloop, p->walk->arena))
			r->open = false;
	}
}

/* closes: how many needs there were before the statement. */
static void
set(struct proof *p, int object, const struct walk_place *place,
	const struct region *what, size_t closes)
{
	const struct frame *f = &p->frame[p->depth];

	if (!find_reaches(p, object, place, what))
		return;
	p->object[object].is_set = true;
	for (size_t i = 0; i < p->part->n; i++) {
		if (p->part->reach[i].rough)
			stop(p, "where it writes is known only roughly");
		close_needs(p, &p->part->reach[i], f->nneed, closes);
		reaches_add(p->set, f->nset, &p->part->reach[i]);
	}
}

void
proof_touch(struct proof *p, struct access access, bool writes)
{
	struct walk_place place;
	struct region r = region_run(0, access.length);
	int object;

	if (!access.length || !access.n)
		return;
	walk_place(p->walk, access.at, &place);
	if (is_over(p))
		return;
	object = object_at(p, &place);
	if (is_over(p))
		return;
	region_repeat(&r, access.step, access.n);
	bound(p, object, &place, &r, writes);
	if (is_over(p))
		return;
	if (writes)
		set(p, object, &place, &r, p->need->n);
	else
		need(p, object, &place, &r, true);
}

void
proof_read(struct proof *p, const struct walk_place *place, const struct effect *e)
{
	const struct region read =
		region_run(e->reads.begin, e->reads.end - e->reads.begin);
	int object = read.length > 0 ? object_at(p, place) : -1;

	if (object < 0)
		return;
	bound(p, object, place, &read, false);
	if (e->rereads)
		reread(p, object);
	for (size_t i = 0; i < e->needs.n && !is_over(p); i++)
		need(p, object, place, &e->needs.region[i], e->leaves);
}

void
proof_write(struct proof *p, const struct walk_place *place, const struct effect *e,
	size_t closes)
{
	const struct region written =
		region_run(e->writes.begin, e->writes.end - e->writes.begin);
	int object = written.length > 0 ? object_at(p, place) : -1;

	if (object < 0)
		return;
	bound(p, object, place, &written, true);
	for (size_t i = 0; i < e->sets.n && !is_over(p); i++)
		set(p, object, place, &e->sets.region[i], closes);
}

/* How far one place is from another, in the same pass. */
static bool
distance(const struct walk_place *from, const struct walk_place *to, struct walk_place *d)
{
	*d = *to;
	d->vague |= from->vague;
	d->offset -= from->offset;
	for (int i = 0; i < from->nterm; i++) {
		if (d->nterm == WALK_TERMS)
			return false;
		d->term[d->nterm] = from->term[i];
		d->term[d->nterm++].inc *= -1;
	}
	return true;
}

bool
proof_may_meet(struct proof *p, const struct walk_place *a, struct regions at_a,
	const struct walk_place *b, struct regions at_b)
{
	struct walk_place d;
	struct region r;

	if (!at_a.n || !at_b.n || a->object != b->object)
		return false;
	if (!distance(a, b, &d))
		return true;
	for (size_t i = 0; i < at_b.n; i++) {
		if (!find_reaches(p, 0, &d, &at_b.region[i]))
			return true;
		for (size_t k = 0; k < p->part->n; k++)
			for (size_t n = 0; n < at_a.n; n++)
				if (!reach_all(&p->part->reach[k], &r) ||
					regions_meet(&at_a.region[n], &r, p->walk->arena))
					return true;
	}
	return false;
}

void
proof_enter(struct proof *p, int loop)
{
	if (loop >= 0)
		p->loop[loop] = p->walk->loop[loop];
	p->frame[++p->depth] =
		(struct frame){p->set->n, p->need->n, p->nobject, p->nvariable};
}

/* What was reached in a loop's passes is known of all of them now; arrays of the body are
   gone. What the body writes comes after what was read before it, but perhaps before what
   it reads itself, in a later pass. */
static void
leave_reaches(struct proof *p, struct reaches *all, size_t from, int loop)
{
	const struct frame *f = &p->frame[p->depth];
	size_t nobject = f->nobject;
	const struct reach *old = all->reach;
	size_t n = all->n;

	all->n = from;
	for (size_t i = from; i < n; i++) {
		struct reach r = old[i];

		if (loop >= 0 && !reach_fold(&r, loop))
			stop(p, "an address depends on too many loops");
		if ((size_t)r.object >= nobject)
			continue;
		if (all == p->set)
			close_needs(p, &r, f[-1].nneed, f->nneed);
		reaches_add(all, all == p->set ? f[-1].nset : f[-1].nneed, &r);
	}
}

void
proof_leave(struct proof *p, int loop)
{
	const struct frame *f = &p->frame[p->depth];

	leave_reaches(p, p->set, f->nset, loop);
	leave_reaches(p, p->need, f->nneed, loop);
	p->nobject = f->nobject;
	p->depth--;
}

void
proof_begin(struct proof *p, const struct function *f)
{
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct variable *v = f->parameter[i];
		int64_t size = INT64_MAX;

		if (v->operand)
			size = v->operand->nelement * type_bytes(v->type);
		else if (v->is_void && v->length)
			size = v->length;
		if (v->kind == VARIABLE_POINTER)
			add_object(p, (struct object){.variable = v,
					      .parameter = (int)i,
					      .size = size,
					      .updates = v->updates && !v->reads});
	}
}

/* Bytes of a parameter out of reaches that loops no longer have a part in. */
static struct regions
regions_of(
	struct proof *p, const struct reaches *all, size_t from, int object, bool roughly)
{
	struct region *r, *copy;
	struct hull hull = {0};
	size_t n = 0;

	for (size_t i = from; i < all->n; i++)
		n += all->reach[i].object == object;
	if (!n)
		return (struct regions){0};
	r = arena_array(p->walk->arena, struct region, n);
	n = 0;
	for (size_t i = from; i < all->n; i++)
		if (all->reach[i].object == object)
			r[n++] = all->reach[i].region;
	n = regions_compact(r, n);
	if (roughly && n > MOST_NEEDS) {
		for (size_t i = 0; i < n; i++)
			widen(&hull, r[i].offset, r[i].offset + region_extent(&r[i]));
		r[0] = region_run(hull.begin, hull.end - hull.begin);
		n = 1;
	}
	copy = arena_array(p->arena, struct region, n);
	memcpy(copy, r, n * sizeof *r);
	return (struct regions){copy, n};
}

/* Whether the function ends with needs of an object open. */
static bool
leaves_open(const struct proof *p, int object)
{
	for (size_t i = p->frame[0].nneed; i < p->need->n; i++)
		if (p->need->reach[i].open && p->need->reach[i].object == object)
			return true;
	return false;
}

struct effect
proof_effect(struct proof *p, int object)
{
	const struct object *o = &p->object[object];

	return (struct effect){o->reads, o->writes,
		regions_of(p, p->need, p->frame[0].nneed, object, true),
		regions_of(p, p->set, p->frame[0].nset, object, false),
		leaves_open(p, object), o->rereads};
}
