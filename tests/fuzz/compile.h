#ifndef OPGEN_FUZZ_COMPILE_H
#define OPGEN_FUZZ_COMPILE_H

#include <stddef.h>

/* Each has a compiler look at emitted C: the first time that one is called and then every
   OPGEN_FUZZ_COMPILE-th time, 256 if unset. Ends the program where the compiler refuses
   it or warns. */
void compile_sampled(const char *code, size_t size);
void compile_file_sampled(const char *path);

#endif
