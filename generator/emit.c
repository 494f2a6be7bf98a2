#include "emit.h"

#include "code/build.h"
#include "code/print.h"
#include "emitters.h"
#include "kernels/kernel.h"
#include "out.h"

/* The template of each kernel design. */
static const struct {
	const struct kernel *kernel;
	void (*emit)(struct out *out, const struct schedule *schedule);
} emitter_table[] = {
	{&kernel_straight, emit_straight},
	{&kernel_straight_vectors, emit_tiles},
	{&kernel_tiles, emit_tiles},
	{&kernel_channels, emit_tiles},
	{&kernel_columns, emit_tiles},
	{&kernel_winograd, emit_winograd},
	{&kernel_sparse, emit_sparse},
	{&kernel_straight_move, emit_straight_move},
	{&kernel_loop_move, emit_loop_move},
	{&kernel_shuffle_move, emit_shuffle_move},
};

/* Whether any window of a plan has a tap inside the input. */
static bool
reads_input(const struct window_plan *window)
{
	for (int i = 0; i < window->naxis; i++) {
		const struct axis *a = &window->axis[i];
		bool reads = false;

		for (size_t k = 0; k < a->nspan; k++)
			reads |= a->span[k].ntap > 0;
		if (!reads)
			return false;
	}
	return true;
}

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

/* The functions that a kernel lowers its plan to, one after the other. */
static void
emit_lowered(struct out *out, const struct schedule *schedule)
{
	struct printer printer = {.out = out};
	const struct code_sink sink = {.take = print_one, .context = &printer};
	struct arena arena = {0}, body = {0};
	struct code_builder code = code_begin(&arena, &body, &sink,
		schedule->target->attribute ? schedule->target->attribute : "");

	schedule->kernel->lower(schedule, &code);
	arena_free(&body);
	arena_free(&arena);
}

/* The functions for one target. */
static void
emit_schedule(struct out *out, const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	out_text(out, "\n");
	emit_target_begin(out, schedule);
	emit_constants(out, schedule);
	if (schedule->kernel->lower) {
		emit_lowered(out, schedule);
		emit_target_end(out, schedule);
		return;
	}
	if (plan->kind == PLAN_WINDOW && plan->u.window.reduction == REDUCE_LP &&
		plan->dst.nelement && reads_input(&plan->u.window))
		emit_power(out, schedule);
	for (size_t i = 0; i < sizeof emitter_table / sizeof *emitter_table; i++)
		if (emitter_table[i].kernel == schedule->kernel)
			emitter_table[i].emit(out, schedule);
	if (entries_of(schedule) > 1 && !packs_weights(schedule))
		emit_unpacked_entries(out, schedule);
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
