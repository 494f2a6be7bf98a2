#ifndef OPGEN_CODE_PASSED_H
#define OPGEN_CODE_PASSED_H

#include "code/code.h"

#include <stdbool.h>
#include <stdint.h>

/* What functions are passed after their parameters: a workspace, in which arrays lie
   that would be on the stack else, and the binary that holds the file's constants. Each
   function has its arrays at the beginning of what it is passed, as a stack would have
   them, and passes what is after those that are in sight; so what the prover says of
   arrays holds for them wherever they lie. */

/* Gives an array that is declared its place after `top` bytes of others, and moves that
   on. Returns whether it lies in the workspace: small ones do not. */
bool passed_array(struct function *function, int64_t *top, struct variable *variable);

/* Where a call's function has its part of the workspace, after `top` bytes of arrays. */
void passed_call(struct function *function, int64_t top, struct statement *call);

/* Whether a function, or one that it calls, reads constants of operands: tables of
   numbers stay in the C file. */
bool passed_constants(const struct function *function);

#endif
