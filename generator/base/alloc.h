#ifndef OPGEN_BASE_ALLOC_H
#define OPGEN_BASE_ALLOC_H

#include <stddef.h>
#include <stdnoreturn.h>

/* A machine without memory ends the program with exit status 3. */
noreturn void alloc_failed(void);

/* malloc and realloc that never return NULL, for libraries that accept an allocator: they
   would report failed allocations as malformed files. */
void *alloc_take(size_t size);
void *alloc_resize(void *bytes, size_t size);

#endif
