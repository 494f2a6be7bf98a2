#include "network/shared.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "network/lower.h"
#include "plan/plan.h"

#include <string.h>

enum {
	COMMENT_COLUMNS = 96 /* of a line in a comment on a function */
};

/* The steps that a function is emitted for. */
struct users {
	size_t *step;
	size_t n;
};

/* A comment of several lines on its way. */
struct comment {
	char *text;     /* without a NUL */
	size_t n, line; /* line: where the last one begins */
	struct arena *arena;
};

static void
add_text(struct comment *c, const char *text)
{
	for (; *text; text++) {
		c->text = arena_grow(c->arena, c->text, c->n, 1);
		c->text[c->n++] = *text;
	}
}

/* Adds a word after a blank, or on a line of its own if it is too long for this one. */
static void
add_word(struct comment *c, const char *word)
{
	if (c->n - c->line + strlen(word) > COMMENT_COLUMNS) {
		add_text(c, "\n  ");
		c->line = c->n;
	}
	add_text(c, c->n ? " " : "");
	add_text(c, word);
}

static const char *
end_comment(const struct comment *c)
{
	return arena_copy_text(c->arena, c->text, c->n);
}

/* The names of steps; with `op`, of those whose operation it is. */
static void
add_names(struct comment *c, const struct network *network, const struct users *users,
	const char *op)
{
	bool first = true;

	for (size_t i = 0; i < users->n; i++) {
		const struct network_step *step = &network->step[users->step[i]];

		if (op && strcmp(op, step->plan->op))
			continue;
		add_text(c, first ? "" : ",");
		add_word(c, step->name);
		first = false;
	}
}

/* Whether a step before users->step[i] has its operation. */
static bool
has_come(const struct network *network, const struct users *users, size_t i)
{
	const char *op = network->step[users->step[i]].plan->op;

	for (size_t k = 0; k < i; k++)
		if (!strcmp(op, network->step[users->step[k]].plan->op))
			return true;
	return false;
}

/* "Conv_1, Conv_4: Conv-11; Conv_7: Conv-22." */
static const char *
comment_on_step(
	const struct network *network, const struct users *users, struct arena *arena)
{
	struct comment c = {.arena = arena};
	const struct plan *plan = network->step[users->step[0]].plan;

	for (size_t i = 0; i < users->n; i++) {
		const char *op = network->step[users->step[i]].plan->op;

		if (has_come(network, users, i))
			continue;
		add_text(&c, i ? ";" : "");
		add_names(&c, network, users, op);
		add_text(&c, ":");
		add_word(&c, op);
	}
	add_text(&c, plan->over ? ", in place of an operand." : ".");
	return end_comment(&c);
}

/* "For Conv_1, Conv_4." */
static const char *
note_on_function(
	const struct network *network, const struct users *users, struct arena *arena)
{
	struct comment c = {.arena = arena};

	add_word(&c, "For");
	add_names(&c, network, users, NULL);
	add_text(&c, ".");
	return end_comment(&c);
}

static bool
are_same(const struct users *a, const struct users *b)
{
	return a->n == b->n && !memcmp(a->step, b->step, a->n * sizeof *a->step);
}

static void
add_user(struct users *users, size_t step, struct arena *arena)
{
	if (users->n && users->step[users->n - 1] == step)
		return;
	users->step = arena_grow(arena, users->step, users->n, sizeof *users->step);
	users->step[users->n++] = step;
}

/* For each function the steps that it is emitted for. */
static struct users *
find_users(const struct schedule *schedule, struct arena *arena)
{
	const struct network_part *part = schedule_part(schedule);
	size_t nstep = part->network->nstep, first, n;
	size_t nfunction = nstep ? part->number[nstep - 1] + 1 : 0;
	struct users *users = arena_array(arena, struct users, nfunction);

	for (size_t i = 0; i < nstep; i++) {
		n = step_functions(schedule, i, &first);
		for (size_t k = first; k < first + n; k++)
			add_user(&users[share_first(part->share, k)], i, arena);
	}
	return users;
}

/* Says of the functions of a step for which other steps they are emitted, too; of those
   that are for the same steps as the step's own, that one says it. */
static void
note_step(struct schedule *schedule, struct share *share, size_t i,
	const struct users *users, struct arena *arena)
{
	const struct network_part *part = schedule_part(schedule);
	const struct users *own = &users[share_first(share, part->number[i])];
	/* The network's maker owns the schedules of the steps. */
	struct schedule *step = (struct schedule *)step_schedule(schedule, i);
	size_t first, n = step_functions(schedule, i, &first);

	if (own->n > 1 && !step_is_shared(schedule, i))
		step->step = comment_on_step(part->network, own, arena);
	for (size_t k = first; k + 1 < first + n; k++)
		if (users[k].n > 1 && !are_same(&users[k], own))
			share_note(share, k,
				note_on_function(part->network, &users[k], arena));
}

void
network_share(struct schedule *schedule, struct network_part *part, struct arena *arena)
{
	struct arena lasting = {0}, body = {0};
	size_t nstep = part->network->nstep;
	size_t *number = arena_array(arena, size_t, nstep);
	struct share_search search;
	struct code_builder code;
	const struct users *users;

	share_begin(&search, arena);
	code = code_begin(&lasting, &body, &search.sink, "");
	for (size_t i = 0; i < nstep; i++)
		number[i] = lower_step(schedule, i, &code)->number;
	part->share = search.share;
	part->number = number;
	users = find_users(schedule, &lasting);
	for (size_t i = 0; i < nstep; i++)
		note_step(schedule, search.share, i, users, arena);
	arena_free(&body);
	arena_free(&lasting);
}
