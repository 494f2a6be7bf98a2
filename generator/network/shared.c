#include "network/shared.h"

#include "base/arena.h"
#include "code/statements/share.h"
#include "network/loops.h"
#include "network/lower.h"
#include "plan/plan.h"
#include "schedule/parts.h"
#include "schedule/shared.h"

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

/* For each function the steps that it is emitted for, without those of a loop's later
   passes. */
static struct users *
find_users(const struct schedule *schedule, struct arena *arena)
{
	const struct shared_schedules *shared = &schedule_part(schedule)->shared;
	size_t first, n;
	struct users *users = arena_array(arena, struct users, shared->first[shared->n]);

	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++) {
		if (network_is_repeated(schedule, i))
			continue;
		n = step_functions(schedule, i, &first);
		for (size_t k = first; k < first + n; k++)
			add_user(&users[share_first(shared->share, k)], i, arena);
	}
	return users;
}

/* The comment on the function of a step's box. */
static const char *
comment_on_box(const struct schedule *step, size_t box, const char *comment, size_t count,
	struct arena *arena)
{
	return arena_format(
		arena, "%s\n   %s", comment, part_comment(step, box, count, arena));
}

/* Says of the functions of a step, or of one of its boxes, for which other steps they are
   emitted, too; of those that are for the same steps as the last one, that one says it.
 */
static void
note_piece(struct schedule *schedule, struct share *share, size_t i, size_t box,
	const struct users *users, struct arena *arena)
{
	const struct network *network = schedule_network(schedule);
	const struct network_part *part = schedule_part(schedule);
	const struct shared_schedules *shared = &part->shared;
	size_t piece = part->piece[i] + box, end = shared->first[piece + 1];
	const struct users *own = &users[share_first(share, end - 1)];
	const struct schedule *step = step_schedule(schedule, i);
	/* The network's maker owns the schedules. */
	struct schedule *s = (struct schedule *)shared->schedule[piece];

	if (step->parts)
		s->step = step->step;
	if (own->n > 1 && !shared_is_other(shared, piece))
		s->step = comment_on_step(network, own, arena);
	if (step->parts)
		s->step = comment_on_box(
			step, box, s->step, shared_count(shared, piece), arena);
	for (size_t k = shared->first[piece]; k + 1 < end; k++)
		if (users[k].n > 1 && !are_same(&users[k], own))
			share_note(share, k, note_on_function(network, &users[k], arena));
}

/* The schedules of all steps, or of the boxes that they are cut into. */
static const struct schedule **
find_pieces(const struct schedule *schedule, size_t *first, struct arena *arena)
{
	const struct schedule **piece = NULL;
	size_t n = 0;

	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++) {
		const struct schedule *s = step_schedule(schedule, i);

		first[i] = n;
		for (size_t k = 0; k < (s->parts ? s->parts->n : 1); k++) {
			piece = arena_grow(arena, (void *)piece, n, sizeof *piece);
			piece[n++] = s->parts ? &s->parts->box[k].schedule : s;
		}
		first[i + 1] = n;
	}
	return piece;
}

void
network_share(struct schedule *schedule, struct network_part *part, struct arena *arena)
{
	struct arena lasting = {0};
	size_t nstep = part->network->nstep;
	size_t *first = arena_array(arena, size_t, nstep + 1);
	const struct schedule **piece = find_pieces(schedule, first, arena);
	struct share *share = shared_find(&part->shared, piece, first[nstep], arena);
	const struct users *users;

	part->piece = first;
	network_find_loops(part, arena);
	users = find_users(schedule, &lasting);
	for (size_t i = 0; i < nstep; i++)
		for (size_t k = 0; k < step_pieces(schedule, i); k++)
			note_piece(schedule, share, i, k, users, arena);
	arena_free(&lasting);
}
