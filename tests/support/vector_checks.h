#ifndef OPGEN_TESTS_VECTOR_CHECKS_H
#define OPGEN_TESTS_VECTOR_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

/* What opgen_vector.h has to do on the machine that this is compiled for. Needs nothing
   but the runtime and a C library, so that it runs where CMocka does not. */
struct vector_check {
	const char *name;
	const char *target; /* "x86-64-v3" … */
	bool (*holds)(void);
};

extern const struct vector_check vector_checks[];
extern const size_t nvector_check;

#endif
