#ifndef OPGEN_CODE_PROFILE_H
#define OPGEN_CODE_PROFILE_H

#include "code/divide.h"

/* The work of a function, by what it writes: for each place of a level of the grid,
   inside a box of the levels above. */
struct profile {
	struct cutting *cutting;
	const struct box *box;
	int level;
	double *work; /* by places */
	bool *joined; /* some statement writes this place and the one before it, and
			 cannot be divided */
};

/* Adds a function's work to the profile. */
void profile_function(struct profile *profile, const struct function *function);

#endif
