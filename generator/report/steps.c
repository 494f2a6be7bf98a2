#include "report/steps.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/out.h"
#include "network/network.h"
#include "report/html.h"

enum {
	LANES = 8, /* of lines that lie beside each other; more share the last */
	LANE = 10, /* pixels */
	ROW = 40,  /* of a step, as the page's styles have it */
	MOST_WORKSPACE = 900,
	LEAST_STEP = 3,
	MOST_STEP = 48,
	WORKSPACE_HEIGHT = 260
};

/* The step before `behind` that makes a tensor; behind: none does. */
static size_t
maker_of(const struct network *network, size_t tensor, size_t behind)
{
	for (size_t i = behind; i-- > 0;)
		for (size_t k = 0; k < network->step[i].nresult; k++)
			if (network->step[i].result[k] == tensor ||
				network->tensor[network->step[i].result[k]].place ==
					network->tensor[tensor].place)
				return i;
	return behind;
}

static void
draw_line(struct out *out, size_t from, size_t to, int lane)
{
	int64_t x = LANES * LANE + 8, y1 = (int64_t)from * ROW + ROW / 2,
		y2 = (int64_t)to * ROW + ROW / 2, bend = x - LANE * (lane + 1);

	if (to == from + 1)
		out_format(out, "<path class=\"wire\" d=\"M%" PRId64 " %" PRId64
				"V%" PRId64 "\"/>",
			x, y1, y2);
	else
		out_format(out,
			"<path class=\"wire\" d=\"M%" PRId64 " %" PRId64 "C%" PRId64
			" %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
			"V%" PRId64 "C%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64
			" %" PRId64 " %" PRId64 "\"/>",
			x, y1, bend, y1, bend, y1, bend, y1 + ROW / 2, y2 - ROW / 2, bend,
			y2, bend, y2, x, y2);
}

void
steps_draw_tensors(struct out *out, const struct network *network, struct arena *arena)
{
	/* The step until which each lane is taken. */
	size_t *taken = arena_array(arena, size_t, LANES);
	int64_t height = (int64_t)network->nstep * ROW;

	out_format(out,
		"<svg class=\"wires\" role=\"img\" aria-label=\"tensors between steps\" "
		"width=\"%d\" height=\"%" PRId64 "\">\n",
		LANES * LANE + 18, height);
	for (size_t i = 0; i < network->nstep; i++)
		for (size_t k = 0; k < network->step[i].plan->noperand; k++) {
			size_t tensor = network->step[i].input[k];
			size_t from = maker_of(network, tensor, i);
			int lane = 0;

			if (from == i || network->tensor[tensor].home == HOME_CONSTANT)
				continue;
			while (i > from + 1 && lane + 1 < LANES && taken[lane] > from)
				lane++;
			if (i > from + 1)
				taken[lane] = i;
			draw_line(out, from, i, lane);
		}
	for (size_t i = 0; i < network->nstep; i++)
		out_format(out, "<circle class=\"dot\" cx=\"%d\" cy=\"%zu\" r=\"4\"/>",
			LANES * LANE + 8, i * ROW + ROW / 2);
	out_text(out, "\n</svg>\n");
}

static void
draw_tensor(struct out *out, const struct network *network, size_t i, int64_t step,
	int color)
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
	html_text(out, t->title ? t->title : t->operand.name);
	out_format(out, ": bytes %" PRId64 " to %" PRId64 ", steps %zu to %zu", t->offset,
		t->offset + t->bytes - 1, t->first + 1, t->last + 1);
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
		"aria-label=\"bytes of the workspace, from step to step\" width=\"%" PRId64
		"\" height=\"%d\">\n",
		width, WORKSPACE_HEIGHT);
	for (size_t i = 0; i < network->ntensor; i++) {
		const struct network_tensor *t = &network->tensor[i];

		if (t->home == HOME_WORKSPACE && t->place == i && t->made)
			draw_tensor(out, network, i, step, color++ % 12);
	}
	out_text(out, "</svg></div>\n");
}
