#ifndef OPGEN_TESTS_RUNNER_H
#define OPGEN_TESTS_RUNNER_H

#include <stddef.h>

/* Functions of one signature that runner.c calls, and the bytes of their tensors; the
   test program writes the C file that has them. */
extern void (*const functions[])(void);
extern const size_t nfunction;
extern const size_t input_size[];
extern const size_t ninput, output_size;

#endif
