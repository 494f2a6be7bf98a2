#ifndef OPGEN_CODE_DECIDE_H
#define OPGEN_CODE_DECIDE_H

#include "code/clone.h"
#include "code/divide.h"

/* What is left of a function that writes what is in a box alone, and prepares what it
   needs for that: as decisions. False: something writes in the box and outside of it and
   cannot be divided. */
bool decide_function(struct cutting *cutting, const struct function *function,
	const struct box *box, struct decisions *decisions);

#endif
