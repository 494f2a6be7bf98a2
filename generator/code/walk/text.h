#ifndef OPGEN_CODE_WALK_TEXT_H
#define OPGEN_CODE_WALK_TEXT_H

#include "code/statements/code.h"

/* Bytes of C that a function is printed in, roughly: within a factor of two. */
uint64_t text_of_function(const struct function *function);

#endif
