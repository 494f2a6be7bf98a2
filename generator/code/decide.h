#ifndef OPGEN_CODE_DECIDE_H
#define OPGEN_CODE_DECIDE_H

#include "code/clone.h"
#include "code/divide.h"

/* Decides what is left of a function that writes only what is in a box, and prepares
   what it needs for that. False: a statement that writes both inside and outside of the
   box cannot be divided. */
bool decide_function(struct cutting *cutting, const struct function *function,
	const struct box *box, struct decisions *decisions);

#endif
