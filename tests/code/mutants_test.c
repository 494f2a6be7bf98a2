/* Lowered code of every design with one thing wrong in it: opgen has to find it when it
   runs, by the proof (code/proof/prove.h) or by those expressions of outputs that it
   compares (code/comparison/compare.h). What it lets pass all expressions have to find;
   or, in designs that numerics fast allows, that results are more than a little off. What
   all let pass is run beside the code as it was: where the results are the same to the
   bit, nothing is wrong. Prints how many each has found. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "code/comparison/compare.h"
#include "code/mutate.h"
#include "code/proof/prove.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "drawn/bound.h"
#include "drawn/draw.h"
#include "schedule/kernel_choice.h"
#include "support/lowered.h"
#include "support/random.h"
#include "support/trial.h"

enum {
	MAX_KERNEL = 128,
	NODES = 6,       /* of each design, */
	FAST_NODES = 40, /* and of each that only numerics fast allows */
	MUTANTS = 100,   /* of each node */
	DATA = 2,        /* that each is run on */
	LEAST_OUTPUTS = 8,
	MOST_DST = 1500,
	MOST_STATEMENTS = 20000, /* that are run */
	MAX_OUTPUT = 64 * 1024   /* bytes of code */
};

/* What became of mutants of a kind. */
struct tally {
	int n;          /* that are not equivalent */
	int equivalent; /* the same results */
	int proof;      /* found by the proof */
	int compared;   /* by the expressions that opgen compares, and not by the proof */
	int expressions; /* by the others, and by nothing before */
	int results;     /* of numerics fast: by the bound, and not by the proof */
};

/* A node whose code is changed. */
struct victim {
	struct drawn drawn;
	struct plan plan;
	struct schedule schedule;
	struct lowered lowered;
	const void *input[DATA][MAX_OPERAND];
	void *result[DATA], *mutated;
	struct sites sites;
	struct arena arena, scratch; /* scratch: of one mutant */
};

static struct tally tallies[2][MUTATIONS]; /* of designs that are exact, and of others */
static size_t ntaken[MAX_KERNEL];

static void
fill_inputs(struct victim *v, int data)
{
	for (size_t i = 0; i < v->plan.noperand; i++) {
		const struct operand *o = &v->plan.operand[i];
		void *elements = arena_alloc(&v->arena, operand_nbyte(o) + 1);

		elements_fill(o->dtype, data ? MIXTURE_ANY : MIXTURE_NEAR_ONE,
			(uint64_t)draw_below(&v->drawn, INT64_MAX), elements,
			(size_t)o->nelement);
		v->input[data][i] = elements;
	}
	v->result[data] = arena_alloc(&v->arena, emitted_nbyte(&v->plan) + 1);
}

static bool
take_node(struct victim *v, uint64_t number)
{
	static struct first_error said;
	struct source source = *first_error_begin(&said, &v->arena);
	int64_t n;

	drawn_make(&v->drawn, number, &v->arena);
	if (!drawn_plan_step(&v->drawn, &v->plan, &source))
		return false;
	n = v->plan.dst.nelement;
	return n >= LEAST_OUTPUTS && n <= MOST_DST &&
	       schedule_make(&v->schedule, &v->plan, "", &v->drawn.settings, MAX_OUTPUT,
		       &source, NULL, &v->arena) &&
	       (!v->plan.over || schedule_is_safe(&v->schedule));
}

static size_t
kernel_number(const struct victim *v)
{
	size_t i = 0;

	while (kernel_table[i] != v->schedule.kernel)
		i++;
	return i;
}

/* The code as it has to be, and what it computes. */
static bool
lower_node(struct victim *v)
{
	v->lowered = lowered_make(&v->schedule, &v->arena);
	v->mutated = arena_alloc(&v->arena, emitted_nbyte(&v->plan) + 1);
	for (int data = 0; data < DATA; data++) {
		fill_inputs(v, data);
		assert_null(lowered_run(&v->lowered, v->input[data], v->result[data]));
	}
	if (v->lowered.statements > MOST_STATEMENTS)
		return false;
	v->sites.arena = &v->arena;
	for (size_t i = 0; i < v->lowered.n; i++)
		sites_find(&v->sites, v->lowered.function[i]);
	return true;
}

static bool
proof_finds(struct victim *v)
{
	static struct proving proving;

	prove_begin(&proving, &v->scratch);
	for (size_t i = 0; i < v->lowered.n; i++)
		proving.sink.take(proving.sink.context, v->lowered.function[i]);
	return prove_end(&proving) != NULL;
}

static bool
differs(const struct victim *v, const char *wrong, int data)
{
	return wrong || memcmp(v->mutated, v->result[data], emitted_nbyte(&v->plan));
}

/* Whether results of numerics fast are further off than they may be. Numbers of the first
   data are finite. */
static bool
bound_finds(struct victim *v, struct lowered *l)
{
	const char *wrong = lowered_run(l, v->input[0], v->mutated);

	if (!wrong)
		wrong = bound_exceeded(
			&v->schedule, v->input[0], v->mutated, &v->scratch);
	return wrong;
}

/* Whether the mutant, l, computes something else. */
static bool
run_finds(struct victim *v, struct lowered *l)
{
	for (int data = 0; data < DATA; data++) {
		if (differs(v, lowered_run(l, v->input[data], v->mutated), data))
			return true;
		if (lowered_packs(l) &&
			differs(v, lowered_run_packed(l, v->input[data], v->mutated),
				data))
			return true;
	}
	return false;
}

