#include "kernels/common/micro_kernel.h"

#include "base/checked.h"

#include <string.h>

enum {
	MOST_NAMED = 4 /* calls that a function's comment names */
};

struct kernel_code
kernel_code_begin(const struct lowering *l, const struct reducer *reducer,
	const struct tile_plan *plan, const struct micro_kernel *kernel)
{
	const struct operand *weights = l->schedule->plan->weights;
	struct kernel_code k = {.l = l,
		.code = l->code,
		.reducer = reducer,
		.plan = plan,
		.window = &plan->window,
		.kernel = kernel,
		.memory = l->memory,
		.stored = l->stored,
		.sum = l->sum};

	k.conv = k.window->reduction->weighted;
	k.has_bias = l->schedule->plan->bias;
	if (weights)
		k.weight = code_scalar(
			plan->packs ? weights->loaded : operand_stored(weights));
	k.blocks = plan->nblock > 1 && !plan->ic_outer;
	if (plan->vector)
		k.vector = lowering_vector(l, plan->vector->lanes);
	k.steps = plan->window.weights;
	if (kernel && plan->packed)
		k.steps = (struct weight_steps){
			1, plan->taps * kernel->lanes, kernel->lanes};
	return k;
}

int64_t
kernel_rest(const struct micro_kernel *kernel)
{
	return kernel->together && kernel->channels % kernel->together ? kernel->together
								       : 0;
}

const char *
outputs_text(const struct kernel_code *k, const struct loop_nest *nest)
{
	const char *text = "";

	for (int i = 0; i < k->window->naxis; i++)
		text = code_range(k->code, text, nest->first[i],
			nest->last[i] - nest->first[i] + 1);
	return text;
}

/* "kernel 3 x taps2": the taps of vectors. */
static const char *
taps_text(const struct kernel_code *k)
{
	const char *text = "kernel ";

	for (int i = 0; i < k->window->naxis; i++) {
		text = code_name(k->code, "%s%s", text, i ? " x " : "");
		text = k->kernel->looped[i]
			       ? code_name(k->code, "%staps%d", text, i + 1)
			       : code_name(k->code, "%s%lld", text,
					 (long long)k->window->axis[i].kernel);
	}
	return text;
}

/* The outputs of a border's function, for its comment; with thousands of calls, only what
   its loops over taps share. */
static const char *
border_of(const struct kernel_code *k, const char *text)
{
	const struct tile_plan *p = k->plan;
	int n = 0;

	if (strcmp(k->kernel->role, "border") != 0 || k->kernel->loops)
		return "";
	for (size_t b = 0; b < p->noc_block; b++)
		for (size_t i = 0; i < p->oc_block[b].nnest && n <= MOST_NAMED; i++) {
			const struct loop_nest *nest = &p->oc_block[b].nest[i];

			if (nest->kernel != k->kernel)
				continue;
			if (n < MOST_NAMED)
				text = code_name(k->code, "%s%s%s", text,
					n ? "; " : ",\n   for outputs ",
					outputs_text(k, nest));
			else
				text = code_name(k->code, "%s; and others", text);
			n++;
		}
	return text;
}

const char *
kernel_comment_of(const struct kernel_code *k, const char *taps, const char *left_out)
{
	const struct micro_kernel *kernel = k->kernel;
	const char *text = "One output channel", *end = ".";

	if (kernel->channels > 1)
		text = code_count(k->code, kernel->channels, "output channel");
	text = code_name(k->code, "%s at %s", text,
		code_count(k->code, kernel->positions, "position"));
	if (!taps)
		return code_name(k->code, "%s, in the padding.", text);
	if (k->copies)
		end = "; copies the inputs,\n   which the other channels read.";
	else if (kernel->deferred)
		end = ", left in sums.\n   Meanwhile the sums of the call before, which "
		      "are "
		      "there, are stored at last.";
	return code_name(k->code, "%s, %s%s%s", text, taps, border_of(k, left_out), end);
}

const char *
kernel_comment(const struct kernel_code *k)
{
	return kernel_comment_of(k, k->kernel->reads ? taps_text(k) : NULL,
		", taps in the padding left out");
}

