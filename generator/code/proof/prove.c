#include "code/proof/prove.h"

#include "base/arena.h"
#include "base/out.h"
#include "code/proof/prove_memory.h"
#include "code/statements/dump.h"
#include "code/walk/visit.h"
#include "plan/plan.h"

#include <inttypes.h>

/* The way through a function. */
struct proof {
	struct proving *all;
	struct walk *walk;
	struct memory memory;
	bool *is_set;     /* variables, by their numbers */
	size_t *variable; /* the numbers of those that are */
	size_t nvariable;
	size_t before[CODE_DEPTH + 1]; /* nvariable when a body was entered, by depth */
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
		memory_touch(&p->memory, access_of_load(v), false);
	else if (v->kind == VALUE_VARIABLE && v->variable->kind == VARIABLE_VALUE &&
		 !p->is_set[v->variable->number])
		stop(p, arena_format(p->all->arena, "%s is read and not set",
				v->variable->name));
	for (int i = 0; i < value_operands(v); i++)
		check_value(p, v->a[i]);
}

/* Calls. */

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
			if (memory_may_meet(
				    &p->memory, &place[i], a->sets, &place[k], b->sets) ||
				memory_may_meet(&p->memory, &place[i], a->sets, &place[k],
					b->needs) ||
				memory_may_meet(&p->memory, &place[i], a->needs,
					&place[k], b->sets))
				stop(p, arena_format(p->all->arena,
						"what %s points to is reached by %s, too",
						f->parameter[i]->name,
						f->parameter[k]->name));
		}
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
				memory_may_meet(&p->memory, &place[i], effect[i].needs,
					&place[k], effect[k].sets))
				stop(p, arena_format(p->all->arena,
						"what %s points to is written as %s",
						s->function->parameter[i]->name,
						s->function->parameter[k]->name));
}

static void
check_call(struct proof *p, const struct statement *s)
{
	const struct effect *effect = walks_call(&p->all->walks, p->walk, s);
	struct walk_place place[CODE_PARAMETERS];

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
	memory_call(&p->memory, place, effect, s->function->nparameter);
	check_restrict(p, s, effect, place);
	check_updates(p, s, effect, place);
}

static void
check_copy(struct proof *p, const struct statement *s)
{
	const struct access to = access_of_move(s, &s->at);
	const struct region r = region_run(0, to.length);
	struct walk_place a, b;

	memory_touch(&p->memory, access_of_move(s, &s->from), false);
	memory_touch(&p->memory, to, true);
	walk_place(p->walk, &s->at, &a);
	walk_place(p->walk, &s->from, &b);
	if (!is_over(p) && memory_may_meet(&p->memory, &a, (struct regions){&r, 1}, &b,
				   (struct regions){&r, 1}))
		stop(p, "what is copied overlaps");
}

static void
declare(struct proof *p, const struct statement *s)
{
	for (size_t i = 0; i < s->ndeclared; i++)
		if (s->declared[i]->kind == VARIABLE_ARRAY)
			memory_declare(&p->memory, s->declared[i]);
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
		memory_touch(&p->memory, access_of_store(s), true);
		break;
	case STATEMENT_COPY:
		check_copy(p, s);
		break;
	case STATEMENT_CLEAR:
		memory_touch(&p->memory, access_of_move(s, &s->at), true);
		break;
	case STATEMENT_LOOP:
		memory_touch(&p->memory, access_of_pick(s), false);
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

	memory_enter(&p->memory, s->kind == STATEMENT_LOOP ? walk->nloop - 1 : -1);
	p->before[p->memory.depth] = p->nvariable;
}

/* Whether the current passes are only some of the loops'. */
static bool
is_part(const struct proof *p)
{
	for (int i = 0; i < p->walk->nloop; i++)
		if (p->walk->loop[i].every != p->memory.loop[i].every ||
			p->walk->loop[i].count != p->memory.loop[i].count)
			return true;
	return false;
}

static void
leave(void *context, struct walk *walk, const struct statement *s)
{
	struct proof *p = context;
	size_t before = p->before[p->memory.depth];

	/* In other passes they may not be set. */
	while (s->kind == STATEMENT_IF && is_part(p) && p->nvariable > before)
		p->is_set[p->variable[--p->nvariable]] = false;
	memory_leave(&p->memory, s->kind == STATEMENT_LOOP ? walk->nloop - 1 : -1);
}

/* A function as a whole. */

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

/* All bytes are set: if they are as many as were set, no byte was set twice. Of parts,
   who calls all of them shows it. */
static void
check_update(struct proof *p, const struct object *o, const struct effect *e)
{
	if (e->needs.n && !p->walk->function->stage &&
		!regions_are_bytes(e->sets, o->size))
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

/* Packed weights are read within what is written of them, all of which is. */
static void
check_packed(struct proof *p, const struct object *o, const struct effect *e)
{
	struct proving *all = p->all;

	if (!o->variable->reads) {
		check_complete(p, o, e->sets, o->writes.end);
		all->packed = o->writes.end;
	} else if (o->reads.end > all->unpacked) {
		all->unpacked = o->reads.end;
	}
	if (o->reads.begin < 0 || o->writes.begin < 0)
		stop(p, "it goes before the beginning of packed weights");
}

static void
check_parameter(struct proof *p, const struct object *o, const struct effect *e)
{
	const struct variable *v = o->variable;

	if (v->is_packed)
		check_packed(p, o, e);
	else if (v->is_void && e->needs.n && !p->walk->function->stage)
		stop(p, "it reads of the workspace what is not set");
	else if (v->operand && !v->reads && !p->walk->function->stage)
		check_complete(p, o, e->sets, o->size);
	if (is_update(o))
		check_update(p, o, e);
}

static void
begin_function(struct proof *p, const struct function *f)
{
	p->is_set = arena_array(p->walk->arena, bool, f->nvariable);
	p->variable = arena_array(p->walk->arena, size_t, f->nvariable);
	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i]->kind != VARIABLE_POINTER)
			set_variable(p, f->parameter[i]);
	memory_begin(&p->memory);
}

/* Parts are proven together, at the end. */
static void
note_part(struct proving *all, const struct function *f, const struct effect *effect)
{
	struct regions *sets = arena_array(all->arena, struct regions, f->nparameter);
	struct regions *needs = arena_array(all->arena, struct regions, f->nparameter);

	for (size_t i = 0; i < f->nparameter; i++) {
		sets[i] = effect[i].sets;
		needs[i] = effect[i].needs;
	}
	written_parts_add(&all->parts, &(struct part_effects){f, sets, needs});
}

static void *
summarise(void *context, struct walk *walk)
{
	struct proving *all = context;
	const struct function *f = walk->function;
	struct proof p = {.all = all,
		.walk = walk,
		.memory = {.walk = walk,
			.arena = all->arena,
			.set = &all->set,
			.need = &all->need,
			.part = &all->part}};
	const struct visitor visitor = {&p, check_statement, enter, leave};
	struct effect *effect = arena_array(all->arena, struct effect, f->nparameter);

	begin_function(&p, f);
	visit_function(walk, &visitor);
	for (size_t i = 0; i < p.memory.nobject && !is_over(&p); i++) {
		const struct object *o = &p.memory.object[i];

		if (o->parameter < 0)
			continue;
		effect[o->parameter] = memory_effect(&p.memory, (int)i);
		check_parameter(&p, o, &effect[o->parameter]);
	}
	if (f->stage)
		note_part(all, f, effect);
	memory_end(&p.memory);
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
