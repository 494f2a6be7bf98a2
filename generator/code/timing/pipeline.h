#ifndef OPGEN_CODE_PIPELINE_H
#define OPGEN_CODE_PIPELINE_H

#include "target/processor.h"

#include <stdbool.h>
#include <stddef.h>

/* A model of a processor: operations in order, each begun as soon as a unit is free and
   its operands are there, within the processor's window of lookahead. */

struct arena;

enum {
	STEP_SOURCES = 6,
	KINDS = 2 /* of processors of a target, which differ in their units */
};

/* What a part needs of registers: of the vectors around it, the slots of those that it
   reads first; beside them, so many of its own. */
struct pressure {
	int *held;
	int nheld, own;
};

/* An operation for the units; or a part that has been timed already: `pause`. */
struct step {
	enum unit unit; /* UNITS: none */
	double latency;
	double taken[KINDS]; /* cycles of all units of the kind together */
	double pause[KINDS];
	int to, nfrom, from[STEP_SOURCES];
	bool wide;       /* on vectors */
	int64_t element; /* bytes */
	struct pressure pressure;
	double begins; /* how often the part begins a pass */
};

struct pipeline {
	const struct processor *processor;
	int kind;         /* its number */
	int registers;    /* of vectors */
	enum width width; /* of the widest vectors */
	const struct step *step;
	size_t nstep;
	int nslot;    /* numbered from 0 */
	double bytes; /* of the instructions, calls included */
};

/* The time of a body in cycles. */
struct run {
	double first;   /* all the measured passes */
	double pace;    /* each further pass, once the window is full */
	double latency; /* until the first pass has all its results */
	struct pressure pressure;
};

/* The state of the units; one serves any number of runs. */
struct clock *pipeline_clock(struct arena *arena);

/* Runs the same steps several times. The result's slots are in the arena. */
struct run pipeline_run(const struct pipeline *pipeline, int passes, struct clock *clock,
	struct arena *arena, struct arena *scratch);

#endif
