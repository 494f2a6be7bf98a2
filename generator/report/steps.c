#include "report/steps.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

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
	MOST_WORKSPACE = 840,
	LEAST_STEP = 3,
	MOST_STEP = 80,
	WORKSPACE_HEIGHT = 260,
	LEFT = 76,   /* pixels beside the workspace, for the axis of bytes */
	TOP = 10,    /* above it, half of a line */
	BOTTOM = 38, /* below it, for the axis of steps */
	LABEL = 30,  /* that a step's number takes */
	TICKS = 6    /* the most of the axis of bytes */
};

/* A value to sort by, and whose it is. */
struct ranked {
	double value;
	size_t which;
};

static int
compare_ranked(const void *a, const void *b)
{
	const struct ranked *one = a, *other = b;

	if (one->value != other->value)
		return one->value < other->value ? 1 : -1;
	return (one->which > other->which) - (one->which < other->which);
}

/* The place of each value among them, the largest first. */
static const size_t *
find_places(const double *value, size_t n, struct arena *arena)
{
	struct ranked *ranked = arena_array(arena, struct ranked, n);
	size_t *place = arena_array(arena, size_t, n);

	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){value[i], i};
	qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (size_t i = 0; i < n; i++)
		place[ranked[i].which] = i;
	return place;
}

static void
sort_rows(struct step_row *row, size_t n, struct arena *arena)
{
	double *time = arena_array(arena, double, n);
	double *multiply_adds = arena_array(arena, double, n);
	double *bytes = arena_array(arena, double, n);
	const size_t *by_time, *by_multiply_adds, *by_bytes;

	for (size_t i = 0; i < n; i++) {
		time[i] = row[i].time;
		multiply_adds[i] = (double)row[i].multiply_adds;
		bytes[i] = (double)row[i].bytes;
	}
	by_time = find_places(time, n, arena);
	by_multiply_adds = find_places(multiply_adds, n, arena);
	by_bytes = find_places(bytes, n, arena);
	for (size_t i = 0; i < n; i++) {
		row[i].by_time = by_time[i];
		row[i].by_multiply_adds = by_multiply_adds[i];
		row[i].by_bytes = by_bytes[i];
	}
}

struct step_rows
steps_read(const struct schedule *schedule, struct arena *arena)
{
	size_t n = schedule_network(schedule)->nstep;
	struct step_row *row = arena_array(arena, struct step_row, n);
	struct step_rows all = {.row = row};

	for (size_t i = 0; i < n; i++) {
		const struct schedule *step = step_schedule(schedule, i);
		const struct cost *cost = &step->cost;

		row[i].time = schedule_time(step);
		row[i].multiply_adds =
			count_add(cost->count[COUNT_MULTIPLIES], cost->count[COUNT_FMAS]);
		row[i].bytes = count_add(cost->read_bytes, cost->written_bytes);
		all.time += row[i].time;
		all.longest = row[i].time > all.longest ? row[i].time : all.longest;
		all.multiply_adds = count_add(all.multiply_adds, row[i].multiply_adds);
		all.bytes = count_add(all.bytes, row[i].bytes);
	}
	sort_rows(row, n, arena);
	all.time = all.time > 0 ? all.time : 1;
	all.longest = all.longest > 0 ? all.longest : 1;
	return all;
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
	out_text(out, t->channels_last ? ", channels last, " : ", ");
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
		color, LEFT + (int64_t)t->first * step,
		TOP + WORKSPACE_HEIGHT - (double)(t->offset + t->bytes) * scale,
		(int64_t)(t->last - t->first + 1) * step, height < 1 ? 1 : height);
	put_place(out, t);
	out_text(out, "</title></rect>\n");
}

/* Lines at multiples of a power of two, with their numbers of bytes. */
static void
draw_bytes(struct out *out, int64_t workspace, int64_t width)
{
	double scale = (double)WORKSPACE_HEIGHT / (double)workspace;
	int64_t tick = 1;

	while (tick < workspace / TICKS)
		tick *= 2;
	for (int64_t at = 0; at <= workspace; at += tick) {
		double y = TOP + WORKSPACE_HEIGHT - (double)at * scale;

		out_format(out,
			"<line class=\"grid\" x1=\"%d\" y1=\"%.2f\" x2=\"%" PRId64
			"\" y2=\"%.2f\"/><text class=\"dim\" text-anchor=\"end\" "
			"x=\"%d\" y=\"%.2f\">",
			LEFT - 4, y, LEFT + width, y, LEFT - 8, y + 4);
		html_size(out, (uint64_t)at);
		out_text(out, "</text>\n");
	}
}

/* The numbers of the steps, as many as there is room for. */
static void
draw_numbers(struct out *out, size_t nstep, int64_t step, int64_t width)
{
	size_t every = (size_t)((LABEL + step - 1) / step);

	for (size_t i = 0; i < nstep; i += every)
		out_format(out,
			"<text class=\"dim\" text-anchor=\"middle\" x=\"%" PRId64
			"\" y=\"%d\">%zu</text>\n",
			LEFT + (int64_t)i * step + step / 2, TOP + WORKSPACE_HEIGHT + 16,
			i + 1);
	out_format(out,
		"<text class=\"dim\" text-anchor=\"middle\" x=\"%" PRId64
		"\" y=\"%d\">step</text>\n",
		LEFT + width / 2, TOP + WORKSPACE_HEIGHT + 34);
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
		"aria-label=\"workspace\"><svg class=\"chart\" role=\"img\" "
		"aria-label=\"bytes of the workspace, from step to step\" "
		"width=\"%" PRId64 "\" height=\"%d\">\n"
		"<rect class=\"cell\" x=\"%d\" y=\"%d\" width=\"%" PRId64
		"\" height=\"%d\"/>\n",
		LEFT + width + TOP, TOP + WORKSPACE_HEIGHT + BOTTOM, LEFT, TOP, width,
		WORKSPACE_HEIGHT);
	draw_bytes(out, network->workspace, width);
	draw_numbers(out, network->nstep, step, width);
	for (size_t i = 0; i < network->ntensor; i++)
		if (has_place(network, i))
			draw_tensor(out, network, i, step, color++ % REGION_COLORS);
	out_text(out, "</svg></div>\n");
	put_places(out, network);
}
