#include "code/timing/work.h"

#include "code/statements/access.h"
#include "target/target.h"

enum {
	ELEMENT = 4 /* the bytes of the smallest element that shuffles near */
};

enum width
width_of(const struct target *target, struct code_type type)
{
	if (type.lanes == 1)
		return WIDTH_SCALAR;
	return type_bytes(type) < target->vector_bytes ? WIDTH_NARROW : WIDTH_FULL;
}

/* Whether lanes stay within blocks of near_block_bytes, the same ones in all blocks, half
   of each block from one source and half from the other. */
static bool
shuffles_near(const struct target *target, const struct value *v)
{
	int lanes = v->type.lanes;
	int64_t size = type_bytes(v->type) / lanes;
	int block = (int)(target->near_block_bytes / size), half = block / 2;
	bool near = size >= ELEMENT && block && block < lanes;

	for (int i = 0; i < lanes && near; i++) {
		int from = v->lane[i] % lanes, first = v->lane[i % block];
		int begin = v->lane[i % block / half * half];

		near = from / block == i / block && from % block == first % lanes &&
		       v->lane[i] / lanes == begin / lanes;
	}
	return near;
}

/* Lanes that stay in place take a blend; others one shuffle if it can reach them, else
   several. */
static enum work
work_of_shuffle(const struct target *target, const struct value *v)
{
	int lanes = v->type.lanes;
	int64_t size = type_bytes(v->type) / lanes;
	int block = target->block_bytes ? (int)(target->block_bytes / size) : lanes;
	bool blend = true, inside = true, first = true;

	for (int i = 0; i < lanes; i++) {
		int from = v->lane[i] % lanes;

		blend &= from == i;
		inside &= from / block == i / block;
		first &= v->lane[i] < lanes;
	}
	if (blend)
		return WORK_BLEND;
	if (shuffles_near(target, v))
		return WORK_NEAR;
	return block >= lanes || inside || first ? WORK_SHUFFLE : WORK_CROSS;
}

enum work
work_of(const struct target *target, const struct value *v)
{
	switch (v->kind) {
	case VALUE_FMA:
		return WORK_FMA;
	case VALUE_DIVIDE:
		return WORK_DIVIDE;
	case VALUE_SQRT:
		return WORK_SQRT;
	case VALUE_ROOT:
	case VALUE_ELEMENTARY:
		return WORK_ROOT;
	case VALUE_POWER:
		return WORK_POWER;
	case VALUE_ABS:
		return WORK_LOGIC;
	case VALUE_ROUND:
	case VALUE_CONVERT:
		return WORK_CONVERT;
	case VALUE_SHUFFLE:
		return work_of_shuffle(target, v);
	case VALUE_BLEND:
		return WORK_MASK;
	case VALUE_LOW:
	case VALUE_HIGH:
	case VALUE_SET1:
		return WORK_SHUFFLE;
	default:
		return WORK_ADD;
	}
}
