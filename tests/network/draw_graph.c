#include "network/draw_graph.h"

#include <stdbool.h>

#include "base/arena.h"
#include "support/random.h"

enum {
	MOST_NODES = 14,
	IMAGE_CHANNELS = 2,
	IMAGE_EXTENT = 9,
	MOST_EXTENT = 30,
	MOST_CHANNELS = 12,
	SELDOM = 20 /* one of so many times there is nothing of something */
};

/* A tensor [batch, channels, extent, extent]. */
struct drawn_tensor {
	int64_t channels, extent;
};

struct drawing {
	uint64_t state;
	struct arena *arena;
	int64_t batch;
	struct drawn_tensor tensor[MOST_NODES + 1];
	int n;
	int nfactor; /* tensors that are not among those: factors of channels */
	const char *nodes;
};

static int64_t
below(struct drawing *d, int64_t n)
{
	return (int64_t)((next_random(&d->state) >> 16) % (uint64_t)n);
}

/* A constant of so many numbers. */
static const char *
numbers(struct drawing *d, const char *shape, int64_t n)
{
	const char *text = "";

	for (int64_t i = 0; i < n; i++)
		text = arena_format(d->arena, "%s%s%g", text, i ? ", " : "",
			(double)(below(d, 41) - 20) / 16);
	return arena_format(d->arena, "{\"shape\": [%s], \"data\": [%s]}", shape, text);
}

/* Numbers for channels, or one number. */
static const char *
by_channel(struct drawing *d, int64_t channels, const char *ones)
{
	if (!below(d, 4))
		channels = 1;
	return numbers(d, arena_format(d->arena, "%d%s", (int)channels, ones), channels);
}

static const char *
name_of(const struct drawing *d, int tensor)
{
	return tensor ? arena_format(d->arena, "t%d", tensor) : "image";
}

/* A node; members: its inputs and attributes. */
static void
add_node(struct drawing *d, const char *op, const char *members, const char *output)
{
	d->nodes = arena_format(d->arena, "%s%s{\"op\": \"%s\", %s, \"output\": \"%s\"}",
		d->nodes, *d->nodes ? ", " : "", op, members, output);
}

/* A node of the next tensor. */
static void
add(struct drawing *d, const char *op, const char *members, int64_t channels,
	int64_t extent)
{
	add_node(d, op, members, name_of(d, d->n));
	d->tensor[d->n++] = (struct drawn_tensor){channels, extent};
}

/* A node of another tensor; returns its name. */
static const char *
add_factor(struct drawing *d, const char *op, const char *members)
{
	const char *name = arena_format(d->arena, "f%d", d->nfactor++);

	add_node(d, op, members, name);
	return name;
}

/* Mostly one of the last tensors. */
static int
pick(struct drawing *d)
{
	int64_t back = below(d, below(d, 3) ? 2 : d->n) + 1;

	return back > d->n ? 0 : d->n - (int)back;
}

/* One of the shape of another, or that one. */
static int
pick_like(struct drawing *d, int other)
{
	int from = (int)below(d, d->n);

	for (int i = 0; i < d->n; i++) {
		int at = (from + i) % d->n;

		if (at != other && d->tensor[at].channels == d->tensor[other].channels &&
			d->tensor[at].extent == d->tensor[other].extent)
			return at;
	}
	return other;
}

/* What is computed of a tensor and read repeatedly: for each channel of each image, for
   each image, for each channel, or once. */
static const char *
computed(struct drawing *d, int64_t channels)
{
	int from = pick(d), kind = (int)below(d, 5);
	int64_t of = d->tensor[from].channels;
	const char *name = add_factor(d,
		below(d, 2) ? "GlobalAveragePool" : "GlobalMaxPool",
		arena_format(d->arena, "\"inputs\": {\"X\": \"%s\"}", name_of(d, from)));

	if (!kind)
		channels = 1;
	if (channels != of || below(d, 2))
		name = add_factor(d, "Conv",
			arena_format(d->arena, "\"inputs\": {\"X\": \"%s\", \"W\": %s}",
				name,
				numbers(d,
					arena_format(d->arena, "%d, %d, 1, 1",
						(int)channels, (int)of),
					channels * of)));
	if (below(d, 2))
		name = add_factor(d, "Sigmoid",
			arena_format(d->arena, "\"inputs\": {\"X\": \"%s\"}", name));
	if (kind < 3)
		return name;
	return add_factor(d, "ReduceMax",
		arena_format(d->arena,
			"\"opset\": 13, \"inputs\": {\"data\": \"%s\"}, "
			"\"attributes\": {\"axes\": [0%s], \"keepdims\": %d}",
			name, kind > 3 ? ", 1, 2, 3" : "", (int)below(d, 2)));
}

