#ifndef OPGEN_IMPORT_COMPUTE_H
#define OPGEN_IMPORT_COMPUTE_H

#include "infer/computer.h"

struct candidates;

/* Computes nodes of a model by the reference interpreter while its shapes are inferred
   into the candidates. They must live as long. */
struct computer import_computer(struct candidates *candidates);

#endif
