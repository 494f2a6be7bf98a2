#include "emit/interface.h"

#include "emit/arrays.h"
#include "emitters.h"
#include "kernels/common/lowering.h"
#include "network/lower.h"

static const struct operand *
tensor(const struct network *network, size_t i)
{
	return &network->tensor[i].operand;
}

size_t
interface_ninput(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	return plan->kind == PLAN_NETWORK
		       ? schedule_network(schedule)->graph->function.ninput
		       : plan->noperand;
}

const struct operand *
interface_input(const struct schedule *schedule, size_t i)
{
	const struct plan *plan = schedule->plan;
	const struct network *network;

	if (plan->kind != PLAN_NETWORK)
		return &plan->operand[i];
	network = schedule_network(schedule);
	return tensor(network, network->graph->function.input[i].tensor);
}

size_t
interface_noutput(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;

	if (plan->kind == PLAN_NETWORK)
		return schedule_network(schedule)->graph->noutput;
	return plan_noutput(plan);
}

const struct operand *
interface_output(const struct schedule *schedule, size_t i)
{
	const struct plan *plan = schedule->plan;
	const struct network *network;

	if (plan->kind != PLAN_NETWORK)
		return plan_output(plan, i);
	network = schedule_network(schedule);
	return tensor(network, network->graph->output[i]);
}

bool
interface_packs(const struct schedule *schedule)
{
	return entries_of(schedule) > 1;
}

uint64_t
interface_packed_bytes(const struct schedule *schedule)
{
	return packed_bytes(schedule);
}

bool
interface_has_workspace(const struct schedule *schedule)
{
	return takes_scratch(schedule) ||
	       (schedule->plan->kind == PLAN_NETWORK && !owns_workspace(schedule));
}

int64_t
interface_workspace(const struct schedule *schedule)
{
	int64_t most = 0;

	if (!interface_has_workspace(schedule))
		return 0;
	if (schedule->plan->kind == PLAN_NETWORK)
		return schedule_network(schedule)->workspace;
	for (; schedule; schedule = schedule->next)
		most = schedule->scratch > most ? schedule->scratch : most;
	return most;
}

bool
interface_has_constants(const struct schedule *schedule)
{
	return schedule->settings.constants == HOME_BINARY;
}

static void
take_arrays(const struct schedule *schedule, const char *function,
	void (*take)(void *context, const struct array *array), void *context)
{
	struct array array[MAX_OPERAND];
	size_t n = arrays_of(schedule, array);

	for (size_t i = 0; i < n; i++) {
		array[i].function = function;
		take(context, &array[i]);
	}
}

void
interface_arrays(const struct schedule *schedule,
	void (*take)(void *context, const struct array *array), void *context)
{
	const char *function = schedule->name;

	if (schedule->plan->kind != PLAN_NETWORK) {
		take_arrays(schedule, function, take, context);
		return;
	}
	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		take_arrays(step_schedule(schedule, i), function, take, context);
}
