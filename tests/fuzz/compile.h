#ifndef OPGEN_FUZZ_COMPILE_H
#define OPGEN_FUZZ_COMPILE_H

#include <stddef.h>

/* Has a compiler look at emitted C: the first time it is called and then every
   OPGEN_FUZZ_COMPILE-th time, 256 if unset. Ends the program where the compiler refuses
   it or warns. */
void compile_sampled(const char *code, size_t size);

#endif
