#include "code/proof/prove_memory.h"

#include "base/arena.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <string.h>

enum {
	MOST_NEEDS = 64 /* sets of bytes that a function is said to need of a parameter */
};

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
add_object(struct memory *m, struct object object)
{
	m->object = arena_grow(m->walk->arena, m->object, m->nobject, sizeof *m->object);
	m->object[m->nobject] = object;
	return (int)m->nobject++;
}

static int
add_array(struct memory *m, const struct variable *array)
{
	return add_object(m,
		(struct object){
			.variable = array, .parameter = -1, .size = array_bytes(array)});
}

void
memory_declare(struct memory *m, const struct variable *array)
{
	add_array(m, array);
}

/* The object that a place is in; -1, and an end of the proof: there is none. */
static int
object_at(struct memory *m, const struct walk_place *place)
{
	if (place->root == ROOT_NULL) {
		walk_stop(m->walk, "a null pointer is followed");
		return -1;
	}
	for (size_t i = m->nobject; i-- > 0;)
		if (m->object[i].variable == place->object)
			return (int)i;
	if (place->root != ROOT_CONSTANT) {
		walk_stop(m->walk, "an array is used that is not declared");
		return -1;
	}
	/* A constant is as good as an input. */
	return add_array(m, place->object);
}

/* Inputs have been set by who calls. */
static bool
is_input(const struct object *o)
{
	return o->variable->kind == VARIABLE_CONSTANT ||
	       (o->variable->operand && o->variable->reads);
}

static void
check_bounds(struct memory *m, int object, int64_t begin, int64_t end, bool writes)
{
	struct object *o = &m->object[object];

	widen(writes ? &o->writes : &o->reads, begin, end);
	if (o->size == INT64_MAX || (begin >= 0 && end <= o->size))
		return;
	walk_stop(m->walk, arena_format(m->arena,
				   "it %s bytes %" PRId64 " to %" PRId64
				   " of %s, which has %" PRId64,
				   writes ? "writes" : "reads", begin, end - 1,
				   o->variable->name, o->size));
}

/* Reaches of an access, in m->part; false: the proof ends. */
static bool
find_reaches(struct memory *m, int object, const struct walk_place *place,
	const struct region *what)
{
	if (!reaches_of(m->walk, m->loop, place, what, m->part)) {
		walk_stop(m->walk, "an address is not affine");
		return false;
	}
	for (size_t i = 0; i < m->part->n; i++)
		m->part->reach[i]->object = object;
	return true;
}

static void
bound(struct memory *m, int object, const struct walk_place *place,
	const struct region *what, bool writes)
{
	int64_t nearest, farthest, begin = what->offset;
	int64_t end = begin + region_extent(what);
	struct region all;

	if (place_span(m->walk, place, &nearest, &farthest)) {
		check_bounds(m, object, nearest + begin, farthest + end, writes);
		return;
	}
	if (!find_reaches(m, object, place, what))
		return;
	for (size_t i = 0; i < m->part->n; i++)
		if (reach_all(m->part->reach[i], &all))
			check_bounds(m, object, all.offset,
				all.offset + region_extent(&all), writes);
		else
			walk_stop(m->walk, "an address depends on too many loops");
}

/* What has been set is read: an output in place of an operand no longer has the operand's
   elements there. */
static void
reread(struct memory *m, int object)
{
	struct object *o = &m->object[object];

	o->rereads = o->updates;
	if (is_update(o))
		walk_stop(m->walk,
			arena_format(m->arena,
				"it reads of %s what it has set in place of an operand",
				o->variable->name));
}

/* open: a write of these bytes has to follow, if it is an update. */
static void
need(struct memory *m, int object, const struct walk_place *place,
	const struct region *what, bool open)
{
	const struct object *o = &m->object[object];

	if (is_input(o) || !find_reaches(m, object, place, what))
		return;
	for (size_t i = 0; i < m->part->n && !walk_is_over(m->walk); i++) {
		struct reach *r = m->part->reach[i];

		r->open = open && o->updates;
		if (o->is_set &&
			reaches_hold(m->set, m->frame[0].nset, r, m->walk->nloop)) {
			reread(m, object);
			continue;
		}
		if (o->parameter < 0 || (o->variable->operand && !o->updates))
			walk_stop(m->walk,
				arena_format(m->arena, "it reads of %s what is not set",
					o->variable->name));
		else
			reaches_add(m->need, m->frame[m->depth].nneed, r);
	}
}

