#ifndef OPGEN_PLAN_PLAN_H
#define OPGEN_PLAN_PLAN_H

#include "base/dtype.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most inputs of an operation; each tensor of a variadic one counts. */
enum {
	MAX_OPERAND = 20
};

/* The most spatial axes. */
enum {
	MAX_AXIS = MAX_RANK - 2
};

/* Whole planes of PLANE_LANES elements or more are summed in PLANE_LANES partial sums, as
   runtime/README.md, "Numerics", has it. */
enum {
	PLANE_LANES = 16
};

/* A tensor as the emitted function sees it. */
struct operand {
	const char *name;  /* the operation's document's: "X", "W", "data", "output" */
	enum dtype dtype;  /* of its elements in memory */
	enum dtype loaded; /* of its elements in arithmetic, which loading converts to */
	int rank;
	int64_t shape[MAX_RANK];
	int64_t nelement;
	const void *constant; /* its elements, as in struct tensor; NULL: an argument */
};

/* Gives its elements a type: half types are float32 in arithmetic, others themselves. */
void operand_set_dtype(struct operand *operand, enum dtype dtype);

/* The type in memory of weights or a bias: constants of half types are stored as floats.
 */
enum dtype operand_stored(const struct operand *operand);

/* Outputs along one axis that read the same taps: output first + i, i in 0..count-1,
   reads tap + t, t in 0..ntap-1, at the input coordinates src + i * stride + t *
   dilation, all of them inside the input. Along an axis the spans follow each other
   without a gap. */
struct span {
	int64_t first, count;
	int64_t tap,
		ntap; /* ntap 0: the window lies in the padding; tap and src are 0 then */
	int64_t src;
	int64_t divisor; /* AveragePool: taps counted along this axis; else 0 */
};

/* The rule that resolved an axis, for --explain. */
enum pad_rule {
	PAD_NOTSET,
	PAD_SAME_UPPER,
	PAD_SAME_LOWER,
	PAD_VALID
};

/* As the standard spells them. */
extern const char *const pad_rule_name[];

/* One spatial axis with everything resolved. Lengths in elements along the axis. */
struct axis {
	int64_t in, out;
	int64_t kernel, stride, dilation;
	int64_t pad_begin, pad_end;
	enum pad_rule rule;
	bool ceil_mode;      /* the output was rounded up */
	bool dropped_window; /* ceil_mode's last window began in the end padding and was
				dropped */
	const struct span *span;
	size_t nspan; /* 0 only when out is 0 */
};

/* The span that holds an output of an axis. */
const struct span *span_at(const struct axis *axis, int64_t output);

/* The most taps inside the input of any window along an axis. */
int64_t axis_most_taps(const struct axis *axis);

struct arena;
struct pointwise_chain;
struct epilogue;
struct reduction;

/* Elements of a tensor of planes from one image to the next, from one channel, and from
   one position along each spatial axis. */
struct window_steps {
	int64_t image, channel, axis[MAX_AXIS];
};

/* Elements of weights from one output channel of all groups to the next, from one input
   channel, and from one tap. */
struct weight_steps {
	int64_t channel, input, tap;
};

/* The order of a tensor's dimensions in memory. */
enum window_layout {
	WINDOW_NCHW, /* batch, channels, spatial axes: planes are contiguous */
	WINDOW_NHWC  /* batch, spatial axes, channels */
};

/* A sliding window over planes: Conv and the pools. The planes of src are
   [batch, group, ic], those of dst [batch, group, oc]; weights are [group, oc, ic, taps],
   bias [group, oc]. A pool has one group per channel, ic = oc = 1. The steps tell where
   their elements are. */
struct window_plan {
	const struct reduction *reduction;
	int64_t batch, group, ic, oc;
	int naxis; /* outermost first, 1..MAX_AXIS */
	struct axis axis[MAX_AXIS];