static void
add_window(struct drawing *d, int from)
{
	const struct drawn_tensor t = d->tensor[from];
	int64_t channels = below(d, 2) ? t.channels : 1 + below(d, 7);
	int taps = below(d, 2) ? 3 : 1;
	int group = t.channels % 2 || channels % 2 || below(d, 2) ? 1 : 2;
	const char *x = name_of(d, from);
	const char *weights = numbers(d,
		arena_format(d->arena, "%d, %d, %d, %d", (int)channels,
			(int)t.channels / group, taps, taps),
		channels * t.channels / group * taps * taps);

	if (!below(d, 4)) {
		int64_t is_average = below(d, 2);

		add(d, is_average ? "AveragePool" : "MaxPool",
			arena_format(d->arena,
				"\"inputs\": {\"X\": \"%s\"}, \"attributes\": "
				"{\"kernel_shape\": [3, 3], \"pads\": [1, 1, 1, 1]%s}",
				x,
				is_average && below(d, 2) ? ", \"count_include_pad\": 1"
							  : ""),
			t.channels, t.extent);
		return;
	}
	add(d, "Conv",
		arena_format(d->arena,
			"\"inputs\": {\"X\": \"%s\", \"W\": %s}, \"attributes\": "
			"{\"pads\": [%d, %d, %d, %d], \"group\": %d}",
			x, weights, taps / 2, taps / 2, taps / 2, taps / 2, group),
		channels, t.extent);
}

static void
add_product(struct drawing *d, int from)
{
	const struct drawn_tensor t = d->tensor[from];
	int stride = t.extent < MOST_EXTENT / 2 ? 1 + (int)below(d, 2) : 1;
	int64_t channels = 1 + below(d, 4);

	if (below(d, 2))
		add(d, "MatMul",
			arena_format(d->arena, "\"inputs\": {\"A\": \"%s\", \"B\": %s}",
				name_of(d, from),
				numbers(d,
					arena_format(d->arena, "%d, %d", (int)t.extent,
						(int)t.extent),
					t.extent * t.extent)),
			t.channels, t.extent);
	else
		add(d, "ConvTranspose",
			arena_format(d->arena,
				"\"inputs\": {\"X\": \"%s\", \"W\": %s}, \"attributes\": "
				"{\"strides\": [%d, %d]}",
				name_of(d, from),
				numbers(d,
					arena_format(d->arena, "%d, %d, 2, 2",
						(int)t.channels, (int)channels),
					t.channels * channels * 4),
				stride, stride),
			channels, (t.extent - 1) * stride + 2);
}

static void
add_pointwise(struct drawing *d, int from)
{
	static const char *const one[] = {"Relu", "Sigmoid", "Neg"};
	static const char *const two[] = {"Add", "Mul", "Sub"};
	const struct drawn_tensor t = d->tensor[from];
	const char *x = name_of(d, from), *other;
	int like = pick_like(d, from);
	bool turned;

	switch (below(d, 5)) {
	case 0:
		add(d, one[below(d, 3)],
			arena_format(d->arena, "\"inputs\": {\"X\": \"%s\"}", x),
			t.channels, t.extent);
		return;
	case 1:
		add(d, "PRelu",
			arena_format(d->arena,
				"\"inputs\": {\"X\": \"%s\", \"slope\": %s}", x,
				by_channel(d, t.channels, ", 1, 1")),
			t.channels, t.extent);
		return;
	case 2:
		other = by_channel(d, t.channels, ", 1, 1");
		break;
	case 3:
		other = arena_format(d->arena, "\"%s\"", computed(d, t.channels));
		break;
	default:
		other = arena_format(d->arena, "\"%s\"", name_of(d, like));
	}
	x = arena_format(d->arena, "\"%s\"", x);
	turned = other[0] == '"' && below(d, 2);
	add(d, two[below(d, 3)],
		arena_format(d->arena, "\"inputs\": {\"A\": %s, \"B\": %s}",
			turned ? other : x, turned ? x : other),
		t.channels, t.extent);
}

