#include "cli/lists/explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/extents.h"
#include "base/out.h"
#include "emit/interface.h"
#include "kernels/kernel.h"
#include "network/loops.h"
#include "network/lower.h"
#include "plan/chain.h"
#include "schedule/schedule.h"
#include "target/processor.h"

enum {
	EXPLAINED = 32 /* the most movements shown of one operation */
};

static void
put_operand(struct out *out, const struct operand *operand, const char *role)
{
	out_format(out, "  %-11s %s ", operand->name, dtype_info[operand->dtype].name);
	extents_put(out, operand->shape, (size_t)operand->rank);
	out_format(out, ", %s\n", role);
}

static void
put_operands(struct out *out, const struct plan *plan)
{
	out_text(out, "\noperands\n");
	for (size_t i = 0; i < plan->noperand; i++)
		put_operand(out, &plan->operand[i],
			plan->operand[i].constant ? "constant" : "argument");
	for (size_t i = 0; i < plan_noutput(plan); i++)
		put_operand(out, plan_output(plan, i), "result");
}

/* Attributes, and constant inputs that serve as attributes. */
static void
put_parameters(struct out *out, const struct plan *plan)
{
	if (!plan->ndetail)
		return;
	out_text(out, "\nparameters\n");
	for (size_t i = 0; i < plan->ndetail; i++)
		out_format(out, "  %s\n", plan->detail[i]);
}

/* The rule that determined the pads of an axis. */
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
put_axes(struct out *out, const struct plan *plan)
{
	if (!plan_axis(plan, 0))
		return;
	out_format(out, "\n  %-4s %8s %8s %8s %8s %8s %8s %8s  %s\n", "axis", "input",
		"kernel", "stride", "dilation", "begin", "end", "output", "rule");
	for (int i = 0; plan_axis(plan, i); i++)
		put_axis(out, i + 1, plan_axis(plan, i));
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

/* The grid positions and phases that are copied, if not all are. */
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

/* The tensors between which a movement goes, unless that is obvious. */
static void
put_ends(struct out *out, const struct move_plan *move)
{
	out_format(out, "\n  %s to %s", move->src->name, move->dst->name);
	if (move->src_base)
		out_format(out, ", from element %" PRId64, move->src_base);
	if (move->dst_base)
		out_format(out, ", to element %" PRId64, move->dst_base);
	if (move->fill)
		out_format(out, ", padding of %s", move->fill->name);
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
		if (axis->table)
			out_format(
				out, "source %" PRId64 " and by a table", axis->src_grid);
		else
			out_format(out, "source %" PRId64 " and %" PRId64, axis->src_grid,
				axis->src_phase);
		out_format(out, ", result %" PRId64 " and %" PRId64 "\n", axis->dst_grid,
			axis->dst_phase);
		put_runs(out, axis, move->crops);
	}
}

/* The first EXPLAINED movements. */
static void
put_movement(struct out *out, const struct plan *plan)
{
	const struct movement *m = &plan->u.move;

	for (size_t i = 0; i < m->npart && i < EXPLAINED; i++) {
		if (m->npart > 1 || plan->noperand > 1)
			put_ends(out, &m->part[i]);
		put_move(out, &m->part[i]);
	}
	if (m->npart > EXPLAINED)
		out_format(out, "\n  and %zu movements more\n", m->npart - EXPLAINED);
}

/* "v1 = add A, v0 in float16" for each step. */
static void
put_chain(struct out *out, const struct plan *plan)
{
	const struct pointwise_chain *chain = plan->u.pointwise.chain;

	for (size_t i = 0; i < chain->nstep; i++) {
		const struct step *s = &chain->step[i];

		out_format(out, "  S%-3zu %s", i + 1, s->row->name);
		for (int k = 0; k < s->row->narguments; k++) {
			const struct chain_value *v = &s->argument[k];

			out_text(out, k ? ", " : " ");
			if (v->is_step)
				out_format(out, "S%zu", v->number + 1);
			else
				out_text(out, plan->operand[v->number].name);
		}
		out_format(out, " in %s\n", dtype_info[s->dtype].name);
	}
}

