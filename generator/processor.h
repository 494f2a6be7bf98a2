#ifndef OPGEN_PROCESSOR_H
#define OPGEN_PROCESSOR_H

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
	WORK_POWER,   /* C's pow */
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
};

/* For x86-64-v3, x86-64-v4 and vectors of 16 bytes; and for plain C. */
extern const struct processor processor_avx2, processor_avx512, processor_128,
	processor_plain;

#endif