void
kernel_parameters(struct kernel_code *k)
{
	const struct operand *bias = k->l->schedule->plan->bias;
	bool staged = k->kernel && k->kernel->staged;
	bool deferred = k->kernel && k->kernel->deferred;
	bool outer = k->kernel && k->plan->ic_outer;

	if (!staged || k->copies)
		k->src = code_input(k->code, k->memory, "src");
	if (staged)
		k->inputs = k->copies ? code_scratch(k->code, k->sum, "inputs")
				      : code_input(k->code, k->sum, "inputs");
	if (k->conv)
		k->weights = code_input(k->code, k->weight, "weights");
	if (bias && !outer)
		k->bias = code_input(k->code, code_scalar(operand_stored(bias)), "bias");
	if (deferred || outer)
		k->sums = code_scratch(k->code, k->sum, "sums");
	if (deferred)
		k->last = code_output(k->code, k->stored, "last");
	else if (!outer)
		k->dst = code_output(k->code, k->stored, "dst");
}

void
kernel_begin(struct kernel_code *k, enum linkage linkage, const char *comment)
{
	const struct micro_kernel *kernel = k->kernel;

	code_function(k->code, linkage,
		lowering_name(k->l, "%s_%zu%s", kernel->role, kernel->index,
			k->copies ? "_copying" : ""),
		comment);
	kernel_parameters(k);
	for (int i = 0; i < k->window->naxis; i++)
		if (kernel->looped[i])
			k->taps[i] = code_parameter(k->code, VARIABLE_COUNTER,
				code_scalar(DTYPE_INT64),
				code_name(k->code, "taps%d", i + 1));
	if (kernel->loops && k->window->reduction->counts)
		k->divisor = code_parameter(k->code, VARIABLE_VALUE, k->sum, "divisor");
	if (kernel_rest(kernel))
		k->end = code_parameter(
			k->code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "channels");
	if (kernel->staged && kernel->nprefetch)
		k->prefetch = code_input(k->code, k->memory, "ahead");
	k->x = code_at(k->src, 0);
	k->w = code_at(k->weights, 0);
}

void
kernel_counters(struct kernel_code *k, bool lanes, bool part)
{
	struct wanted_counter all[4 + MAX_AXIS] = {{&k->i, "i", lanes},
		{&k->c, "c", k->kernel->reads && k->window->ic > 1},
		{&k->block, "block", k->blocks}, {&k->part, "part", part}};
	size_t n = 4;

	for (int i = 0; i < k->window->naxis; i++)
		all[n++] = (struct wanted_counter){
			&k->t[i], code_name(k->code, "t%d", i + 1), k->kernel->looped[i]};
	if (!k->plan->unrolled)
		code_declare_counters(k->code, all, n);
	code_blank(k->code);
}

const struct variable *
kernel_array(const struct kernel_code *k, const char *name, int64_t length)
{
	return code_let_array(k->code, k->sum, name, length,
		k->plan->vector ? k->plan->target->vector_bytes : 0);
}

bool
kernel_begins_with_first(const struct kernel_code *k)
{
	return k->window->reduction->begins_with_first && k->kernel->reads;
}

void
kernel_unused(const struct kernel_code *k)
{
	if (k->kernel->reads)
		return;
	code_unused(k->code, k->src);
	if (k->conv)
		code_unused(k->code, k->weights);
}

/* An address moved to the current input channel. */
static struct address
at_channel(const struct kernel_code *k, const struct variable *base, int64_t inc)
{
	struct address at = code_along(k->code, base, k->block, k->plan->block * inc);

	return code_indexed(k->code, at, k->c, inc);
}

/* A pointer to the channel. It is computed in each pass, not advanced: only then does
   clang 14 vectorise tiles. */
static struct address
let_channel(const struct kernel_code *k, bool reads, struct code_type type,
	const char *name, const struct variable *base, int64_t inc)
{
	return code_let_place(k->code, reads, type, name, at_channel(k, base, inc));
}

static void
point_to_channel(struct kernel_code *k)
{
	const struct micro_kernel *kernel = k->kernel;
	bool staged = kernel->staged && !k->copies;
	int64_t channel = k->window->src.channel;

	if (staged)
		k->x = let_channel(k, true, k->sum, "x", k->inputs, kernel->staged);
	else
		k->x = let_channel(k, true, k->memory, "x", k->src, channel);
	if (k->copies)
		k->copy =
			let_channel(k, false, k->sum, "copy", k->inputs, kernel->staged);
	if (k->conv)
		k->w = let_channel(k, true, k->weight, "w", k->weights, k->steps.input);
	code_blank(k->code);
	/* Prefetches inputs of later calls, in the same channel. */
	if (k->prefetch)
		code_prefetch(k->code, at_channel(k, k->prefetch, channel));
	for (size_t i = 0; i < kernel->nprefetch && !k->prefetch; i++)
		code_prefetch(k->code, code_moved(k->x, kernel->prefetch[i]));
}

