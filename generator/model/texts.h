#ifndef OPGEN_MODEL_TEXTS_H
#define OPGEN_MODEL_TEXTS_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Integers in the text of an IR's attribute: "1,-2", with blanks around each; "true" is
   1 and "false" 0. False: something else, or more than room. */
bool texts_integers(struct bytes text, int64_t *number, size_t room, size_t *n);

#endif
