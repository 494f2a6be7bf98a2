/* What is raced: opgen's code and those that it is compared with. */
#ifndef BENCH_CONTENDER_H
#define BENCH_CONTENDER_H

#include "operands.h"

/* One that is ready to run: everything that can be done beforehand is done. */
struct contender {
	const char *name;
	void (*run)(void *state);
	/* The result of the last run, in the workload's own layout; NULL: there is none.
	 */
	void (*fetch)(void *state, float *dst);
	void *state;
};

/* Each returns false when it cannot run the workload, having said why on standard error.
   What they make lives as long as the program. */

/* The function, named as the workload is, of a shared library that opgen's code was
   compiled to. It takes weights and bias as arguments if runtime_weights. */
bool opgen_create(struct contender *c, const struct operands *o, const char *name,
	const char *library, bool runtime_weights);

bool naive_create(struct contender *c, const struct operands *o);

/* Copies half as many bytes as src and dst have together: as many are read and written.
 */
bool memcpy_create(struct contender *c, const struct operands *o);

/* As many multiply-adds as the Conv has (padding does not count), in registers. */
bool peak_create(struct contender *c, const struct operands *o);

enum onednn_way {
	ONEDNN_PLAIN,    /* src and dst in plain layouts, direct convolution */
	ONEDNN_BLOCKED,  /* the library's own layouts, reorders timed */
	ONEDNN_WINOGRAD, /* the same, Winograd's algorithm */
	ONEDNN_FREE,     /* the library's own layouts, reorders not timed */
};
bool onednn_create(struct contender *c, const struct operands *o, enum onednn_way way);

/* The library is libonnxruntime. */
bool ort_create(struct contender *c, const struct operands *o, const char *library,
	bool runtime_weights);

bool xnnpack_create(struct contender *c, const struct operands *o);

#endif
