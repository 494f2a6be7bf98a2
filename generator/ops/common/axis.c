#include "ops/common/axis.h"

#include "base/arena.h"
#include "base/checked.h"
#include "ops/op.h"

/* The extent that a kernel covers, its dilation included. */
static bool
covered_overflows(int64_t kernel, int64_t dilation, int64_t *covered)
{
	return mul_overflows(kernel - 1, dilation, covered) ||
	       add_overflows(*covered, 1, covered) || *covered > LENGTH_LIMIT;
}

static bool
padded_overflows(const struct axis *axis, int64_t *padded)
{
	return add_overflows(axis->in, axis->pad_begin, padded) ||
	       add_overflows(*padded, axis->pad_end, padded) || *padded > LENGTH_LIMIT;
}

static enum axis_status
resolve_same(struct axis *axis, int64_t covered)
{
	int64_t total, padded;

	axis->out = ceil_div(axis->in, axis->stride);
	total = (axis->out - 1) * axis->stride + covered - axis->in;
	if (total < 0)
		total = 0;
	if (axis->rule == PAD_SAME_UPPER)
		axis->pad_begin = total / 2;
	else
		axis->pad_begin = total - total / 2;
	axis->pad_end = total - axis->pad_begin;
	return padded_overflows(axis, &padded) ? AXIS_OVERFLOW : AXIS_RESOLVED;
}

static enum axis_status
resolve_floor(struct axis *axis, int64_t covered)
{
	int64_t padded;

	if (padded_overflows(axis, &padded))
		return AXIS_OVERFLOW;
	axis->out = floor_div(padded - covered, axis->stride) + 1;
	return padded < covered ? AXIS_KERNEL_TOO_LARGE : AXIS_RESOLVED;
}

static enum axis_status
resolve_ceil(struct axis *axis, int64_t covered, const struct axis_request *request)
{
	int64_t padded, travel;

	if (padded_overflows(axis, &padded))
		return AXIS_OVERFLOW;
	travel = padded - covered;
	axis->out = ceil_div(travel, axis->stride) + 1;
	if (axis->out < 1 || ((request->ceil_mode & CEIL_FITS) && travel < 0))
		return AXIS_KERNEL_TOO_LARGE;
	axis->ceil_mode = travel % axis->stride != 0;
	/* A window that would begin in the end padding is ignored: AveragePool-22,
	   applied at every version. */
	if (!(request->ceil_mode & CEIL_KEEPS_LAST) &&
		(axis->out - 1) * axis->stride >= axis->in + axis->pad_begin) {
		axis->dropped_window = true;
		axis->out--;
	}
	return axis->out < 1 ? AXIS_NO_WINDOW : AXIS_RESOLVED;
}

/* Lengthens the end padding to the end of the last window. */
static enum axis_status
pad_overhang(struct axis *axis, int64_t covered)
{
	int64_t end, padded;

	if (mul_overflows(axis->out - 1, axis->stride, &end) ||
		add_overflows(end, covered, &end))
		return AXIS_OVERFLOW;
	end -= axis->in + axis->pad_begin;
	if (end > axis->pad_end)
		axis->pad_end = end;
	return padded_overflows(axis, &padded) ? AXIS_OVERFLOW : AXIS_RESOLVED;
}

static struct axis
begin_axis(const struct axis_request *request)
{
	return (struct axis){
		.in = request->in,
		.kernel = request->kernel,
		.stride = request->stride,
		.dilation = request->dilation,
		.rule = request->rule,
	};
}

enum axis_status
axis_resolve(const struct axis_request *request, struct axis *axis)
{
	enum axis_status status;
	int64_t covered;

	*axis = begin_axis(request);
	if (covered_overflows(request->kernel, request->dilation, &covered))
		return AXIS_OVERFLOW;
	switch (request->rule) {
	case PAD_SAME_UPPER:
	case PAD_SAME_LOWER:
		return resolve_same(axis, covered);
	case PAD_VALID:
		/* The documents' formula does not depend on ceil_mode. */
		return resolve_floor(axis, covered);
	case PAD_NOTSET:
		break;
	}
	axis->pad_begin = request->pad_begin;
	axis->pad_end = request->pad_end;
	if (!request->ceil_mode)
		return resolve_floor(axis, covered);
	status = resolve_ceil(axis, covered, request);
	if (status == AXIS_RESOLVED && (request->ceil_mode & CEIL_PADS_OVERHANG))
		status = pad_overhang(axis, covered);
	return status;
}

