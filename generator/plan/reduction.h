#ifndef OPGEN_PLAN_REDUCTION_H
#define OPGEN_PLAN_REDUCTION_H

#include "plan/value_kind.h"

#include <stdbool.h>
#include <stdint.h>

struct value;
#include "plan/plan.h"

/* What a window's elements become. A row says it once, in the operations of an algebra.
   Whoever reads rows brings an algebra of its own: the kernel designs make statements,
   the reference interpreter makes numbers, and expect makes digests of expressions. */

union quantity {
	const struct value *value;
	double number;
	int64_t integer; /* of an integer type; unsigned ones of 64 bits by their bits */
	uint64_t digest;
};

/* An operation of arithmetic. VALUE_MULADD is fused where the numerics are. */
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
	/* x to the power of n, which is wanted again; NULL: nobody sees a name. */
	union quantity (*name)(
		const struct algebra *algebra, union quantity power, int64_t n);
	void *context;
	/* What a step of a chain is computed in; windows have one type for all. */
	enum dtype dtype;
};

union quantity quantity_number(const struct algebra *algebra, double number);
union quantity quantity_unary(
	const struct algebra *algebra, enum value_kind kind, union quantity a);
union quantity quantity_binary(const struct algebra *algebra, enum value_kind kind,
	union quantity a, union quantity b);
/* a > b ? c : d; a function of the runtime, of a alone or, pow, of both. */
union quantity quantity_choose(const struct algebra *algebra, union quantity a,
	union quantity b, union quantity c, union quantity d);
union quantity quantity_elementary(const struct algebra *algebra,
	enum elementary function, union quantity a, union quantity b);
/* As a number of another type. */
union quantity quantity_convert(
	const struct algebra *algebra, union quantity a, enum dtype dtype);
/* A number of a half type that is nearest to a. */
union quantity quantity_round(
	const struct algebra *algebra, union quantity a, enum dtype dtype);
/* A power by its name. */
union quantity quantity_name(
	const struct algebra *algebra, union quantity power, int64_t n);
union quantity quantity_muladd(const struct algebra *algebra, union quantity a,
	union quantity b, union quantity c);

struct reduction {
	/* Terms have weights, and are summed in blocks of input channels that are joined
	   to a bias. */
	bool weighted;
	/* A window that is a whole plane of PLANE_LANES elements or more has as many
	   partial results, which are joined in a tree; else there is one, in row-major
	   order. */
	bool by_plane;
	/* The output depends on how many taps its window counts. */
	bool counts;
	/* A term whose element is zero changes nothing: so it may stand for one that is
	   not there. */
	bool skips_zeros;
	/* A term is so much code that it is a function of its own. */
	bool calls;
	/* What is said of windows without an element of the input. */
	const char *empty;

	/* What a result begins with, by the type that it is kept in. */
	double (*identity)(enum dtype dtype);
	/* The result with one more element x; w: its weight, if there are weights. */
	union quantity (*term)(const struct window_plan *window,
		const struct algebra *algebra, union quantity result, union quantity x,
		union quantity w);
	/* Two partial results as one. */
	enum value_kind join;
	/* The output. count: the taps that count, 1 where there are none. NULL: it is the
	   result. */
	union quantity (*finish)(const struct window_plan *window,
		const struct algebra *algebra, union quantity result,
		union quantity count);
	/* The second output: the place of the element that is the result, once x, at
	   `here`, is a term; the result and its place are those before. NULL: a result
	   has no place. */
	union quantity (*place)(const struct algebra *algebra, union quantity result,
		union quantity x, union quantity place, union quantity here);

	/* Whether finishing takes roots, which keep compilers from using vectors; NULL:
	   never. */
	bool (*roots)(const struct window_plan *window);
	/* Why there are no vectors for it: "p is no integer"; NULL, or it returns NULL:
	   there are. */
	const char *(*obstacle)(const struct window_plan *window);
};

/* Identities: 0; and the lowest number there is. */
double reduction_zero(enum dtype dtype);
double reduction_lowest(enum dtype dtype);

/* Whether an output takes roots, or why no vectors compute it. */
bool takes_roots(const struct window_plan *window);
const char *reduction_obstacle(const struct plan *plan);

/* What a window without an element gives. */
union quantity reduction_empty(const struct window_plan *window,
	const struct algebra *algebra, enum dtype dtype);
union quantity reduction_finish(const struct window_plan *window,
	const struct algebra *algebra, union quantity result, union quantity count);

#endif
