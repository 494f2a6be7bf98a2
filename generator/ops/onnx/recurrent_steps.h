#ifndef OPGEN_OPS_RECURRENT_STEPS_H
#define OPGEN_OPS_RECURRENT_STEPS_H

#include "ops/common/expansion.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What RNN, GRU and LSTM have in common: a body of operations for each step of the
   sequence. */

enum {
	INPUT_X,
	INPUT_W,
	INPUT_R,
	INPUT_B,
	INPUT_LENS,
	INPUT_H,
	INPUT_C, /* LSTM's, as is the next one */
	INPUT_P
};

enum {
	OUTPUT_Y,
	OUTPUT_H,
	OUTPUT_C
};

enum {
	MOST_GATES = 4,
	MOST_FUNCTIONS = 3 /* of a direction */
};

/* An activation: op(x); with `scales` alpha * op(beta * x); without an op alpha * x +
   beta. Else alpha and beta are the op's own. */
struct activation {
	const char *name;
	const struct op *op;
	int version;
	bool scales, has_alpha, has_beta;
	double alpha, beta;
};

struct recurrent;

/* One of the three operations. */
struct cell {
	int ngate, nfunction;
	const char *const *function; /* those of a direction that names none */
	/* Adds a step: from r->h and r->c to the next ones. */
	void (*step)(struct recurrent *r, int64_t t);
};

/* The state while a direction of some batches is expanded. */
struct recurrent {
	struct expansion *e;
	const struct cell *cell;
	int64_t length, batch, input, hidden; /* extents */
	int64_t ndirection;
	bool batch_first;
	struct activation function[2][MOST_FUNCTIONS];
	/* Of the current direction, and the current batches. */
	int64_t direction, first_batch, nbatch, nstep;
	const struct edge *product[MOST_GATES]; /* of X, [nstep * nbatch, hidden] */
	const struct edge *weights[MOST_GATES]; /* [hidden, hidden] */
	const struct edge *bias;                /* of a state's own product, or NULL */
	const struct edge *peephole[3];         /* [1, hidden], or NULL */
	const struct edge *h, *c;               /* [nbatch, hidden]; h NULL: 0 */
};

/* Steps, from r->h and r->c to the next ones: of RNN; of GRU, with gates z, r and h; of
   LSTM, with gates i, o, f and c and peepholes i, o and f. */
void step_rnn(struct recurrent *r, int64_t t);
void step_gru(struct recurrent *r, int64_t t);
void step_lstm(struct recurrent *r, int64_t t);

/* Adds all steps, and the outputs that are asked for. length: those of the batches'
   sequences; NULL: all have r->length. */
void recurrent_expand(struct recurrent *r, const int64_t *length);

#endif
