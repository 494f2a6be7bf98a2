#include "kernels/common/micro_kernel.h"

#include "base/checked.h"
#include "base/extents.h"

/* The function that calls an oc_block's micro-kernels for all positions. */

enum {
	MOST_ARGUMENTS = 10 + MAX_AXIS
};

/* A place moved to a nest's call in src or dst, of so many elements a position. */
static struct address
at_nest(const struct plane_code *n, struct address at, const struct loop_nest *nest,
	bool dst, int64_t scale)
{
	for (int i = 0; i < nest->nloop; i++) {
		int64_t inc = (dst ? nest->loop[i].dst : nest->loop[i].src) * scale;

		at = code_indexed(n->k.code, at, n->loop[i], inc);
		at = code_moved(at, n->pass[i] * inc);
	}
	return code_moved(at, (dst ? nest->dst : nest->src) * scale);
}

static struct address
dst_of(const struct plane_code *n, const struct loop_nest *nest)
{
	int64_t tile = n->block->channels * n->k.window->dst.channel;

	return at_nest(n, code_along(n->k.code, n->k.dst, n->tile, tile), nest, true, 1);
}

/* The prefetch of a micro-kernel with staged inputs: the inputs of the next copy, line by
   line in turns. */
static struct address
prefetch_of(const struct plane_code *n, const struct loop_nest *nest)
{
	const struct micro_kernel *kernel = nest->kernel;
	struct address at = at_nest(n, code_at(n->k.src, 0), nest, false, 1);

	if (nest->along_first)
		at = code_moved(at, kernel->prefetch[0]);
	if (kernel->nprefetch > 1 && nest->along_first)
		at = code_indexed_by(n->k.code, at,
			(struct index_term){.counter = n->tile,
				.modulo = (int64_t)kernel->nprefetch,
				.inc = kernel->prefetch[1] - kernel->prefetch[0]});
	return at;
}

static struct address
weights_of(const struct plane_code *n, const struct loop_nest *nest,
	const struct weight_steps *steps, int64_t channel)
{
	struct address at = code_along(
		n->k.code, n->k.weights, n->tile, weights_of_tile(n->k.plan, n->block));

	at = code_indexed(n->k.code, at, n->k.block, n->k.plan->block * steps->input);
	return code_moved(at, nest->tap * steps->tap + channel * steps->channel);
}

/* Adds the call of a nest's micro-kernel for its channels from number `channel` on;
   `end`: how many, if that is an argument. It gets what it has parameters for, in the
   order of kernel_begin(). */
static void
add_call_from(const struct plane_code *n, const struct loop_nest *nest, int64_t channel,
	int64_t end)
{
	const struct kernel_code *k = &n->k, *callee;
	const struct tile_plan *p = k->plan;
	int64_t src = p->window.src.channel, dst = p->window.dst.channel;
	struct address x, bias, sums = code_at(k->sums, 0);
	struct argument a[MOST_ARGUMENTS];
	size_t count = 0;

	callee = &(k->copies ? n->copying : n->kernel)[nest->kernel->index];
	/* k->block: a counter if blocks of input channels are outermost. */
	x = code_along(k->code, k->src, k->block, p->block * src);
	x = at_nest(n, code_moved(x, channel * src), nest, false, 1);
	bias = code_along(k->code, k->bias, n->tile, n->block->channels);
	if (p->ic_outer)
		sums = at_nest(n, sums, nest, true, n->block->lanes);
	a[count++] = code_pass_if(callee->src, code_pass(x));
	a[count++] = code_pass_if(callee->inputs, code_pass_pointer(k->inputs));
	a[count++] = code_pass_if(
		callee->weights, code_pass(weights_of(n, nest, &callee->steps, channel)));
	a[count++] = code_pass_if(callee->bias, code_pass(code_moved(bias, channel)));
	a[count++] = code_pass_if(callee->sums, code_pass(sums));
	a[count++] = code_pass_if(callee->last, code_pass_pointer(k->last));
	a[count++] = code_pass_if(
		callee->dst, code_pass(code_moved(dst_of(n, nest), channel * dst)));
	for (int i = 0; i < p->window.naxis; i++)
		a[count++] =
			code_pass_if(callee->taps[i], code_pass_number(nest->ntap[i]));
	a[count++] = code_pass_if(callee->divisor,
		code_pass_value(code_number(k->code, k->sum, (double)nest->divisor)));
	a[count++] = code_pass_if(callee->end, code_pass_number(end));
	a[count++] = code_pass_if(callee->prefetch, code_pass(prefetch_of(n, nest)));
	code_call(k->code, callee->function, a);
}

/* Adds a call of the nest's micro-kernel at its loops' counters. */
static void
add_call(const struct plane_code *n, const struct loop_nest *nest)
{
	int64_t channels = nest->kernel->channels, rest = kernel_rest(nest->kernel);

	add_call_from(n, nest, 0, rest ? channels - channels % rest : channels);
	if (rest)
		add_call_from(n, nest, channels - rest, rest);
	if (nest->kernel->deferred)
		code_point(n->k.code, n->k.last, dst_of(n, nest));
}

/* Begins the loop over tiles of channels, after the first tile's call if that copies the
   inputs for all. */
static void
begin_tile_loop(const struct plane_code *n, const struct loop_nest *nest)
{
	bool staged = nest->kernel->staged;

	if (staged) {
		struct plane_code first = *n;

		first.k.copies = true;
		first.tile = NULL;
		add_call(&first, nest);
	}
	code_loop_by(n->k.code, n->tile, staged, 1, n->block->count);
}

