#include "code/comparison/compare.h"

#include "base/arena.h"
#include "code/comparison/expect.h"
#include "code/comparison/express.h"
#include "code/comparison/residue.h"

enum {
	MOST_ROUNDS = 20,
	ALL_LANES = 3,   /* times the work of some lanes */
	MOST_CALLS = 16, /* of functions that store outputs, in each run */
	MOST_LANES = 16, /* of vectors, but for those of narrow types */
	MOST_TILE = 200, /* outputs that are computed at once, in nearly all designs */
	MOST_OUTPUTS = 1 << 26 /* elements of an output that is sampled */
};

/* The state while the functions of a node are compared. */
struct comparison {
	const struct plan *plan;
	const struct arithmetic *arithmetic;
	struct expectation expectation;
	bool complete;      /* everything is compared, and it is wrong if something cannot
			       be followed */
	bool sampled;       /* functions are run in part */
	bool transformed;   /* tiles, of which only some are run */
	bool long_sums;     /* `work` is enough for few outputs only */
	struct express run; /* the last one */
	int64_t taken; /* by the last run of a function, of the work that there was */
	struct effects_table effects;
	struct cells known; /* of transformed weights */
	struct arena *arena;
};

static struct expressions
given(const struct comparison *c, const struct operand *o)
{
	return (struct expressions){.n = o->nelement,
		.size = (int64_t)dtype_info[o->dtype].size,
		.operand = o,
		.number = (size_t)(o - c->plan->operand)};
}

/* What a parameter points to: an operand, or packed weights. */
static struct expressions
object_of(const struct comparison *c, const struct variable *v,
	const struct expressions *packed, const struct cells *result)
{
	const struct operand *o = v->operand;
	struct expressions e = {0};

	if (!o)
		return packed ? *packed : (struct expressions){.size = 1};
	if (v->reads)
		return given(c, o);
	if (c->plan->over)
		e = given(c, c->plan->over);
	e.n = o->nelement;
	e.size = (int64_t)dtype_info[o->dtype].size;
	e.cells = result[plan_output_number(c->plan, o)];
	e.output = true;
	return e;
}

/* How a function is run: members of struct express. */
struct sampling {
	bool passes, lanes;
	int64_t every_call;
	bool first_calls;
	int round;
};

/* Whether outputs are computed in tiles, which may be more work than there is. */
static bool
has_tiles(const struct plan *plan)
{
	return plan->weights || plan->kind == PLAN_PRODUCT;
}

/* Calls a function. Returns the work that is left. */
static int64_t
call(struct comparison *c, const struct function *f, const struct expressions *packed,
	const struct cells *result, int64_t work, struct sampling sampling)
{
	const struct plan *plan = c->plan;
	struct expressions *object =
		arena_array(c->arena, struct expressions, f->nparameter);

	c->run = (struct express){.arithmetic = c->arithmetic,
		.unit = plan->kind == PLAN_MOVE || plan->kind == PLAN_PICK
				? dtype_info[plan->dst.dtype].size
				: 0,
		.work = work,
		.some_passes = sampling.passes,
		.some_lanes = sampling.lanes,
		.crosses_lanes = c->transformed,
		.end_channels = c->transformed && c->sampled,
		.transformed = c->transformed ? &c->known : NULL,
		.every_call = sampling.every_call,
		.first_calls = sampling.first_calls,
		.round = sampling.round,
		.looks_ahead =
			c->sampled && has_tiles(plan) && work / ALL_LANES <= c->taken,
		.effects = &c->effects};
	for (size_t i = 0; i < f->nparameter; i++)
		object[i] = object_of(c, f->parameter[i], packed, result);
	express(&c->run, f, object, c->arena);
	/* Runs without calls say nothing of those to come. */
	if (sampling.every_call)
		c->taken = work - c->run.work;
	return c->run.work;
}

static const char *
describe(const struct comparison *c, const struct function *f, size_t output, int64_t k)
{
	return arena_format(c->arena,
		"%s: element %lld of %s is not computed as it has to be", f->name,
		(long long)k, plan_output(c->plan, output)->name);
}

