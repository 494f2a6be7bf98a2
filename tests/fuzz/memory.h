#ifndef OPGEN_FUZZ_MEMORY_H
#define OPGEN_FUZZ_MEMORY_H

/* Between these two a program may hold at most 256 MiB more than before; one that takes
   more is ended. */
void memory_bound_begin(void);
void memory_bound_end(void);

#endif
