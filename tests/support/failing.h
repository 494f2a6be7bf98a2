#ifndef OPGEN_TESTS_FAILING_H
#define OPGEN_TESTS_FAILING_H

#include <stdbool.h>

/* Which request for memory fails, as one message to failing.c: counted from 1; 0: none.
   It answers with the status of the process, as waitpid() has it. */
struct failing_order {
	unsigned long request;
	bool lasting; /* so do all that follow */
};

#endif
