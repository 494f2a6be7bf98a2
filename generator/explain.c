#include "explain.h"

#include <inttypes.h>

#include "kernels/kernel.h"
#include "out.h"
#include "schedule.h"

static void
put_shape(struct out *out, const struct operand *operand)
{
	out_text(out, "[");
	for (int i = 0; i < operand->rank; i++)
		out_format(out, "%s%" PRId64, i ? ", " : "", operand->shape[i]);
	out_text(out, "]");
}

static void
put_operand(struct out *out, const struct operand *operand, const char *role)
{
	out_format(out, "  %-12s%s ", operand->name, dtype_info[operand->dtype].name);
	put_shape(out, operand);
	out_format(out, ", %s\n", role);
}

static void
put_operands(struct out *out, const struct plan *plan)
{
	out_text(out, "\noperands\n");
	for (size_t i = 0; i < plan->noperand; i++)
		put_operand(out, &plan->operand[i],
			plan->operand[i].constant ? "constant" : "argument");
	put_operand(out, &plan->dst, "result");
	if (plan->second.name)
		put_operand(out, &plan->second, "result");
}

/* Attributes, and the values of constants that are as good as attributes. */
static void
put_parameters(struct out *out, const struct plan *plan)
{
	if (!plan->ndetail)
		return;
	out_text(out, "\nparameters\n");
	for (size_t i = 0; i < plan->ndetail; i++)
		out_format(out, "  %s\n", plan->detail[i]);
}

/* How the pads of an axis came about. */
static void
put_pad_rule(struct out *out, const struct axis *axis)
{
	int64_t total = axis->pad_begin + axis->pad_end;

	switch (axis->rule) {
	case PAD_NOTSET:
		out_text(out, total ? "NOTSET: pads given" : "NOTSET: no pads");
		break;
	case PAD_VALID:
		out_text(out, "VALID: no pads");
		break;
	case PAD_SAME_UPPER:
		out_format(out, "SAME_UPPER: %" PRId64 " of padding%s", total,
			total % 2 ? ", odd one at the end" : "");
		break;
	case PAD_SAME_LOWER:
		out_format(out, "SAME_LOWER: %" PRId64 " of padding%s", total,
			total % 2 ? ", odd one at the beginning" : "");
		break;
	}
}

static void
put_axis(struct out *out, int number, const struct axis *axis)
{
	out_format(out,
		"  D%-3d %8" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64
		" %8" PRId64 " %8" PRId64 "  ",
		number, axis->in, axis->kernel, axis->stride, axis->dilation,
		axis->pad_begin, axis->pad_end, axis->out);
	put_pad_rule(out, axis);
	if (axis->ceil_mode)
		out_text(out, "; ceil_mode rounded up");
	if (axis->dropped_window)
		out_text(out, "; last window dropped: it would start in the end padding "
			      "(AveragePool-22)");
	out_text(out, "\n");
}

static void
put_window(struct out *out, const struct window_plan *window)
{
	out_format(out, "\n  %-4s %8s %8s %8s %8s %8s %8s %8s  %s\n", "axis", "input",
		"kernel", "stride", "dilation", "begin", "end", "output", "rule");
	for (int i = 0; i < window->naxis; i++)
		put_axis(out, i + 1, &window->axis[i]);
}

static void
put_range(
	struct out *out, const char *one, const char *many, int64_t first, int64_t count)
{
	if (count == 1)
		out_format(out, "%s %" PRId64, one, first);
	else
		out_format(out, "%s %" PRId64 " to %" PRId64, many, first,
			first + count - 1);
}

/* Which grid positions of which phases are copied, where not all are. */
static void
put_runs(struct out *out, const struct move_axis *axis, bool crops)
{
	const char *others = crops ? "cropped" : "padding";

	for (size_t i = 0; i < axis->nrun; i++) {
		const struct phase_run *run = &axis->run[i];

		if (run->begin == 0 && run->end == axis->grid)
			continue;
		out_text(out, "       ");
		put_range(out, "phase", "phases", run->phase, run->nphase);
		if (run->begin < run->end) {
			out_text(out, ": ");
			put_range(out, "grid position", "grid positions", run->begin,
				run->end - run->begin);
			out_format(out, " copied, the rest is %s\n", others);
		} else {
			out_format(out, ": all %s\n", others);
		}
	}
}

