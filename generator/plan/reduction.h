#ifndef OPGEN_PLAN_REDUCTION_H
#define OPGEN_PLAN_REDUCTION_H

#include "plan/value_kind.h"

#include <stdbool.h>
#include <stdint.h>

struct value;
#include "plan/plan.h"

/* What a window's elements are reduced to. A row says it once, in the operations of an
   algebra, and its readers supply the algebra: kernel designs make statements, the
   reference interpreter numbers, and expect digests of expressions. */

union quantity {
	const struct value *value;
	double number;
	int64_t integer; /* of an integer type; uint64 by its bits */
	uint64_t digest;
};

/* An arithmetic operation. VALUE_MULADD is fused if the numerics are. */
struct computation {
	enum value_kind kind;
	union quantity a[VALUE_ARGUMENTS];
	double number;    /* VALUE_NUMBER, VALUE_POWER */
	int64_t n;        /* VALUE_ROOT */
	enum dtype dtype; /* VALUE_ROUND, VALUE_CONVERT: the result's type */
};

struct algebra {
	union quantity (*compute)(
		const struct algebra *algebra, const struct computation *computation);
	/* Gives a name to x to the power of n, which is used again; NULL: names do not
	   matter. */
	union quantity (*name)(
		const struct algebra *algebra, union quantity power, int64_t n);
	void *context;
	/* The type that a step of a chain is computed in; windows have a single type. */
	enum dtype dtype;
};

union quantity quantity_number(const struct algebra *algebra, double number);
union quantity quantity_unary(
	const struct algebra *algebra, enum value_kind kind, union quantity a);
union quantity quantity_binary(const struct algebra *algebra, enum value_kind kind,
	union quantity a, union quantity b);
/* a == b ? c : d */
union quantity quantity_equal(const struct algebra *algebra, union quantity a,
	union quantity b, union quantity c, union quantity d);
/* a > b ? c : d; a function of the runtime, of a alone or, for pow, of both. */
union quantity quantity_choose(const struct algebra *algebra, union quantity a,
	union quantity b, union quantity c, union quantity d);
union quantity quantity_elementary(const struct algebra *algebra,
	enum elementary function, union quantity a, union quantity b);
/* As a number of another type. */
union quantity quantity_convert(
	const struct algebra *algebra, union quantity a, enum dtype dtype);
/* |a|; the lowest integer is its own. */
union quantity quantity_magnitude(const struct algebra *algebra, union quantity a);
/* a rounded to a half type. */
union quantity quantity_round(
	const struct algebra *algebra, union quantity a, enum dtype dtype);
/* Gives a power a name. */
union quantity quantity_name(
	const struct algebra *algebra, union quantity power, int64_t n);
/* a * b + c; of integers in two operations, which round nothing. */
union quantity quantity_muladd(const struct algebra *algebra, union quantity a,
	union quantity b, union quantity c);

struct reduction {
	/* Terms have weights, and are summed in blocks of input channels, which are
	   joined to a bias. */
	bool weighted;
	/* A window that is a whole plane of PLANE_LANES elements or more has PLANE_LANES
	   partial results, which are joined in a tree. Else there is one result, in
	   row-major order. */
	bool by_plane;
	/* The output depends on how many taps its window counts. */
	bool counts;
	/* A term with element zero changes nothing, so zeros may stand for absent
	   elements. */
	bool skips_zeros;
	/* A window's first element is the first result, and a term with it again changes
	   nothing; the initial result is that of windows without an element. */
	bool begins_with_first;
	/* A term takes so much code that it is a function of its own. */
	bool calls;
	/* The comment on windows without an element of the input. */
	const char *empty;

	/* The initial result, in the type that it is kept in. */
	double (*identity)(enum dtype dtype);
	/* The result with one more element x; w: its weight, if terms have weights. */
	union quantity (*term)(const struct window_plan *window,
		const struct algebra *algebra, union quantity result, union quantity x,
		union quantity w);
	/* Joins two partial results. */
	enum value_kind join;
	/* The output. count: the number of taps that count, or 1 if none do. NULL: the
	   output is the result. */
	union quantity (*finish)(const struct window_plan *window,
		const struct algebra *algebra, union quantity result,
		union quantity count);
	/* The second output: the position of the element that is the result, updated with
	   x at `here`; the result and its position are those before x. NULL: a result has
	   no position. */
	union quantity (*place)(const struct algebra *algebra, union quantity result,
		union quantity x, union quantity place, union quantity here);

	/* Whether finishing takes roots, which keep compilers from using vectors; NULL:
	   never. */
	bool (*roots)(const struct window_plan *window);
	/* Why it cannot be computed in vectors: "p is no integer". NULL, or returning
	   NULL: it can. */
	const char *(*obstacle)(const struct window_plan *window);
};

/* Identities: 0, and the lowest number of a type. */
double reduction_zero(enum dtype dtype);
double reduction_lowest(enum dtype dtype);

/* Whether an output takes roots, or why no vectors compute it. */
bool takes_roots(const struct window_plan *window);
const char *reduction_obstacle(const struct plan *plan);

/* Whether any window is a whole plane, and summed in partial sums for it. */
bool window_has_whole_plane(const struct window_plan *window);

/* The result of a window without an element; and the output for a result. */
union quantity reduction_empty(const struct window_plan *window,
	const struct algebra *algebra, enum dtype dtype);
union quantity reduction_finish(const struct window_plan *window,
	const struct algebra *algebra, union quantity result, union quantity count);

#endif
