#ifndef OPGEN_IMPORT_BRANCHES_H
#define OPGEN_IMPORT_BRANCHES_H

struct arena;
struct model;
struct shapes;

/* Makes Identities of the outputs of each If whose condition is known: of what the branch
   taken gives. */
void branches_choose(
	struct model *model, const struct shapes *shapes, struct arena *arena);

#endif
