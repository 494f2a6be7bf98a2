#include "network/reference.h"

#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "network/lower.h"
#include "network/network.h"
#include "network/node.h"
#include "plan/reference.h"
#include "plan/reference_watch.h"

/* The state while a graph is computed node by node. */
struct pass {
	const struct network *network;
	const void **element; /* of each tensor; NULL: not yet computed */
	struct arena *room;   /* memory of each tensor that a node makes */
	uint64_t *bytes;      /* of each of these tensors, while it is held */
	uint64_t held, most;  /* bytes of all of them, now and at most */
	size_t *last;         /* the node that reads a tensor last */
};

static size_t
bytes_of(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

static uint64_t
step_work(const struct schedule *schedule)
{
	return count_add(
		schedule->cost.count[COUNT_READS], schedule->cost.count[COUNT_WRITES]);
}

uint64_t
network_reference_work(const struct schedule *schedule)
{
	uint64_t work = 0;

	for (size_t i = 0; i < schedule_network(schedule)->nstep; i++)
		work = count_add(work, step_work(step_schedule(schedule, i)));
	return work;
}

/* The work of the step that a node has become; 0 if it has become none. */
static uint64_t
node_work(const struct schedule *schedule, size_t node)
{
	const struct network *network = schedule_network(schedule);

	for (size_t i = 0; i < network->nstep; i++)
		if (network->step[i].number == node)
			return step_work(step_schedule(schedule, i));
	return 0;
}

static void
find_last_readers(struct pass *p)
{
	for (size_t i = 0; i < p->network->nnode; i++) {
		const struct network_node *node = &p->network->node[i];

		for (size_t k = 0; k < node->nresult; k++)
			p->last[node->result[k]] = i;
		for (size_t k = 0; k < node->ninput; k++)
			if (node->input[k] < p->network->ntensor)
				p->last[node->input[k]] = i;
	}
	for (size_t i = 0; i < p->network->graph->noutput; i++)
		p->last[p->network->graph->output[i]] = p->network->nnode;
}

static struct pass
begin_pass(const struct network *network, struct arena *arena)
{
	struct pass p = {.network = network,
		.element = arena_array(arena, const void *, network->ntensor),
		.room = arena_array(arena, struct arena, network->ntensor),
		.bytes = arena_array(arena, uint64_t, network->ntensor),
		.last = arena_array(arena, size_t, network->ntensor)};

	find_last_readers(&p);
	return p;
}

/* Counts the results of a node as held. */
static void
hold_results(struct pass *p, const struct network_node *node)
{
	for (size_t k = 0; k < node->nresult; k++) {
		uint64_t bytes = (uint64_t)p->network->tensor[node->result[k]].bytes;

		p->bytes[node->result[k]] = bytes;
		p->held = count_add(p->held, bytes);
	}
	p->most = p->held > p->most ? p->held : p->most;
}

static void
drop(struct pass *p, size_t tensor)
{
	p->held -= p->bytes[tensor];
	p->bytes[tensor] = 0;
	arena_free(&p->room[tensor]);
}

/* numerics: those of the sums in the code. */
static void
compute_node(struct pass *p, size_t number, enum numerics numerics,
	struct reference_watch *watch)
{
	const struct network_node *node = &p->network->node[number];
	struct arena own = {0};
	const struct plan *plan = network_plan(p->network, number, &own);
	const void **input = arena_array(&own, const void *, plan->noperand);
	void **output = arena_array(&own, void *, node->nresult);

	hold_results(p, node);
	for (size_t k = 0; k < plan->noperand; k++)
		if (!plan->operand[k].constant)
			input[k] = p->element[node->input[k]];
	for (size_t k = 0; k < node->nresult; k++) {
		size_t result = node->result[k];

		output[k] = arena_alloc(&p->room[result], (size_t)p->bytes[result] + 1);
		p->element[result] = output[k];
	}
	reference_run_watched(plan, numerics, input, output, watch);
	arena_free(&own);
}

/* Frees the tensors that no later node reads. */
static void
drop_read(struct pass *p, size_t i)
{
	const struct network_node *node = &p->network->node[i];

	for (size_t k = 0; k < node->nresult; k++)
		if (p->last[node->result[k]] == i)
			drop(p, node->result[k]);
	for (size_t k = 0; k < node->ninput; k++)
		if (node->input[k] < p->network->ntensor && p->last[node->input[k]] == i)
			drop(p, node->input[k]);
}

uint64_t
network_reference_bytes(const struct schedule *schedule)
{
	const struct network *network = schedule_network(schedule);
	struct arena own = {0};
	struct pass p = begin_pass(network, &own);

	for (size_t i = 0; i < network->nnode; i++) {
		hold_results(&p, &network->node[i]);
		drop_read(&p, i);
	}
	arena_free(&own);
	return p.most;
}

void
network_reference(const struct schedule *schedule, const void *const *input,
	void *const *output, struct progress *progress)
{
	const struct network *network = schedule_network(schedule);
	const struct graph *graph = network->graph;
	struct arena own = {0};
	struct pass p = begin_pass(network, &own);

	for (size_t i = 0; i < graph->function.ninput; i++)
		p.element[graph->function.input[i].tensor] = input[i];
	for (size_t i = 0; i < network->nnode; i++) {
		enum numerics asked = network->node[i].settings->numerics;
		struct reference_watch watch = {
			.progress = progress, .work = node_work(schedule, i)};

		compute_node(&p, i, numerics_of_sums(asked, schedule->target), &watch);
		drop_read(&p, i);
		progress_pass(progress, watch.work);
	}
	for (size_t i = 0; i < graph->noutput; i++) {
		const struct operand *o = &network->tensor[graph->output[i]].operand;
		const void *element =
			o->constant ? o->constant : p.element[graph->output[i]];

		memcpy(output[i], element, bytes_of(o));
	}
	for (size_t i = 0; i < network->ntensor; i++)
		arena_free(&p.room[i]);
	arena_free(&own);
}
