#include "report/planes.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "plan/plan.h"
#include "report/html.h"

enum {
	MOST_ELEMENTS = 4 * 1024 * 1024, /* of a plane; a larger one is not drawn */
	MOST_RECTANGLES = 6000,
	LONGEST = 520, /* pixels of a plane's longer side */
	LARGEST = 36,  /* pixels of an element's side at most */
	SMALLEST = 20  /* pixels of a plane's shorter side at least */
};

/* A plane of an output. For each element, `by` is 1 + the number of the function that
   stores it; 0: none does. */
struct plane {
	int64_t height, width;
	int64_t begin, size; /* in bytes: where it begins in the output; an element */
	uint32_t *by;
};

/* The extent of a region's dims from i on, in bytes. */
static int64_t
extent_within(const struct region *r, int i)
{
	int64_t extent = r->length;

	for (; i < r->ndim; i++)
		extent += r->dim[i].inc * (r->dim[i].count - 1);
	return extent;
}

/* Marks the elements of the plane in a region's dims from i on, which begin at `byte`.
   Repetitions that cannot reach the plane are skipped. */
static void
paint(const struct plane *plane, const struct region *r, int i, int64_t byte, uint32_t by)
{
	int64_t end = plane->begin + plane->height * plane->width * plane->size;
	int64_t extent, inc, k = 0;

	if (i == r->ndim) {
		int64_t first = byte < plane->begin ? plane->begin : byte;
		int64_t last = byte + r->length > end ? end : byte + r->length;

		for (int64_t at = first; at < last; at += plane->size)
			plane->by[(at - plane->begin) / plane->size] = by;
		return;
	}
	extent = extent_within(r, i + 1);
	inc = r->dim[i].inc;
	if (byte + extent <= plane->begin)
		k = (plane->begin - byte - extent) / inc + 1;
	for (; k < r->dim[i].count && byte + k * inc < end; k++)
		paint(plane, r, i + 1, byte + k * inc, by);
}

/* A plane of the plan's first output, by its number. */
static struct plane
make_plane(const struct plan *plan, const struct functions *functions, int64_t number,
	struct arena *arena)
{
	const struct operand *dst = &plan->dst;
	bool flat = dst->rank < 2 || (plan_axis(plan, 0) && !plan_axis(plan, 1));
	struct plane plane = {.height = flat ? 1 : dst->shape[dst->rank - 2],
		.width = dst->rank ? dst->shape[dst->rank - 1] : 1,
		.size = (int64_t)dtype_info[dst->dtype].size};
	int64_t n = plane.height * plane.width;

	plane.begin = number * n * plane.size;
	plane.by = arena_array(arena, uint32_t, n);
	for (size_t i = 0; i < functions->nwritten; i++) {
		const struct written *w = &functions->written[i];

		if (w->output == dst)
			paint(&plane, &w->region, 0, w->region.offset,
				(uint32_t)w->function + 1);
	}
	return plane;
}

static void
give_colors(const struct plane *plane, struct functions *functions, int *ncolor)
{
	for (int64_t i = 0; i < plane->height * plane->width; i++) {
		uint32_t by = plane->by[i];

		if (by && functions->told[by - 1].color < 0)
			functions->told[by - 1].color = (*ncolor)++ % REGION_COLORS;
	}
}

/* How many rows, from one on, are the same. */
static int64_t
alike(const struct plane *plane, int64_t row)
{
	const uint32_t *first = plane->by + row * plane->width;
	int64_t n = 1;

	while (row + n < plane->height && !memcmp(first, first + n * plane->width,
						  (size_t)plane->width * sizeof *first))
		n++;
	return n;
}

/* Puts rectangles of one colour each, equal rows together. False: there are too many. */
static bool
put_rectangles(struct out *out, const struct plane *plane, const struct functions *of)
{
	int put = 0;

	for (int64_t row = 0, rows; row < plane->height; row += rows) {
		const uint32_t *by = plane->by + row * plane->width;

		rows = alike(plane, row);
		for (int64_t x = 0, n; x < plane->width; x += n) {
			const struct told *told;

			n = 1;
			while (x + n < plane->width && by[x + n] == by[x])
				n++;
			if (!by[x])
				continue;
			if (++put > MOST_RECTANGLES)
				return false;
			told = &of->told[by[x] - 1];
			out_format(out,
				"<rect class=\"r%d\" x=\"%" PRId64 "\" y=\"%" PRId64
				"\" width=\"%" PRId64 "\" height=\"%" PRId64 "\"><title>",
				told->color, x, row, n, rows);
			html_text(out, told->name);
			out_text(out, "</title></rect>");
		}
	}
	return true;
}