/* What is written closes those of the needs `from` to before `to` that it contains in
   the same pass. */
static void
close_needs(struct memory *m, const struct reach *written, size_t from, size_t to)
{
	struct reach *reach = (struct reach *)written;
	const struct reaches one = {&reach, 1, 1, NULL};

	for (size_t i = from; i < to && m->object[written->object].updates; i++) {
		struct reach *r = m->need->reach[i];

		if (r->open && r->object == written->object &&
			reaches_hold(&one, 0, r, m->walk->nloop))
			r->open = false;
	}
}

/* closes: how many needs there were before the write. */
static void
set(struct memory *m, int object, const struct walk_place *place,
	const struct region *what, size_t closes)
{
	const struct frame *f = &m->frame[m->depth];

	if (!find_reaches(m, object, place, what))
		return;
	m->object[object].is_set = true;
	for (size_t i = 0; i < m->part->n; i++) {
		if (m->part->reach[i]->rough)
			walk_stop(m->walk, "where it writes is known only roughly");
		close_needs(m, m->part->reach[i], f->nneed, closes);
		reaches_add(m->set, f->nset, m->part->reach[i]);
	}
}

void
memory_touch(struct memory *m, struct access access, bool writes)
{
	struct walk_place place;
	struct region r;
	int object;

	if (!access.length || !access.n)
		return;
	walk_place(m->walk, access.at, &place);
	if (walk_is_over(m->walk))
		return;
	object = object_at(m, &place);
	if (walk_is_over(m->walk))
		return;
	region_set_run(&r, 0, access.length);
	region_repeat(&r, access.step, access.n);
	bound(m, object, &place, &r, writes);
	if (walk_is_over(m->walk))
		return;
	if (writes)
		set(m, object, &place, &r, m->need->n);
	else
		need(m, object, &place, &r, true);
}

/* What a call reads, and what it needs to be set. */
static void
call_reads(struct memory *m, const struct walk_place *place, const struct effect *e)
{
	const struct region read =
		region_run(e->reads.begin, e->reads.end - e->reads.begin);
	int object = read.length > 0 ? object_at(m, place) : -1;

	if (object < 0)
		return;
	bound(m, object, place, &read, false);
	if (e->rereads)
		reread(m, object);
	for (size_t i = 0; i < e->needs.n && !walk_is_over(m->walk); i++)
		need(m, object, place, &e->needs.region[i], e->leaves);
}

static void
call_writes(struct memory *m, const struct walk_place *place, const struct effect *e,
	size_t closes)
{
	const struct region written =
		region_run(e->writes.begin, e->writes.end - e->writes.begin);
	int object = written.length > 0 ? object_at(m, place) : -1;

	if (object < 0)
		return;
	bound(m, object, place, &written, true);
	for (size_t i = 0; i < e->sets.n && !walk_is_over(m->walk); i++)
		set(m, object, place, &e->sets.region[i], closes);
}