/* Compares all outputs of a function that has been run as a whole. */
static const char *
compare_all(struct comparison *c, const struct function *f, const struct cells *result)
{
	for (size_t i = 0; i < plan_noutput(c->plan); i++)
		for (int64_t k = 0; k < plan_output(c->plan, i)->nelement; k++)
			if (cells_get(&result[i], k) !=
				expect_output(&c->expectation, i, k))
				return describe(c, f, i, k);
	return NULL;
}

static bool
is_different(struct comparison *c, size_t output, int64_t k, uint64_t digest, bool whole)
{
	uint64_t wanted = expect_output(&c->expectation, output, k);

	/* A function that is run in part may have cleared an element and left out the
	   statement that writes it afterwards. */
	return wanted != DIGEST_NONE && digest != wanted &&
	       (whole || c->plan->kind != PLAN_MOVE ||
		       digest != c->arithmetic->number(0));
}

/* How many outputs to pass over, every - 1 on average. Were it as many each time, they
   could be the same ones of all tiles. */
static int64_t
draw_skip(uint32_t *draw, int64_t every)
{
	*draw = *draw * 1664525 + 1013904223;
	return (int64_t)(*draw >> 8) % (2 * every - 1);
}

/* Compares as many of the outputs that are set as there is work for, evenly spread.
   whole: the function was run as a whole. */
static const char *
compare_some(struct comparison *c, const struct function *f, const struct cells *result,
	int64_t work, bool whole)
{
	int64_t each = expect_work(c->plan) / plan_nelement(c->plan);
	int64_t most = expect_share(&c->expectation, expect_output_work(c->plan));
	uint32_t draw = 0;

	each = expect_share(&c->expectation, each) + 1;

	for (size_t i = 0; i < plan_noutput(c->plan); i++) {
		int64_t share = work / (int64_t)plan_noutput(c->plan) * (int64_t)(i + 1);
		int64_t every = cells_count(&result[i]) / (share / each + 1) + 1;

		for (int64_t k = cells_next(&result[i], 0, 0);
			k < result[i].n && c->expectation.work <= share - most;
			k = cells_next(&result[i], k + 1, draw_skip(&draw, every)))
			if (is_different(c, i, k, cells_get(&result[i], k), whole))
				return describe(c, f, i, k);
	}
	return NULL;
}

static bool
has_results(const struct comparison *c, const struct cells *result)
{
	for (size_t i = 0; i < plan_noutput(c->plan); i++)
		if (cells_next(&result[i], 0, 0) < result[i].n)
			return true;
	return false;
}

/* Whether a tile of outputs is more work than there is. From the first product on, each
   of its outputs has a lane of its own. */
static bool
has_long_sums(const struct plan *plan, int64_t work)
{
	return has_tiles(plan) &&
	       expect_work(plan) / plan_nelement(plan) > work / MOST_TILE;
}

/* The work of a run that computes all lanes: half of what is left, so that as much
   remains for runs of some lanes, or all of it, where half would not do for a vector of
   outputs. */
static int64_t
work_of_lanes(const struct plan *plan, int64_t left)
{
	int64_t vector = expect_output_work(plan) * MOST_LANES;

	return vector > left / 2 && vector <= left ? left : left / 2;
}

/* Whether the last run computed all that there is, so that others add nothing. */
static bool
is_done(const struct comparison *c)
{
	return !c->run.some_lanes && !c->run.skips && !c->run.cut;
}

/* Runs a function several times, each time with other passes, as long as there is work
   left. The first run only counts calls. An output may need all lanes of vectors, so
   all are computed in the second run; if that completes no output, later runs compute
   some lanes only. */