	enum window_layout src_layout, dst_layout;
	/* The operands' shapes have the order of their layouts, as TensorFlow's have;
	   else they are [N, C, D1, ...]. */
	bool shaped_by_layout;
	struct window_steps src, dst;
	struct weight_steps weights;

	int64_t channel_block; /* Conv: input channels that are summed in one block */
	bool count_include_pad;
	int64_t p; /* LpPool: the integral exponent, or 0 when it is fractional */
	double fractional_p;
	/* MaxPool's second output counts the elements of src modulo this; 0: all of
	   them. */
	int64_t place_period;
};

/* What the second output has for an element of src. */
int64_t window_place(const struct window_plan *window, int64_t src);

/* Elements of an output's plane. */
int64_t window_plane(const struct window_plan *window);

/* Sets the steps, once batch, channels and axes are known: dense tensors in these
   layouts, and weights in the order [group, oc, ic, taps]. */
void window_lay_out(
	struct window_plan *window, enum window_layout src, enum window_layout dst);

/* The place of a weight: of an output channel of all groups, an input channel and a
   tap. */
int64_t window_weight(
	const struct window_plan *window, int64_t channel, int64_t input, int64_t tap);

/* Whether both tensors have the order of ONNX's: planes are contiguous. */
bool window_is_planar(const struct window_plan *window);

/* The indices of element k of dst: its image, channel of all groups and position. */
struct window_place {
	int64_t image, channel, position[MAX_AXIS];
};
struct window_place window_place_of(const struct window_plan *window, int64_t k);

/* A loop: its count, and how far each operand of a product moves in a pass, in
   elements. */
struct product_loop {
	int64_t count, a, b, c, dst;
};

/* A tap that a class of outputs reads: its number along the axis, and the input that the
   first of these outputs reads. */
struct product_tap {
	int64_t number, src;
};

/* Outputs along one axis that read the same taps: output first + phase * phase_dst + i *
   step reads tap number + phase at src + i; phase in 0..nphase-1, i in 0..count-1. The
   taps' numbers ascend. Every output of an axis is in one of its classes. */
struct product_class {
	int64_t first, step, count;
	int64_t nphase, phase_dst;
	const struct product_tap *tap;
	size_t ntap;
};

struct product_axis {
	/* As for ConvTranspose: output `point` reads, by tap k, input (point + pad_begin
	   - k * dilation) / stride, if there is one. It has no spans. */
	struct axis axis;
	int64_t a;         /* from one tap to the next */
	int64_t b, c, dst; /* b: from one input to the next; c, dst: from one output to
			      the next */
	const struct product_class *class;
	size_t nclass;
};

/* Sums of products of elements of a and b: of matrices, whose columns are an axis with
   one tap, and of ConvTranspose, whose rows are a group's output channels. An output is
   the sum of a * b over blocks of depth and, for each step of depth, over the taps. */
struct product_plan {
	const struct operand *a, *b;
	const struct operand *c; /* NULL: nothing is added */
	int nloop;
	struct product_loop loop[MAX_AXIS]; /* outermost first */
	struct product_loop row;            /* b: 0 */
	int64_t depth, a_depth, b_depth;
	int64_t block; /* of depth, in one block */
	int naxis;     /* outermost first; at least 1 */
	struct product_axis axis[MAX_AXIS];
	/* The sum of the blocks begins with c; else the result is alpha * sum + beta *
	   c. */
	bool begins_with_c;
	double alpha, beta;
};

/* Phases of one axis of a data movement that are treated alike: phases
   phase..phase+nphase-1 copy at grid positions begin..end-1, and clear or crop the
   others. */
struct phase_run {
	int64_t phase, nphase;
	int64_t begin, end;
};

/* One axis of a data movement. A position is a phase and a grid index; its offset, in
   elements, is src_base + phase * src_phase + grid * src_grid, and likewise for dst. A
   step of src may be negative, to go backwards, or 0, to read the same element again. */
