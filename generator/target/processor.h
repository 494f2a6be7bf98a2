#ifndef OPGEN_TARGET_PROCESSOR_H
#define OPGEN_TARGET_PROCESSOR_H

#include <stdint.h>

/* What code takes on a target's processors, in cycles: the table by which designs are
   compared. `ninja calibrate` measures it on the machine that it runs on. */

enum unit {
	UNIT_ARITHMETIC,
	UNIT_SHUFFLE,
	UNIT_DIVIDER, /* divisions and square roots */
	UNIT_LOAD,
	UNIT_STORE,
	UNITS
};

enum work {
	WORK_ADD, /* or a product */
	WORK_FMA, /* both at once */
	WORK_LOGIC,
	WORK_BLEND, /* lanes of two vectors that stay where they are */
	WORK_DIVIDE,
	WORK_SQRT,
	WORK_ROOT,    /* the runtime's, of any degree */
	WORK_POWER,   /* the runtime's, too */
	WORK_SHUFFLE, /* lanes out of two vectors, within what one instruction reaches */
	WORK_CROSS,   /* and where it takes several */
	WORK_CONVERT, /* from or to a half type */
	WORK_LOAD,
	WORK_LOAD_PART,
	WORK_SET1_LOAD,
	WORK_STORE,
	WORK_STORE_PART,
	WORKS
};

/* A unit is kept busy for so many cycles, and the result is there after so many. */
struct work_time {
	enum unit unit;
	double busy, latency;
};

/* What is different in vectors that fill a register, narrower ones, and plain C. */
enum width {
	WIDTH_FULL,
	WIDTH_NARROW,
	WIDTH_SCALAR,
	WIDTHS
};

enum {
	CACHES = 2,
	CACHE_LINE_BYTES = 64,
	CACHE_WAY_BYTES = 4096 /* of the nearest one, that an address chooses among */
};

/* Multiply-adds that are written out, of one function and of all, while instructions
   still come from where they are kept decoded. */
struct code_room {
	int64_t hot, all;
};

/* What kernels are planned by, before there is code to be timed. The caches are as large
   as they are at least on every processor of the target. */
struct planning {
	/* The nearest cache: bytes, lines of a set; and the next one. */
	int64_t near_bytes, near_ways, far_bytes;
	double far_cost; /* how often the time of a line from there what lies behind it
			    takes */
	/* Bytes ahead of their use at which weights are asked for that come one after the
	   other: direct-oc, winograd. Vector operations in whose time a line comes, at
	   least. */
	int64_t prefetch, prefetch_products, line_operations;
	int64_t staged_for; /* micro-kernels that have to read a copy of inputs, at least
			     */

	/* direct-oc. Sums of vectors that are whole lines, where weights are near: from
	   few sums whole lines of outputs are stored. Registers that a deferred store
	   wants; terms of sums so short that it pays even where they spill. */
	int64_t few_sums, deferred_registers, deferred_terms;
	struct code_room oc_code, ow_code;

	/* direct-ow, in vector operations: a finished sum's store; a call, one that is
	   inline; how soon a sum is there for the next addition, and operations looked at
	   ahead; a weight's way into every lane, where channels share inputs; a narrow
	   operation. The part of the time that twice the code has to save, and bytes of
	   machine code of a term. */
	struct {
		double store, call, inlined, add, in_flight, weight, narrow, code,
			term_bytes;
	} ow;

	/* plain: what of a tile compilers keep in vector registers. Output channels of a
	   wide tile, or positions; the tile's other side; positions for few channels. */
	int64_t lanes, side, narrow_lanes;
	/* Rows of positions are faster than channels, even with packed weights, from so
	   many in a row and up to so many terms; and where planes crowd a set. */
	struct {
		int64_t row, terms;
	} rows, crowded_rows;

	/* winograd: tiles of a block's row, rows of a block; tiles of a row whose
	   products are there at once. */
	int64_t block_width, block_height, products_width;

	int64_t sparse_sums;    /* vectors of a tile of sparse */
	int64_t planes_at_once; /* global-pool: so that no sum waits for the one before */
	double shuffle_cost;    /* of permute-move, in loads */
	int64_t shuffle_bytes;  /* of its vectors, of elements below 4 bytes */
	int64_t copied_bytes;   /* that a copy moves at once */
	/* Vector operations, and calls, up to which straight-line code is faster than
	   loops over the input channels. */
	uint64_t straight_operations, straight_calls;
};

struct processor {
	double issue; /* operations that begin in a cycle */
	int window;   /* operations that are looked at ahead */
	/* How many units of a kind there are. */
	double units[WIDTHS][UNITS];
	struct work_time work[WIDTHS][WORKS];
	double call;     /* of a function, with what it saves */
	double loop;     /* that ends: what was begun of another pass */
	int plain_bytes; /* of the vectors that compilers make of plain loops */
	/* The nearest cache and the next one: bytes, and what a line takes that comes
	   from behind. */
	struct {
		int64_t bytes;
		double line;
	} cache[CACHES];
	int64_t code_bytes; /* of instructions that are kept decoded, or near; */
	double fetch;       /* bytes a cycle of those that are not */
	/* Bytes of an operation's instructions, and of a load's, in the mean. */
	double operation_bytes, load_bytes;
	double overlap; /* of what is computed while lines are on their way */
	double spill;   /* stores and loads of each variable that finds no register */
	struct planning planning;
};

/* For x86-64-v3, x86-64-v4 and vectors of 16 bytes; and for plain C. */
extern const struct processor processor_avx2, processor_avx512, processor_128,
	processor_plain;

#endif
