#ifndef OPGEN_CODE_PASSED_H
#define OPGEN_CODE_PASSED_H

#include "code/statements/code.h"

#include <stdbool.h>
#include <stdint.h>

/* What functions are passed after their parameters: a workspace for arrays that would
   otherwise be on the stack, and the binary that holds the file's constants. A function
   has its own arrays at the beginning of the workspace that it is passed, and passes on
   what comes after those in scope. So arrays are allocated as on a stack, and what the
   prover says of them holds wherever they are. */

/* Places an array that is declared in the workspace, after `top` bytes of other arrays,
   and adds its size to `top`. False: it stays on the stack, as small arrays do. */
bool passed_array(struct function *function, int64_t *top, struct variable *variable);

/* Sets which part of the caller's workspace a called function gets: what comes after
   `top` bytes of arrays. */
void passed_call(struct function *function, int64_t top, struct statement *call);

/* Whether a function, or one that it calls, reads constants that are operands, which
   are in the binary. Tables of numbers stay in the C file. */
bool passed_constants(const struct function *function);

/* Whether a function reads, writes or passes on what a pointer points to. */
bool passed_is_used(const struct function *function, const struct variable *pointer);

#endif
