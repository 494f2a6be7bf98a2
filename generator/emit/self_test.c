#include "emit/self_test.h"

#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "code/running/run.h"
#include "code/statements/build.h"
#include "emit/interface.h"
#include "kernels/common/lowering.h"
#include "network/lower.h"
#include "network/reference.h"
#include "plan/reference.h"
#include "plan/reference_watch.h"

/* A function's arguments, with memory for them. */
struct call {
	const struct schedule *schedule;
	const void **input; /* by the interface's inputs; NULL for constants */
	void **output;
	struct opgen_test_tensor *given, *made; /* run-time inputs; outputs */
	size_t ngiven, nmade;
	struct arena *arena;
};

static size_t
bytes_of(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

uint64_t
self_test_bytes(const struct schedule *schedule)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < interface_ninput(schedule); i++)
		if (!interface_input(schedule, i)->constant)
			bytes = count_add(bytes, bytes_of(interface_input(schedule, i)));
	for (size_t i = 0; i < interface_noutput(schedule); i++)
		bytes = count_add(bytes, bytes_of(interface_output(schedule, i)));
	bytes = count_add(bytes, (uint64_t)interface_workspace(schedule));
	if (interface_packs(schedule))
		bytes = count_add(bytes, interface_packed_bytes(schedule));
	return bytes;
}

uint64_t
self_test_held(const struct schedule *schedule)
{
	return schedule->plan->kind == PLAN_NETWORK ? network_reference_bytes(schedule)
						    : 0;
}

/* The types of a self-test's numbers, and their names in its program. */
/* clang-format off */
#define TEST_TYPE(name) {OPGEN_TEST_##name, "OPGEN_TEST_" #name}
static const struct {
	enum opgen_test_type type;
	const char *name;
} test_type[DTYPE_COUNT] = {
	[DTYPE_FLOAT32]   = TEST_TYPE(FLOAT32), [DTYPE_FLOAT64]    = TEST_TYPE(FLOAT64),
	[DTYPE_FLOAT16]   = TEST_TYPE(FLOAT16), [DTYPE_BFLOAT16]   = TEST_TYPE(BFLOAT16),
	[DTYPE_BOOL]      = TEST_TYPE(BOOL),
	[DTYPE_INT8]      = TEST_TYPE(INT8),    [DTYPE_INT16]      = TEST_TYPE(INT16),
	[DTYPE_INT32]     = TEST_TYPE(INT32),   [DTYPE_INT64]      = TEST_TYPE(INT64),
	[DTYPE_UINT8]     = TEST_TYPE(UINT8),   [DTYPE_UINT16]     = TEST_TYPE(UINT16),
	[DTYPE_UINT32]    = TEST_TYPE(UINT32),  [DTYPE_UINT64]     = TEST_TYPE(UINT64),
	[DTYPE_QINT8]     = TEST_TYPE(INT8),
	[DTYPE_COMPLEX64] = TEST_TYPE(FLOAT32), [DTYPE_COMPLEX128] = TEST_TYPE(FLOAT64),
};
/* clang-format on */

const char *
self_test_type(const struct operand *operand)
{
	return test_type[operand->dtype].name;
}

int64_t
self_test_numbers(const struct operand *operand)
{
	bool pairs = dtype_info[operand->dtype].kind == KIND_COMPLEX;

	return operand->nelement * (pairs ? 2 : 1);
}

static struct opgen_test_tensor
tensor_of(const struct operand *operand, struct arena *arena)
{
	return (struct opgen_test_tensor){operand->name,
		arena_alloc(arena, bytes_of(operand) + 1),
		(size_t)self_test_numbers(operand), test_type[operand->dtype].type};
}

static struct call
call_begin(const struct schedule *schedule, struct arena *arena)
{
	size_t ninput = interface_ninput(schedule), noutput = interface_noutput(schedule);
	struct call call = {.schedule = schedule,
		.input = arena_array(arena, const void *, ninput),
		.output = arena_array(arena, void *, noutput),
		.given = arena_array(arena, struct opgen_test_tensor, ninput),
		.made = arena_array(arena, struct opgen_test_tensor, noutput),
		.nmade = noutput,
		.arena = arena};

	for (size_t i = 0; i < ninput; i++) {
		const struct operand *operand = interface_input(schedule, i);

		if (operand->constant)
			continue;
		call.given[call.ngiven] = tensor_of(operand, arena);
		call.input[i] = call.given[call.ngiven++].memory;
	}
	for (size_t i = 0; i < noutput; i++) {
		call.made[i] = tensor_of(interface_output(schedule, i), arena);
		call.output[i] = call.made[i].memory;
	}
	return call;
}

/* Whether a target's code computes other bits than the reference interpreter. */
static bool
is_transformed(const struct schedule *schedule)
{
	return schedule->plan->kind == PLAN_NETWORK ? network_is_fast(schedule)
						    : schedule->kernel->fast;
}

static void
keep_function(void *context, const struct function *function)
{
	(void)context;
	(void)function;
}

static struct run_object
object_of(const struct opgen_test_tensor *tensor, bool given)
{
	size_t size = tensor->n * opgen_test_format_of(tensor->type).size;

	return (struct run_object){tensor->memory, (int64_t)size, given};
}

