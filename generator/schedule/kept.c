#include "schedule/kept.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/comparison/compare.h"
#include "code/comparison/expect.h"
#include "kernels/common/lowering.h"
#include "plan/integer_sums.h"

enum {
	MOST_STATEMENTS = 16000 /* statements whose bodies are kept, roughly */
};

uint64_t
kept_work(const struct schedule *schedule)
{
	return schedule->estimate;
}

/* Counts statements, those of bodies included; *calls: some of them call functions. */
static uint64_t
count_statements(const struct statement *s, bool *calls)
{
	uint64_t n = 0;

	for (; s; s = s->next) {
		*calls |= s->kind == STATEMENT_CALL;
		n += 1 + (has_body(s) ? count_statements(s->body, calls) : 0);
	}
	return n;
}

bool
kept_add(struct kept *k, const struct function *f)
{
	bool calls = false, stays;
	uint64_t n = count_statements(f->body, &calls);

	/* Half of what is kept is the beginning of the code; the other half is spread
	   over the rest. Functions that call others are all kept: there are few. */
	k->come += n;
	stays = calls || k->stay < MOST_STATEMENTS / 2 ||
		(double)k->stay * (double)k->all < (double)k->come * MOST_STATEMENTS;
	k->function = arena_grow(k->arena, k->function, k->n, sizeof *k->function);
	k->function[k->n++] = f;
	if (stays)
		k->stay += n;
	return stays;
}

static void
take(void *context, const struct function *f)
{
	struct kept *k = context;

	k->sink.keeps = kept_add(k, f);
}

void
kept_begin(struct kept *k, const struct schedule *schedule, struct arena *arena)
{
	*k = (struct kept){.all = kept_work(schedule) / STATEMENT_BYTES,
		.sink = {.take = take, .context = k},
		.arena = arena};
}

/* The weights as the entry for packed weights reads them. */
static struct packed_weights
weights_of(const struct schedule *schedule)
{
	const struct operand *given = schedule->plan->weights;
	const struct stored_weights *stored = &schedule->weights;

	if (!stored->packs)
		return (struct packed_weights){.operand = given,
			.n = given->nelement,
			.size = (int64_t)dtype_info[given->dtype].size};
	return (struct packed_weights){.operand = given,
		.n = stored->n,
		.size = (int64_t)dtype_info[given->loaded].size,
		.source = stored->source,
		.packing = stored->packing};
}

/* Integers are not rounded: the order of their sums does not matter. */
static enum sums
sums_of(const struct schedule *schedule)
{
	if (schedule->kernel->fast || plan_sums_integers(schedule->plan))
		return SUMS_ANYHOW;
	return schedule->settings.numerics == NUMERICS_FMA ? SUMS_FUSED : SUMS_STRICT;
}

/* The statements of all designs that the schedule's was chosen from. */
static int64_t
count_timed(const struct schedule *schedule)
{
	uint64_t n = 0;

	for (size_t i = 0; i < schedule->ncompared; i++)
		n = count_add(n, schedule->compared[i].statements);
	return n < COMPARE_WORK ? (int64_t)n : COMPARE_WORK;
}

/* The work of comparing a node, of which there are `most` values for all that does not
   depend on the code's length. Tiles that are transformed take all of these: with fewer,
   an eighth of what is wrong in them would pass. */
static int64_t
work_for(const struct schedule *schedule, const struct kept *k, int64_t most)
{
	int64_t work = COMPARE_STATEMENT_WORK * (int64_t)k->stay, least;

	if (schedule->weights.transformed)
		work += COMPARE_TRANSFORMED_WORK +
			min_of(COMPARE_WEIGHT_WORK * schedule->weights.n,
				COMPARE_WEIGHTS_WORK);
	if (schedule->kernel->fast)
		return work + most;
	least = COMPARE_OUTPUTS *
		min_of(expect_output_work(schedule->plan), COMPARE_WORK);
	least = max_of(
		least, COMPARE_LEAST_WORK + COMPARE_TIMED_WORK * count_timed(schedule));
	return work + min_of(most, least);
}

static const char *
compare(const struct schedule *schedule, const struct kept *k, enum sums sums,
	int64_t work, struct arena *arena)
{
	size_t n = (size_t)entries_of(schedule);
	const struct function *const *entry = k->function + k->n - n;
	struct entries entries = {.whole = entry[ENTRY_WHOLE],
		.transformed = schedule->weights.transformed,
		.ntransformed = schedule->weights.n};

	if (schedule->plan->kind == PLAN_NETWORK)
		return NULL;
	if (n > 1) {
		entries.pack = entry[ENTRY_PACK];
		entries.packed = entry[ENTRY_PACKED];
		entries.weights = weights_of(schedule);
	}
	if (work < INT64_MAX)
		work = work_for(schedule, k, work);
	return compare_expressions(schedule->plan, sums, &entries, work, arena);
}

const char *
kept_compare(const struct schedule *schedule, const struct kept *k, int64_t work,
	struct arena *arena)
{
	return compare(schedule, k, sums_of(schedule), work, arena);
}

const char *
kept_explain(const struct schedule *schedule, const struct kept *k, int64_t work,
	const char *failure, struct arena *arena)
{
	if (sums_of(schedule) == SUMS_ANYHOW)
		return failure;
	return arena_format(arena, "%s: %s", failure,
		compare(schedule, k, SUMS_ANYHOW, work, arena)
			? "it is not the same number even if nothing is rounded"
			: "only the order of its sum or a rounding is wrong");
}