static void
put_pointwise(struct out *out, const struct plan *plan)
{
	const struct pointwise_plan *p = &plan->u.pointwise;

	out_text(out, "\n  axis  elements  a step of the result and of each operand, in "
		      "elements\n");
	for (int i = 0; i < p->naxis; i++) {
		out_format(out, "  A%-3d %9" PRId64 "  %" PRId64 ";", i + 1,
			p->axis[i].extent, p->axis[i].dst_inc);
		for (size_t k = 0; k < plan->noperand; k++)
			out_format(out, "%s%" PRId64, k ? ", " : " ", p->axis[i].inc[k]);
		out_text(out, "\n");
	}
	out_text(out, "\nsteps\n");
	put_chain(out, plan);
}

/* The numerics asked for, and the result of numerics fast. */
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
	out_format(out, "  %-12s%s\n", "estimates", schedule->target->processor->name);
	put_numerics(out, schedule);
	out_format(out, "  %-12s%s\n", "unroll", unroll_name(schedule->settings.unroll));
	if (schedule->settings.parts)
		out_format(out, "  %-12s%zu, of %zu\n", "parts",
			schedule->parts ? schedule->parts->n : 0,
			schedule->settings.parts);
}

static void
put_count(struct out *out, const char *what, uint64_t count)
{
	if (count == UINT64_MAX)
		out_format(out, "  %-20s%20s\n", what, "more than 2^64");
	else
		out_format(out, "  %-20s%20" PRIu64 "\n", what, count);
}

/* The estimated bytes of machine code. */
static void
put_size(struct out *out, const struct schedule *schedule)
{
	const struct target *target = schedule->target;

	if (target->ncode)
		out_text(out, "\nbytes of code that gcc makes, estimated\n");
	for (int m = 0; m < target->ncode; m++)
		for (int level = 0; level < NCODE_LEVEL; level++) {
			char what[32];

			snprintf(what, sizeof what, "%s, %s",
				code_machine_name[target->code[m]],
				code_level_name[level]);
			put_count(out, what,
				code_size_bytes(&schedule->size, target->code[m],
					(enum code_level)level));
		}
}

static void
put_cost(struct out *out, const struct schedule *schedule)
{
	const struct cost *cost = &schedule->cost;

	put_size(out, schedule);
	out_text(out, "\ncost of one call\n");
	for (int i = 0; i < NOPERATION; i++)
		if (cost->count[i] || counter_name[i].always)
			put_count(out, counter_name[i].several, cost->count[i]);
	put_count(out, "elements read", cost->count[COUNT_READS]);
	put_count(out, "bytes read", cost->read_bytes);
	put_count(out, "elements written", cost->count[COUNT_WRITES]);
	put_count(out, "bytes written", cost->written_bytes);
	put_count(out, "bytes of constants", cost->constant_bytes);
	put_count(out, "bytes of stack", cost->stack_bytes);
	if (takes_scratch(schedule))
		put_count(out, "bytes of workspace", (uint64_t)schedule->scratch);
}

/* Where and how long the result of a step lives. */
static void
put_home(struct out *out, const struct network *network, const struct network_step *step)
{
	const struct network_tensor *made = &network->tensor[step->result[0]];
	const struct network_tensor *t = network_place_of(network, step->result[0]);
	const struct network_tensor *over = network_overwritten(network, step);

	if (t->home == HOME_WORKSPACE) {
		out_text(out, "workspace ");
		extents_put_range(out, t->offset + made->within, made->bytes);
	} else {
		out_format(
			out, "argument %s", network_argument(network, step->result[0]));
	}
	if (over)
		out_format(out, ", in place of %s", over->operand.name);
	if (t->home == HOME_WORKSPACE)
		out_format(out, ", read until step %zu", t->last + 1);
}

/* The bytes of a step's code at -Os. */
static void
put_step_size(struct out *out, const struct schedule *step)
{
	const struct target *target = step->target;

	for (int m = 0; m < target->ncode; m++)
		out_format(out, "%s%" PRIu64 " of %s", m ? " or " : ", bytes of code ",
			code_size_bytes(&step->size, target->code[m], CODE_OS),
			code_machine_name[target->code[m]]);
}

/* A step: what it does, and where its result lives. share: its part of the time, in
   percent, with all passes of a loop that stand for it. */
