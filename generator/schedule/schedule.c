#include "schedule/schedule.h"

#include "base/arena.h"
#include "base/progress.h"
#include "code/comparison/compare.h"
#include "code/proof/prove.h"
#include "code/statements/code.h"
#include "code/walk/count.h"
#include "diag/source.h"
#include "kernels/kernel.h"
#include "schedule/fit.h"
#include "schedule/kept.h"
#include "schedule/kernel_choice.h"
#include "schedule/lower.h"
#include "schedule/parts.h"

#include <inttypes.h>
#include <string.h>

static bool
make_for_target(struct schedule *schedule, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const struct schedule before = *schedule;
	const char *refused = kernel_choose(schedule, max_output, arena);

	if (!refused && schedule->settings.limits_code)
		refused = schedule_fit(schedule, &before, max_output, arena);

	if (refused && !schedule->least_stack)
		source_error(source, where, "%s", refused);
	return !refused;
}

/* What code takes that no kernel can give: the target that takes the most says it. */
static void
refuse_stack(
	const struct schedule *schedule, struct source *source, const struct place *where)
{
	source_error(source, where,
		"the arrays on the stack would take %" PRIu64
		" bytes at least, and --max-stack allows %" PRIu64,
		schedule->least_stack, schedule->settings.max_stack);
}

/* Plain C for every machine needs no tag. */
const char *
schedule_stem(const struct schedule *schedule, struct arena *arena)
{
	if (!schedule->target->attribute && schedule->settings.targets.n == 1)
		return arena_format(arena, "opgen_%s", schedule->name);
	return arena_format(arena, "opgen_%s_%s", schedule->name, schedule->target->tag);
}

static void
ignore(void *context, const struct function *f)
{
	(void)context;
	(void)f;
}

/* Bytes of the workspace that a node's functions are given. */
static int64_t
measure_scratch(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	const struct code_sink sink = {.take = ignore};
	struct code_builder code = code_begin(&lasting, &body, &sink, "");

	code.in_workspace = true;
	schedule->kernel->lower(schedule, &code);
	arena_free(&body);
	arena_free(&lasting);
	return code.workspace;
}

/* Whether a function can have the plan's arguments, and a workspace where it is asked
 * for. */
static bool
can_be_called(const struct plan *plan, const struct settings *settings,
	struct source *source, const struct place *where)
{
	size_t narguments = plan->noperand + plan_noutput(plan);

	if (narguments > CODE_PARAMETERS) {
		source_error(source, where,
			"%zu inputs and outputs are more than a function takes: %d",
			narguments, CODE_PARAMETERS);
		return false;
	}
	if (settings->parts && settings->limits_code) {
		source_error(source, where, "%s", PARTS_REFUSAL);
		return false;
	}
	if (settings->parts && settings->workspace == WORKSPACE_ARGUMENT) {
		source_error(source, where,
			"parts that run at once cannot share the workspace that "
			"workspace argument passes: leave either out");
		return false;
	}
	return true;
}

bool
schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena)
{
	const char *name = arena_format(arena, "%s%s", prefix, plan->name);
	size_t n = settings->targets.n;
	struct schedule *more = arena_array(arena, struct schedule, n - 1);
	uint64_t least = 0;

	if (!can_be_called(plan, settings, source, where))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct schedule *s = i ? &more[i - 1] : schedule;

		*s = (struct schedule){.plan = plan,
			.name = name,
			.target = settings->targets.target[i],
			.settings = *settings,
			.asked = settings->numerics,
			.tile = numerics_tile(settings->numerics),
			.next = i + 1 < n ? &more[i] : NULL};
		s->settings.numerics = numerics_of_sums(settings->numerics, s->target);
		s->stem = schedule_stem(s, arena);
		if (!make_for_target(s, max_output, source, where, arena)) {
			if (!s->least_stack)
				return false;
			least = s->least_stack > least ? s->least_stack : least;
			continue;
		}
		if (takes_scratch(s))
			s->scratch = measure_scratch(s);
		if (settings->parts) {
			schedule_cut(s, settings->parts, 0, max_output, arena);
			parts_share(s, max_output, arena);
		}
	}
	schedule->least_stack = least;
	if (least)
		refuse_stack(schedule, source, where);
	return !least;
}

