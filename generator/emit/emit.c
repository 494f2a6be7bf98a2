#include "emit/emit.h"

#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "code/statements/build.h"
#include "code/statements/dump.h"
#include "emit/binary.h"
#include "emit/interface.h"
#include "emit/print.h"
#include "emitters.h"
#include "kernels/kernel.h"
#include "schedule/lower.h"

/* A sink that prints functions, with a blank line between them. */
struct printer {
	struct out *out;
	bool begun;
	struct stage_parts parts; /* that were printed */
	struct arena arena;       /* of those */
};

static struct out *
begin_next(struct printer *p)
{
	if (p->begun)
		out_text(p->out, "\n");
	p->begun = true;
	return p->out;
}

static void
note_part(struct printer *p, const struct function *f)
{
	struct stage_parts *parts = &p->parts;

	parts->part = arena_grow(&p->arena, parts->part, parts->n, sizeof *parts->part);
	parts->part[parts->n++] = (struct stage_part){
		f->stage, arena_copy_text(&p->arena, f->name, strlen(f->name))};
}

static void
print_one(void *context, const struct function *function)
{
	if (function->stage)
		note_part(context, function);
	print_function(begin_next(context), function);
}

static void
print_array(void *context, const struct variable *variable, const char *comment)
{
	print_constant(begin_next(context), variable, comment);
}

static void
dump_one(void *context, const struct function *function)
{
	dump_function(begin_next(context), function);
}

/* Hands a sink the functions to which a kernel lowers its plan, one after the other. */
static void
lower(const struct schedule *schedule, const struct code_sink *sink)
{
	struct arena arena = {0}, body = {0};
	struct code_builder code = code_begin(&arena, &body, sink,
		schedule->target->attribute ? schedule->target->attribute : "");

	code.in_workspace = takes_scratch(schedule);
	code.constants_passed = interface_has_constants(schedule);
	schedule_lower(schedule, &code);
	arena_free(&body);
	arena_free(&arena);
}

/* A C file on its way. */
struct emission {
	struct out *out;
	const struct unit *unit;
	enum constants_part part;
	size_t narray; /* of a binary that have been named */
};

static void
put_array(void *context, const struct array *array)
{
	struct emission *e = context;
	const struct binary *binary = e->unit->binary;

	if (e->part == CONSTANTS_OUTSIDE)
		emit_array_outside(
			e->out, array, binary ? binary_offset(binary, e->narray++) : 0);
	else
		emit_array(e->out, array, e->part);
}

static void
put_wanted(void *context, const struct array *array)
{
	emit_array_outside(context, array, 0);
}

void
emit_wanted_arrays(struct out *out, const struct schedule *schedule)
{
	interface_all_arrays(schedule, put_wanted, out);
}

/* The constants and the functions for one target; a file of constants has no functions.
 */
static void
emit_target(struct emission *e, const struct schedule *schedule)
{
	struct printer printer = {.out = e->out};
	const struct code_sink sink = {
		.constant = print_array, .take = print_one, .context = &printer};

	interface_arrays(schedule, put_array, e);
	if (e->part == CONSTANTS_DEFINED)
		return;
	lower(schedule, &sink);
	for (int i = 0; i < entries_of(schedule); i++)
		if (interface_has_part(schedule, (enum entry)i))
			emit_part_function(
				e->out, schedule, (enum entry)i, &printer.parts);
	arena_free(&printer.arena);
}

static void
emit_targets(struct emission *e, const struct schedule *schedule)
{
	const struct schedule *before = NULL;

	for (const struct schedule *s = schedule; s; before = s, s = s->next) {
		out_text(e->out, "\n");
		if (machine_begins(before, s))
			emit_machine_begin(e->out, s->target);
		emit_target(e, s);
		if (machine_ends(s))
			emit_machine_end(e->out);
	}
}

static void
emit_dispatcher(struct out *out, const struct schedule *schedule)
{
	if (schedule->settings.parts && owns_workspace(schedule))
		emit_shared_workspace(out, schedule);
	for (int e = 0; e < entries_of(schedule); e++)
		emit_choosing(out, schedule, (enum entry)e, false);
	for (int e = 0; e < entries_of(schedule); e++)
		if (interface_has_part(schedule, (enum entry)e))
			emit_choosing(out, schedule, (enum entry)e, true);
}

void
emit_unit(struct out *out, const struct unit *unit)
{
	static const enum constants_part part[] = {
		[HOME_EMBEDDED] = CONSTANTS_HERE,
		[HOME_C_FILE] = CONSTANTS_DECLARED,
		[HOME_BINARY] = CONSTANTS_OUTSIDE,
		[HOME_EXTERN] = CONSTANTS_OUTSIDE,
	};
	struct emission e = {
		.out = out, .unit = unit, .part = part[unit_constants(unit)]};

	emit_begin(out, unit);
	for (size_t i = 0; i < unit->nschedule; i++) {
		emit_targets(&e, unit->schedule[i]);
		if (has_dispatcher(unit->schedule[i]))
			emit_dispatcher(out, unit->schedule[i]);
	}
	if (unit->binary)
		emit_fit(out, unit);
	emit_end(out);
}

void
emit_unit_constants(struct out *out, const struct unit *unit)
{
	struct emission e = {.out = out, .unit = unit, .part = CONSTANTS_DEFINED};

	emit_constants_begin(out, unit);
	for (size_t i = 0; i < unit->nschedule; i++)
		emit_targets(&e, unit->schedule[i]);
	emit_prototypes_end(out);
}

void
emit_statements(struct out *out, const struct unit *unit)
{
	struct printer printer = {.out = out};
	const struct code_sink sink = {.take = dump_one, .context = &printer};

	for (size_t i = 0; i < unit->nschedule; i++)
		for (const struct schedule *s = unit->schedule[i]; s; s = s->next)
			lower(s, &sink);
}