static void
judge(struct victim *v, const struct site *site)
{
	struct lowered l = v->lowered;
	bool fast = v->schedule.kernel->fast;
	struct tally *t = &tallies[fast][site->kind];

	l.arena = &v->scratch;
	if (proof_finds(v)) {
		t->proof++;
		t->n++;
	} else if (lowered_expressions(&l, COMPARE_WORK)) {
		t->compared++;
		t->n++;
	} else if (lowered_expressions(&l, INT64_MAX)) {
		t->expressions++;
		t->n++;
	} else if (fast && bound_finds(v, &l)) {
		t->results++;
		t->n++;
	} else if (run_finds(v, &l)) {
		t->n++;
		printf("passed: %s in %s, %s on %s, %s\n", mutation_name[site->kind],
			site->function->name, v->schedule.kernel->name,
			v->schedule.target->name, v->plan.op);
	} else {
		t->equivalent++;
	}
	arena_clear(&v->scratch);
}

/* A kind that the code has sites of, then one of those, which is not chosen again. */
static struct site
choose(struct victim *v)
{
	size_t n[MUTATIONS] = {0}, at, i;
	enum mutation kind;
	struct site chosen;

	for (i = 0; i < v->sites.n; i++)
		n[v->sites.site[i].kind]++;
	do
		kind = (enum mutation)draw_below(&v->drawn, MUTATIONS);
	while (!n[kind]);
	at = (size_t)draw_below(&v->drawn, (int64_t)n[kind]);
	for (i = 0; v->sites.site[i].kind != kind || at; i++)
		at -= v->sites.site[i].kind == kind;
	chosen = v->sites.site[i];
	v->sites.site[i] = v->sites.site[--v->sites.n];
	return chosen;
}

static size_t
nodes_of(const struct kernel *kernel)
{
	return kernel->fast ? FAST_NODES : NODES;
}

static bool
try_node(uint64_t number)
{
	struct victim v = {0};
	bool taken = take_node(&v, number) &&
		     ntaken[kernel_number(&v)] < nodes_of(v.schedule.kernel) &&
		     lower_node(&v);

	if (taken) {
		ntaken[kernel_number(&v)]++;
		/* What is right is found to be right. */
		assert_false(proof_finds(&v));
		assert_null(lowered_expressions(&v.lowered, COMPARE_WORK));
		assert_null(lowered_expressions(&v.lowered, INT64_MAX));
		for (int i = 0; i < MUTANTS && v.sites.n; i++) {
			struct site site = choose(&v);
			struct undo undo = site_mutate(&site, draw_chance(&v.drawn, 50));

			judge(&v, &site);
			site_undo(&site, &undo);
		}
		assert_false(proof_finds(&v));
	}
	arena_free(&v.scratch);
	arena_free(&v.arena);
	return taken;
}

static void
every_design_is_there(void **state)
{
	size_t left = 0;

	(void)state;
	for (size_t i = 0; i < nkernel; i++)
		left += nodes_of(kernel_table[i]);
	for (uint64_t number = 1; left > 0; number++)
		left -= try_node(number);
}

static void
add(struct tally *sum, const struct tally *t)
{
	sum->n += t->n;
	sum->equivalent += t->equivalent;
	sum->proof += t->proof;
	sum->compared += t->compared;
	sum->expressions += t->expressions;
	sum->results += t->results;
}

static int
found(const struct tally *t)
{
	return t->proof + t->compared + t->expressions + t->results;
}

static double
percent(int n, const struct tally *t)
{
	return 100.0 * n / (t->n ? t->n : 1);
}

static void
print(const char *what, const struct tally *t)
{
	printf("%-38s %5d: %5d by the proof (%.1f %%), %5d more by what is compared "
	       "(%.1f %%), %5d more by all expressions, %5d by the bound: %.1f %%; %d "
	       "are equivalent\n",
		what, t->n, t->proof, percent(t->proof, t), t->compared,
		percent(t->proof + t->compared, t), t->expressions, t->results,
		percent(found(t), t), t->equivalent);
}

static struct tally
sum_of(const struct tally *t, int kinds)
{
	struct tally sum = {0};

	for (int i = 0; i < kinds; i++)
		add(&sum, &t[i]);
	return sum;
}

static void
print_all(const char *what, const struct tally *t)
{
	struct tally small = sum_of(t, MUTATION_DROP), all = sum_of(t, MUTATIONS);

	printf("%s\n", what);
	for (int i = 0; i < MUTATIONS; i++)
		print(mutation_name[i], &t[i]);
	print("an offset, a count, a mask off by one", &small);
	print("all", &all);
}

static void
most_are_found(void **state)
{
	struct tally all = sum_of(tallies[0], MUTATIONS);
	struct tally small = sum_of(tallies[0], MUTATION_DROP);
	struct tally fast = sum_of(tallies[1], MUTATIONS);

	(void)state;
	print_all("designs for strict and fma", tallies[0]);
	print_all("designs for fast", tallies[1]);
	/* By opgen itself. */
	assert_true(100 * (all.proof + all.compared) >= 95 * all.n);
	assert_true(100 * (small.proof + small.compared) >= 95 * small.n);
	assert_true(100 * (fast.proof + fast.compared) >= 95 * fast.n);
	add(&all, &fast);
	assert_true(all.n > 1000);
	assert_true(100 * found(&all) >= 95 * all.n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_design_is_there),
		cmocka_unit_test(most_are_found),
	};

	return cmocka_run_group_tests_name("mutants", tests, NULL, NULL);
}
