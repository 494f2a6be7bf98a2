#ifndef OPGEN_SPEC_NPY_H
#define OPGEN_SPEC_NPY_H

#include "spec/spec.h"

#include <stdbool.h>

struct arena;
struct place;
struct source;

/* Fills in a constant's elements from a numpy file: format versions 1 to 3, both byte
   orders, both storage orders. tensor->dtype is the type that the file must hold;
   bfloat16 is read from 16-bit integers, qint8 from 8-bit ones. The shape in the file
   must be the tensor's, or, when has_shape is false, becomes it. path is what is opened,
   relative to the current directory. A mistake is reported at the place, with the input's
   name in front; returns false then. */
bool npy_read(struct tensor *tensor, bool has_shape, const char *name, const char *path,
	const struct place *where, struct source *source, struct arena *arena);

/* numpy's word for each type, without the byte order; a type that it has not goes as an
   integer of its size. */
extern const char *const npy_descr[DTYPE_COUNT];

#endif
