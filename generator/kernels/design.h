#ifndef OPGEN_KERNELS_DESIGN_H
#define OPGEN_KERNELS_DESIGN_H

#include "code/statements/constant_set.h"
#include "code/walk/cost.h"
#include "code/walk/size.h"
#include "plan/plan.h"
#include "plan/restrict.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct code_builder;
struct network;
struct schedule;
struct share;
struct transformed;

/* A kernel design: a way to compute a plan. */
struct kernel {
	const char *name;
	enum plan_kind kind;
	bool straight;       /* code without loops */
	bool vectors;        /* needs a target with vectors */
	bool fast;           /* only numerics fast allows it */
	bool prologues;      /* it computes a plan's prologue where it loads src */
	bool small;          /* for unroll small, or where it is asked for by name */
	bool restricts;      /* its entry's output is a restricted pointer, so that
				compilers make vectors of loops over it */
	const char *summary; /* one line for --explain */
	/* Why it cannot take a plan of its kind that, for a design of vectors, has
	   outputs and a target with vectors: "it needs stride 1"; returns NULL if it can.
	   The pointer is NULL for a design that takes every plan; in plain C there is one
	   for each kind. */
	const char *(*obstacle)(const struct plan *plan, const struct target *target);
	/* Fills in the design's own plan and the estimate; NULL: there is nothing to
	   plan. Returns false when the code would be far over max_output bytes, and the
	   estimate then says how far; or for an obstacle that is only found here, with
	   `why` set to it. */
	bool (*plan)(struct schedule *schedule, uint64_t max_output, struct arena *arena);
	/* Lowers that plan to functions; the entry comes last. */
	void (*lower)(const struct schedule *schedule, struct code_builder *code);
};

/* The order of the weights that a kernel reads, in a constant of the file or where the
   node's entry packs them: element k is element source(packing, k) of the operand, or 0
   if that is negative. */
struct stored_weights {
	const struct operand *given; /* the plan's operand; NULL: its weights */
	const struct operand
		*operand; /* the operand to read, perhaps transformed; NULL: as given */
	const struct transformed *transformed; /* how it was transformed; NULL: it was
						  not */
	int64_t n;                             /* elements, zeros between them included */
	int64_t (*source)(const void *packing, int64_t k); /* NULL: k itself */
	const void *packing;
	const char *order;          /* in words */
	bool packs;                 /* they come at run time, and the code packs them */
	bool literal, literal_bias; /* literals in statements instead of an array;
				       likewise the bias */
};

/* Schedules whose functions are lowered one after the other, equal ones once. */
struct shared_schedules {
	const struct schedule **schedule;
	size_t n;
	const struct share
		*share; /* (code/statements/share.h); NULL: that is not known yet */
	/* The number of each schedule's first function, and of what comes after the last
	   one. */
	const size_t *first;
};

/* Steps of a network that repeat: passes of nstep steps each, which call the same
   functions as those of the first pass, from step `first` on, with operands that move by
   the same number of bytes from pass to pass. */
struct network_loop {
	size_t first, nstep;
	int64_t count; /* passes */
};

/* The network of a schedule, and the number of its target. */
struct network_part {
	const struct network *network;
	size_t target;
	/* The schedules of the steps, or of the boxes that they are cut into; those of
	   step i are number piece[i] to before piece[i + 1]. */
	struct shared_schedules shared;
	const size_t *piece;
	/* What is done between two barriers, if the network is cut: steps
	   stage[i] to before stage[i + 1]. */
	const size_t *stage;
	size_t nstage;
	/* In their order; of a network that is not cut. */
	const struct network_loop *loop;
	size_t nloop;
};

/* The functions of a node. All but the first exist only if weights come at run time. */
enum entry {
	ENTRY_WHOLE,  /* everything */
	ENTRY_PACK,   /* name_pack: packs weights in the order in which the kernel reads
			 them */
	ENTRY_PACKED, /* name_packed: everything, with packed weights */
	NENTRY
};

/* The code of a schedule as it was timed: the estimated cycles of one call, the
   statements that it has, and their bytes, as schedule_text() counts them. */
struct timed {
	double cycles;
	uint64_t statements, text;
};

/* A design that was compared with others, its estimate in cycles, and the statements that
   this was made from. */
struct compared {
	const struct kernel *kernel;
	double time;
	uint64_t statements;
};

struct schedule_box;

/* The boxes of its outputs that threads compute at once, which a schedule is cut into. */
struct schedule_parts {
	struct schedule_box *box;
	size_t n;
	struct shared_schedules shared; /* of a step: those of the network instead */
};

/* How a plan is emitted for one target. */
struct schedule {
	const struct plan *plan;
	const char *name; /* the external name, prefix included */
	const char *stem; /* the beginning of the names of inner functions and arrays */
	const struct target *target;
	/* settings.numerics is that of sums, strict or fma, whatever was asked for. */
	struct settings settings;
	enum numerics asked; /* the numerics asked for */
	int64_t tile; /* outputs of a transformed tile along an axis; 0: not allowed */
	/* For a transformed node, the error of an output before its last roundings,
	   relative to the largest |x| times its sum of |w|. */
	double bound;
	struct schedule *next; /* the same plan for the next target, or NULL */
	const struct kernel *kernel;
	const char *step; /* in a network: the comment on the step's function; or NULL */
	const char *why;  /* why it was chosen, for --explain; or an obstacle */
	const struct compared *compared; /* the designs that it was chosen from */
	size_t ncompared;                /* 0: there was no choice */
	struct cost cost;                /* set by schedule_prove() */
	struct code_size size;           /* likewise */
	int64_t on_stack; /* of a network: bytes of a workspace on the stack; part of the
			     cost */
	int64_t scratch;  /* of a node: bytes of the workspace that it is given */
	bool proven;      /* proven as prove.h says */
	/* Of what is proven: the operands whose arrays the code names. */
	struct constant_set constants;
	uint64_t estimate; /* bytes of code, roughly */
	/* What it is cut into; NULL: it is not. Its functions then call those of the
	   boxes, and its weights are packed as theirs are. */
	const struct schedule_parts *parts;
	const struct schedule *whole; /* of a box: what was cut into it; or NULL */
	/* Where --max-stack refuses it: the fewest bytes of stack that would do; else 0
	 */
	uint64_t least_stack;
	const void *own; /* the kernel's own plan */
	struct stored_weights weights;
	const char *note; /* for a transformed node, how its outputs are computed */
};

/* A box and its schedule; where its weights begin in the packed ones, in elements, and
   whether it packs them: boxes of the same weights share these. */
struct schedule_box {
	struct plan_box at;
	struct schedule schedule;
	int64_t packed;
	bool packs;
};

/* Whether a node's functions are given a workspace for their scratch arrays. */
bool takes_scratch(const struct schedule *schedule);

/* Times the schedule's code; and its estimated cycles alone. */
struct timed schedule_timed(const struct schedule *schedule);
double schedule_time(const struct schedule *schedule);

/* Bytes of C, roughly: a factor of NEARLY too many or too few. What a file of its own
   takes, counted by the lowered code; and, before there is any, whether that can be as
   little as max_output, by a lower bound of the statements. The second one sets the
   schedule's estimate. */
enum {
	NEARLY = 2
};
uint64_t schedule_text(const struct schedule *schedule);
bool schedule_may_fit(
	struct schedule *schedule, uint64_t statements, uint64_t max_output);

/* Bytes of arrays that it has on the stack. */
uint64_t schedule_stack(const struct schedule *schedule);

#endif