struct move_axis {
	int64_t grid;  /* grid positions */
	int64_t phase; /* phases; 1 where the axis is not split */
	int64_t src_grid, src_phase;
	int64_t dst_grid, dst_phase;
	const struct phase_run *run; /* they cover every phase, ascending */
	size_t nrun;
	const int64_t *table; /* where each phase begins in src, in place of phase *
				 src_phase; or NULL */
};

/* The offset of a position of an axis from the base of src. */
int64_t move_axis_src(const struct move_axis *axis, int64_t phase, int64_t grid);

/* Whether a position is within its axis' run. */
bool move_axis_copies(const struct move_axis *axis, int64_t phase, int64_t grid);

/* A data movement: dst[sum of dst offsets] = src[sum of src offsets]; outside an axis'
   run dst gets the fill. A movement that crops fills nothing: positions outside an axis'
   run are not part of dst.

   If all axes but the outermost, smallest steps first, are contiguous in both tensors,
   the movement is one block for each outermost index. */
struct move_plan {
	int naxis; /* 0..MAX_RANK; no particular order */
	struct move_axis axis[MAX_RANK];
	int64_t src_base; /* may be negative: the offset of grid 0, phase 0 */
	int64_t dst_base; /* the same */
	bool crops;
	const struct operand *src, *dst;
	const struct operand *fill; /* of one element; NULL: zero bits */
};

/* Whether elements are equally far apart in src and in dst. */
bool move_is_block(const struct move_plan *move);

/* Elements that are copied. */
int64_t move_copied(const struct move_plan *move);

/* Movements that together write every element of every output exactly once. */
struct movement {
	struct move_plan *part;
	size_t npart; /* 0 only if the outputs are empty */
};

/* One axis of pointwise steps: its extent, and its inc in each operand (0 where all read
   the same element) and in dst. */
struct pointwise_axis {
	int64_t extent;
	int64_t inc[MAX_OPERAND], dst_inc;
};

/* Every element of dst is computed from one element of each operand. Axes that are
   contiguous in all operands are merged; none has extent 1. */
struct pointwise_plan {
	int naxis; /* outermost first, 0..MAX_RANK; the innermost has inc 1 in dst */
	struct pointwise_axis axis[MAX_RANK];
	const struct pointwise_chain *chain; /* its operands are the plan's */
};

enum reduce_kind {
	REDUCE_SUM,
	REDUCE_MEAN,
	REDUCE_MAX,
	REDUCE_MIN,
	REDUCE_PROD,
	REDUCE_L1,         /* the sum of |x| */
	REDUCE_L2,         /* the root of the sum of the squares */
	REDUCE_SUM_SQUARE, /* the sum of the squares */
	REDUCE_LOG_SUM,    /* the logarithm of the sum */
	/* most + log(the sum of exp(x - most)); an infinite most is not subtracted */
	REDUCE_LOG_SUM_EXP,
	REDUCE_ARG_MAX, /* the index of a row's largest element, int64 */
	REDUCE_ARG_MIN, /* and of its least one */
	/* A row becomes a row from here on (reduce_gives_rows()). */
	REDUCE_NORMALIZE, /* (x - mean) * (scale / sqrt(variance + epsilon)) + bias */
	/* (x - mean) * (1 / sqrt(variance + epsilon)) * scale + bias */
	REDUCE_STANDARDIZE,
	REDUCE_SOFTMAX, /* exp(x - most) / the sum of those */
	/* (x - most) - log(the sum of exp(x - most)) */
	REDUCE_LOG_SOFTMAX,
	/* x / (bias + alpha * the sum of the squares around it) ^ beta */
	REDUCE_LOCAL
};

/* Whether a row becomes a row, not one element. */
static inline bool
reduce_gives_rows(enum reduce_kind kind)
{
	return kind >= REDUCE_NORMALIZE;
}

