#ifndef OPGEN_CODE_RESIDUE_H
#define OPGEN_CODE_RESIDUE_H

#include "code/statements/digest.h"

/* Expressions that would be the same number if nothing were rounded, in whatever order
   they add, subtract, multiply and divide: a digest is the value of the expression modulo
   the prime 2^61 - 1, where elements of arguments are numbers drawn at random once and
   for all, and constants are what they hold. Two polynomials that differ have equal
   values at a random point by a chance of their degree in 2^61. Of numbers in the code, a
   and a * 2^61 are the same. Of other operations, such
   as a maximum, only those of the same kind on the same operands are the same. */
extern const struct arithmetic exact_arithmetic;

#endif
