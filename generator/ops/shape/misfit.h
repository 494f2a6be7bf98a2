#ifndef OPGEN_OPS_SHAPE_MISFIT_H
#define OPGEN_OPS_SHAPE_MISFIT_H

#include <stddef.h>

/* Why a shape does not follow. */
enum misfit_kind {
	FITS,
	MISFIT_RANK,   /* operand `at` has too few dimensions */
	MISFIT_AXIS,   /* entry `at` is no axis */
	MISFIT_TWICE,  /* entry `at` says again what one before it says */
	MISFIT_VALUE,  /* entry `at` is a number that stands for nothing */
	MISFIT_EXTENT, /* the extent of axis or entry `at` is another than is needed */
	MISFIT_WHOLE,  /* the numbers of elements differ */
	MISFIT_SIZE    /* an extent above LENGTH_LIMIT */
};

struct misfit {
	enum misfit_kind kind;
	size_t at; /* counted from 0 */
};

#endif
