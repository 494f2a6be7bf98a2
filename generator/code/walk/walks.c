#include "code/walk/walks.h"

#include "base/arena.h"

#include <assert.h>
#include <string.h>

struct walk_summary {
	const struct function *function;
	uint64_t asked, null;
	const struct walk_fact *fact; /* of each parameter, where some were asked for */
	const void *summary;
};

/* Facts that some summary of a function asked for. */
struct walk_asked {
	struct walk_asked *next;
	uint64_t facts;
};

/* Room for the pointers in scope of a walk. */
struct walk_stack {
	struct walk_pointer *pointer;
	size_t room;
};

struct walk_record {
	const struct function *function;
	struct walk_asked *asked;
	bool stays; /* its body is kept */
};

static struct walk_record *
record_of(struct walks *all, const struct function *f)
{
	if (f->number >= all->nrecord) {
		size_t n = 2 * f->number + 16;
		struct walk_record *more = arena_array(all->arena, struct walk_record, n);

		if (all->nrecord)
			memcpy(more, all->record, all->nrecord * sizeof *more);
		all->record = more;
		all->nrecord = n;
	}
	return &all->record[f->number];
}

/* The room at the current depth. */
static struct walk_stack *
stack_of(struct walks *all)
{
	if (all->depth == all->nstack) {
		all->stack = arena_grow(
			all->arena, all->stack, (size_t)all->nstack, sizeof *all->stack);
		all->nstack++;
	}
	return &all->stack[all->depth];
}

static uint64_t
hash_of(const struct function *f, uint64_t asked, const struct walk_facts *facts)
{
	uint64_t hash = f->number + (facts->null & asked);

	for (int i = 0; i < CODE_PARAMETERS && asked >> i; i++)
		if (asked >> i & 1)
			hash = 31 * hash + (uint64_t)facts->fact[i].number +
			       (uint64_t)(uintptr_t)facts->fact[i].table / sizeof(void *);
	return hash;
}

static void
add_summary(struct walks *all, struct walk_record *r, const struct walk_summary *s,
	const struct walk_facts *facts)
{
	struct walk_asked *a = r->asked;

	while (a && a->facts != s->asked)
		a = a->next;
	if (!a) {
		a = arena_new(all->arena, struct walk_asked);
		*a = (struct walk_asked){r->asked, s->asked};
		r->asked = a;
	}
	all->summary =
		arena_grow(all->arena, all->summary, all->nsummary, sizeof *all->summary);
	all->summary[all->nsummary] = s;
	hash_table_add(&all->summaries, hash_of(r->function, s->asked, facts),
		all->nsummary++, all->arena);
}

/* Walks a function with what is known of its arguments. NULL: it lacks a fact, or there
   is a problem. */
static const struct walk_summary *
summarise(struct walks *all, struct walk_record *r, const struct walk_facts *facts)
{
	const struct walk_stack room = *stack_of(all);
	struct walk w = {.function = r->function,
		.facts = *facts,
		.pointer = room.pointer,
		.room = room.room,
		.arena = &all->scratch,
		.lasting = all->arena};
	struct walk_summary *s;
	void *summary;

	all->depth++;
	summary = all->tool->summarise(all->tool->context, &w);
	if (!--all->depth)
		arena_clear(&all->scratch);
	*stack_of(all) = (struct walk_stack){w.pointer, w.room};
	if (w.problem && !all->problem) {
		all->problem = w.problem;
		all->function = r->function;
		all->at = w.at;
	}
	if (w.lacks || w.problem)
		return NULL;
	s = arena_new(all->arena, struct walk_summary);
	*s = (struct walk_summary){.function = r->function,
		.asked = w.asked,
		.null = facts->null,
		.summary = summary};
	if (w.asked)
		s->fact = arena_copy(all->arena, facts->fact, r->function->nparameter,
			sizeof *s->fact);
	add_summary(all, r, s, facts);
	return s;
}