/* Runs the statements of the function for one target. */
static const char *
run_code(const struct call *call, const struct schedule *schedule, struct arena *arena)
{
	const struct code_sink sink = {.take = keep_function, .keeps = true};
	struct arena own = {0};
	struct code_builder code = code_begin(&own, &own, &sink, "");
	struct run_object object[RUN_OBJECTS];
	struct run_result run;
	const char *wrong = NULL;
	size_t n = 0;

	schedule->kernel->lower(schedule, &code);
	for (size_t i = 0; i < call->ngiven; i++)
		object[n++] = object_of(&call->given[i], true);
	for (size_t i = 0; i < call->nmade; i++)
		object[n++] = object_of(&call->made[i], false);
	if (schedule->plan->kind == PLAN_NETWORK) {
		int64_t size = schedule_network(schedule)->workspace;

		object[n++] = (struct run_object){
			arena_alloc(&own, (size_t)size + 1), size, false};
	}
	run = code_run(code.last, object, n);
	if (!run.good)
		wrong = arena_copy_text(arena, run.message, strlen(run.message));
	arena_free(&own);
	return wrong;
}

/* The work of one call, as self_test_work() counts it. */
static uint64_t
call_work(const struct schedule *schedule)
{
	if (schedule->plan->kind == PLAN_NETWORK)
		return network_reference_work(schedule);
	return count_add(
		schedule->cost.count[COUNT_READS], schedule->cost.count[COUNT_WRITES]);
}

static void
run_reference(const struct call *call, const struct schedule *schedule,
	struct progress *progress)
{
	const struct plan *plan = schedule->plan;
	struct reference_watch watch = {.progress = progress};

	if (plan->kind == PLAN_NETWORK) {
		network_reference(schedule, call->input, call->output, progress);
		return;
	}
	watch.work = call_work(schedule);
	reference_run_watched(
		plan, schedule->settings.numerics, call->input, call->output, &watch);
	progress_pass(progress, watch.work);
}

/* Computes the words that one target's code must give. */
static const char *
compute_variant(struct call *call, const struct schedule *schedule, bool keeps_nan,
	uint64_t *word, struct progress *progress)
{
	bool transformed = is_transformed(schedule);

	for (int round = 0; round < OPGEN_TEST_ROUNDS; round++) {
		const char *wrong = NULL;

		for (size_t i = 0; i < call->ngiven; i++)
			opgen_test_fill(&call->given[i], (enum opgen_test_round)round, i);
		if (!transformed) {
			run_reference(call, schedule, progress);
		} else {
			wrong = run_code(call, schedule, call->arena);
			progress_pass(progress, call_work(schedule));
		}
		if (wrong)
			return wrong;
		for (size_t o = 0; o < call->nmade; o++) {
			size_t nword = opgen_test_nword(call->made[o].n);

			for (size_t k = 0; k < nword; k++)
				*word++ = opgen_test_word(&call->made[o], k, keeps_nan);
		}
	}
	return NULL;
}

static bool
moves_only(const struct schedule *schedule)
{
	if (schedule->plan->kind != PLAN_NETWORK)
		return schedule->plan->kind == PLAN_MOVE ||
		       schedule->plan->kind == PLAN_PICK;
	for (size_t i = 0; i < schedule_network(schedule)->nnode; i++)
		if (schedule_network(schedule)->node[i].kind != PLAN_MOVE)
			return false;
	return true;
}

/* Whether code for another target may have other bits. */
static bool
targets_differ(const struct schedule *schedule)
{
	if (schedule->plan->kind != PLAN_NETWORK)
		return numerics_tile(schedule->asked);
	for (size_t i = 0; i < schedule_network(schedule)->nnode; i++)
		if (numerics_tile(schedule_network(schedule)->node[i].settings->numerics))
			return true;
	return false;
}

/* Adds a variant unless another one has the same words. */
static void
add_variant(struct self_test *test, const uint64_t *word, uint64_t *wanted)
{
	uint64_t hash = 0;

	for (int i = 0; i < test->nvariant; i++)
		if (!memcmp(word, wanted + (size_t)i * test->nwanted,
			    test->nwanted * sizeof *word))
			return;
	for (size_t i = 0; i < test->nwanted; i++)
		hash = opgen_test_mix(hash ^ word[i]);
	test->hash[test->nvariant] = hash;
	memcpy(wanted + (size_t)test->nvariant++ * test->nwanted, word,
		test->nwanted * sizeof *word);
}

uint64_t
self_test_work(const struct schedule *schedule)
{
	uint64_t work = 0;

	for (const struct schedule *s = schedule; s; s = s->next)
		if (s == schedule || targets_differ(schedule))
			work = count_add(
				work, count_mul(call_work(s), OPGEN_TEST_ROUNDS));
	return work;
}

const char *
self_test_make(struct self_test *test, const struct schedule *schedule,
	struct progress *progress, struct arena *arena)
{
	struct arena own = {0};
	struct call call = call_begin(schedule, &own);
	const char *wrong = NULL;
	uint64_t *word, *wanted;

	*test = (struct self_test){
		.ninput = call.ngiven, .keeps_nan = moves_only(schedule)};
	for (size_t i = 0; i < call.nmade; i++)
		test->nwanted += OPGEN_TEST_ROUNDS * opgen_test_nword(call.made[i].n);
	word = arena_array(&own, uint64_t, test->nwanted + 1);
	wanted = arena_array(arena, uint64_t, MAX_TARGET * test->nwanted + 1);
	for (const struct schedule *s = schedule; s && !wrong; s = s->next) {
		if (s != schedule && !targets_differ(schedule))
			break;
		wrong = compute_variant(&call, s, test->keeps_nan, word, progress);
		if (!wrong)
			add_variant(test, word, wanted);
	}
	test->wanted = wanted;
	if (wrong)
		wrong = arena_copy_text(arena, wrong, strlen(wrong));
	arena_free(&own);
	return wrong;
}