/* A scale and a zero point of a type: for all, or for each channel. */
static const char *
scale_of(struct drawing *d, const char *of, const char *dtype, int64_t channels)
{
	int64_t n = below(d, 2) ? channels : 1;
	const char *scales = "", *zeros = "";

	for (int64_t i = 0; i < n; i++) {
		const char *comma = i ? ", " : "";

		scales = arena_format(d->arena, "%s%s%g", scales, comma,
			(double)(1 + below(d, 20)) / 64);
		zeros = arena_format(
			d->arena, "%s%s%d", zeros, comma, (int)below(d, 128));
	}
	return arena_format(d->arena,
		"\"%s_scale\": {\"shape\": [%d], \"data\": [%s]}, \"%s_zero_point\": "
		"{\"shape\": [%d], \"dtype\": \"%s\", \"data\": [%s]}",
		of, (int)n, scales, of, (int)n, dtype, zeros);
}

/* Numbers as integers, and back; sometimes something is done with these, or two read
   them. */
static void
add_integers(struct drawing *d, int from)
{
	static const char *const types[] = {"int8", "uint8", "int16", "uint16"};
	const char *dtype = types[below(d, 4)], *name;
	const struct drawn_tensor t = d->tensor[from];

	name = add_factor(d, "QuantizeLinear",
		arena_format(d->arena, "\"opset\": 21, \"inputs\": {\"x\": \"%s\", %s}",
			name_of(d, from), scale_of(d, "y", dtype, t.channels)));
	if (!below(d, 3))
		name = add_factor(d, "Add",
			arena_format(d->arena,
				"\"inputs\": {\"A\": \"%s\", \"B\": \"%s\"}", name,
				name));
	for (int64_t i = 0; i < (d->n < MOST_NODES && !below(d, 4) ? 2 : 1); i++)
		add(d, "DequantizeLinear",
			arena_format(d->arena,
				"\"opset\": 21, \"inputs\": {\"x\": \"%s\", %s}", name,
				scale_of(d, "x", dtype, t.channels)),
			t.channels, t.extent);
}

/* Pads rows and columns, or takes them away; mostly with zeros. */
static void
add_pad(struct drawing *d, int from)
{
	const struct drawn_tensor t = d->tensor[from];
	int more = (int)below(d, 4), rows = (int)below(d, 5) - 1;
	int columns = (int)below(d, 5) - 1;

	add(d, "Pad",
		arena_format(d->arena,
			"\"opset\": 9, \"inputs\": {\"data\": \"%s\"}, \"attributes\": "
			"{\"pads\": [0, 0, %d, %d, 0, 0, %d, %d], \"value\": %s}",
			name_of(d, from), rows, columns, more - rows, more - columns,
			below(d, 3) ? "0" : "0.5"),
		t.channels, t.extent + more);
}

/* Every so-manieth element along an axis, forwards or backwards. */
static void
add_step(struct drawing *d, int from, int axis, int step)
{
	const struct drawn_tensor t = d->tensor[from];
	int64_t channels = axis == 1 ? (t.channels + step - 1) / step : t.channels;

	add(d, "Slice",
		arena_format(d->arena,
			"\"inputs\": {\"data\": \"%s\", \"starts\": {\"shape\": [1], "
			"\"dtype\": \"int64\", \"data\": [%d]}, \"ends\": {\"shape\": "
			"[1], \"dtype\": \"int64\", \"data\": [%d]}, \"axes\": "
			"{\"shape\": [1], \"dtype\": \"int64\", \"data\": [%d]}, "
			"\"steps\": {\"shape\": [1], \"dtype\": \"int64\", \"data\": "
			"[%d]}}",
			name_of(d, from), step < 0 ? -1 : 0, step < 0 ? -1000 : 1000,
			axis, step),
		step < 0 ? t.channels : channels, t.extent);
}