static void
run_samples(struct comparison *c, const struct function *f,
	const struct expressions *packed, const struct cells *result, int64_t work)
{
	struct sampling sampling = {.passes = true, .lanes = c->long_sums};
	int64_t left = call(c, f, packed, result, work, sampling);

	if (c->run.failure)
		return;
	sampling.every_call = c->run.calls / MOST_CALLS + 1;
	sampling.first_calls = c->run.callees && c->run.callees <= MOST_CALLS;
	effects_begin_again(&c->effects);
	if (!c->long_sums) {
		work = work_of_lanes(c->plan, left);
		left += call(c, f, packed, result, work, sampling) - work;
		sampling.lanes = !has_results(c, result);
		if (sampling.lanes)
			effects_begin_again(&c->effects);
		else
			sampling.first_calls = false;
	}
	for (int i = 0; i < MOST_ROUNDS && left > 0 && !c->run.failure && !is_done(c);
		i++) {
		sampling.round = i;
		left = call(c, f, packed, result, left, sampling);
		sampling.first_calls = false;
	}
}

/* The same for tiles that are transformed: what leads to a tile is far more work than to
   store all that is computed of it. */
static void
run_transformed(struct comparison *c, const struct function *f,
	const struct cells *result, int64_t work)
{
	struct sampling sampling = {.passes = true, .lanes = true, .every_call = 1};
	int64_t before = work;

	work = call(c, f, NULL, result, work, sampling);
	if (work > (before - work) * ALL_LANES) {
		effects_begin_again(&c->effects);
		sampling.lanes = false;
	}
	for (int i = 1; i < MOST_ROUNDS && work > 0 && !c->run.failure && !is_done(c);
		i++) {
		sampling.round = i;
		work = call(c, f, NULL, result, work, sampling);
		sampling.lanes = true;
	}
}

/* What is left of the work to find out what outputs have to be. */
static int64_t
wanted_share(const struct comparison *c, int64_t work)
{
	return work / (c->transformed ? 8 : 3);
}

static const char *
compare(struct comparison *c, const struct function *f, const struct expressions *packed,
	int64_t work)
{
	size_t noutput = plan_noutput(c->plan);
	struct cells *result = arena_array(c->arena, struct cells, noutput);
	bool whole;

	c->taken = work;
	for (size_t i = 0; i < noutput; i++)
		result[i] = cells_begin(plan_output(c->plan, i)->nelement, c->arena);
	if (!c->sampled)
		call(c, f, packed, result, c->complete ? work : work - work / 3,
			(struct sampling){.every_call = 1});
	else if (c->transformed)
		run_transformed(c, f, result, work - wanted_share(c, work));
	else
		run_samples(c, f, packed, result, work - wanted_share(c, work));
	if (c->complete)
		return c->run.failure ? c->run.failure : compare_all(c, f, result);
	whole = !c->sampled && !c->run.cut;
	if (c->run.failure || (!whole && express_rereads(f, &c->effects)))
		return NULL;
	return compare_some(c, f, result,
		c->sampled ? c->expectation.work + wanted_share(c, work) : INT64_MAX,
		whole);
}

/* Compares the weights that a function packs with their order in `wanted`. */
static const char *
compare_packing(struct comparison *c, const struct function *f,
	const struct expressions *wanted, int64_t work)
{
	struct expressions packed = *wanted;
	uint64_t digest;
	uint32_t draw = 0;
	int64_t every;

	packed.operand = NULL;
	packed.cells = cells_begin(wanted->n, c->arena);
	packed.output = true;
	call(c, f, &packed, NULL, c->complete ? work : work / 2,
		(struct sampling){.passes = c->sampled, .every_call = 1});
	if (c->run.failure)
		return c->complete ? c->run.failure : NULL;
	every = c->complete ? 1 : cells_count(&packed.cells) / (work / 4 + 1) + 1;
	for (int64_t k = c->complete ? 0 : cells_next(&packed.cells, 0, 0); k < packed.n;
		k = c->complete
			    ? k + 1
			    : cells_next(&packed.cells, k + 1, draw_skip(&draw, every))) {
		digest = expressions_given(wanted, c->arithmetic, k);
		if (digest != DIGEST_NONE && cells_get(&packed.cells, k) != digest)
			return arena_format(c->arena,
				"%s: packed weight %lld is not the one that is read",
				f->name, (long long)k);
	}
	return NULL;
}

