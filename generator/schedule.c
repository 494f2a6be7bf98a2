#include "schedule.h"

#include "arena.h"
#include "code/count.h"
#include "code/prove.h"
#include "kernel_choice.h"
#include "kernels/kernel.h"
#include "progress.h"
#include "source.h"

#include <inttypes.h>
#include <string.h>

static const char *
too_large(const struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	return arena_format(arena,
		"the code would be larger than --max-output allows: an estimated %" PRIu64
		" bytes%s, %" PRIu64 " are allowed%s",
		schedule->estimate, schedule->kernel->loops ? " or more" : "", max_output,
		schedule->kernel->loops ? "" : "; unroll window takes less");
}

/* Whether straight-line code of vectors may be the faster one: measured, it is where it
   saves a loop over input channels around few operations. */
static bool
unrolled_vector_may_pay(const struct schedule *schedule)
{
	return schedule->kernel == &kernel_direct_ow && schedule->plan->u.window.ic > 1;
}

/* Plans straight-line code of vectors, where it is asked for or pays. Where that is too
   large, stores the estimate. */
static bool
plan_unrolled_vector(struct schedule *schedule, uint64_t max_output, uint64_t *estimate,
	struct arena *arena)
{
	const struct schedule before = *schedule;
	bool full = schedule->settings.unroll == UNROLL_FULL;

	if (schedule->settings.kernel || schedule->settings.unroll == UNROLL_WINDOW ||
		!(full || unrolled_vector_may_pay(schedule)) ||
		kernel_obstacle(&kernel_unrolled_vector, schedule, arena))
		return false;
	schedule->kernel = &kernel_unrolled_vector;
	if (!full)
		schedule->why = "auto: within the measured budget of straight-line code "
				"of vectors";
	if (schedule->kernel->plan(schedule, max_output, arena))
		return true;
	if (schedule->estimate > max_output)
		*estimate = schedule->estimate;
	*schedule = before;
	return false;
}

static bool
make_for_target(struct schedule *schedule, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const char *refused = kernel_choose(schedule, arena);
	uint64_t vectors = UINT64_MAX;

	if (refused) {
		source_error(source, where, "%s", refused);
		return false;
	}
	if (!plan_unrolled_vector(schedule, max_output, &vectors, arena) &&
		!schedule->kernel->plan(schedule, max_output, arena)) {
		if (vectors < schedule->estimate)
			schedule->estimate = vectors;
		source_error(source, where, "%s",
			schedule->estimate > max_output
				? too_large(schedule, max_output, arena)
				: kernel_refusal(schedule->kernel, schedule,
					  schedule->why, arena));
		return false;
	}
	return true;
}

/* What names of inner functions begin with. Plain C for every machine needs no tag. */
static const char *
find_stem(const struct schedule *schedule, struct arena *arena)
{
	if (!schedule->target->attribute && schedule->settings.targets.n == 1)
		return arena_format(arena, "opgen_%s", schedule->name);
	return arena_format(arena, "opgen_%s_%s", schedule->name, schedule->target->tag);
}

bool
schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const char *name = arena_format(arena, "%s%s", prefix, plan->name);
	size_t n = settings->targets.n;
	struct schedule *more = arena_array(arena, struct schedule, n);

	for (size_t i = 0; i < n; i++) {
		struct schedule *s = i ? &more[i] : schedule;

		*s = (struct schedule){.plan = plan,
			.name = name,
			.target = settings->targets.target[i],
			.settings = *settings,
			.asked = settings->numerics,
			.tile = numerics_tile(settings->numerics),
			.next = i + 1 < n ? &more[i + 1] : NULL};
		s->settings.numerics = numerics_of_sums(settings->numerics, s->target);
		s->stem = find_stem(s, arena);
		if (!make_for_target(s, max_output, source, where, arena))
			return false;
	}
	return true;
}

enum {
	LOOPED_BYTES = 50000, /* of the functions of a node that have loops, roughly */
	STATEMENT_BYTES = 40
};

/* The work of one target's code. */
static uint64_t
work_of(const struct schedule *schedule)
{
	return count_add(schedule->estimate, LOOPED_BYTES);
}

uint64_t
schedule_work(const struct schedule *schedule)
{
	uint64_t work = 0;

	for (; schedule; schedule = schedule->next)
		work = count_add(work, work_of(schedule));
	return work;
}

static uint64_t
count_statements(const struct statement *statement)
{
	uint64_t n = 0;

	for (; statement; statement = statement->next)
		n += 1 + (has_body(statement) ? count_statements(statement->body) : 0);
	return n;
}

/* What is read off code, function by function. */
struct readings {
	struct counting counting;
	struct proving proving;
	struct code_sink sink;
	struct progress *progress;
	uint64_t done, work;
};

static void
read_constant(void *context, const struct variable *v, const char *comment)
{
	struct readings *r = context;

	r->counting.sink.constant(&r->counting, v, comment);
}

static void
read_function(void *context, const struct function *f)
{
	struct readings *r = context;

	r->done += STATEMENT_BYTES * count_statements(f->body);
	progress_tell(r->progress, r->done < r->work ? r->done : r->work);
	r->counting.sink.take(&r->counting, f);
	r->proving.sink.take(&r->proving, f);
	r->sink.keeps = r->counting.sink.keeps || r->proving.sink.keeps;
}

static const char *
prove_one(struct schedule *schedule, struct progress *progress, struct arena *arena)
{
	struct arena lasting = {0}, body = {0};
	struct readings r = {
		.sink = {.constant = read_constant, .take = read_function, .context = &r},
		.progress = progress,
		.work = work_of(schedule)};
	struct code_builder code = code_begin(&lasting, &body, &r.sink, "");
	const char *failure;

	count_begin(&r.counting, &lasting);
	prove_begin(&r.proving, &lasting);
	schedule->kernel->lower(schedule, &code);
	schedule->cost = count_end(&r.counting);
	failure = prove_end(&r.proving);
	if (failure)
		failure = arena_copy_text(arena, failure, strlen(failure));
	arena_free(&body);
	arena_free(&lasting);
	return failure;
}

const char *
schedule_prove(struct schedule *schedule, struct progress *progress, struct arena *arena)
{
	const char *failure = NULL;

	for (; schedule && !failure; schedule = schedule->next) {
		failure = prove_one(schedule, progress, arena);
		progress_pass(progress, work_of(schedule));
	}
	return failure;
}
