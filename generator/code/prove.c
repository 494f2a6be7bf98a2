#include "code/prove.h"

#include "base/arena.h"
#include "base/out.h"
#include "code/access.h"
#include "code/dump.h"
#include "plan/plan.h"

#include <inttypes.h>
#include <string.h>

enum {
	MOST_NEEDS = 64 /* sets of bytes that a function is said to need of a parameter */
};

/* Bytes from begin to before end; none where that is not larger. */
struct hull {
	int64_t begin, end;
};

/* What a function does with what a parameter points to. */
struct effect {
	struct hull reads, writes;
	struct regions needs; /* bytes that are read and that it has not set before */
	struct regions sets;
	bool leaves;  /* some of what it needs is not known to be written after that */
	bool rereads; /* it reads what it has set */
};

/* An array or a parameter. */
struct object {
	const struct variable *variable;
	int parameter; /* its number, or -1 */
	int64_t size;  /* bytes; INT64_MAX: not known */
	struct hull reads, writes;
	bool is_set;  /* some of its bytes may have been */
	bool updates; /* it may be an output in place of an operand, or part of it */
	bool rereads; /* the same, and what was set is read */
};

/* A body that is gone through: what there was in front of it. */
struct frame {
	size_t nset, nneed, nobject, nvariable;
};

/* The way through a function. */
struct proof {
	struct proving *all;
	struct walk *walk;
	struct object *object;
	size_t nobject;
	struct reaches *set, *need; /* after those of functions that are gone through */
	struct reaches *part;       /* of one access */

