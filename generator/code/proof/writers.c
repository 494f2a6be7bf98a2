#include "code/proof/writers.h"

#include "base/arena.h"
#include "code/statements/access.h"
#include "code/walk/count.h"
#include "code/walk/visit.h"
#include "plan/plan.h"

#include <string.h>

enum {
	MOST_WRITTEN = 20000, /* sets of a function: more are of no use in a report */
	INHERITED = 0 /* the writer is the caller; else it is a function's number + 1 */
};

/* What a function stores, by its parameters. */
struct stored {
	int parameter, writer;
	struct region region;
};

struct summary {
	struct stored *stored;
	size_t n;
};

/* The state while a function is gone through. The object of a reach stands for a
   parameter and a writer. */
struct way {
	struct writers *all;
	struct walk *walk;
	struct reaches *part; /* of one access */
	struct walk_loop loop[CODE_DEPTH];
	size_t from[CODE_DEPTH + 1];
	int depth;
};

static int
object_of(int parameter, int writer)
{
	return writer * CODE_PARAMETERS + parameter;
}

/* The function to which stores are attributed: a function itself, or the callers of one
   that is inlined. */
static int
writer_of(const struct function *f)
{
	bool taken_in = f->linkage == LINKAGE_INLINE || f->linkage == LINKAGE_ALWAYS;

	return taken_in ? INHERITED : (int)f->number + 1;
}

static void
add(struct way *way, const struct walk_place *place, const struct region *what,
	int writer)
{
	struct reaches *set = &way->all->set;

	if (place->root != ROOT_PARAMETER || walk_is_over(way->walk))
		return;
	if (!reaches_of(way->walk, way->loop, place, what, way->part)) {
		walk_stop(way->walk, "an address is not affine");
		return;
	}
	for (size_t i = 0; i < way->part->n; i++) {
		way->part->reach[i]->object = object_of(place->parameter, writer);
		reaches_add(set, way->from[way->depth], way->part->reach[i]);
	}
	if (set->n - way->from[0] > MOST_WRITTEN)
		walk_stop(way->walk, "too much is written here and there");
}

static void
store(struct way *way, struct access access)
{
	struct walk_place place;
	struct region r = region_run(0, access.length);

	if (!access.length || !access.n)
		return;
	walk_place(way->walk, access.at, &place);
	region_repeat(&r, access.step, access.n);
	add(way, &place, &r, writer_of(way->walk->function));
}

static void
call(struct way *way, const struct statement *s)
{
	const struct summary *summary = walks_call(&way->all->walks, way->walk, s);

	for (size_t i = 0; summary && i < summary->n; i++) {
		const struct stored *stored = &summary->stored[i];
		struct walk_place place;
		int writer = stored->writer == INHERITED ? writer_of(way->walk->function)
							 : stored->writer;

		if (s->argument[stored->parameter].kind != ARGUMENT_ADDRESS)
			continue;
		walk_place(way->walk, &s->argument[stored->parameter].at, &place);
		add(way, &place, &stored->region, writer);
	}
}

static void
visit(void *context, struct walk *walk, const struct statement *s)
{
	struct way *way = context;

	(void)walk;
	if (s->kind == STATEMENT_STORE)
		store(way, access_of_store(s));
	else if (s->kind == STATEMENT_COPY || s->kind == STATEMENT_CLEAR)
		store(way, access_of_move(s, &s->at));
	else if (s->kind == STATEMENT_CALL)
		call(way, s);
}

static void
enter(void *context, struct walk *walk, const struct statement *s)
{
	struct way *way = context;

	if (s->kind == STATEMENT_LOOP)
		way->loop[walk->nloop - 1] = walk->loop[walk->nloop - 1];
	way->from[++way->depth] = way->all->set.n;
}

/* After a loop, what was reached in its passes becomes the union over all of them. */
static void
leave(void *context, struct walk *walk, const struct statement *s)
{
	struct way *way = context;
	struct reaches *set = &way->all->set;
	size_t from = way->from[way->depth], n = set->n;

	set->n = from;
	way->depth--;
	for (size_t i = from; i < n; i++) {
		if (s->kind == STATEMENT_LOOP &&
			!reach_fold(set->reach[i], walk->nloop - 1))
			walk_stop(walk, "an address depends on too many loops");
		reaches_add(set, way->from[way->depth], set->reach[i]);
	}
}

static void *
summarise(void *context, struct walk *walk)
{
	struct writers *all = context;
	struct way way = {
		.all = all, .walk = walk, .part = &all->part, .from = {all->set.n}};
	const struct visitor visitor = {&way, visit, enter, leave};
	struct summary *summary = arena_new(all->arena, struct summary);

	visit_function(walk, &visitor);
	summary->n = all->set.n - way.from[0];
	summary->stored = arena_array(all->arena, struct stored, summary->n);
	for (size_t i = 0; i < summary->n; i++) {
		const struct reach *r = all->set.reach[way.from[0] + i];

		summary->stored[i] = (struct stored){r->object % CODE_PARAMETERS,
			r->object / CODE_PARAMETERS, r->region};
	}
	all->set.n = way.from[0];
	return summary;
}

static void
take(void *context, const struct function *f)
{
	struct writers *all = context;

	if (computes_whole(f))
		all->whole = f;
	all->sink.keeps = !walks_take(&all->walks, f);
}

void
writers_begin(struct writers *all, struct arena *arena)
{
	*all = (struct writers){.arena = arena, .set.arena = arena, .part.arena = arena};
	all->tool = (struct walk_tool){summarise, all};
	all->walks = (struct walks){.arena = arena, .tool = &all->tool};
	all->sink = (struct code_sink){.take = take, .context = all};
}

const struct written *
writers_end(struct writers *all, size_t *n)
{
	const struct summary *summary = NULL;
	struct written *written;

	*n = 0;
	if (all->whole && !all->walks.problem)
		summary = walks_entry(&all->walks, all->whole);
	arena_free(&all->walks.scratch);
	if (!summary || all->walks.problem)
		return NULL;
	written = arena_array(all->arena, struct written, summary->n);
	for (size_t i = 0; i < summary->n; i++) {
		const struct stored *stored = &summary->stored[i];
		const struct variable *v = all->whole->parameter[stored->parameter];

		if (v->operand && stored->writer != INHERITED)
			written[(*n)++] = (struct written){
				v->operand, (size_t)stored->writer - 1, stored->region};
	}
	return written;
}
