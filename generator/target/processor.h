#ifndef OPGEN_TARGET_PROCESSOR_H
#define OPGEN_TARGET_PROCESSOR_H

#include <stdint.h>

/* The table of costs, in cycles, of a target's processor, by which designs are compared.
   `ninja calibrate` measures it on the machine that it runs on. */

enum unit {
	UNIT_ARITHMETIC,
	UNIT_SHUFFLE,
	UNIT_DIVIDER, /* divisions and square roots */
	UNIT_LOAD,
	UNIT_STORE,
	UNITS
};

enum work {
	WORK_ADD, /* or a multiplication */
	WORK_FMA, /* a fused multiply-add */
	WORK_LOGIC,
	WORK_BLEND, /* lanes of two vectors, each staying in place */
	WORK_MASK,  /* the same by the mask of the operation that made one of them */
	WORK_DIVIDE,
	WORK_SQRT,
	WORK_ROOT,    /* the runtime's root of any degree */
	WORK_POWER,   /* the runtime's pow */
	WORK_SHUFFLE, /* lanes of two vectors, within the reach of one instruction */
	WORK_NEAR,    /* the same within a target's near_block_bytes */
	WORK_CROSS,   /* lanes of two vectors, by several instructions */
	WORK_CONVERT, /* from or to a half type */
	WORK_LOAD,
	WORK_LOAD_PART,
	WORK_SET1_LOAD,
	WORK_STORE,
	WORK_STORE_PART,
	WORKS
};

/* The cycles for which an operation keeps its unit busy, and those until its result is
   there. */
struct work_time {
	enum unit unit;
	double busy, latency;
};

/* Costs differ for vectors that fill a register, narrower ones, and plain C. */
enum width {
	WIDTH_FULL,
	WIDTH_NARROW,
	WIDTH_SCALAR,
	WIDTHS
};

enum {
	CACHES = 2,
	CACHE_LINE_BYTES = 64,
	CACHE_WAY_BYTES = 4096 /* bytes of a way of the nearest cache: addresses at this
				  distance share a set */
};

/* How many multiply-adds can be written out, in one function and in all, while
   instructions still come from the cache of decoded instructions. */
struct code_room {
	int64_t hot, all;
};

/* What kernels are planned by, before there is code to be timed. Cache sizes are the
   smallest of any processor of the target. */
struct planning {
	/* Bytes and ways of the nearest cache; bytes of the next one. */
	int64_t near_bytes, near_ways, far_bytes;
	/* Processors foresee the lines of a load if its address moves on by fewer bytes
	   than this, if it loads a whole line in time by fewer than that, from so many
	   passes of a loop on. */
	int64_t foreseen_bytes, foreseen_lines, foreseen_from;
	double far_cost; /* the time of a line from beyond the next cache, relative to one
			    from it */
	/* Bytes ahead of their use at which weights are asked for that come one after the
	   other: direct-oc, winograd. Vector operations in whose time a line comes, at
	   least. */
	int64_t prefetch, prefetch_products, line_operations;
	int64_t staged_for; /* the fewest micro-kernels that must read a copy of inputs
			       for it to pay */

	/* direct-oc. Sums of vectors that are whole lines, where weights are near: from
	   few sums whole lines of outputs are stored. Registers that a deferred store
	   wants; terms of sums so short that it pays even where they spill. */
	int64_t few_sums, deferred_registers, deferred_terms;
	/* Terms of sums so long that it does not matter where their planes crowd a set.
	 */
	int64_t crowded_terms;
	struct code_room oc_code, ow_code;

	/* direct-ow, in vector operations: a finished sum's store; a call, one that is
	   inline; how soon a sum is there for the next addition, for direct-oc too, and
	   operations looked at ahead; a weight's way into every lane; a load of a line's
	   length that lies on two; a line that was not foreseen; a narrow operation,
	   between the two kinds of units. Parts of the time: what narrow vectors may take
	   longer where all wait for lines, and where wide ones shift short rows; what
	   they save for pools else; what shuffles within near_block_bytes may take
	   longer; what twice the code has to save. Bytes of machine code of a term. */
	struct {
		double store, call, inlined, add, in_flight, weight, crossing, line,
			lines, shifted, wide, narrow, near, code, term_bytes;
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

	int64_t sparse_sums;    /* sparse: vectors of a tile */
	int64_t planes_at_once; /* global-pool: enough that no sum waits for the one
				   before */
	double shuffle_cost;    /* permute-move: cost of a shuffle, in loads */
	int64_t shuffle_bytes; /* permute-move: bytes of a vector whose elements are below
				  4 bytes */
	int64_t copied_bytes;  /* bytes that a copy moves at once */
	/* The most vector operations, and calls, for which straight-line code is faster
	   than loops over input channels. */
	uint64_t straight_operations, straight_calls;
};

struct processor {
	double issue; /* operations begun per cycle */
	int window;   /* operations of lookahead */
	/* The number of units of each kind. */
	double units[WIDTHS][UNITS];
	struct work_time work[WIDTHS][WORKS];
	double call;     /* a call, with the registers that it saves */
	double loop;     /* the end of a loop: the wasted start of another pass */
	int plain_bytes; /* bytes of the vectors that compilers make of plain loops */
	/* The nearest cache and the next one: bytes, and the cycles of a line from beyond
	   it. */
	struct {
		int64_t bytes;
		double line;
	} cache[CACHES];
	int64_t code_bytes; /* bytes of instructions that are kept decoded, or near; */
	double fetch;       /* bytes fetched per cycle of those that are not */
	/* Mean bytes of the instructions of an operation, and of a load. */
	double operation_bytes, load_bytes;
	double overlap; /* the part of the computation that overlaps with fetching lines
			 */
	double spill; /* the cost of storing and loading a variable that finds no register
		       */
	double seldom; /* the part of what seldom runs that other work does not hide */
	struct planning planning;
};

/* For x86-64-v3; for x86-64-v4, with units of 512 bits, and of 256; for vectors of 16
   bytes; and for plain C. */
extern const struct processor processor_avx2, processor_avx512, processor_avx512_halves,
	processor_128, processor_plain;

#endif
