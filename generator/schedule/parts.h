#ifndef OPGEN_SCHEDULE_PARTS_H
#define OPGEN_SCHEDULE_PARTS_H

#include "kernels/design.h"

#include <stddef.h>
#include <stdint.h>

struct address;
struct arena;
struct code_builder;
struct function;

/* Parts of a plan, which threads compute at once: boxes of its outputs (plan/restrict.h),
   along the axis by which the slowest one is fastest. */

/* Cuts a schedule, whose kernel is chosen, into at most n boxes. It stays whole unless
   the slowest one takes `gain` cycles less than the whole: what a barrier costs. */
void schedule_cut(struct schedule *schedule, size_t n, double gain, uint64_t max_output,
	struct arena *arena);

/* Finds the functions that the boxes of a single operation share. One that is not cut is
   a box then. */
void parts_share(struct schedule *schedule, uint64_t max_output, struct arena *arena);

/* "Part 1 of 8, and 6 others": number i of a schedule's boxes, whose function has so many
   uses. */
const char *part_comment(
	const struct schedule *schedule, size_t i, size_t count, struct arena *arena);

/* Lowers a schedule that is cut: the functions of the boxes; then for each entry those of
   its parts, whose stage is the entry's number from 1, and the entry, which calls all of
   them. */
void parts_lower(const struct schedule *schedule, struct code_builder *code);

/* Calls the function of box i, for which the entry's operands, and its outputs, lie at
   these addresses, by their numbers. Without boxes, that of the whole. */
void part_call(const struct schedule *schedule, size_t i, const struct function *function,
	const struct address *operand, const struct address *output,
	struct code_builder *code);

#endif
