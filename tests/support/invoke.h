#ifndef OPGEN_TESTS_INVOKE_H
#define OPGEN_TESTS_INVOKE_H

#include <stddef.h>

enum {
	MOST_TENSORS = 12 /* that a function takes */
};

/* Calls a function that takes n pointers, 1 to MOST_TENSORS, and nothing else. Ends the
   program where n is another number. */
void invoke(void (*function)(void), void *const *argument, size_t n);

#endif
