#ifndef OPGEN_INFER_SEED_H
#define OPGEN_INFER_SEED_H

struct overrides;
struct shapes;

/* Begins with what the file states and the user overrides; the user's mistakes go to
   shapes->contradiction. */
void room_seed(struct shapes *shapes, struct overrides *overrides);

#endif