/* Whether it is the place of an element. */
static inline bool
reduce_finds_place(enum reduce_kind kind)
{
	return kind == REDUCE_ARG_MAX || kind == REDUCE_ARG_MIN;
}

/* An axis of a reduction: its extent and incs. */
struct reduce_axis {
	int64_t count, src, dst;
	int64_t channel; /* in scale and bias */
};

/* Rows of src, each of which becomes one element or one row of dst. Contiguous axes are
   merged. */
struct reduce_plan {
	enum reduce_kind kind;
	int nkept;
	struct reduce_axis kept[MAX_RANK]; /* from row to row, outermost first */
	int nrow;
	struct reduce_axis row[MAX_RANK]; /* along a row, outermost first */
	int64_t count;                    /* elements of a row */
	bool last;                        /* of places: the last one of equal elements */
	/* Of both of these; bias, or both, may be NULL of REDUCE_STANDARDIZE. */
	const struct operand *scale, *bias;
	double epsilon;
	/* REDUCE_STANDARDIZE: the numbers of the outputs with an element for each row,
	   its mean and the factor 1 / sqrt(variance + epsilon); 0: there is none. Then
	   the rows follow each other in dst. */
	size_t mean, inverse;
	/* REDUCE_LOCAL: neighbours before and after x, as far as the row has them. */
	int64_t before, after;
	double alpha, beta, add;
};

/* One resampled axis of a tensor, or several contiguous axes that stay as they are.
   Output o of begin..end-1, of which there are some, is the sum over taps t of
   weight[t * out + o] times the input at place[t * out + o]; other outputs lie outside of
   the input. With more than SAMPLE_TAPS taps, those of an output are neighbours:
   place[o], place[o] + 1, … */
enum {
	SAMPLE_TAPS = 4
};

struct sample_axis {
	bool sampled; /* else in equals out, and the members below are unused */
	int64_t in, out;
	int64_t begin, end;
	int64_t ntap;
	const int64_t *place; /* 0..in-1 */
	const double *weight; /* rounded to the type of sums */
};

/* A dense tensor resampled along several axes: along the outermost first, then the result
   along the next one, and so on. Outputs outside of the input get the fill. Elements, the
   fill, and results are converted to and from the type of sums as Cast does. */
struct sample_plan {
	int naxis; /* outermost first */
	struct sample_axis axis[MAX_RANK];
	double fill;
};

/* Elements of src, and of dst, from one position of an axis to the next. */
int64_t sample_src(const struct sample_plan *sample, int axis);
int64_t sample_dst(const struct sample_plan *sample, int axis);

/* An axis of a plan that picks elements: its extent, and its incs in src, dst and the
   indices. */
struct pick_axis {
	int64_t count, src, dst, index;
};

/* An index of an element: element `at` of the indices on from where the axes are. It
   counts elements of src that are `src` apart, from 0 to extent - 1; if it is negative,
   from the last one backwards. One outside is the nearest inside. */
struct pick_index {
	int64_t at, extent, src;
};

/* Every element of dst is the element of src that indices of run time pick. */
struct pick_plan {
	int naxis; /* outermost first; none has extent 1 */
	struct pick_axis axis[MAX_RANK];
	const struct operand *indices; /* of int32 or int64 */
	int nindex;
	struct pick_index index[MAX_RANK];
};

/* Appends an axis, if its extent is not 1. */
void pick_add_axis(struct pick_plan *pick, struct pick_axis axis);

/* Which of `extent` elements an index picks. */
int64_t pick_index_place(int64_t index, int64_t extent);

/* Plans one after the other. Their tensors have numbers: those of the series' operands,
   then its outputs, then what lies between. */
struct series_plan {
	const struct series_part *part;
	size_t npart;
	struct operand *between;
	size_t nbetween;
};

struct series_part {
	const struct plan *plan; /* may be a series, too */
	const size_t *operand;   /* the tensor of each operand that is no constant */
	const size_t *result;    /* the tensor of each output */
};

