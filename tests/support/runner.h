#ifndef OPGEN_TESTS_RUNNER_H
#define OPGEN_TESTS_RUNNER_H

#include <stddef.h>

/* A case that runner.c runs: functions of one signature, the bytes of their tensors, and
   how many sets of inputs there are. */
struct run_case {
	void (*const *function)(void);
	size_t nfunction;
	const size_t *size; /* of the inputs, then of the outputs */
	size_t ninput, noutput;
	size_t nset;
};

/* The test program writes the C file that has them. */
extern const struct run_case run_cases[];
extern const size_t nrun_case;

#endif
