#ifndef OPGEN_FUZZ_MEMORY_H
#define OPGEN_FUZZ_MEMORY_H

/* Between these two a program may hold at most 256 MiB more than before; one that takes
   more is ended. */
void memory_begin(void);
void memory_end(void);

#endif