static void
draw_plane(struct out *out, const struct plane *plane, const char *title,
	const struct functions *of)
{
	int64_t longer = plane->height > plane->width ? plane->height : plane->width;
	double scale = (double)LONGEST / (double)longer, height, width;
	bool whole;

	scale = scale > LARGEST ? LARGEST : scale;
	height = (double)plane->height * scale;
	width = (double)plane->width * scale;
	height = height < SMALLEST ? SMALLEST : height;
	width = width < SMALLEST ? SMALLEST : width;
	out_format(out,
		"<figure><svg class=\"plane\" role=\"img\" aria-label=\"%s, %" PRId64
		" by %" PRId64 "\" viewBox=\"0 0 %" PRId64 " %" PRId64
		"\" preserveAspectRatio=\"none\" style=\"width:%.0fpx;aspect-ratio:%.0f/"
		"%.0f\">\n",
		title, plane->height, plane->width, plane->width, plane->height, width,
		width, height);
	whole = put_rectangles(out, plane, of);
	out_format(out,
		"\n</svg><figcaption>%s, %" PRId64 " × %" PRId64
		"%s</figcaption></figure>\n",
		title, plane->height, plane->width,
		whole ? "" : "; what is left empty has too many parts to be drawn");
}

/* For each function that has a colour, its name, what it computes, and its share of the
   plane. */
static void
put_legend(struct out *out, const struct plane *plane, const struct functions *of,
	struct arena *arena)
{
	int64_t *share = arena_array(arena, int64_t, of->ntold + 1);
	int64_t all = plane->height * plane->width;

	for (int64_t i = 0; i < all; i++)
		share[plane->by[i]]++;
	out_text(out, "<ul class=\"legend\">\n");
	for (size_t i = 0; i < of->ntold; i++) {
		if (of->told[i].color < 0)
			continue;
		out_format(out, "<li><span class=\"key r%d\"></span><div><code>",
			of->told[i].color);
		html_text(out, of->told[i].name);
		out_text(out, "</code>");
		if (share[i + 1])
			out_format(out, " <span class=\"dim\">%.1f %%</span>",
				100 * (double)share[i + 1] / (double)all);
		out_text(out, "<br><span class=\"dim\">");
		html_text(out, of->told[i].comment);
		out_text(out, "</span></div></li>\n");
	}
	out_text(out, "</ul>\n");
}

void
planes_draw(struct out *out, const struct plan *plan, struct functions *functions,
	struct arena *arena)
{
	const struct operand *dst = &plan->dst;
	struct plane first, last;
	int64_t elements = dst->rank ? dst->shape[dst->rank - 1] : 1, planes;
	int ncolor = 0;

	if (dst->rank > 1 && elements)
		elements = dst->shape[dst->rank - 2] > MOST_ELEMENTS / elements
				   ? MOST_ELEMENTS + 1
				   : elements * dst->shape[dst->rank - 2];
	if (!dst->nelement || !functions->nwritten || elements > MOST_ELEMENTS)
		return;
	first = make_plane(plan, functions, 0, arena);
	planes = dst->nelement / (first.height * first.width);
	last = make_plane(plan, functions, planes - 1, arena);
	give_colors(&first, functions, &ncolor);
	give_colors(&last, functions, &ncolor);
	out_text(out, "<div class=\"planes\">\n");
	draw_plane(out, &first, planes > 1 ? "the first plane" : "the output", functions);
	if (memcmp(first.by, last.by,
		    (size_t)(first.height * first.width) * sizeof *first.by))
		draw_plane(out, &last, "the last plane", functions);
	out_text(out, "</div>\n");
	put_legend(out, &first, functions, arena);
}
