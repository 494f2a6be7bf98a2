#ifndef OPGEN_KERNELS_DESIGN_H
#define OPGEN_KERNELS_DESIGN_H

#include "code/cost.h"
#include "plan/plan.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct code_builder;
struct network;
struct schedule;

/* A kernel design: a way to compute a plan. */
struct kernel {
	const char *name;
	enum plan_kind kind;
	bool loops;          /* false: straight-line code */
	bool vectors;        /* needs a target that has them */
	bool fast;           /* only numerics fast allows it */
	bool restricts;      /* its entry's output is a restricted pointer, so that
				compilers make vectors of loops over it */
	const char *summary; /* one line for --explain */
	/* Why it cannot take a plan of its kind that has outputs, on a target with
	   vectors: "it needs stride 1"; NULL: it can. NULL for a design that takes every
	   plan; plain C has one for each. */
	const char *(*obstacle)(const struct plan *plan, const struct target *target);
	/* Fills in the design's own plan and the estimate. Returns false when
	   the code would be far over max_output bytes; the estimate says how far then;
	   or, with why set to it, for an obstacle that is only found here. */
	bool (*plan)(struct schedule *schedule, uint64_t max_output, struct arena *arena);
	/* Lowers that plan to functions, the one that others call last. */
	void (*lower)(const struct schedule *schedule, struct code_builder *code);
};

/* How the weights that a kernel reads lie, in a file's constant or where the node's entry
   packs them to: element k is element source(packing, k) of the operand, or 0 where that
   is negative. */
struct stored_weights {
	const struct operand *given; /* which of the plan's they are; NULL: its weights */
	const struct operand
		*operand; /* transformed ones, too; NULL: as they were given */
	int64_t n;        /* elements, zeros between them included */
	int64_t (*source)(const void *packing, int64_t k); /* NULL: k itself */
	const void *packing;
	const char *order; /* in words */
	bool packs;        /* they come at run time, and the code brings them there */
	bool literal, literal_bias; /* no array: statements have them, or the bias */
};

/* The network that a schedule is of, and the number of its target. */
struct network_part {
	const struct network *network;
	size_t target;
};

/* How a plan is to be emitted for one target. */
struct schedule {
	const struct plan *plan;
	const char *name; /* the external name, prefix included */
	const char *stem; /* what the names of inner functions and arrays begin with */
	const struct target *target;
	/* numerics is strict or fma, whatever was asked for: what sums are computed in.
	 */
	struct settings settings;
	enum numerics asked; /* the numerics asked for */
	int64_t tile; /* outputs of a transformed tile along an axis; 0: none allowed */
	/* Of a transformed node: how far off an output is, before its last roundings,
	   relative to the largest |x| times its sum of |w|. */
	double bound;
	struct schedule *next; /* the same plan for the next target, or NULL */
	const struct kernel *kernel;
	const char *step; /* of a network: what is said of its function; NULL: none */
	const char *why;  /* why it was chosen, for --explain; an obstacle */
	struct cost cost; /* schedule_prove() counts it */
	int64_t on_stack; /* of a network: bytes of a workspace there; part of the cost */
	bool proven;      /* what is in prove.h */
	uint64_t estimate; /* bytes of code, roughly */
	size_t nparts;     /* that it is cut into; schedule_prove() cuts it */
	const void *own;   /* the kernel's own plan */
	struct stored_weights weights;
	const char *note; /* of a transformed node: how its outputs are computed */
};

/* What the code of a schedule takes when it runs once, in cycles, roughly. */
double schedule_time(const struct schedule *schedule);

#endif
