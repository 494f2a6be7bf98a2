#ifndef OPGEN_CODE_EXPRESS_COPY_H
#define OPGEN_CODE_EXPRESS_COPY_H

#include "code/comparison/express_value.h"

/* Runs a STATEMENT_COPY or a STATEMENT_CLEAR. */
void express_copy(struct machine *m, const struct frame *f, const struct statement *s);

#endif
