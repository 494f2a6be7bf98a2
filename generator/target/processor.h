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

/* How many multiply-adds can be written out while instructions still come from the cache
   of decoded instructions. */
struct code_room {
	int64_t hot; /* in one function */
	int64_t all; /* in all of them */
};

/* What kernels are tuned by before there is code to be timed. Cache sizes are the
   smallest of any processor of the target. "Operations" are vector operations. */
struct tuning {
	int64_t near_bytes; /* the nearest cache: bytes, */
	int64_t near_ways;  /* and lines of a set */
	int64_t far_bytes;  /* the next one */
	double far_cost;    /* a line from beyond it: times of one from it */

	/* Lines that processors ask for by themselves. */
	int64_t foreseen_bytes; /* if a load moves on by fewer bytes a pass, */
	int64_t foreseen_lines; /* or one of a whole line by fewer bytes, */
	int64_t foreseen_from;  /* from so many passes of a loop on */

	/* Lines that code asks for. */
	int64_t prefetch;          /* direct-oc: bytes ahead of the use of weights */
	int64_t prefetch_products; /* winograd: the same */
	int64_t line_operations;   /* operations in whose time a line comes, at least */

	int64_t staged_for; /* micro-kernels that must read a copy of inputs, at least */
	int64_t crowded_terms; /* terms of a sum from which on it does not matter that
				  planes share a set */

	struct {
		int64_t few_sums;           /* vectors of sums that fill lines, from which
					       on lines are stored whole */
		int64_t deferred_registers; /* registers that a deferred store takes */
		int64_t deferred_terms;     /* terms of sums so short that it pays even
					       where they spill */
		struct code_room code;
	} oc; /* direct-oc */

	struct {
		/* Operations. */
		double store;     /* a finished sum's store */
		double call;      /* a call */
		double inlined;   /* one that is inline */
		double add;       /* until a sum is there for the next addition; direct-oc
				     asks, too */
		double in_flight; /* looked at ahead */
		double weight;    /* a weight's way into every lane */
		double crossing;  /* a line's length that lies on two lines: its load */
		double line;      /* a line that was not foreseen */
		double narrow;    /* one of narrow vectors, between both kinds of units */
		/* Parts of the time. */
		double lines;   /* that narrow vectors may take longer where all wait for
				   lines, */
		double shifted; /* and where wide ones shift short rows */
		double wide;    /* that narrow vectors save for pools else */
		double near; /* that shuffles within near_block_bytes may take longer */
		double code; /* that twice the code has to save */
		double term_bytes; /* bytes of machine code of a term */
		struct code_room room;
	} ow; /* direct-ow, direct-c */

	struct {
		int64_t lanes;        /* output channels of a wide tile, or positions, */
		int64_t side;         /* and the tile's other side */
		int64_t narrow_lanes; /* positions for few channels */
		/* Rows of positions are faster than channels, even with packed weights,
		   from so many positions in a row and up to so many terms of a sum; and
		   where planes share a set. */
		int64_t row, row_terms;
		int64_t crowded_row, crowded_row_terms;
	} plain; /* what compilers keep in vector registers */

	struct {
		int64_t width;    /* tiles of a block's row */
		int64_t height;   /* rows of a block */
		int64_t products; /* tiles of a row whose products are there at once */
	} winograd;

	int64_t sparse_sums;    /* sparse: vectors of a tile */
	int64_t planes_at_once; /* global-pool: enough that no sum waits for the one
				   before */
	double shuffle_cost;    /* permute-move: a shuffle, in loads */
	int64_t shuffle_bytes;  /* permute-move: a vector of elements below 4 bytes */
	int64_t copied_bytes;   /* bytes that a copy moves at once */

	/* For which straight-line code is faster than loops over input channels, at
	   most. */
	uint64_t straight_operations, straight_calls;
};

struct processor {
	const char *name; /* in words, with the unit of its costs */
	double issue;     /* operations begun per cycle */
	int window;       /* operations of lookahead */
	/* The number of units of each kind. */
	double units[WIDTHS][UNITS];
	struct work_time work[WIDTHS][WORKS];
	double call; /* a call, with the registers that it saves */
	double loop; /* the end of a loop: the wasted start of another pass */
	double pass; /* what each pass takes for its counter and its branch, if nothing
			hides it */
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
	struct tuning tuning;
};

/* For x86-64-v3; for x86-64-v4, with units of 512 bits, and of 256; for vectors of 16
   bytes; for plain C; and for microcontrollers, in instructions. */
extern const struct processor processor_avx2, processor_avx512, processor_avx512_halves,
	processor_128, processor_plain, processor_cortex_m4, processor_cortex_m0,
	processor_rv32;

#endif
