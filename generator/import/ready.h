#ifndef OPGEN_IMPORT_READY_H
#define OPGEN_IMPORT_READY_H

struct arena;
struct candidates;

/* Finds out which candidates are ready: planned, constants decoded. */
void candidates_try(struct candidates *candidates, struct arena *arena);

#endif
