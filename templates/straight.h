#ifndef OPGEN_TEMPLATES_STRAIGHT_H
#define OPGEN_TEMPLATES_STRAIGHT_H

#include "emitters.h"

/* What the templates of straight-line windows share. */

/* A sum while its terms are printed: which elements, in which order. */
struct chain {
	const struct term *term;
	size_t nterm, step;        /* terms 0, step, 2 * step … */
	int64_t channel, nchannel; /* input channels, first and count */
};

/* Where printing stands. */
struct walk {
	const struct schedule *schedule;
	const struct straight *straight;
	const struct spelling *spelling;
	const struct window_plan *window;
	const struct plan *plan;
	char src_name[ARRAY_NAME_SIZE], weights_name[ARRAY_NAME_SIZE],
		bias_name[ARRAY_NAME_SIZE];
	const char *src, *weights, *bias;
	struct term *term;

	const char *tab;  /* the indentation of a sum's statements */
	size_t statement; /* in the function that is open */
	size_t npart;     /* functions begun that store outputs */
	size_t nsum;      /* functions begun that return a sum */
	bool open;
	bool reads; /* it has read an input */
};

struct out;

/* straight_sums.c.in: the operands that are arguments, types and names or names alone. */
void emit_operands(struct out *out, const struct walk *k, bool types);

/* How many sums a window of so many terms is made of: Conv's channel blocks, or the
   partial sums of a whole plane, or just one; and one of them. */
size_t window_chains(const struct walk *k, size_t nterm);
struct chain chain_number(const struct walk *k, size_t nterm, size_t index);

/* A sum; src and weights are where its window's inputs and weights begin. One that is too
   long for one function has pieces, functions that take the sum so far: they are printed
   first, at file level, and *nsum counts those that have been called. */
void emit_chain_functions(struct out *out, struct walk *k, const struct chain *c,
	int64_t src, int64_t weights);
void emit_chain(struct out *out, struct walk *k, const struct chain *c, int64_t src,
	int64_t weights, size_t *nsum);

#endif