static const char *
compare_packed(struct comparison *c, const struct entries *entries, int64_t work)
{
	const struct packed_weights *w = &entries->weights;
	struct expressions packed = given(c, w->operand);
	const char *failure;

	packed.n = w->n;
	packed.size = w->size;
	packed.source = w->source;
	packed.packing = w->packing;
	failure =
		compare_packing(c, entries->pack, &packed, c->complete ? work : work / 8);
	return failure ? failure
		       : compare(c, entries->packed, &packed,
				 c->complete ? work : work - work / 8);
}

/* The number of a function's parameter that an address points to the beginning of; -1: it
   points elsewhere. `s` are the statements before it. */
static int
parameter_at(const struct function *f, const struct statement *s,
	const struct statement *end, const struct address *at)
{
	if (!at->base || at->offset || at->nterm)
		return -1;
	for (size_t i = 0; i < f->nparameter; i++)
		if (f->parameter[i] == at->base)
			return (int)i;
	for (; s != end; s = s->next)
		if (s->kind == STATEMENT_LET_POINTER && s->variable == at->base)
			return parameter_at(f, f->body, s, &s->at);
	return -1;
}

/* Whether a function only calls another one with its own arguments. */
static bool
only_calls(const struct function *f, const struct function *other)
{
	const struct statement *s = f->body;

	while (s && (s->kind == STATEMENT_LET_POINTER || s->kind == STATEMENT_COMMENT ||
			    s->kind == STATEMENT_BLANK))
		s = s->next;
	if (!s || s->next || s->kind != STATEMENT_CALL || s->function != other ||
		f->nparameter != other->nparameter)
		return false;
	for (size_t i = 0; i < f->nparameter; i++)
		if (s->argument[i].kind != ARGUMENT_ADDRESS ||
			parameter_at(f, f->body, s, &s->argument[i].at) != (int)i)
			return false;
	return true;
}

/* Whether there is work enough to compare a node as a whole, as far as can be told. */
static bool
is_small(const struct plan *plan, int64_t work)
{
	return expect_work(plan) <= work / 2;
}

const char *
compare_expressions(const struct plan *plan, enum sums sums,
	const struct entries *entries, int64_t work, struct arena *arena)
{
	struct comparison c = {
		.plan = plan,
		.arithmetic =
			sums == SUMS_ANYHOW ? &exact_arithmetic : &rounded_arithmetic,
		.transformed = entries->transformed != NULL,
		.complete = work == INT64_MAX,
		.effects.arena = arena,
		.arena = arena,
	};
	const char *failure = NULL;
	int64_t share;

	if (!plan_nelement(plan) || plan->kind == PLAN_NETWORK ||
		(!c.complete && (plan_nelement(plan) > MOST_OUTPUTS ||
					expect_output_work(plan) > work)))
		return NULL;
	if (!c.complete && c.transformed && entries->transformed->work > work)
		return NULL;
	c.sampled = !c.complete && (c.transformed || !is_small(plan, work));
	c.long_sums = c.sampled && has_long_sums(plan, work);
	if (c.sampled && express_rereads(entries->whole, &c.effects))
		return NULL;
	expect_begin(&c.expectation, plan, c.arithmetic, sums == SUMS_FUSED, arena);
	if (c.transformed) {
		c.expectation.of.transformed = entries->transformed->given;
		c.known = cells_begin(entries->ntransformed, arena);
	}
	c.expectation.end_channels = c.transformed && c.sampled;
	if (entries->pack) {
		share = c.complete ? work : c.long_sums ? work - 1 : work / 3 * 2;
		failure = compare_packed(&c, entries, share);
		/* The function for packed weights has run the kernels of `whole`, which
		   only packs in addition; or all of `whole` itself, with the same
		   operands. */
		if (c.long_sums ||
			(!c.sampled && !c.run.cut && !entries->weights.source &&
				only_calls(entries->packed, entries->whole)))
			return failure;
		work -= c.complete ? 0 : share;
	}
	return failure ? failure : compare(&c, entries->whole, NULL, work);
}