static void
forget_last(const struct plane_code *n)
{
	code_point(n->k.code, n->k.last, (struct address){0});
}

/* Stores what the last call deferred. */
static void
add_rest(const struct plane_code *n, const struct loop_nest *nest)
{
	struct kernel_code k = n->kernel[nest->kernel->index];

	k.part = n->k.part;
	k.plan->design->store_deferred(&k, code_at(n->k.sums, 0), code_at(n->k.last, 0));
}

/* Adds the loops from number `done` on. */
static void
add_loops(const struct plane_code *n, const struct loop_nest *nest, int done)
{
	bool deferred = nest->kernel->deferred && !nest->leaves;
	int depth = nest->along_first; /* the depth of a loop over tiles */

	if (deferred)
		forget_last(n);
	for (int i = done; i <= nest->nloop; i++) {
		if (n->block->inside && i == depth)
			begin_tile_loop(n, nest);
		if (i < nest->nloop)
			code_loop(n->k.code, n->loop[i], nest->loop[i].count);
	}
	add_call(n, nest);
	code_ends(n->k.code, nest->nloop + n->block->inside - done);
	if (deferred)
		add_rest(n, nest);
}

/* Adds the passes of all loops, one by one. */
static void
add_passes(struct plane_code *n, const struct loop_nest *nest)
{
	int64_t count[MAX_AXIS];

	for (int i = 0; i < nest->nloop; i++)
		count[i] = nest->loop[i].count;
	do
		add_call(n, nest);
	while (extents_next(n->pass, count, nest->nloop));
}

/* Whether a nest repeats outputs of the one before it, because vectors are not shorter at
   the end. */
static bool
overlaps(const struct plane_code *n, const struct loop_nest *nest)
{
	bool all = nest != n->block->nest;

	for (int i = 0; i < n->k.window->naxis && all; i++)
		all = nest->first[i] <= nest[-1].last[i] &&
		      nest[-1].first[i] <= nest->last[i];
	return all;
}

static void
add_comment(const struct plane_code *n, const struct loop_nest *nest)
{
	bool several = false;

	for (int i = 0; i < n->k.window->naxis; i++)
		several |= nest->last[i] > nest->first[i];
	code_comment(n->k.code,
		code_name(n->k.code, "Output%s %s%s.", several ? "s" : "",
			outputs_text(&n->k, nest),
			overlaps(n, nest)
				? ": they overlap those before, and get the same values"
				: ""));
}

void
plane_nest(struct plane_code *n, const struct loop_nest *nest, int done)
{
	add_comment(n, nest);
	if (n->k.plan->unrolled)
		add_passes(n, nest);
	else
		add_loops(n, nest, done);
}

/* Adds one nest, or several row by row. */
static void
add_nests(struct plane_code *n, const struct loop_nest *nest)
{
	bool rows = nest->nrows > 1;

	if (nest->leaves)
		forget_last(n);
	code_loop(n->k.code, rows ? n->loop[0] : NULL, nest->loop[0].count);
	for (size_t i = 0; i < nest->nrows; i++)
		plane_nest(n, &nest[i], rows);
	code_end(n->k.code);
	if (nest->leaves)
		add_rest(n, nest);
}

void
plane_counters(struct plane_code *n)
{
	struct wanted_counter all[MAX_AXIS + 4] = {
		[MAX_AXIS] = {&n->tile, "tile", n->block->inside},
		{&n->k.i, "i", true},
		{&n->k.block, "block", n->k.plan->ic_outer},
		{&n->k.part, "part", true},
	};

	for (int i = 0; i < MAX_AXIS; i++)
		all[i] = (struct wanted_counter){
			&n->loop[i], code_name(n->k.code, "i%d", i + 1), true};
	code_declare_counters(n->k.code, all, MAX_AXIS + 4);
}

/* Declares the nests' counters, and the arrays of deferred outputs and of staged
   inputs. */
static void
declare_variables(struct plane_code *n)
{
	const struct tile_plan *p = n->k.plan;
	const struct oc_block *block = n->block;
	int64_t kept = 0, staged = 0;

	for (size_t k = 0; k < block->nkernel; k++) {
		const struct micro_kernel *kernel = block->kernel[k];

		staged = max_of(staged, kernel->staged * p->window.ic);
		if (kernel->deferred)
			kept = max_of(kept, kernel->positions * block->lanes);
	}
	plane_counters(n);
	if (kept) {
		struct variable *last = code_pointer(n->k.code, n->k.stored, "last");

		n->k.sums = kernel_array(&n->k, "sums", kept);
		code_declare(n->k.code, &last, 1);
		n->k.last = last;
	}
	if (staged)
		n->k.inputs = kernel_array(&n->k, "inputs", staged);
	code_blank(n->k.code);
}

void
plane_begin(struct plane_code *n, size_t number)
{
	const struct oc_block *block = n->block;
	int64_t channels = block->channels * (block->inside ? block->count : 1);
	const char *comment = "One plane.";

	if (n->k.conv || channels > 1)
		comment = code_name(n->k.code, "Every position of %s.",
			code_count(n->k.code, channels, "output channel"));
	code_function(n->k.code, LINKAGE_STATIC,
		lowering_name(n->k.l, "planes_%zu", number), comment);
	kernel_parameters(&n->k);
}

void
plane_call(struct plane_code *n)
{
	if (!n->k.plan->unrolled)
		declare_variables(n);
	for (size_t i = 0; i < n->block->nnest; i += n->block->nest[i].nrows)
		add_nests(n, &n->block->nest[i]);
}
