/* The vector checks on a machine without CMocka. */

#include <stdio.h>

#include "support/vector_checks.h"

int
main(void)
{
	int nfailed = 0;

	for (size_t i = 0; i < nvector_check; i++)
		if (!vector_checks[i].holds()) {
			fprintf(stderr, "%s fails\n", vector_checks[i].name);
			nfailed++;
		}
	return nfailed > 0;
}
