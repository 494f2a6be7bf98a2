#include "report/axes.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/out.h"
#include "plan/plan.h"

enum {
	CELL = 16,   /* pixels of an element */
	GAP = 22,    /* pixels of the gap where elements are left out */
	LABEL = 170, /* pixels of a row's text */
	ROW = 24,
	MOST_ROWS = 8,
	MOST_CELLS = 40,  /* positions that are drawn without a gap */
	MOST_WINDOW = 64, /* elements of a window that are drawn one by one */
	SCALED = 560,     /* pixels of an axis whose elements are not drawn one by one */
	MOST_PIECES = 2 * MOST_ROWS + 2
};

/* Positions along the input, padding included, that are drawn side by side. */
struct piece {
	int64_t begin, end;
	int64_t x; /* where `begin` is drawn, in pixels */
};

struct drawing {
	struct out *out;
	const struct axis *axis;
	const struct span *span[MOST_ROWS];
	int nspan;
	bool skips; /* spans are left out in the middle */
	struct piece piece[MOST_PIECES];
	int npiece;
	int64_t width; /* pixels */
};

static int64_t
window_begin(const struct axis *axis, int64_t output)
{
	return output * axis->stride - axis->pad_begin;
}

static int64_t
window_end(const struct axis *axis, int64_t output)
{
	return window_begin(axis, output) + (axis->kernel - 1) * axis->dilation + 1;
}

/* Chooses the spans that are drawn: all, or the first and the last ones. */
static void
choose_spans(struct drawing *d)
{
	size_t n = d->axis->nspan;

	d->skips = n > MOST_ROWS;
	for (size_t i = 0; i < n; i++)
		if (!d->skips || i < MOST_ROWS / 2 || i >= n - MOST_ROWS / 2)
			d->span[d->nspan++] = &d->axis->span[i];
}

/* Adds a piece after the last one, or makes that longer if they touch. */
static void
add_piece(struct drawing *d, int64_t begin, int64_t end)
{
	struct piece *last = d->npiece ? &d->piece[d->npiece - 1] : NULL;

	if (last && begin <= last->end + 1) {
		last->end = end > last->end ? end : last->end;
		return;
	}
	if (d->npiece < MOST_PIECES)
		d->piece[d->npiece++] = (struct piece){begin, end, 0};
}

static void
choose_pieces(struct drawing *d)
{
	const struct axis *axis = d->axis;
	int64_t first = -axis->pad_begin, last = axis->in + axis->pad_end;
	int64_t end = window_end(axis, axis->out - 1);

	last = end > last ? end : last;
	if (last - first <= MOST_CELLS) {
		add_piece(d, first, last);
	} else {
		add_piece(d, first, first + 1);
		for (int i = 0; i < d->nspan; i++)
			add_piece(d, window_begin(axis, d->span[i]->first) - 1,
				window_end(axis, d->span[i]->first) + 1);
		add_piece(d, last - 1, last);
	}
	d->piece[0].begin = first;
	if (d->piece[d->npiece - 1].end > last)
		d->piece[d->npiece - 1].end = last;
	d->width = 0;
	for (int i = 0; i < d->npiece; i++) {
		d->width += i ? GAP : 0;
		d->piece[i].x = d->width;
		d->width += (d->piece[i].end - d->piece[i].begin) * CELL;
	}
}

/* Where a position is drawn, or -1. */
static int64_t
place_of(const struct drawing *d, int64_t position)
{
	for (int i = 0; i < d->npiece; i++)
		if (position >= d->piece[i].begin && position < d->piece[i].end)
			return d->piece[i].x + (position - d->piece[i].begin) * CELL;
	return -1;
}

static bool
is_inside(const struct axis *axis, int64_t position)
{
	return position >= 0 && position < axis->in;
}

/* The number of a position, if that is drawn. */
static void
draw_number(const struct drawing *d, int64_t position)
{
	int64_t x = place_of(d, position);

	if (x >= 0)
		out_format(d->out,
			"<text class=\"dim\" x=\"%" PRId64
			"\" y=\"12\" text-anchor=\"middle\">%" PRId64 "</text>",
			x + CELL / 2, position);
}

static void
draw_cells(const struct drawing *d)
{
	for (int i = 0; i < d->npiece; i++)
		for (int64_t p = d->piece[i].begin; p < d->piece[i].end; p++)
			out_format(d->out,
				"<rect class=\"%s\" x=\"%" PRId64
				"\" y=\"18\" width=\"%d\" height=\"%d\"/>",
				is_inside(d->axis, p) ? "cell" : "pad", place_of(d, p),
				CELL, CELL);
	for (int i = 1; i < d->npiece; i++)
		out_format(d->out,
			"<text class=\"dim\" x=\"%" PRId64
			"\" y=\"29\" text-anchor=\"middle\">…</text>",
			d->piece[i].x - GAP / 2);
	if (d->axis->in)
		draw_number(d, 0);
	if (d->axis->in > 1)
		draw_number(d, d->axis->in - 1);
}