/* What is known of arguments without a call: those of the operation are not null. */
static struct walk_facts
facts_of(const struct function *f)
{
	struct walk_facts facts = {0};

	assert(f->nparameter <= CODE_PARAMETERS);
	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i]->operand || f->parameter[i]->is_void)
			facts.known |= (uint64_t)1 << i;
	return facts;
}

bool
walks_take(struct walks *all, const struct function *f)
{
	const struct walk_facts facts = facts_of(f);
	struct walk_record *r = record_of(all, f);

	r->function = f;
	r->stays = !summarise(all, r, &facts) && !all->problem;
	return !r->stays;
}

static bool
decides_alike(const struct walk_summary *s, const struct walk_facts *facts)
{
	if (s->asked & ~facts->known || s->asked & (s->null ^ facts->null))
		return false;
	for (int i = 0; i < CODE_PARAMETERS && s->asked >> i; i++) {
		const struct walk_fact *a = &s->fact[i], *b = &facts->fact[i];

		if (s->asked >> i & 1 && (a->number != b->number || a->table != b->table))
			return false;
	}
	return true;
}

static const struct walk_summary *
find_summary(struct walks *all, const struct function *f, const struct walk_facts *facts)
{
	struct walk_record *r = record_of(all, f);

	for (const struct walk_asked *a = r->asked; a; a = a->next) {
		size_t i =
			*hash_table_newest(&all->summaries, hash_of(f, a->facts, facts));

		for (; i; i = all->summaries.before[i - 1]) {
			const struct walk_summary *s = all->summary[i - 1];

			if (s->function == f && decides_alike(s, facts))
				return s;
		}
	}
	return r->stays && !all->problem ? summarise(all, r, facts) : NULL;
}

/* What a call tells of the arguments; from[i]: the caller's parameter that is passed on
   as number i, or -1. */
static struct walk_facts
facts_of_call(struct walk *w, const struct statement *s, int *from)
{
	struct walk_facts facts = {0};
	struct walk_place place;

	for (size_t i = 0; i < s->function->nparameter; i++) {
		const struct argument *a = &s->argument[i];
		uint64_t bit = (uint64_t)1 << i;

		from[i] = -1;
		if (a->kind == ARGUMENT_VALUE)
			continue;
		facts.known |= bit;
		if (a->kind == ARGUMENT_NUMBER) {
			facts.fact[i].number = a->number;
			continue;
		}
		walk_place(w, &a->at, &place);
		if (place.root == ROOT_PARAMETER) {
			from[i] = place.parameter;
			if (!(w->facts.known >> from[i] & 1))
				facts.known &= ~bit;
			facts.null |= (w->facts.null >> from[i] & 1) << i;
		} else if (place.root == ROOT_NULL) {
			facts.null |= bit;
		} else if (place.root == ROOT_CONSTANT &&
			   place.object->type.dtype == DTYPE_INT32) {
			if (place.nterm || place.vague)
				walk_stop(w, "a table is not known");
			facts.fact[i].table = place.object;
			facts.fact[i].number = place.offset;
		}
	}
	return facts;
}

const void *
walks_call(struct walks *all, struct walk *w, const struct statement *call)
{
	const struct function *f = call->function;
	int from[CODE_PARAMETERS];
	const struct walk_facts facts = facts_of_call(w, call, from);
	const struct walk_summary *s;

	if (walk_is_over(w))
		return NULL;
	s = find_summary(all, f, &facts);
	if (!s) {
		w->lacks = true;
		return NULL;
	}
	for (size_t i = 0; i < f->nparameter; i++)
		if (s->asked >> i & 1 && from[i] >= 0)
			w->asked |= (uint64_t)1 << from[i];
	return s->summary;
}

const void *
walks_value(struct walks *all, struct walk *w, const struct function *f)
{
	const struct walk_summary *s =
		find_summary(all, f, &(struct walk_facts){.known = UINT32_MAX});

	if (!s)
		w->lacks = true;
	return s ? s->summary : NULL;
}

const void *
walks_entry(struct walks *all, const struct function *f)
{
	const struct walk_facts facts = facts_of(f);
	const struct walk_summary *s = find_summary(all, f, &facts);

	return s ? s->summary : NULL;
}
