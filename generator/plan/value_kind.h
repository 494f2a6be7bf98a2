#ifndef OPGEN_PLAN_VALUE_KIND_H
#define OPGEN_PLAN_VALUE_KIND_H

/* The kinds of values in code (code/statements/code.h). Reductions state their arithmetic
   in those that compute a number from others: VALUE_NUMBER, and VALUE_ADD to VALUE_POWER.
 */
enum value_kind {
	VALUE_NUMBER,     /* a literal of the type; finite, or an infinity */
	VALUE_INDEX,      /* the offset of `at` from its base, in elements: int64 */
	VALUE_VARIABLE,   /* a variable's value; for a counter, its number in the type */
	VALUE_LOAD,       /* elements from `at` on, one for each lane */
	VALUE_LOAD_N,     /* the first n of them; the other lanes are zero */
	VALUE_LOAD_PARTS, /* 16 bytes each from at, at + step, …, n times; then zeros */
	VALUE_SET1,       /* a[0], a scalar, in every lane */
	VALUE_SET1_LOAD,  /* the element at `at` in every lane */
	VALUE_ADD,        /* a[0] + a[1] */
	VALUE_SUBTRACT,
	VALUE_MULTIPLY,
	VALUE_DIVIDE,
	VALUE_MULADD, /* a[0] * a[1] + a[2], rounded twice */
	VALUE_FMA,    /* the same, rounded once */
	VALUE_ABS,
	VALUE_SQRT,
	VALUE_MAX,       /* a[0] where it is greater than a[1], else a[1] */
	VALUE_MIN,       /* a[0] where it is less than a[1], else a[1] */
	VALUE_NAN_OR,    /* a[0] where it is a NaN, else a[1]; of floats */
	VALUE_CHOOSE,    /* a[2] where a[0] is greater than a[1], else a[3] */
	VALUE_EQUAL,     /* a[2] where a[0] equals a[1], else a[3]; of scalars */
	VALUE_REMAINDER, /* of a[0] / a[1], truncated; exact, with a[0]'s sign; scalars */
	VALUE_AND,       /* bit by bit, of whole numbers; scalars, as the next ones */
	VALUE_OR,
	VALUE_XOR,
	VALUE_SHIFT_LEFT, /* a[0] shifted by a[1] bits; 0 if that is all of them */
	VALUE_SHIFT_RIGHT,
	VALUE_FLOOR,      /* a[0] rounded to a whole number: down, */
	VALUE_CEIL,       /* up, */
	VALUE_NEAREST,    /* to the nearest, ties to even */
	VALUE_ROUND,      /* a[0] rounded to the half type n */
	VALUE_CONVERT,    /* a[0] converted to another type */
	VALUE_ELEMENTARY, /* the runtime's function n, an enum elementary */
	VALUE_ROOT,       /* the n-th root of a[0]: the runtime's */
	VALUE_POWER,      /* a[0] to the power of `number`, in double; scalars */
	VALUE_SHUFFLE,    /* the lanes `lane` of a[0] (0..lanes-1) and a[1] (lanes..) */
	VALUE_BLEND, /* a[1] in lanes of a mask, else a[0]; `lane` as for a shuffle */
	VALUE_LOW, /* the lower halves of a[0] and a[1], interleaved, in every 16 bytes */
	VALUE_HIGH, /* the upper halves, likewise */
	VALUE_CALL, /* a function of values: what it returns for a[0..narg-1] */
	VALUE_KINDS
};

enum {
	VALUE_ARGUMENTS = 5
};

/* The runtime's elementary functions of a[0], of which only ELEMENTARY_POW takes a[1]: to
   that power. Those of the fma numerics come last, in the order of the others. */
enum elementary {
	ELEMENTARY_EXP,
	ELEMENTARY_EXPM1,
	ELEMENTARY_LOG,
	ELEMENTARY_LOG1P,
	ELEMENTARY_TANH,
	ELEMENTARY_ERF,
	ELEMENTARY_SIGMOID,
	ELEMENTARY_GELU,
	ELEMENTARY_POW,
	ELEMENTARY_FUSED_EXP,
	ELEMENTARY_FUSED_EXPM1,
	ELEMENTARY_FUSED_LOG,
	ELEMENTARY_FUSED_LOG1P,
	ELEMENTARY_FUSED_TANH,
	ELEMENTARY_FUSED_ERF,
	ELEMENTARY_FUSED_SIGMOID,
	ELEMENTARY_FUSED_GELU
};

#endif
