#ifndef OPGEN_CODE_PROFILE_H
#define OPGEN_CODE_PROFILE_H

#include "code/divide.h"

/* The work of a function by what it writes: by places of a level of the grid, inside of a
   box of the levels above. */
struct profile {
	struct cutting *cutting;
	const struct box *box;
	int level;
	double *work; /* by places */
	bool *joined; /* one piece of work writes this place and the one before */
};

/* Fills in the profile, which is zero. */
void profile_function(struct profile *profile, const struct function *function);

#endif