enum plan_kind {
	PLAN_WINDOW,
	PLAN_MOVE,
	PLAN_POINTWISE,
	PLAN_PRODUCT,
	PLAN_REDUCE,
	PLAN_SAMPLE,
	PLAN_PICK,
	PLAN_SERIES, /* an operation that is several; scheduled as a network */
	PLAN_NETWORK /* several nodes: generator/network */
};

/* An operation resolved into numbers: nothing in it points back at the spec except the
   constants' elements. */
struct plan {
	enum plan_kind kind;
	const char *name; /* the spec's name, without a prefix */
	const char *op;   /* "AveragePool-19", "SpaceToBatch-2", "DepthToSpace" */
	const char *domain;
	/* Attributes and constant inputs that the geometry does not show, in words, each
	   printed on its own line: "count_include_pad 1", "block_shape [1, 2]". */
	const char *const *detail;
	size_t ndetail;
	/* In numerics fast, the detail that says which subnormal weights became zeros;
	   NULL: none did. */
	const char *flushed;

	const struct operand *src, *weights, *bias; /* weights, bias: Conv, or NULL */
	struct operand
		operand[MAX_OPERAND]; /* inputs in the op's order, without constants that
					 the plan has absorbed (block_shape) */
	size_t noperand;
	/* The type of sums: of products, of a window's elements, along rows, of samples;
	   and of the numbers that a kind without sums computes with src's elements. */
	enum dtype sum;
	struct operand dst;   /* the first output */
	struct operand *more; /* the outputs after it */
	size_t nmore;

	/* In a network: steps on each output of a window or a product before it is
	   stored; or NULL. */
	const struct epilogue *epilogue;
	/* In a network: steps on each element of a window's src where it is loaded; or
	   NULL (plan/prologue.h). */
	const struct epilogue *prologue;
	/* In a network: the operand in whose bytes the output is computed; or NULL. Each
	   of its elements is read before the output's element of the same number is
	   stored. It is no argument of its own: code reads it through the output's. */
	const struct operand *over;

	union {
		struct window_plan window;
		struct movement move;
		struct pointwise_plan pointwise;
		struct product_plan product;
		struct reduce_plan reduce;
		struct sample_plan sample;
		struct pick_plan pick;
		struct series_plan series;
	} u;
};

/* Spatial axis i, as the plan's comment lists them; NULL after the last one. */
const struct axis *plan_axis(const struct plan *plan, int index);

/* How many outputs a plan has; output i; the number of one of them; the elements of all.
 */
size_t plan_noutput(const struct plan *plan);
const struct operand *plan_output(const struct plan *plan, size_t i);
size_t plan_output_number(const struct plan *plan, const struct operand *output);
int64_t plan_nelement(const struct plan *plan);
/* Whether a movement leaves every element in place: the output has the same bytes as
   src. */
bool plan_is_copy(const struct plan *plan);

/* Whether element k of a pointwise plan's output is computed from element k of an
   operand. */
bool plan_is_by_element(const struct plan *plan, size_t operand);
/* Whether an operand is an argument of its own. */
bool plan_passes(const struct plan *plan, const struct operand *operand);
/* A copy of a plan, to be changed: of its operands and outputs, too. */
void plan_assign(struct plan *copy, const struct plan *plan, struct arena *arena);
struct plan *plan_duplicate(const struct plan *plan, struct arena *arena);

/* Element `index` of a constant operand; exact except for integers beyond 2^53. */
double operand_number(const struct operand *operand, int64_t index);

/* Whether an operand is there (it may be NULL), and a constant whose numbers can all be
   written as literals. */
bool operand_is_finite(const struct operand *operand);

/* Whether an operand is one constant number of a floating-point type that code may hold
   in place of an array. */
bool operand_is_literal(const struct operand *operand);

#endif
