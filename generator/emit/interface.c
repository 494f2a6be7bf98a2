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

bool
interface_reorders(const struct schedule *schedule)
{
	for (const struct schedule *s = schedule; s; s = s->next)
		if (s->weights.packs)
			return interface_packs(schedule);
	return false;
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

bool
interface_has_part(const struct schedule *schedule, enum entry entry)
{
	return schedule->settings.parts && entry != ENTRY_PACK;
}

size_t
interface_nparts(const struct schedule *schedule)
{
	size_t most = 1;

	for (const struct schedule *s = schedule; s; s = s->next) {
		size_t n = s->parts ? s->parts->n : 1;

		if (s->plan->kind == PLAN_NETWORK)
			n = network_parts(s);
		most = n > most ? n : most;
	}
	return most;
}

size_t
interface_nsteps(const struct schedule *schedule)
{
	size_t most = 0;

	for (const struct schedule *s = schedule; s; s = s->next)
		if (schedule_part(s)->nstage > most)
			most = schedule_part(s)->nstage;
	return most;
}

static bool
found(struct interface_argument *a, const char *qualifier, const char *type,
	const char *name)
{
	a->comma = a->name ? ", " : "";
	a->operand = NULL;
	a->qualifier = qualifier;
	a->type = type;
	a->name = name;
	return true;
}

static bool
found_operand(struct interface_argument *a, const char *qualifier,
	const struct operand *operand, bool packed)
{
	found(a, qualifier, packed ? "void" : dtype_info[operand->dtype].c_type,
		packed ? "packed" : operand->name);
	a->operand = operand;
	return true;
}

bool
interface_next(
	const struct schedule *schedule, enum entry entry, struct interface_argument *a)
{
	const struct operand *weights = schedule->plan->weights;
	size_t ninput = interface_ninput(schedule), i = a->next++;
	size_t noutput = entry == ENTRY_PACK ? 1 : interface_noutput(schedule);

	for (; i < ninput; i = a->next++) {
		const struct operand *o = interface_input(schedule, i);

		if (!o->constant && (entry != ENTRY_PACK || o == weights))
			return found_operand(
				a, "const ", o, entry == ENTRY_PACKED && o == weights);
	}
	i -= ninput;
	if (i < noutput)
		return found_operand(
			a, "", interface_output(schedule, i), entry == ENTRY_PACK);
	i -= noutput;
	a->is_shared = false;
	if (!i && (interface_has_workspace(schedule) ||
			  (a->of_target && owns_workspace(schedule))))
		return found(a, "", "void", "workspace");
	if (!i && a->of_call && owns_workspace(schedule)) {
		a->is_shared =
			schedule->settings.parts && schedule_network(schedule)->workspace;
		return found(a, "", "void",
			schedule_network(schedule)->workspace ? "&workspace" : "NULL");
	}
	if (!i)
		a->next++;
	return i <= 1 && interface_has_constants(schedule) &&
	       found(a, "const ", "void", "constants");
}

/* Those of a node, or of a step of a schedule's network, that the code names: what all
   windows miss because they lie in the padding has none. */
static void
take_arrays(const struct schedule *schedule, const struct schedule *node,
	void (*take)(void *context, const struct array *array), void *context)
{
	const struct schedule_parts *parts = node->parts;
	struct array array[MAX_OPERAND];
	size_t n = parts ? shared_arrays(node, array) : arrays_of(node, array);

	for (size_t i = 0; parts && i < parts->n; i++)
		take_arrays(schedule, &parts->box[i].schedule, take, context);

	for (size_t i = 0; i < n; i++) {
		if (schedule->proven &&
			!constant_set_has(&schedule->constants, array[i].operand))
			continue;
		array[i].function = schedule->name;
		take(context, &array[i]);
	}
}

void
interface_arrays(const struct schedule *schedule,
	void (*take)(void *context, const struct array *array), void *context)
{
	if (schedule->plan->kind != PLAN_NETWORK) {
		take_arrays(schedule, schedule, take, context);
		return;
	}
	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		take_arrays(schedule, step_schedule(schedule, i), take, context);
}

void
interface_all_arrays(const struct schedule *schedule,
	void (*take)(void *context, const struct array *array), void *context)
{
	for (; schedule; schedule = schedule->next)
		interface_arrays(schedule, take, context);
}

static void
note_array(void *context, const struct array *array)
{
	(void)array;
	*(bool *)context = true;
}

bool
interface_has_arrays(const struct schedule *schedule)
{
	bool some = false;

	interface_all_arrays(schedule, note_array, &some);
	return some;
}