uint64_t
schedule_work(const struct schedule *schedule)
{
	uint64_t work = 0;

	for (; schedule; schedule = schedule->next)
		work = count_add(work, kept_work(schedule));
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

/* The tools that read the code, function by function. */
struct readings {
	struct counting counting;
	struct proving proving;
	struct kept kept;
	bool keeps;
	struct constant_set constants;
	struct code_size size;
	struct arena *lasting;        /* the functions' */
	const struct code_sink *next; /* takes the functions, too; NULL: there is none */
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
	constant_set_add(&r->constants, f, r->lasting);
	code_size_add(&r->size, f);
	r->sink.keeps = r->counting.sink.keeps || r->proving.sink.keeps;
	if (r->keeps)
		r->sink.keeps |= kept_add(&r->kept, f);
	if (r->next) {
		r->next->take(r->next->context, f);
		r->sink.keeps |= r->next->keeps;
	}
}

/* Adds the workspace that is on the stack of the calling function. */
static void
add_workspace(struct schedule *schedule)
{
	schedule->cost.stack_bytes =
		count_add(schedule->cost.stack_bytes, (uint64_t)schedule->on_stack);
}

/* Bodies of functions that are not kept are lowered into `body`. */
static const char *
prove_into(struct readings *r, struct schedule *schedule, struct arena *lasting,
	struct arena *body)
{
	struct code_builder code = code_begin(lasting, body, &r->sink, "");
	const char *failure;

	r->sink = (struct code_sink){
		.constant = read_constant, .take = read_function, .context = r};
	kept_begin(&r->kept, schedule, lasting);
	r->keeps = schedule->plan->kind != PLAN_NETWORK;
	r->lasting = lasting;
	r->work = kept_work(schedule);
	code.in_workspace = takes_scratch(schedule);
	count_begin(&r->counting, lasting);
	prove_begin(&r->proving, lasting);
	schedule_lower(schedule, &code);
	schedule->cost = count_end(&r->counting);
	schedule->size = r->size;
	add_workspace(schedule);
	failure = prove_end(&r->proving);
	if (!failure && r->keeps) {
		failure = kept_compare(schedule, &r->kept, COMPARE_WORK, lasting);
		if (failure)
			failure = kept_explain(
				schedule, &r->kept, COMPARE_WORK, failure, lasting);
	}
	schedule->proven = !failure;
	return failure;
}

static const char *
prove_one(struct schedule *schedule, struct progress *progress, struct arena *arena)
{
	struct arena lasting = {0}, body = {0};
	struct readings r = {.progress = progress};
	const char *failure = prove_into(&r, schedule, &lasting, &body);

	schedule->constants = constant_set_end(&r.constants, arena);
	if (failure)
		failure = arena_copy_text(arena, failure, strlen(failure));
	arena_free(&body);
	arena_free(&lasting);
	return failure;
}

const char *
schedule_prove_kept(
	struct schedule *schedule, const struct code_sink *next, struct arena *arena)
{
	struct readings r = {.next = next};
	const char *failure = prove_into(&r, schedule, arena, arena);

	schedule->constants = constant_set_end(&r.constants, arena);
	return failure;
}

/* Code whose operations and bytes are counted. */
struct measuring {
	struct counting counting;
	struct code_size size;
	struct code_sink sink;
};

static void
measure_constant(void *context, const struct variable *v, const char *comment)
{
	struct measuring *m = context;

	m->counting.sink.constant(&m->counting, v, comment);
}

static void
measure_function(void *context, const struct function *f)
{
	struct measuring *m = context;

	m->counting.sink.take(&m->counting, f);
	m->sink.keeps = m->counting.sink.keeps;
	code_size_add(&m->size, f);
}

void
schedule_count(struct schedule *schedule)
{
	for (; schedule; schedule = schedule->next) {
		struct arena lasting = {0}, body = {0};
		struct measuring m = {.sink = {.constant = measure_constant,
					      .take = measure_function,
					      .context = &m}};
		struct code_builder code;

		count_begin(&m.counting, &lasting);
		code = code_begin(&lasting, &body, &m.sink, "");
		code.in_workspace = takes_scratch(schedule);
		schedule_lower(schedule, &code);
		schedule->cost = count_end(&m.counting);
		schedule->size = m.size;
		add_workspace(schedule);
		arena_free(&body);
		arena_free(&lasting);
	}
}

static bool
is_safe(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct proving proving;
	struct code_builder code;
	bool safe;

	prove_begin(&proving, &lasting);
	code = code_begin(&lasting, &body, &proving.sink, "");
	schedule_lower(schedule, &code);
	safe = !prove_end(&proving);
	arena_free(&body);
	arena_free(&lasting);
	return safe;
}

bool
schedule_is_safe(const struct schedule *schedule)
{
	for (; schedule; schedule = schedule->next)
		if (!is_safe(schedule))
			return false;
	return true;
}

const char *
schedule_prove(struct schedule *schedule, struct progress *progress, struct arena *arena)
{
	const char *failure = NULL;

	for (; schedule && !failure; schedule = schedule->next) {
		failure = prove_one(schedule, progress, arena);
		progress_pass(progress, kept_work(schedule));
	}
	return failure;
}
