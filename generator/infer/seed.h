#ifndef OPGEN_INFER_SEED_H
#define OPGEN_INFER_SEED_H

struct overrides;
struct shapes;

/* Starts with what the file states and what the user says; mistakes of the latter go to
   shapes->contradiction. */
void room_seed(struct shapes *shapes, struct overrides *overrides);

#endif
