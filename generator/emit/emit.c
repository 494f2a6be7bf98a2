#include "emit/emit.h"

#include "base/out.h"
#include "code/build.h"
#include "code/dump.h"
#include "emitters.h"
#include "kernels/kernel.h"
#include "network/lower.h"
#include "schedule/lower.h"

/* A sink that prints functions, with a blank line between them. */
struct printer {
	struct out *out;
	bool begun;
};

static void
print_one(void *context, const struct function *function)
{
	struct printer *p = context;

	if (p->begun)
		out_text(p->out, "\n");
	p->begun = true;
	print_function(p->out, function);
}

static void
print_array(void *context, const struct variable *variable, const char *comment)
{
	struct printer *p = context;

	if (p->begun)
		out_text(p->out, "\n");
	p->begun = true;
	print_constant(p->out, variable, comment);
}

static void
dump_one(void *context, const struct function *function)
{
	struct printer *p = context;

	if (p->begun)
		out_text(p->out, "\n");
	p->begun = true;
	dump_function(p->out, function);
}

/* Hands a sink the functions to which a kernel lowers its plan, one after the other; the
   functions that choose among parts go to `out`, if there is one. */
static void
lower(const struct schedule *schedule, const struct code_sink *sink, struct out *out)
{
	struct arena arena = {0}, body = {0};
	struct entry_parts parts;
	struct code_builder code = code_begin(&arena, &body, sink,
		schedule->target->attribute ? schedule->target->attribute : "");

	schedule_lower(schedule, &code, &parts);
	for (int e = 0; e < entries_of(schedule) && out && schedule->settings.parts; e++)
		if (e != ENTRY_PACK)
			emit_part_function(out, schedule, (enum entry)e, &parts.cut[e]);
	arena_free(&body);
	arena_free(&arena);
}

/* The arrays of a node's constants, or of those of a network's steps. */
static void
emit_all_constants(
	struct out *out, const struct schedule *schedule, enum constants_part part)
{
	if (schedule->plan->kind != PLAN_NETWORK) {
		emit_constants(out, schedule, part);
		return;
	}
	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		emit_constants(out, step_schedule(schedule, i), part);
}

/* The functions for one target. */
static void
emit_schedule(struct out *out, const struct schedule *schedule, enum constants_part part)
{
	struct printer printer = {.out = out};
	const struct code_sink sink = {
		.constant = print_array, .take = print_one, .context = &printer};

	out_text(out, "\n");
	emit_target_begin(out, schedule);
	emit_all_constants(out, schedule, part);
	lower(schedule, &sink, out);
	emit_target_end(out, schedule);
}

static void
emit_node(struct out *out, const struct schedule *schedule, enum constants_part part)
{
	for (const struct schedule *s = schedule; s; s = s->next)
		emit_schedule(out, s, part);
	if (has_dispatcher(schedule))
		emit_dispatcher(out, schedule);
}

void
emit_unit(struct out *out, const struct unit *unit)
{
	enum constants_part part =
		unit->constants_apart ? CONSTANTS_DECLARED : CONSTANTS_HERE;

	emit_begin(out, unit);
	for (size_t i = 0; i < unit->nschedule; i++)
		emit_node(out, unit->schedule[i], part);
	emit_end(out);
}

void
emit_unit_constants(struct out *out, const struct unit *unit)
{
	emit_constants_begin(out, unit);
	for (size_t i = 0; i < unit->nschedule; i++)
		for (const struct schedule *s = unit->schedule[i]; s; s = s->next) {
			out_text(out, "\n");
			emit_target_begin(out, s);
			emit_all_constants(out, s, CONSTANTS_DEFINED);
			emit_target_end(out, s);
		}
	emit_constants_end(out);
}

void
emit_self_test(struct out *out, const struct unit *unit)
{
	emit_tests(out, unit);
}

void
emit_statements(struct out *out, const struct unit *unit)
{
	struct printer printer = {.out = out};
	const struct code_sink sink = {.take = dump_one, .context = &printer};

	for (size_t i = 0; i < unit->nschedule; i++)
		for (const struct schedule *s = unit->schedule[i]; s; s = s->next)
			lower(s, &sink, NULL);
}

void
emit_header(struct out *out, const struct unit *unit, const char *path)
{
	emit_declarations(out, unit, path);
}