/* The outputs that taps reach, with the padding. */
static bool
reach_overflows(const struct axis *a, int64_t padding, int64_t *reach)
{
	int64_t covered;

	return mul_overflows(a->stride, a->in ? a->in - 1 : 0, reach) ||
	       covered_overflows(a->kernel, a->dilation, &covered) ||
	       add_overflows(*reach, covered, reach) ||
	       add_overflows(*reach, padding, reach) || *reach > LENGTH_LIMIT;
}

/* Shares the pads that leave so many outputs. An odd one goes to the end for SAME_UPPER,
   else to the beginning, as in onnxruntime for all versions. No pads if there are fewer
   outputs. */
static void
share_pads(struct axis *a, int64_t reach, int64_t out)
{
	int64_t total = reach > out ? reach - out : 0;

	a->out = out;
	a->pad_begin = a->rule == PAD_SAME_UPPER ? total / 2 : total - total / 2;
	a->pad_end = total - a->pad_begin;
}

enum axis_status
axis_transpose(const struct axis_request *request, int64_t padding, int64_t out,
	struct axis *axis)
{
	int64_t reach, same;

	*axis = begin_axis(request);
	if (reach_overflows(axis, padding, &reach) ||
		mul_overflows(axis->in, axis->stride, &same))
		return AXIS_OVERFLOW;
	if (out >= 0 || axis->rule == PAD_SAME_UPPER || axis->rule == PAD_SAME_LOWER) {
		share_pads(axis, reach, out >= 0 ? out : same);
		return AXIS_RESOLVED;
	}
	if (axis->rule == PAD_NOTSET) {
		axis->pad_begin = request->pad_begin;
		axis->pad_end = request->pad_end;
	}
	axis->out = reach - axis->pad_begin - axis->pad_end;
	return axis->in && axis->out >= 1 ? AXIS_RESOLVED : AXIS_NO_WINDOW;
}

/* The number of taps before limit of a window that begins at x; *last is the last
   position at which a window has as many. */
static int64_t
taps_before(const struct axis *axis, int64_t limit, int64_t x, int64_t *last)
{
	int64_t ntap = limit > x ? ceil_div(limit - x, axis->dilation) : 0;

	if (ntap > axis->kernel)
		ntap = axis->kernel;
	*last = ntap ? limit - 1 - (ntap - 1) * axis->dilation : INT64_MAX;
	return ntap;
}

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Makes the longest span that begins at an output; but runs without taps may be cut into
   several spans. */
static struct span
make_span(const struct axis *axis, enum counted counted, int64_t first)
{
	int64_t x = first * axis->stride - axis->pad_begin;
	int64_t last, last_skipped, last_counted;
	int64_t skipped = taps_before(axis, 0, x, &last_skipped);
	int64_t before_end = taps_before(axis, axis->in, x, &last);
	struct span span = {.first = first, .ntap = before_end - skipped};

	last = smaller(last, last_skipped);
	if (span.ntap) {
		span.tap = skipped;
		span.src = x + skipped * axis->dilation;
	}
	if (counted == COUNTED_REAL)
		span.divisor = span.ntap;
	if (counted == COUNTED_PADDED) {
		span.divisor =
			taps_before(axis, axis->in + axis->pad_end, x, &last_counted);
		last = smaller(last, last_counted);
	}
	span.count = axis->out - first;
	if (last != INT64_MAX)
		span.count = smaller(span.count, (last - x) / axis->stride + 1);
	return span;
}

/* Walks the spans of an axis and stores them, unless span is NULL. Returns their number,
   or 0 when there are too many. */
static size_t
walk_spans(const struct axis *axis, enum counted counted, struct span *span)
{
	struct span current = {.ntap = -1};
	size_t nspan = 0, nstep = 0;

	for (int64_t first = 0; first < axis->out;) {
		struct span next = make_span(axis, counted, first);

		if (++nstep > MAX_SPAN)
			return 0;
		first += next.count;
		if (next.ntap == 0 && current.ntap == 0 &&
			next.divisor == current.divisor) {
			current.count += next.count;
		} else {
			current = next;
			nspan++;
		}
		if (span)
			span[nspan - 1] = current;
	}
	return nspan;
}

bool
axis_find_spans(struct axis *axis, enum counted counted, struct arena *arena)
{
	struct span *span;

	axis->nspan = walk_spans(axis, counted, NULL);
	if (!axis->nspan)
		return axis->out == 0;
	span = arena_array(arena, struct span, axis->nspan);
	walk_spans(axis, counted, span);
	axis->span = span;
	return true;
}