/* Rows as columns. */
static void
add_transpose(struct drawing *d, int from)
{
	const struct drawn_tensor t = d->tensor[from];

	add(d, "Transpose",
		arena_format(d->arena,
			"\"inputs\": {\"data\": \"%s\"}, \"attributes\": "
			"{\"perm\": [0, 1, 3, 2]}",
			name_of(d, from)),
		t.channels, t.extent);
}

/* Elements in another order; sometimes in the first one again. */
static void
add_order(struct drawing *d, int from)
{
	switch (below(d, 3)) {
	case 0:
		add_transpose(d, from);
		if (d->n <= MOST_NODES && !below(d, 2))
			add_transpose(d, d->n - 1);
		break;
	case 1:
		add_step(d, from, 1 + (int)below(d, 3), -1);
		break;
	default:
		add_step(d, from, 1, 1 + (int)below(d, 3));
	}
}

/* Channels of two tensors behind one another; some channels of one; a frame around it;
   another order. */
static void
add_movement(struct drawing *d, int from)
{
	const struct drawn_tensor t = d->tensor[from];
	int like = pick_like(d, from);

	if (!below(d, 3))
		add_order(d, from);
	else if (!below(d, 3) && t.extent < MOST_EXTENT)
		add_pad(d, from);
	else if (below(d, 2) && 2 * t.channels <= MOST_CHANNELS) {
		add(d, "Concat",
			arena_format(d->arena,
				"\"inputs\": {\"inputs\": [\"%s\", \"%s\"]}, "
				"\"attributes\": {\"axis\": 1}",
				name_of(d, from), name_of(d, like)),
			2 * t.channels, t.extent);
	} else {
		int64_t first = t.channels ? below(d, t.channels) : 0, end = first;

		if (t.channels && below(d, SELDOM))
			end += 1 + below(d, t.channels - first);

		add(d, "Slice",
			arena_format(d->arena,
				"\"opset\": 9, \"inputs\": {\"data\": \"%s\"}, "
				"\"attributes\": {\"axes\": [1], \"starts\": [%d], "
				"\"ends\": [%d]}",
				name_of(d, from), (int)first, (int)end),
			end - first, t.extent);
	}
}

const char *
draw_graph(uint64_t number, struct arena *arena)
{
	struct drawing d = {.state = (number + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1,
		.arena = arena,
		.tensor = {{IMAGE_CHANNELS, IMAGE_EXTENT}},
		.n = 1,
		.nodes = ""};
	const char *more = "";
	int64_t n;

	for (int i = 0; i < 4; i++)
		next_random(&d.state);
	d.batch = below(&d, 2) ? 1 : 2 + below(&d, 2);
	if (!below(&d, SELDOM))
		d.batch = 0;
	n = 2 + below(&d, MOST_NODES - 1);
	for (int64_t i = 0; i < n && d.n <= MOST_NODES; i++) {
		int64_t kind = i ? below(&d, 10) : 0;
		int from = pick(&d);

		if (kind < 2)
			add_window(&d, from);
		else if (kind < 3)
			add_product(&d, from);
		else if (kind < 7)
			add_pointwise(&d, from);
		else if (kind < 8)
			add_integers(&d, from);
		else
			add_movement(&d, from);
	}
	if (d.n > 2 && !below(&d, 3))
		more = arena_format(arena, "\"t%d\", ", 1 + (int)below(&d, d.n - 2));
	return arena_format(arena,
		"\"inputs\": {\"image\": [%d, %d, %d, %d]}, \"nodes\": [%s], "
		"\"outputs\": "
		"[%s\"t%d\"]",
		(int)d.batch, IMAGE_CHANNELS, IMAGE_EXTENT, IMAGE_EXTENT, d.nodes, more,
		d.n - 1);
}
