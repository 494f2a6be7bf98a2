#ifndef OPGEN_INFER_ORDER_H
#define OPGEN_INFER_ORDER_H

#include <stddef.h>

struct arena;
struct model;

/* The nodes in an order in which each comes after those that make its inputs, except in
   cycles. */
const size_t *room_order(const struct model *model, struct arena *arena);

#endif
