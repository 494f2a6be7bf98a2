#ifndef OPGEN_SPEC_NPY_H
#define OPGEN_SPEC_NPY_H

#include "spec/spec.h"

#include <stdbool.h>

struct arena;
struct place;
struct source;

/* Fills in a constant's elements from a numpy file: format versions 1 to 3, both byte
   orders, both storage orders. The file must hold tensor->dtype; bfloat16 is read from
   16-bit integers, qint8 from 8-bit ones. The shape in the file must be the tensor's or,
   if has_shape is false, becomes it. path is relative to the current directory. Reports a
   mistake at the place, with the input's name in front, and returns false. */
bool npy_read(struct tensor *tensor, bool has_shape, const char *name, const char *path,
	const struct place *where, struct source *source, struct arena *arena);

/* numpy's word for each type, without the byte order; types that it lacks are integers of
   their size. */
extern const char *const npy_descr[DTYPE_COUNT];

#endif
