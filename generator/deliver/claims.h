#ifndef OPGEN_DELIVER_CLAIMS_H
#define OPGEN_DELIVER_CLAIMS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* The files that a run reads and those that it writes. None may be written that is read,
   or is written already, however its paths are spelt and whatever links lead to it. A
   zeroed struct claims nothing. */
struct claims {
	struct arena arena;
	struct claim *claim;
	size_t nclaim;
};

/* `what` names the file in a message: "header". Standard input and output, and what else
   is no regular file, may be read and written any number of times. */
void claims_read(struct claims *claims, const char *path);
void claims_write(struct claims *claims, const char *what, const char *path);

/* Says which two claims exclude each other, or NULL. */
const char *claims_conflict(struct claims *claims);

/* The same, reported; false where there are two. */
bool claims_hold(struct claims *claims);

void claims_free(struct claims *claims);

#endif
