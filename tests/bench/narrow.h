/* A processor without AVX-512, for a library that asks the processor itself. */
#ifndef BENCH_NARROW_H
#define BENCH_NARROW_H

/* From now on answers the CPUID instructions that tests/bench/narrow.sh has replaced in a
   library, without AVX-512 and AMX. Call it before the library is loaded: constructors
   ask, too. Libraries that were not changed see the processor as it is. */
void narrow_answer(void);

#endif
