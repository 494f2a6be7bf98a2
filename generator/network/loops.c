#include "network/loops.h"

#include "base/arena.h"
#include "code/statements/share.h"
#include "network/network.h"
#include "plan/plan.h"

enum {
	MOST_STEPS = 128, /* of a pass */
	LEAST_PASSES = 3  /* of a loop: two are as short in a row */
};

/* Where a tensor lies: in an argument, or in the workspace. */
struct location {
	size_t argument; /* its place's number; NO_TENSOR: the workspace */
	int64_t at;      /* bytes */
};

static struct location
locate(const struct network *network, size_t tensor)
{
	const struct network_tensor *place = network_place_of(network, tensor);
	int64_t within = network->tensor[tensor].within;

	if (place->home == HOME_WORKSPACE)
		return (struct location){NO_TENSOR, place->offset + within};
	return (struct location){network_place_number(network, tensor), within};
}

int64_t
network_inc(const struct network *network, size_t tensor, size_t next)
{
	return locate(network, next).at - locate(network, tensor).at;
}

/* Whether a tensor can be reached from where another one lies, by whole elements. */
static bool
is_reached(const struct network *network, size_t from, size_t to)
{
	enum dtype dtype = network->tensor[from].operand.dtype;

	return locate(network, from).argument == locate(network, to).argument &&
	       network_inc(network, from, to) % (int64_t)dtype_info[dtype].size == 0;
}

/* What is looked at while loops are searched. */
struct search {
	const struct network_part *part;
	const struct network *network;
};

/* The number of the function that is called for a step: the last one of its own. */
static size_t
called(const struct search *s, size_t step)
{
	return s->part->shared.first[s->part->piece[step + 1]] - 1;
}

/* Whether two steps call one function, with the same constants. */
static bool
call_the_same(const struct search *s, size_t a, size_t b)
{
	return share_is_same_call(s->part->shared.share, called(s, a), called(s, b));
}

/* Whether the operands of steps that call one function can be reached from each other. */
static bool
fit(const struct search *s, size_t a, size_t b)
{
	const struct network_step *one = &s->network->step[a];
	const struct network_step *other = &s->network->step[b];

	if (one->plan->noperand != other->plan->noperand ||
		one->nresult != other->nresult)
		return false;
	for (size_t i = 0; i < one->plan->noperand; i++) {
		bool constant = one->plan->operand[i].constant != NULL;

		if (constant != (other->plan->operand[i].constant != NULL) ||
			(!constant &&
				!is_reached(s->network, one->input[i], other->input[i])))
			return false;
	}
	for (size_t i = 0; i < one->nresult; i++)
		if (!is_reached(s->network, one->result[i], other->result[i]))
			return false;
	return true;
}

/* Whether the operands of a step move from b to c as they did from a to b. */
static bool
move_alike(const struct search *s, size_t a, size_t b, size_t c)
{
	const struct network *network = s->network;
	const struct network_step *one = &network->step[a], *two = &network->step[b],
				  *three = &network->step[c];

	for (size_t i = 0; i < one->plan->noperand; i++)
		if (!one->plan->operand[i].constant &&
			network_inc(network, one->input[i], two->input[i]) !=
				network_inc(network, two->input[i], three->input[i]))
			return false;
	for (size_t i = 0; i < one->nresult; i++)
		if (network_inc(network, one->result[i], two->result[i]) !=
			network_inc(network, two->result[i], three->result[i]))
			return false;
	return true;
}

/* Whether n steps from `next` on are a pass after those from `pass` on; pass - n is one,
   too, unless it is the first. */
static bool
is_pass(const struct search *s, size_t first, size_t pass, size_t n)
{
	size_t next = pass + n;

	for (size_t i = 0; i < n; i++)
		if (!call_the_same(s, pass + i, next + i) ||
			!fit(s, pass + i, next + i) ||
			(pass > first &&
				!move_alike(s, pass - n + i, pass + i, next + i)))
			return false;
	return true;
}

/* The loop of passes of n steps that begins with a step. */
static struct network_loop
loop_of(const struct search *s, size_t first, size_t n)
{
	struct network_loop loop = {first, n, 1};

	for (size_t pass = first;
		pass + 2 * n <= s->network->nstep && is_pass(s, first, pass, n);
		pass += n)
		loop.count++;
	return loop;
}

/* The loop that begins with a step and has the most steps, in the shortest passes. */
static struct network_loop
longest_loop(const struct search *s, size_t first)
{
	struct network_loop longest = {first, 1, 1};

	for (size_t n = 1; n <= MOST_STEPS && first + n < s->network->nstep; n++) {
		struct network_loop loop;

		if (!call_the_same(s, first, first + n))
			continue;
		loop = loop_of(s, first, n);
		if (loop.count >= LEAST_PASSES &&
			(int64_t)n * loop.count > (int64_t)longest.nstep * longest.count)
			longest = loop;
	}
	return longest;
}

void
network_find_loops(struct network_part *part, struct arena *arena)
{
	const struct search s = {part, part->network};
	struct network_loop *all = NULL;
	size_t n = 0;

	for (size_t i = 0; i < s.network->nstep && !part->nstage;) {
		struct network_loop loop = longest_loop(&s, i);

		i += loop.nstep * (size_t)loop.count;
		if (loop.count == 1)
			continue;
		all = arena_grow(arena, all, n, sizeof *all);
		all[n++] = loop;
	}
	part->loop = all;
	part->nloop = n;
}

const struct network_loop *
network_loop_of(const struct schedule *schedule, size_t step)
{
	const struct network_part *part = schedule->own;

	for (size_t i = 0; i < part->nloop; i++) {
		const struct network_loop *loop = &part->loop[i];

		if (step >= loop->first &&
			step < loop->first + loop->nstep * (size_t)loop->count)
			return loop;
	}
	return NULL;
}

bool
network_is_repeated(const struct schedule *schedule, size_t step)
{
	const struct network_loop *loop = network_loop_of(schedule, step);

	return loop && step >= loop->first + loop->nstep;
}

bool
network_is_unlisted(const struct schedule *schedule, size_t step)
{
	for (; schedule; schedule = schedule->next)
		if (!network_is_repeated(schedule, step))
			return false;
	return true;
}

const struct network_loop *
network_loop_after(const struct schedule *schedule, size_t step)
{
	const struct network_loop *loop = network_loop_of(schedule, step);

	return loop && step == loop->first + loop->nstep - 1 ? loop : NULL;
}
