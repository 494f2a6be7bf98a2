#include "plan/chain.h"

#include <string.h>

#include "base/arena.h"

struct chain_value
chain_operand(size_t number)
{
	return (struct chain_value){.number = number};
}

void
chain_reserve(struct pointwise_chain *chain, size_t room, struct arena *arena)
{
	struct step *step;

	if (room <= chain->room)
		return;
	step = arena_array(arena, struct step, room);
	if (chain->nstep)
		memcpy(step, chain->step, chain->nstep * sizeof *step);
	chain->step = step;
	chain->room = room;
}

static struct chain_value
add_step(struct pointwise_chain *chain, const struct step *step, struct arena *arena)
{
	if (chain->nstep == chain->room)
		chain_reserve(chain, chain->nstep ? 2 * chain->nstep : 1, arena);
	chain->step[chain->nstep] = *step;
	return (struct chain_value){.is_step = true, .number = chain->nstep++};
}

struct chain_value
chain_turn(struct pointwise_chain *chain, const struct pointwise_row *row,
	const struct chain_value *argument, const double *number, enum dtype from,
	enum dtype to, struct arena *arena)
{
	struct step step = {.row = row,
		.dtype = to,
		.computed = dtype_accumulator(from),
		.loaded = dtype_accumulator(to)};

	for (int i = 0; i < row->narguments; i++)
		step.argument[i] = argument[i];
	if (number)
		memcpy(step.number, number, sizeof step.number);
	return add_step(chain, &step, arena);
}

struct chain_value
chain_add(struct pointwise_chain *chain, const struct pointwise_row *row,
	const struct chain_value *argument, const double *number, enum dtype dtype,
	struct arena *arena)
{
	return chain_turn(chain, row, argument, number, dtype, dtype, arena);
}

struct chain_value
chain_cast(struct pointwise_chain *chain, const struct pointwise_row *row,
	struct chain_value argument, enum dtype from, enum dtype to, struct arena *arena)
{
	return chain_turn(chain, row, &argument, NULL, from, to, arena);
}

struct chain_value
chain_append(struct pointwise_chain *chain, const struct pointwise_chain *more,
	const struct chain_value *operand, struct arena *arena)
{
	size_t first = chain->nstep;

	for (size_t i = 0; i < more->nstep; i++) {
		struct step step = more->step[i];

		for (int k = 0; k < step.row->narguments; k++)
			if (step.argument[k].is_step)
				step.argument[k].number += first;
			else
				step.argument[k] = operand[step.argument[k].number];
		add_step(chain, &step, arena);
	}
	return (struct chain_value){.is_step = true, .number = chain->nstep - 1};
}

union quantity
chain_step(const struct pointwise_chain *chain, size_t i, const struct algebra *algebra,
	const union quantity *operand, const union quantity *result)
{
	const struct step *step = &chain->step[i];
	struct algebra own = *algebra;
	union quantity x[STEP_ARGUMENTS], y;

	own.dtype = step->computed;
	for (int k = 0; k < step->row->narguments; k++) {
		const struct chain_value *from = &step->argument[k];

		x[k] = from->is_step ? result[from->number] : operand[from->number];
	}
	y = step->row->compute(step, &own, x);
	if (i + 1 == chain->nstep || step->row->exact ||
		dtype_info[step->dtype].kind != KIND_HALF)
		return y;
	own.dtype = step->loaded;
	return quantity_round(&own, y, step->dtype);
}

union quantity
chain_compute(const struct pointwise_chain *chain, const struct algebra *algebra,
	const union quantity *operand, union quantity *result)
{
	for (size_t i = 0; i < chain->nstep; i++)
		result[i] = chain_step(chain, i, algebra, operand, result);
	return result[chain->nstep - 1];
}

int
chain_reads(const struct pointwise_chain *chain, size_t operand)
{
	int n = 0;

	for (size_t i = 0; i < chain->nstep; i++)
		for (int k = 0; k < chain->step[i].row->narguments; k++)
			n += !chain->step[i].argument[k].is_step &&
			     chain->step[i].argument[k].number == operand;
	return n;
}