void
kernel_looped_taps(struct kernel_code *k, void (*rows)(struct kernel_code *k))
{
	const struct address x = k->x, w = k->w;
	struct address xt = x, wt = w;

	for (int i = 0; i < k->window->naxis; i++) {
		code_loop_to(
			k->code, k->t[i], 0, 1, (struct limit){.argument = k->taps[i]});
		xt = code_indexed(k->code, xt, k->t[i],
			k->window->axis[i].dilation * k->window->src.axis[i]);
		wt = code_indexed(
			k->code, wt, k->t[i], k->plan->axis_tap[i] * k->steps.tap);
	}
	if (k->kernel->loops) {
		k->x = code_let_place(k->code, true, k->memory, "xt", xt);
		if (k->conv)
			k->w = code_let_place(k->code, true, k->weight, "wt", wt);
		code_blank(k->code);
	}
	rows(k);
	code_ends(k->code, k->window->naxis);
	k->x = x;
	k->w = w;
}

static void
add_taps(struct kernel_code *k, const struct channel_steps *steps)
{
	kernel_looped_taps(k, steps->rows);
	if (steps->last)
		steps->last(k);
}

/* Adds input channels from `first` on one by one, each in a block of its own. */
static void
add_unrolled_channels(
	struct kernel_code *k, const struct channel_steps *steps, int64_t first)
{
	int64_t end = min_of(first + k->plan->block, k->window->ic);

	for (int64_t c = first; c < end; c++) {
		code_block(k->code);
		code_comment(
			k->code, code_name(k->code, "Input channel %lld.", (long long)c));
		k->x = code_at(k->src, c * k->window->src.channel);
		k->w = code_at(k->weights, c * k->steps.input);
		add_taps(k, steps);
		code_end(k->code);
	}
}

static void
add_channel_loop(struct kernel_code *k, const struct channel_steps *steps)
{
	const struct tile_plan *p = k->plan;
	struct limit limit = {.limit = p->block};

	if (k->blocks && p->last_block != p->block) {
		limit.selector = k->block;
		limit.below = p->nblock - 1;
		limit.other = p->last_block;
	}
	code_loop_to(k->code, k->c, 0, 1, limit);
	if (k->c)
		point_to_channel(k);
	add_taps(k, steps);
	code_end(k->code);
}

void
kernel_channels(struct kernel_code *k, const struct channel_steps *steps)
{
	const struct tile_plan *p = k->plan;
	bool unrolled = p->unrolled && k->window->ic > 1;

	code_loop(k->code, k->block, p->nblock);
	for (int64_t b = 0; b < (unrolled ? p->nblock : 1); b++) {
		steps->clear(k);
		if (k->kernel->reads && unrolled)
			add_unrolled_channels(k, steps, b * p->block);
		else if (k->kernel->reads)
			add_channel_loop(k, steps);
		if (k->blocks)
			steps->add(k);
	}
	code_end(k->code);
}

int64_t
kernel_channels_of(const struct kernel_code *k, int v)
{
	return min_of(k->kernel->channels - v * k->vector.lanes, k->vector.lanes);
}

const struct value *
kernel_bias(const struct kernel_code *k, int v)
{
	if (!k->has_bias)
		return code_number(k->code, k->vector, 0);
	return code_load_n(k->code, k->vector, code_at(k->bias, v * k->vector.lanes),
		kernel_channels_of(k, v));
}

struct register_tile
kernel_tile(const struct kernel_code *k)
{
	const struct channel_kernel *own = k->kernel->own;

	return (struct register_tile){.code = k->code,
		.reducer = k->reducer,
		.vector = k->vector,
		.rows = k->kernel->positions,
		.vectors = own->vectors,
		.lanes = k->kernel->channels,
		.x = {.at = k->x, .inc = 1, .lane = k->plan->apart},
		.w = {.at = k->w, .inc = k->steps.tap, .lane = 1},
		.scatter = 1};
}

const struct value *
kernel_count(const struct kernel_code *k, struct code_type type, int64_t straight)
{
	const struct value *count;

	if (!k->divisor || !k->kernel->reads)
		return NULL;
	count = code_get(k->code, k->divisor);
	if (straight > 1)
		count = code_binary(k->code, VALUE_MULTIPLY, count,
			code_number(k->code, k->sum, (double)straight));
	return code_set1(k->code, type, count);
}