	struct walk_loop loop[CODE_DEPTH]; /* as they were entered */
	bool *is_set;                      /* variables, by their numbers */
	size_t *variable;                  /* the numbers of those that are */
	size_t nvariable;
	struct frame frame[CODE_DEPTH + 1];
	int depth;
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
static bool
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
	stop(p, arena_format(p->all->arena,
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
		stop(p, arena_format(p->all->arena,
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
			stop(p, arena_format(p->all->arena,
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

static void
touch(struct proof *p, struct access access, bool writes)
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

/* Values and variables. */

static void
set_variable(struct proof *p, const struct variable *v)
{
	if (p->is_set[v->number])
		return;
	p->is_set[v->number] = true;
	p->variable[p->nvariable++] = v->number;
}

static void
check_value(struct proof *p, const struct value *v)
{
	if (is_load(v))
		touch(p, access_of_load(v), false);
	else if (v->kind == VALUE_VARIABLE && v->variable->kind == VARIABLE_VALUE &&
		 !p->is_set[v->variable->number])
		stop(p, arena_format(p->all->arena, "%s is read and not set",
				v->variable->name));
	for (int i = 0; i < value_operands(v); i++)
		check_value(p, v->a[i]);
}

/* Calls. */

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

/* Whether bytes at one place may be among bytes at another one, in any pass. */
static bool
may_meet(struct proof *p, const struct walk_place *a, struct regions at_a,
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

/* What is written through a restricted pointer is reached by no other one, and what is
   reached through it is not written by others. */
static void
check_restrict(struct proof *p, const struct statement *s, const struct effect *effect,
	const struct walk_place *place)
{
	const struct function *f = s->function;

	for (size_t i = 0; i < f->nparameter; i++)
		for (size_t k = 0; k < f->nparameter; k++) {
			const struct effect *a = &effect[i], *b = &effect[k];

			if (i == k || !f->parameter[i]->restricted ||
				s->argument[k].kind != ARGUMENT_ADDRESS)
				continue;
			if (may_meet(p, &place[i], a->sets, &place[k], b->sets) ||
				may_meet(p, &place[i], a->sets, &place[k], b->needs) ||
				may_meet(p, &place[i], a->needs, &place[k], b->sets))
				stop(p, arena_format(p->all->arena,
						"what %s points to is reached by %s, too",
						f->parameter[i]->name,
						f->parameter[k]->name));
		}
}

/* What a call reads, and what it needs to be set. */
static void
apply_reads(struct proof *p, const struct walk_place *place, const struct effect *e)
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

static void
apply_writes(struct proof *p, const struct walk_place *place, const struct effect *e,
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

/* What a call reads of an update through one argument is not written through another one
   of the same call: which comes first is not known. */
static void
check_updates(struct proof *p, const struct statement *s, const struct effect *effect,
	const struct walk_place *place)
{
	size_t n = s->function->nparameter;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (i != k && place[i].object && place[i].object->updates &&
				may_meet(p, &place[i], effect[i].needs, &place[k],
					effect[k].sets))
				stop(p, arena_format(p->all->arena,
						"what %s points to is written as %s",
						s->function->parameter[i]->name,
						s->function->parameter[k]->name));
}

static void
check_call(struct proof *p, const struct statement *s)
{
	const struct effect *effect = walks_call(&p->all->walks, p->walk, s);
	struct walk_place place[WALK_PARAMETERS];
	size_t closes = p->need->n;

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];

		place[i].object = NULL;
		if (a->kind == ARGUMENT_VALUE)
			check_value(p, a->value);
		else if (a->kind == ARGUMENT_ADDRESS)
			walk_place(p->walk, &a->at, &place[i]);
	}
	if (s->variable)
		set_variable(p, s->variable);
	if (!effect || is_over(p))
		return;
	for (size_t i = 0; i < s->function->nparameter; i++)
		apply_reads(p, &place[i], &effect[i]);
	for (size_t i = 0; i < s->function->nparameter; i++)
		apply_writes(p, &place[i], &effect[i], closes);
	check_restrict(p, s, effect, place);
	check_updates(p, s, effect, place);
}

static void
check_copy(struct proof *p, const struct statement *s)
{
	const struct access to = access_of_move(s, &s->at);
	const struct region r = region_run(0, to.length);
	struct walk_place a, b;

	touch(p, access_of_move(s, &s->from), false);
	touch(p, to, true);
	walk_place(p->walk, &s->at, &a);
	walk_place(p->walk, &s->from, &b);
	if (!is_over(p) &&
		may_meet(p, &a, (struct regions){&r, 1}, &b, (struct regions){&r, 1}))
		stop(p, "what is copied overlaps");
}

static void
declare(struct proof *p, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i]->kind == VARIABLE_ARRAY)
			add_object(p, (struct object){.variable = s->declared[i],
					      .parameter = -1,
					      .size = array_bytes(s->declared[i])});
}

static void
check_statement(void *context, struct walk *walk, const struct statement *s)
{
	struct proof *p = context;

	(void)walk;
	switch (s->kind) {
	case STATEMENT_DECLARE:
		declare(p, s);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
		check_value(p, s->value);
		set_variable(p, s->variable);
		break;
	case STATEMENT_RETURN:
		check_value(p, s->value);
		break;
	case STATEMENT_STORE:
		check_value(p, s->value);
		touch(p, access_of_store(s), true);
		break;
	case STATEMENT_COPY:
		check_copy(p, s);
		break;
	case STATEMENT_CLEAR:
		touch(p, access_of_move(s, &s->at), true);
		break;
	case STATEMENT_CALL:
		check_call(p, s);
		break;
	default:
		break;
	}
}

/* Bodies. */

static void
enter(void *context, struct walk *walk, const struct statement *s)
{
	struct proof *p = context;

	if (s->kind == STATEMENT_LOOP)
		p->loop[walk->nloop - 1] = walk->loop[walk->nloop - 1];
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

static bool
is_part(const struct proof *p)
{
	for (int i = 0; i < p->walk->nloop; i++)
		if (p->walk->loop[i].every != p->loop[i].every ||
			p->walk->loop[i].count != p->loop[i].count)
			return true;
	return false;
}

static void
leave(void *context, struct walk *walk, const struct statement *s)
{
	struct proof *p = context;
	const struct frame *f = &p->frame[p->depth];
	int loop = s->kind == STATEMENT_LOOP ? walk->nloop - 1 : -1;

	leave_reaches(p, p->set, f->nset, loop);
	leave_reaches(p, p->need, f->nneed, loop);
	/* In other passes they may not be set. */
	while (s->kind == STATEMENT_IF && is_part(p) && p->nvariable > f->nvariable)
		p->is_set[p->variable[--p->nvariable]] = false;
	p->nobject = f->nobject;
	p->depth--;
}

/* A function as a whole. */

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
	copy = arena_array(p->all->arena, struct region, n);
	memcpy(copy, r, n * sizeof *r);
	return (struct regions){copy, n};
}

/* All bytes of what a function is for are set. */
static void
check_complete(struct proof *p, const struct object *o, struct regions sets, int64_t size)
{
	int64_t gap = regions_gap(sets, size, p->walk->arena);

	if (gap >= 0)
		stop(p, arena_format(p->all->arena,
				"element %" PRId64 " of %s is not set",
				gap / type_bytes(o->variable->type), o->variable->name));
}

/* All bytes are set: if they are as many as were set, no byte was set twice. */
static void
check_update(struct proof *p, const struct object *o, const struct effect *e)
{
	if (e->needs.n && !regions_are_bytes(e->sets, o->size))
		stop(p, arena_format(p->all->arena,
				"%s is in place of an operand, and some of it is set "
				"twice",
				o->variable->name));
	if (e->leaves)
		stop(p, arena_format(p->all->arena,
				"it reads of %s what it may have set in place of an "
				"operand",
				o->variable->name));
}

static void
check_ends(struct proof *p, const struct object *o, struct regions sets)
{
	struct proving *all = p->all;

	if (o->variable->operand && !o->variable->reads) {
		if (!p->walk->function->part_of)
			check_complete(p, o, sets, o->size);
	} else if (o->variable->is_void && o->variable->length) {
		return;
	} else if (o->variable->is_void && !o->variable->reads) {
		check_complete(p, o, sets, o->writes.end);
		all->packed = o->writes.end;
	} else if (o->variable->is_void && o->reads.end > all->unpacked) {
		all->unpacked = o->reads.end;
	}
	if (o->variable->is_void && (o->reads.begin < 0 || o->writes.begin < 0))
		stop(p, "it goes before the beginning of packed weights");
}

static void
begin_function(struct proof *p, const struct function *f)
{
	p->is_set = arena_array(p->walk->arena, bool, f->nvariable);
	p->variable = arena_array(p->walk->arena, size_t, f->nvariable);
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
		else
			set_variable(p, v);
	}
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

/* Parts are proven together, at the end. */
static void
note_part(struct proving *all, const struct function *f, const struct effect *effect)
{
	struct regions *sets = arena_array(all->arena, struct regions, f->nparameter);

	for (size_t i = 0; i < f->nparameter; i++)
		sets[i] = effect[i].sets;
	written_parts_add(&all->parts, f, sets);
}

static void *
summarise(void *context, struct walk *walk)
{
	struct proving *all = context;
	const struct function *f = walk->function;
	struct proof p = {.all = all,
		.walk = walk,
		.set = &all->set,
		.need = &all->need,
		.part = &all->part,
		.frame = {{.nset = all->set.n, .nneed = all->need.n}}};
	const struct walk_visitor visitor = {&p, check_statement, enter, leave};
	struct effect *effect = arena_array(all->arena, struct effect, f->nparameter);

	begin_function(&p, f);
	walk_run(walk, &visitor);
	for (size_t i = 0; i < p.nobject && !is_over(&p); i++) {
		const struct object *o = &p.object[i];
		struct effect *e = &effect[o->parameter];

		if (o->parameter < 0)
			continue;
		*e = (struct effect){o->reads, o->writes,
			regions_of(&p, p.need, p.frame[0].nneed, (int)i, true),
			regions_of(&p, p.set, p.frame[0].nset, (int)i, false),
			leaves_open(&p, (int)i), o->rereads};
		check_ends(&p, o, e->sets);
		if (is_update(o))
			check_update(&p, o, e);
		if (o->variable->is_void && o->variable->length && e->needs.n)
			stop(&p, "it reads of the workspace what is not set");
	}
	if (f->part_of && f->part >= 0)
		note_part(all, f, effect);
	all->set.n = p.frame[0].nset;
	all->need.n = p.frame[0].nneed;
	return effect;
}

/* The statement that cannot be proven, as --emit-code prints it. */
static const char *
spell(const struct statement *s, struct arena *arena)
{
	struct out out = {.buffer = arena_alloc(arena, OUT_BUFFER)};

	dump_statement(&out, s);
	return arena_copy_text(arena, out.buffer, out.used);
}

static void
take(void *context, const struct function *f)
{
	struct proving *all = context;
	const struct walks *walks = &all->walks;

	all->sink.keeps = !walks_take(&all->walks, f);
	if (walks->problem && !all->failure)
		all->failure = arena_format(all->arena, "%s: %s%s%s",
			walks->function->name, walks->problem, walks->at ? ", in: " : "",
			walks->at ? spell(walks->at, all->arena) : "");
}

void
prove_begin(struct proving *all, struct arena *arena)
{
	*all = (struct proving){.arena = arena,
		.set.arena = arena,
		.need.arena = arena,
		.part.arena = arena,
		.parts.arena = arena};
	all->tool = (struct walk_tool){summarise, all};
	all->walks = (struct walks){.arena = arena, .tool = &all->tool};
	all->sink = (struct code_sink){.take = take, .context = all};
}

const char *
prove_end(struct proving *all)
{
	if (!all->failure)
		all->failure = written_parts_problem(&all->parts, &all->walks.scratch);
	arena_free(&all->walks.scratch);
	if (!all->failure && all->unpacked > all->packed)
		all->failure = arena_format(all->arena,
			"packed weights are %" PRId64 " bytes, and %" PRId64 " are read",
			all->packed, all->unpacked);
	return all->failure;
}
