#include "network/step_time.h"

#include "base/arena.h"
#include "diag/first_error.h"
#include "plan/epilogue.h"
#include "schedule/schedule.h"

#include <assert.h>
#include <string.h>

enum {
	MOST_NUMBERS = 512 /* more than any plan has */
};

/* What a plan's time depends on, but for the values of constants. */
struct signature {
	int64_t number[MOST_NUMBERS];
	size_t n;
};

struct timed_plan {
	int64_t *number;
	size_t n;
	struct step_time time;
};

static void
add(struct signature *s, int64_t number)
{
	assert(s->n < MOST_NUMBERS);
	s->number[s->n++] = number;
}

static void
add_address(struct signature *s, const void *address)
{
	add(s, (int64_t)(intptr_t)address);
}

static void
add_window(struct signature *s, const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;
	const int64_t numbers[] = {w->batch, w->group, w->ic, w->oc, w->naxis,
		w->src_layout, w->dst_layout, w->count_include_pad, w->p,
		w->weights.channel, w->weights.input, w->weights.tap};

	add_address(s, w->reduction);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		add(s, numbers[i]);
	for (int i = 0; i < w->naxis; i++) {
		const struct axis *a = &w->axis[i];
		const int64_t axis[] = {a->in, a->out, a->kernel, a->stride, a->dilation,
			a->pad_begin, a->pad_end};

		for (size_t k = 0; k < sizeof axis / sizeof *axis; k++)
			add(s, axis[k]);
	}
}

static void
add_chain(struct signature *s, const struct pointwise_chain *chain)
{
	for (size_t i = 0; i < chain->nstep; i++) {
		add_address(s, chain->step[i].row);
		add(s, chain->step[i].dtype);
	}
}

static void
add_pointwise(struct signature *s, const struct plan *plan)
{
	const struct pointwise_plan *p = &plan->u.pointwise;

	for (int i = 0; i < p->naxis; i++) {
		add(s, p->axis[i].extent);
		add(s, p->axis[i].dst_inc);
		for (size_t k = 0; k < plan->noperand; k++)
			add(s, p->axis[i].inc[k]);
	}
	add_chain(s, p->chain);
}

static void
add_move(struct signature *s, const struct plan *plan)
{
	for (size_t i = 0; i < plan->u.move.npart; i++) {
		const struct move_plan *part = &plan->u.move.part[i];

		add(s, part->naxis);
		for (int k = 0; k < part->naxis; k++) {
			const struct move_axis *a = &part->axis[k];
			const int64_t axis[] = {a->grid, a->phase, a->src_grid,
				a->src_phase, a->dst_grid, a->dst_phase};

			for (size_t n = 0; n < sizeof axis / sizeof *axis; n++)
				add(s, axis[n]);
		}
	}
}

static void
add_reduce_axes(struct signature *s, const struct reduce_axis *axis, int n)
{
	add(s, n);
	for (int i = 0; i < n; i++) {
		add(s, axis[i].count);
		add(s, axis[i].src);
		add(s, axis[i].dst);
		add(s, axis[i].channel);
	}
}

static void
add_reduce(struct signature *s, const struct plan *plan)
{
	const struct reduce_plan *r = &plan->u.reduce;

	add(s, r->kind);
	add(s, r->last);
	add(s, r->before);
	add(s, r->after);
	add_reduce_axes(s, r->kept, r->nkept);
	add_reduce_axes(s, r->row, r->nrow);
}

static void
add_sample(struct signature *s, const struct plan *plan)
{
	const struct sample_plan *sample = &plan->u.sample;

	for (int i = 0; i < sample->naxis; i++) {
		const struct sample_axis *a = &sample->axis[i];
		const int64_t axis[] = {
			a->sampled, a->in, a->out, a->begin, a->end, a->ntap};

		for (size_t k = 0; k < sizeof axis / sizeof *axis; k++)
			add(s, axis[k]);
		if (a->sampled)
			add_address(s, a->place);
	}
}

static void
sign(struct signature *s, const struct plan *plan, const struct settings *settings)
{
	static void (*const add_kind[])(struct signature * s, const struct plan *plan) = {
		[PLAN_WINDOW] = add_window,
		[PLAN_POINTWISE] = add_pointwise,
		[PLAN_MOVE] = add_move,
		[PLAN_REDUCE] = add_reduce,
		[PLAN_SAMPLE] = add_sample,
	};

	add(s, plan->kind);
	add_address(s, settings);
	add(s, plan->sum);
	add(s, plan->dst.dtype);
	for (size_t i = 0; i < plan->noperand; i++) {
		add(s, plan->operand[i].dtype);
		add(s, plan->operand[i].nelement);
		add(s, plan->operand[i].constant != NULL);
	}
	add_kind[plan->kind](s, plan);
	add(s, plan->prologue != NULL);
	if (plan->prologue)
		add_chain(s, plan->prologue->chain);
	if (plan->epilogue)
		add_chain(s, plan->epilogue->chain);
}

static uint64_t
hash_of(const struct signature *s)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < s->n; i++)
		hash = (hash ^ (uint64_t)s->number[i]) * UINT64_C(0x9e3779b97f4a7c15);
	return hash >> 32;
}

static const struct timed_plan *
find(struct step_timer *timer, const struct signature *s, uint64_t hash)
{
	for (size_t i = *hash_table_newest(&timer->hash, hash); i;
		i = timer->hash.before[i - 1]) {
		const struct timed_plan *plan = &timer->plan[i - 1];

		if (plan->n == s->n &&
			!memcmp(plan->number, s->number, s->n * sizeof *s->number))
			return plan;
	}
	return NULL;
}

/* The estimate for a schedule's design, which may have been compared with others'. */
static double
cycles_of(const struct schedule *schedule)
{
	for (size_t i = 0; i < schedule->ncompared; i++)
		if (schedule->compared[i].kernel == schedule->kernel)
			return schedule->compared[i].time;
	return schedule_time(schedule);
}

static struct step_time
estimate(const struct step_timer *timer, const struct plan *plan,
	const struct network_step *step, const struct kernel *kernel)
{
	struct arena own = {0};
	struct settings settings = *step->settings;
	struct first_error error;
	struct source *source = first_error_begin(&error, &own);
	struct schedule schedule;
	struct step_time time = {-1, NULL};

	settings.targets.n = 1;
	settings.kernel = kernel;
	settings.limits_code = false;
	if (schedule_make(&schedule, plan, "", &settings, timer->max_output, source,
		    step->node->where, &own))
		time = (struct step_time){(int64_t)cycles_of(&schedule), schedule.kernel};
	arena_free(&own);
	return time;
}

struct step_time
step_time(struct step_timer *timer, const struct plan *plan,
	const struct network_step *step, const struct kernel *kernel)
{
	struct signature s = {.n = 0};
	const struct timed_plan *known;
	struct timed_plan *timed;
	uint64_t hash;

	sign(&s, plan, step->settings);
	add_address(&s, kernel);
	hash = hash_of(&s);
	known = find(timer, &s, hash);
	if (known)
		return known->time;
	timer->plan =
		arena_grow(timer->arena, timer->plan, timer->n, sizeof *timer->plan);
	timed = &timer->plan[timer->n];
	hash_table_add(&timer->hash, hash, timer->n++, timer->arena);
	*timed = (struct timed_plan){
		arena_copy(timer->arena, s.number, s.n, sizeof *s.number), s.n,
		estimate(timer, plan, step, kernel)};
	return timed->time;
}
