#include "kernels/design.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/timing/time.h"
#include "code/walk/cost.h"
#include "code/walk/count.h"
#include "code/walk/text.h"

#include <string.h>

enum {
	FILE_TEXT = 900,    /* bytes of a file around its functions, without names, */
	TARGET_TEXT = 250,  /* more for targets other than generic, */
	FILE_NAMES = 6,     /* and how often it has the node's name */
	STATEMENT_TEXT = 32 /* bytes of a statement; few have less than half of that */
};

bool
takes_scratch(const struct schedule *schedule)
{
	return schedule->plan->kind != PLAN_NETWORK &&
	       schedule->settings.workspace == WORKSPACE_ARGUMENT;
}

uint64_t
schedule_stack(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct counting counting;
	struct code_builder code;
	uint64_t stack;

	count_begin(&counting, &lasting);
	code = code_begin(&lasting, &body, &counting.sink, "");
	code.in_workspace = takes_scratch(schedule);
	schedule->kernel->lower(schedule, &code);
	stack = count_end(&counting).stack_bytes;
	arena_free(&body);
	arena_free(&lasting);
	return stack;
}

/* Bytes of a file around its functions. */
static uint64_t
text_around(const struct schedule *schedule)
{
	return FILE_TEXT + (schedule->target->attribute ? TARGET_TEXT : 0u) +
	       FILE_NAMES * strlen(schedule->name);
}

/* Code that is timed, and whose bytes are counted. */
struct measuring {
	struct timing timing;
	uint64_t text;
	struct code_sink sink;
};

static void
measure(void *context, const struct function *function)
{
	struct measuring *m = context;

	m->timing.sink.take(&m->timing, function);
	m->sink.keeps = m->timing.sink.keeps;
	m->text += text_of_function(function);
}

struct timed
schedule_timed(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	struct measuring m = {.text = text_around(schedule)};
	struct code_builder code;
	struct timed timed;

	time_begin(&m.timing, schedule->target, &lasting);
	m.sink = (struct code_sink){.take = measure, .context = &m};
	code = code_begin(&lasting, &body, &m.sink, "");
	schedule->kernel->lower(schedule, &code);
	timed = (struct timed){time_end(&m.timing), code.nstatement, m.text};
	arena_free(&body);
	arena_free(&lasting);
	return timed;
}

double
schedule_time(const struct schedule *schedule)
{
	return schedule_timed(schedule).cycles;
}

static void
add_text(void *context, const struct function *function)
{
	uint64_t *text = context;

	*text += text_of_function(function);
}

uint64_t
schedule_text(const struct schedule *schedule)
{
	struct arena lasting = {0}, body = {0};
	uint64_t text = text_around(schedule);
	const struct code_sink sink = {.take = add_text, .context = &text};
	struct code_builder code = code_begin(&lasting, &body, &sink, "");

	schedule->kernel->lower(schedule, &code);
	arena_free(&body);
	arena_free(&lasting);
	return text;
}

bool
schedule_may_fit(struct schedule *schedule, uint64_t statements, uint64_t max_output)
{
	schedule->estimate = count_mul(statements, STATEMENT_TEXT);
	return schedule->estimate / NEARLY <= max_output;
}
