/* The canonical forms of lowered code of every design: what is changed in a function
   changes its form, and what a node is called does not. */

#include "support/test.h"

#include <string.h>

#include "base/arena.h"
#include "code/mutate.h"
#include "code/statements/canonical.h"
#include "code/statements/share.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "drawn/draw.h"
#include "schedule/kernel_choice.h"
#include "schedule/schedule.h"
#include "support/lowered.h"

enum {
	MAX_KERNEL = 128,
	NODES = 10,    /* of each design */
	MUTANTS = 100, /* of each node */
	MAX_OUTPUT = 64 * 1024
};

static size_t ntaken[MAX_KERNEL];

static struct canonical_callee
find_callee(void *context, const struct function *f)
{
	(void)context;
	return (struct canonical_callee){.same = f->number};
}

static const struct canonical_callees callees = {.find = find_callee};

static bool
is_form(const struct function *f, const uint64_t *digest)
{
	struct arena arena = {0};
	struct canonical form = canonical_form(f, &callees, &arena);
	bool same = !memcmp(form.digest, digest, sizeof form.digest);

	arena_free(&arena);
	return same;
}

static void
check_mutants(struct drawn *drawn, const struct lowered *l, struct arena *arena)
{
	struct sites sites = {.arena = arena};

	for (size_t i = 0; i < l->n; i++)
		sites_find(&sites, l->function[i]);
	for (int i = 0; i < MUTANTS && sites.n; i++) {
		size_t at = (size_t)draw_below(drawn, (int64_t)sites.n);
		const struct site *site = &sites.site[at];
		struct canonical form = canonical_form(site->function, &callees, arena);
		struct undo undo = site_mutate(site, draw_chance(drawn, 50));

		if (is_form(site->function, form.digest))
			fail_msg("%s in %s is not seen", mutation_name[site->kind],
				site->function->name);
		site_undo(site, &undo);
		assert_true(is_form(site->function, form.digest));
	}
}

/* Lowers a plan for the search under another name; returns how many functions came. */
static void
add(struct share_search *search, struct code_builder *code, const struct plan *plan,
	const struct drawn *drawn, const char *prefix, struct source *source,
	struct arena *arena)
{
	struct schedule schedule;

	assert_true(schedule_make(&schedule, plan, prefix, &drawn->settings, MAX_OUTPUT,
		source, NULL, arena));
	code->sink = &search->sink;
	schedule.kernel->lower(&schedule, code);
}

/* All functions but the entries, which users call, are those of the node under its first
   name. */
static void
check_twins(const struct drawn *drawn, const struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct arena body = {0};
	struct share_search search;
	struct code_builder code = code_begin(arena, &body, NULL, "");
	size_t n;

	share_begin(&search, arena);
	add(&search, &code, plan, drawn, "a_", source, arena);
	n = code.nfunction;
	add(&search, &code, plan, drawn, "b_", source, arena);
	assert_int_equal(code.nfunction, 2 * n);
	for (size_t i = 0; i < n; i++)
		if (share_count(search.share, i) > 1)
			assert_int_equal(share_first(search.share, n + i),
				share_first(search.share, i));
	/* The last ones are entries. */
	for (size_t i = 0; i + NENTRY < n; i++)
		assert_true(share_first(search.share, n + i) < n);
	arena_free(&body);
}

static bool
try_node(uint64_t number)
{
	struct arena arena = {0};
	struct first_error said;
	struct source source = *first_error_begin(&said, &arena);
	struct drawn drawn;
	struct plan plan;
	struct schedule schedule;
	bool taken = false;
	size_t kernel = 0;

	drawn_make(&drawn, number, &arena);
	if (drawn_plan_step(&drawn, &plan, &source) &&
		schedule_make(&schedule, &plan, "", &drawn.settings, MAX_OUTPUT, &source,
			NULL, &arena)) {
		while (kernel_table[kernel] != schedule.kernel)
			kernel++;
		taken = ntaken[kernel] < NODES;
	}
	if (taken) {
		struct lowered l = lowered_make(&schedule, &arena);

		ntaken[kernel]++;
		check_mutants(&drawn, &l, &arena);
		check_twins(&drawn, &plan, &source, &arena);
	}
	arena_free(&arena);
	return taken;
}

static void
every_design_is_there(void **state)
{
	size_t left = nkernel * NODES;

	(void)state;
	for (uint64_t number = 1; left > 0; number++)
		left -= try_node(number);
}

int
main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(every_design_is_there),
	};

	return cmocka_run_group_tests_name("canonical", test, NULL, NULL);
}
