#ifndef OPGEN_CODE_PIPELINE_H
#define OPGEN_CODE_PIPELINE_H

#include "target/processor.h"

#include <stdbool.h>
#include <stddef.h>

/* A processor at work: operations one behind the other, each begun as early as a unit is
   free and what it reads is there, and as far ahead as the processor looks. */

struct arena;

enum {
	STEP_SOURCES = 6
};

/* An operation, on its way to the units; or a part that has been timed: `pause`. */
struct step {
	enum unit unit; /* UNITS: none */
	double busy, latency, pause;
	double units; /* how many there are */
	int to, nfrom, from[STEP_SOURCES];
	bool wide;       /* on vectors */
	int64_t element; /* bytes */
};

struct pipeline {
	const struct processor *processor;
	int registers; /* of vectors */
	const struct step *step;
	size_t nstep;
	int nslot;    /* of steps, from 0 on */
	double bytes; /* of the instructions, calls included */
};

/* How a body runs: passes from its first step on, or at the pace that they keep. */
struct run {
	double first;   /* so many of them */
	double pace;    /* each further one */
	double latency; /* until the last result of the first one is there */
};

/* What is kept track of; one for any number of runs. */
struct clock *pipeline_clock(struct arena *arena);

/* The same steps again and again. */
struct run pipeline_run(const struct pipeline *pipeline, int passes, struct clock *clock,
	struct arena *scratch);

#endif
