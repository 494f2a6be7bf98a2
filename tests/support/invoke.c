#include "support/invoke.h"

#include <stdio.h>
#include <stdlib.h>

#define TYPES_1 void *
#define TYPES_2 TYPES_1, void *
#define TYPES_3 TYPES_2, void *
#define TYPES_4 TYPES_3, void *
#define TYPES_5 TYPES_4, void *
#define TYPES_6 TYPES_5, void *
#define TYPES_7 TYPES_6, void *
#define TYPES_8 TYPES_7, void *
#define TYPES_9 TYPES_8, void *
#define TYPES_10 TYPES_9, void *
#define TYPES_11 TYPES_10, void *
#define TYPES_12 TYPES_11, void *

#define ARGUMENTS_1 a[0]
#define ARGUMENTS_2 ARGUMENTS_1, a[1]
#define ARGUMENTS_3 ARGUMENTS_2, a[2]
#define ARGUMENTS_4 ARGUMENTS_3, a[3]
#define ARGUMENTS_5 ARGUMENTS_4, a[4]
#define ARGUMENTS_6 ARGUMENTS_5, a[5]
#define ARGUMENTS_7 ARGUMENTS_6, a[6]
#define ARGUMENTS_8 ARGUMENTS_7, a[7]
#define ARGUMENTS_9 ARGUMENTS_8, a[8]
#define ARGUMENTS_10 ARGUMENTS_9, a[9]
#define ARGUMENTS_11 ARGUMENTS_10, a[10]
#define ARGUMENTS_12 ARGUMENTS_11, a[11]

/* WebAssembly wants the number of arguments to be the function's own. */
#define INVOKE(n) \
	case n: \
		((void (*)(TYPES_##n))function)(ARGUMENTS_##n); \
		break

void
invoke(void (*function)(void), void *const *a, size_t n)
{
	switch (n) {
		INVOKE(1);
		INVOKE(2);
		INVOKE(3);
		INVOKE(4);
		INVOKE(5);
		INVOKE(6);
		INVOKE(7);
		INVOKE(8);
		INVOKE(9);
		INVOKE(10);
		INVOKE(11);
		INVOKE(12);
	default:
		fprintf(stderr, "%zu tensors are more than the tests can pass\n", n);
		exit(1);
	}
}