static void
put_step(struct out *out, const struct schedule *schedule, size_t i, double share)
{
	const struct network *network = schedule_network(schedule);
	const struct network_step *step = &network->step[i];
	const struct network_loop *loop = network_loop_after(schedule, i);

	out_format(out, "  %3zu %-20s %-20s %-14s ", i + 1, step->name, step->plan->op,
		step_schedule(schedule, i)->kernel->name);
	extents_put(out, step->plan->dst.shape, (size_t)step->plan->dst.rank);
	if (network->tensor[step->result[0]].channels_last)
		out_text(out, " with channels last");
	out_format(out, ", %.1f %% of the time, ", share);
	put_home(out, network, step);
	if (step_is_shared(schedule, i))
		out_format(out, ", by %s", step_function(schedule, i));
	else
		put_step_size(out, step_schedule(schedule, i));
	if (schedule->settings.parts)
		out_format(out, ", step %zu of %s_step_part, in %zu part%s",
			step_stage(schedule, i), schedule->name, step_pieces(schedule, i),
			step_pieces(schedule, i) == 1 ? "" : "s");
	out_text(out, "\n");
	if (step->why)
		out_format(out, "      copies: %s\n", step->why);
	if (loop)
		out_format(out,
			"      steps %zu to %zu are a loop of %" PRId64
			" passes, to step %zu\n",
			loop->first + 1, i + 1, loop->count,
			loop->first + loop->nstep * (size_t)loop->count);
}

/* The estimated time of a step, with the later passes that it stands for. */
static double
time_of(const struct schedule *schedule, size_t i)
{
	const struct network_loop *loop = network_loop_of(schedule, i);
	double passes = loop ? (double)loop->count : 1;

	return network_is_repeated(schedule, i)
		       ? 0
		       : passes * schedule_time(step_schedule(schedule, i));
}

/* The steps of a network, those that repeat once. */
static void
put_network(struct out *out, const struct schedule *schedule)
{
	size_t nstep = schedule_network(schedule)->nstep;
	double *time = malloc(nstep * sizeof *time), all = 0;

	if (!time)
		alloc_failed();
	for (size_t i = 0; i < nstep; i++)
		all += time[i] = time_of(schedule, i);
	out_format(out, "\nsteps for %s\n  estimated for %s\n", schedule->target->name,
		schedule->target->processor->name);
	for (size_t i = 0; i < nstep; i++)
		if (!network_is_repeated(schedule, i))
			put_step(out, schedule, i, all > 0 ? 100 * time[i] / all : 0);
	free(time);
}

static void
put_graph(struct out *out, const struct schedule *schedule)
{
	size_t nstep = schedule_network(schedule)->nstep;

	out_format(out, "%s: a network of %zu step%s\n\noperands\n", schedule->name,
		nstep, nstep == 1 ? "" : "s");
	for (size_t i = 0; i < interface_ninput(schedule); i++)
		put_operand(out, interface_input(schedule, i), "argument");
	for (size_t i = 0; i < interface_noutput(schedule); i++)
		put_operand(out, interface_output(schedule, i), "result");
}

static void
put_operation(struct out *out, const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	out_format(out, "%s: %s of %s, %s\n", schedule->name, plan->op, plan->domain,
		dtype_info[plan->dst.dtype].name);
	put_operands(out, plan);
}

static void
explain_network(struct out *out, const struct schedule *schedule)
{
	static const char *const place[] = {
		[WORKSPACE_ARGUMENT] = "an argument",
		[WORKSPACE_STATIC] = "an array of the file's own",
		[WORKSPACE_STACK] = "on the stack",
	};
	const struct network *network = schedule_network(schedule);

	if (schedule_is_graph(schedule))
		put_graph(out, schedule);
	else
		put_operation(out, schedule);
	out_format(out,
		"  %-12s%" PRId64 " bytes, %s; tensors that live at once take %" PRId64
		"\n",
		"workspace", network->workspace, place[schedule->settings.workspace],
		network->alive);
	put_parameters(out, schedule->plan);
	for (const struct schedule *s = schedule; s; s = s->next) {
		put_network(out, s);
		put_cost(out, s);
	}
}

void
explain(struct out *out, const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	if (plan->kind == PLAN_NETWORK) {
		explain_network(out, schedule);
		return;
	}
	put_operation(out, schedule);
	put_parameters(out, plan);
	put_axes(out, plan);
	switch (plan->kind) {
	case PLAN_MOVE:
		put_movement(out, plan);
		break;
	case PLAN_POINTWISE:
		put_pointwise(out, plan);
		break;
	case PLAN_WINDOW:
	case PLAN_PRODUCT:
	case PLAN_REDUCE:
	case PLAN_SAMPLE:
	case PLAN_PICK:
	case PLAN_SERIES:
	case PLAN_NETWORK:
		break;
	}
	for (const struct schedule *s = schedule; s; s = s->next) {
		put_choice(out, s);
		put_cost(out, s);
	}
}