/* "outputs 1–54: 3 of 3 taps" */
static void
draw_label(const struct drawing *d, const struct span *span, int64_t y)
{
	out_format(d->out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\">",
		d->width + CELL / 2, y + 12);
	out_format(d->out, "%" PRId64, span->first);
	if (span->count > 1)
		out_format(d->out, "–%" PRId64, span->first + span->count - 1);
	out_format(d->out, ": %" PRId64 " of %" PRId64 " tap%s</text>", span->ntap,
		d->axis->kernel, d->axis->kernel == 1 ? "" : "s");
}

/* The window of a span's first output: a line, and its taps on it. */
static void
draw_window(const struct drawing *d, const struct span *span, int64_t y)
{
	const struct axis *axis = d->axis;
	int64_t begin = window_begin(axis, span->first);
	int64_t from = place_of(d, begin);
	int64_t to = place_of(d, window_end(axis, span->first) - 1);

	if (from >= 0 && to >= 0)
		out_format(d->out,
			"<line class=\"wire\" x1=\"%" PRId64 "\" x2=\"%" PRId64
			"\" y1=\"%" PRId64 "\" y2=\"%" PRId64 "\"/>",
			from + 2, to + CELL - 2, y + CELL / 2, y + CELL / 2);
	for (int64_t t = 0; t < axis->kernel; t++) {
		int64_t position = begin + t * axis->dilation;
		int64_t x = place_of(d, position);

		if (x < 0)
			continue;
		out_format(d->out,
			"<rect class=\"%s\" x=\"%" PRId64 "\" y=\"%" PRId64
			"\" width=\"%d\" height=\"%d\" rx=\"2\"/>",
			!is_inside(axis, position)   ? "out"
			: span->ntap == axis->kernel ? "tap"
						     : "edge",
			x + 2, y + 2, CELL - 4, CELL - 4);
	}
	draw_label(d, span, y);
}

static void
begin_drawing(const struct drawing *d)
{
	out_format(d->out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
		"aria-label=\"windows\">"
		"<svg class=\"axis\" role=\"img\" width=\"%" PRId64
		"\" height=\"%d\" aria-label=\"windows of an axis with %" PRId64
		" inputs and %" PRId64 " outputs\">\n",
		d->width + LABEL, 18 + ROW * (d->nspan + 1 + d->skips), d->axis->in,
		d->axis->out);
}

/* Draws part of the axis as one rectangle, in place of its elements. */
static void
draw_stretch(
	const struct drawing *d, const char *class, double begin, double end, int64_t y)
{
	double first = -(double)d->axis->pad_begin;
	double scale = SCALED / ((double)d->axis->in + (double)d->axis->pad_end - first);
	double width = (end - begin) * scale;

	if (end > begin)
		out_format(d->out,
			"<rect class=\"%s\" x=\"%.2f\" y=\"%" PRId64
			"\" width=\"%.2f\" height=\"%d\"/>",
			class, (begin - first) * scale, y, width < 1 ? 1 : width,
			CELL - 4);
}

/* The window of a span's first output: the parts inside and outside of the input. */
static void
draw_scaled(const struct drawing *d, const struct span *span, int64_t y)
{
	const struct axis *axis = d->axis;
	double begin = (double)window_begin(axis, span->first);
	double end = (double)window_end(axis, span->first), in = (double)axis->in;

	draw_stretch(d, "out", begin, end < 0 ? end : 0, y + 2);
	draw_stretch(d, span->ntap == axis->kernel ? "tap" : "edge",
		begin < 0 ? 0 : begin, end > in ? in : end, y + 2);
	draw_stretch(d, "out", begin > in ? begin : in, end, y + 2);
	draw_label(d, span, y);
}

static void
draw_rows(const struct drawing *d,
	void (*draw)(const struct drawing *d, const struct span *span, int64_t y))
{
	int64_t y = 18 + ROW;

	for (int i = 0; i < d->nspan; i++, y += ROW) {
		if (d->skips && i == MOST_ROWS / 2) {
			out_format(d->out,
				"<text class=\"dim\" x=\"%" PRId64 "\" y=\"%" PRId64
				"\">… %zu more</text>",
				d->width + CELL / 2, y + 12, d->axis->nspan - MOST_ROWS);
			y += ROW;
		}
		draw(d, d->span[i], y);
	}
}

void
axis_draw(struct out *out, const struct axis *axis)
{
	struct drawing d = {.out = out, .axis = axis};
	double in = (double)axis->in;

	if (!axis->nspan)
		return;
	choose_spans(&d);
	if ((axis->kernel - 1) * axis->dilation < MOST_WINDOW) {
		choose_pieces(&d);
		begin_drawing(&d);
		draw_cells(&d);
		draw_rows(&d, draw_window);
	} else {
		d.width = SCALED;
		begin_drawing(&d);
		draw_stretch(&d, "pad", -(double)axis->pad_begin, 0, 20);
		draw_stretch(&d, "cell", 0, in, 20);
		draw_stretch(&d, "pad", in, in + (double)axis->pad_end, 20);
		draw_rows(&d, draw_scaled);
	}
	out_text(out, "\n</svg></div>\n");
}
