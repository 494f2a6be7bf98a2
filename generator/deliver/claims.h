#ifndef OPGEN_DELIVER_CLAIMS_H
#define OPGEN_DELIVER_CLAIMS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* The files that a run reads and writes. A file must not be both read and written, or
   written twice, however its paths are spelt and whatever links lead to it. A zeroed
   struct claims nothing. */
struct claims {
	struct arena arena;
	struct claim *claim;
	size_t nclaim;
};

/* `what` names the file in messages: "header". Standard input and output, and other files
   that are not regular, may be read and written any number of times. */
void claims_read(struct claims *claims, const char *path);
void claims_write(struct claims *claims, const char *what, const char *path);

/* Which two claims conflict, as a message; or NULL. */
const char *claims_conflict(struct claims *claims);

/* Reports a conflict and returns false, if there is one. */
bool claims_hold(struct claims *claims);

void claims_free(struct claims *claims);

#endif
