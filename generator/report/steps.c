#include "report/steps.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/extents.h"
#include "base/out.h"
#include "network/lower.h"
#include "report/html.h"
#include "report/planes.h"

enum {
	LANES = 10, /* for lines beside each other; further ones share the last */
	LANE = 10,  /* pixels */
	ROW = 40,   /* pixels of a step's row, as in the page's styles */
	MOST_WORKSPACE = 900,
	LEAST_STEP = 3,
	MOST_STEP = 80,
	WORKSPACE_HEIGHT = 260
};

const double *
steps_shares(const struct schedule *schedule, struct arena *arena)
{
	size_t n = schedule_network(schedule)->nstep;
	double *share = arena_array(arena, double, n), all = 0;

	for (size_t i = 0; i < n; i++)
		all += share[i] = schedule_time(step_schedule(schedule, i));
	for (size_t i = 0; i < n && all > 0; i++)
		share[i] /= all;
	return share;
}

/* The last step before step `end` that makes a tensor; `end`: none does. */
static size_t
maker_of(const struct network *network, size_t tensor, size_t end)
{
	for (size_t i = end; i-- > 0;)
		for (size_t k = 0; k < network->step[i].nresult; k++)
			if (network->step[i].result[k] == tensor ||
				network->tensor[network->step[i].result[k]].place ==
					network->tensor[tensor].place)
				return i;
	return end;
}

/* A line from the step that makes a tensor to a step that reads it. */
struct line {
	size_t from, to;
	int lane; /* 0: straight on to the next step */
};

/* The lines for all tensors that steps read, in the order of the steps. */
static struct line *
find_lines(const struct network *network, size_t *nline, struct arena *arena)
{
	size_t taken[LANES + 1] = {0}; /* the step at which each lane becomes free */
	struct line *line = NULL;

	*nline = 0;
	for (size_t i = 0; i < network->nstep; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < step->plan->noperand; k++) {
			/* Constants are no tensors of the network. */
			size_t from = step->plan->operand[k].constant
					      ? i
					      : maker_of(network, step->input[k], i);
			int lane = i > from + 1;

			if (from == i)
				continue;
			while (lane && lane < LANES && taken[lane] > from)
				lane++;
			taken[lane] = i;
			line = arena_grow(arena, line, *nline, sizeof *line);
			line[(*nline)++] = (struct line){from, i, lane};
		}
	}
	return line;
}

static void
draw_line(struct out *out, const struct line *line, int64_t x)
{
	int64_t y1 = (int64_t)line->from * ROW + ROW / 2;
	int64_t y2 = (int64_t)line->to * ROW + ROW / 2, bend = x - LANE * line->lane;

	out_format(out, "<path class=\"wire\" d=\"M%" PRId64 " %" PRId64, x, y1);
	if (line->lane)
		out_format(out,
			"Q%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "V%" PRId64
			"Q%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\"/>",
			bend, y1, bend, y1 + ROW / 2, y2 - ROW / 2, bend, y2, x, y2);
	else
		out_format(out, "V%" PRId64 "\"/>", y2);
}

void
steps_draw_tensors(struct out *out, const struct network *network, struct arena *arena)
{
	size_t n;
	const struct line *line = find_lines(network, &n, arena);
	int lanes = 0;
	int64_t x;

	for (size_t i = 0; i < n; i++)
		lanes = line[i].lane > lanes ? line[i].lane : lanes;
	x = lanes * LANE + 8;
	out_format(out,
		"<svg class=\"wires\" role=\"img\" aria-label=\"tensors between steps\" "
		"width=\"%" PRId64 "\" height=\"%zu\">\n",
		x + 14, network->nstep * ROW);
	for (size_t i = 0; i < n; i++)
		draw_line(out, &line[i], x);
	for (size_t i = 0; i < network->nstep; i++)
		out_format(out,
			"<circle class=\"dot\" cx=\"%" PRId64 "\" cy=\"%zu\" r=\"4\"/>",
			x, i * ROW + ROW / 2);
	out_text(out, "\n</svg>\n");
}

/* Whether a tensor stands for a place in the workspace. */
static bool
has_place(const struct network *network, size_t i)
{
	const struct network_tensor *t = &network->tensor[i];

	return t->home == HOME_WORKSPACE && t->place == i && t->made;
}

static void
put_place(struct out *out, const struct network_tensor *t)
{
	html_text(out, t->title ? t->title : t->operand.name);
	out_text(out, ": bytes ");
	extents_put_range(out, t->offset, t->bytes);
	out_text(out, ", ");
	if (t->last > t->first)
		out_format(out, "steps %zu to %zu", t->first + 1, t->last + 1);
	else
		out_format(out, "step %zu", t->first + 1);
}

/* The same as a list, for readers who cannot point at the picture. */
static void
put_places(struct out *out, const struct network *network)
{
	int color = 0;

	out_text(out, "<details><summary>Tensors in it</summary><ul class=\"legend\">\n");
	for (size_t i = 0; i < network->ntensor; i++) {
		if (!has_place(network, i))
			continue;
		out_format(out, "<li><span class=\"key r%d\"></span><div>",
			color++ % REGION_COLORS);
		put_place(out, &network->tensor[i]);
		out_text(out, "</div></li>\n");
	}
	out_text(out, "</ul></details>\n");
}

static void
draw_tensor(
	struct out *out, const struct network *network, size_t i, int64_t step, int color)
{
	const struct network_tensor *t = &network->tensor[i];
	double scale = (double)WORKSPACE_HEIGHT / (double)network->workspace;
	double height = (double)t->bytes * scale;

	out_format(out,
		"<rect class=\"r%d\" x=\"%" PRId64 "\" y=\"%.2f\" width=\"%" PRId64
		"\" height=\"%.2f\"><title>",
		color, (int64_t)t->first * step,
		WORKSPACE_HEIGHT - (double)(t->offset + t->bytes) * scale,
		(int64_t)(t->last - t->first + 1) * step, height < 1 ? 1 : height);
	put_place(out, t);
	out_text(out, "</title></rect>\n");
}

void
steps_draw_workspace(struct out *out, const struct network *network)
{
	int64_t step, width;
	int color = 0;

	if (!network->workspace || !network->nstep)
		return;
	step = MOST_WORKSPACE / (int64_t)network->nstep;
	step = step < LEAST_STEP ? LEAST_STEP : step > MOST_STEP ? MOST_STEP : step;
	width = step * (int64_t)network->nstep;
	out_format(out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
		"aria-label=\"workspace\"><svg class=\"plane\" role=\"img\" "
		"aria-label=\"bytes of the workspace, from step to step\" "
		"width=\"%" PRId64 "\" height=\"%d\">\n",
		width, WORKSPACE_HEIGHT);
	for (size_t i = 0; i < network->ntensor; i++)
		if (has_place(network, i))
			draw_tensor(out, network, i, step, color++ % REGION_COLORS);
	out_text(out, "</svg></div>\n");
	put_places(out, network);
}
