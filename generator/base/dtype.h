#ifndef OPGEN_BASE_DTYPE_H
#define OPGEN_BASE_DTYPE_H

#include <stdbool.h>
#include <stddef.h>

/* The element types of tensors. DTYPE_NONE stands for "not given". */
enum dtype {
	DTYPE_NONE,
	DTYPE_FLOAT32,
	DTYPE_FLOAT64,
	DTYPE_FLOAT16,
	DTYPE_BFLOAT16,
	DTYPE_BOOL,
	DTYPE_INT8,
	DTYPE_INT16,
	DTYPE_INT32,
	DTYPE_INT64,
	DTYPE_UINT8,
	DTYPE_UINT16,
	DTYPE_UINT32,
	DTYPE_UINT64,
	DTYPE_QINT8,
	DTYPE_COMPLEX64,
	DTYPE_COMPLEX128,
	DTYPE_COUNT
};

enum dtype_kind {
	KIND_NONE,
	KIND_FLOAT,  /* float32, float64: C's own types */
	KIND_HALF,   /* float16, bfloat16: bits in a 16-bit integer */
	KIND_BOOL,   /* 0 or 1 in a byte */
	KIND_SIGNED, /* qint8 included */
	KIND_UNSIGNED,
	KIND_COMPLEX /* two floats, re and im */
};

struct dtype_info {
	const char *name;   /* as a spec spells it */
	const char *c_type; /* as emitted code spells it */
	size_t size;        /* bytes of an element */
	enum dtype_kind kind;
};

/* One row for each dtype, DTYPE_NONE included. */
extern const struct dtype_info dtype_info[DTYPE_COUNT];

/* The type of that name, or DTYPE_NONE. */
enum dtype dtype_find(const char *name);

/* Whether its elements are real numbers. */
bool dtype_is_real(enum dtype dtype);

/* Whether they are integers, of whatever size, with a sign or without. */
bool dtype_is_integer(enum dtype dtype);

/* The type that sums are kept in: float32 for the half types, else the type itself. */
enum dtype dtype_accumulator(enum dtype dtype);

#endif