static void
put_move(struct out *out, const struct move_plan *move)
{
	out_format(out, "\n  %-4s %8s %8s  %s\n", "axis", "grid", "phases",
		"a step of the grid and of the phase, in elements");
	for (int i = 0; i < move->naxis; i++) {
		const struct move_axis *axis = &move->axis[i];

		out_format(out, "  M%-3d %8" PRId64 " %8" PRId64 "  ", i + 1, axis->grid,
			axis->phase);
		out_format(out, "source %" PRId64 " and %" PRId64, axis->src_grid,
			axis->src_phase);
		out_format(out, ", result %" PRId64 " and %" PRId64 "\n", axis->dst_grid,
			axis->dst_phase);
		put_runs(out, axis, move->crops);
	}
}

/* What was asked for, and what fast has come to. */
static void
put_numerics(struct out *out, const struct schedule *schedule)
{
	out_format(out, "  %-12s%s", "numerics", numerics_name(schedule->asked));
	if (schedule->kernel == &kernel_sparse)
		out_text(out, ": weights that are zero are left out");
	else if (schedule->kernel->fast)
		out_format(out,
			": tiles of %" PRId64 " by %" PRId64 " outputs, transformed",
			schedule->tile, schedule->tile);
	else if (schedule->tile)
		out_format(out, ": nothing is transformed or left out, as %s",
			numerics_name(schedule->settings.numerics));
	out_text(out, "\n");
}

static void
put_choice(struct out *out, const struct schedule *schedule)
{
	out_text(out, "\ndesign\n");
	out_format(out, "  %-12s%s: %s\n", "kernel", schedule->kernel->name,
		schedule->kernel->summary);
	if (schedule->why)
		out_format(out, "  %-12s%s\n", "why", schedule->why);
	out_format(out, "  %-12s%s\n", "target", schedule->target->name);
	put_numerics(out, schedule);
	out_format(out, "  %-12s%s\n", "unroll", unroll_name(schedule->settings.unroll));
}

static void
put_count(struct out *out, const char *what, uint64_t count)
{
	if (count == UINT64_MAX)
		out_format(out, "  %-20s%20s\n", what, "more than 2^64");
	else
		out_format(out, "  %-20s%20" PRIu64 "\n", what, count);
}

/* Bytes of so many elements; `wide` of them are the second output's. */
static uint64_t
bytes_of(uint64_t nelement, uint64_t wide, const struct plan *plan)
{
	size_t size = dtype_info[plan->dst.dtype].size;

	return count_add(count_mul(nelement - wide, size),
		count_mul(wide, dtype_info[plan->second.dtype].size));
}

static void
put_cost(struct out *out, const struct schedule *schedule)
{
	const struct cost *cost = &schedule->cost;
	const struct plan *plan = schedule->plan;

	out_text(out, "\ncost of one call\n");
	for (int i = 0; i < NOPERATION; i++)
		if (cost->count[i] || counter_name[i].always)
			put_count(out, counter_name[i].several, cost->count[i]);
	put_count(out, "elements read", cost->count[COUNT_READS]);
	put_count(out, "bytes read", bytes_of(cost->count[COUNT_READS], 0, plan));
	put_count(out, "elements written", cost->count[COUNT_WRITES]);
	put_count(out, "bytes written",
		bytes_of(cost->count[COUNT_WRITES], (uint64_t)plan->second.nelement,
			plan));
	put_count(out, "bytes of constants", cost->constant_bytes);
	put_count(out, "bytes of stack", cost->stack_bytes);
}

void
explain(struct out *out, const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	out_format(out, "%s: %s of %s, %s\n", schedule->name, plan->op, plan->domain,
		dtype_info[plan->dst.dtype].name);
	put_operands(out, plan);
	put_parameters(out, plan);
	if (plan->kind == PLAN_WINDOW)
		put_window(out, &plan->u.window);
	else
		put_move(out, &plan->u.move);
	for (const struct schedule *s = schedule; s; s = s->next) {
		put_choice(out, s);
		put_cost(out, s);
	}
}
