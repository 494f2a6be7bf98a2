#include "emit.h"

#include "code/build.h"
#include "code/dump.h"
#include "code/print.h"
#include "emitters.h"
#include "kernels/kernel.h"
#include "out.h"

/* Where functions are printed, with a blank line between them. */
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

/* Hands a sink the functions that a kernel lowers its plan to, one after the other. */
static void
lower(const struct schedule *schedule, const struct code_sink *sink)
{
	struct arena arena = {0}, body = {0};
	struct code_builder code = code_begin(&arena, &body, sink,
		schedule->target->attribute ? schedule->target->attribute : "");

	schedule->kernel->lower(schedule, &code);
	arena_free(&body);
	arena_free(&arena);
}

/* The functions for one target. */
static void
emit_schedule(struct out *out, const struct schedule *schedule)
{
	struct printer printer = {.out = out};
	const struct code_sink sink = {
		.constant = print_array, .take = print_one, .context = &printer};

	out_text(out, "\n");
	emit_target_begin(out, schedule);
	emit_constants(out, schedule);
	lower(schedule, &sink);
	emit_target_end(out, schedule);
}

static void
emit_node(struct out *out, const struct schedule *schedule)
{
	for (const struct schedule *s = schedule; s; s = s->next)
		emit_schedule(out, s);
	if (has_dispatcher(schedule))
		emit_dispatcher(out, schedule);
}

void
emit_unit(struct out *out, const struct unit *unit)
{
	emit_begin(out, unit);
	for (size_t i = 0; i < unit->nschedule; i++)
		emit_node(out, unit->schedule[i]);
	emit_end(out);
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
