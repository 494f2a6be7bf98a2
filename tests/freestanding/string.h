/* As much of <string.h> as the runtime's header needs. */
#ifndef OPGEN_TESTS_FREESTANDING_STRING_H
#define OPGEN_TESTS_FREESTANDING_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memcpy(void *to, const void *from, size_t size);

#ifdef __cplusplus
}
#endif

#endif