void
memory_call(struct memory *m, const struct walk_place *place, const struct effect *effect,
	size_t n)
{
	size_t closes = m->need->n;

	for (size_t i = 0; i < n; i++)
		call_reads(m, &place[i], &effect[i]);
	for (size_t i = 0; i < n; i++)
		call_writes(m, &place[i], &effect[i], closes);
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
memory_may_meet(struct memory *m, const struct walk_place *a, struct regions at_a,
	const struct walk_place *b, struct regions at_b)
{
	struct walk_place d;
	struct region r;

	if (!at_a.n || !at_b.n || a->object != b->object)
		return false;
	if (!distance(a, b, &d))
		return true;
	for (size_t i = 0; i < at_b.n; i++) {
		if (!find_reaches(m, 0, &d, &at_b.region[i]))
			return true;
		for (size_t k = 0; k < m->part->n; k++)
			for (size_t n = 0; n < at_a.n; n++)
				if (!reach_all(m->part->reach[k], &r) ||
					regions_meet(&at_a.region[n], &r, m->walk->arena))
					return true;
	}
	return false;
}

void
memory_enter(struct memory *m, int loop)
{
	if (loop >= 0)
		m->loop[loop] = m->walk->loop[loop];
	m->frame[++m->depth] = (struct frame){m->set->n, m->need->n, m->nobject};
}

static bool
names_loop(const struct reach *r, int loop)
{
	for (int i = 0; i < r->nterm; i++)
		if (r->term[i].loop == loop)
			return true;
	return false;
}

/* What was reached in a loop's passes is known of all of them now; arrays of the body are
   gone. What the body writes comes after what was read before it, but perhaps before what
   it reads itself, in a later pass. */
static void
leave_reaches(struct memory *m, struct reaches *all, size_t from, int loop)
{
	const struct frame *f = &m->frame[m->depth];
	size_t nobject = f->nobject;
	size_t n = all->n;

	all->n = from;
	for (size_t i = from; i < n; i++) {
		struct reach *r = all->reach[i];

		if (loop >= 0 && all == m->set && m->loop[loop].picked &&
			names_loop(r, loop))
			walk_stop(m->walk, "it stores where an index picks");
		if (loop >= 0 && !reach_fold(r, loop))
			walk_stop(m->walk, "an address depends on too many loops");
		if ((size_t)r->object >= nobject)
			continue;
		if (all == m->set)
			close_needs(m, r, f[-1].nneed, f->nneed);
		reaches_add(all, all == m->set ? f[-1].nset : f[-1].nneed, r);
	}
}

void
memory_leave(struct memory *m, int loop)
{
	const struct frame *f = &m->frame[m->depth];

	leave_reaches(m, m->set, f->nset, loop);
	leave_reaches(m, m->need, f->nneed, loop);
	m->nobject = f->nobject;
	m->depth--;
}

void
memory_begin(struct memory *m)
{
	const struct function *f = m->walk->function;

	m->frame[0] = (struct frame){.nset = m->set->n, .nneed = m->need->n};
	for (size_t i = 0; i < f->nparameter; i++) {
		const struct variable *v = f->parameter[i];
		int64_t size = INT64_MAX;

		if (v->operand)
			size = v->operand->nelement * type_bytes(v->type);
		else if (v->is_void && !v->is_packed)
			size = v->length;
		if (v->kind == VARIABLE_POINTER)
			add_object(m, (struct object){.variable = v,
					      .parameter = (int)i,
					      .size = size,
					      .updates = v->updates && !v->reads});
	}
}

/* Bytes of a parameter out of reaches that loops no longer have a part in. */
static struct regions
regions_of(struct memory *m, const struct reaches *all, size_t from, int object,
	bool roughly)
{
	struct region *r;
	struct hull hull = {0};
	size_t n = 0;

	for (size_t i = from; i < all->n; i++)
		n += all->reach[i]->object == object;
	if (!n)
		return (struct regions){0};
	r = arena_array(m->walk->arena, struct region, n);
	n = 0;
	for (size_t i = from; i < all->n; i++)
		if (all->reach[i]->object == object)
			r[n++] = all->reach[i]->region;
	n = regions_compact(r, n);
	if (roughly && n > MOST_NEEDS) {
		for (size_t i = 0; i < n; i++)
			widen(&hull, r[i].offset, r[i].offset + region_extent(&r[i]));
		r[0] = region_run(hull.begin, hull.end - hull.begin);
		n = 1;
	}
	return (struct regions){arena_copy(m->arena, r, n, sizeof *r), n};
}

/* Whether the function ends with needs of an object open. */
static bool
leaves_open(const struct memory *m, int object)
{
	for (size_t i = m->frame[0].nneed; i < m->need->n; i++)
		if (m->need->reach[i]->open && m->need->reach[i]->object == object)
			return true;
	return false;
}

struct effect
memory_effect(struct memory *m, int object)
{
	const struct object *o = &m->object[object];

	return (struct effect){o->reads, o->writes,
		regions_of(
			m, m->need, m->frame[0].nneed, object, !m->walk->function->stage),
		regions_of(m, m->set, m->frame[0].nset, object, false),
		leaves_open(m, object), o->rereads};
}

void
memory_end(struct memory *m)
{
	m->set->n = m->frame[0].nset;
	m->need->n = m->frame[0].nneed;
}
