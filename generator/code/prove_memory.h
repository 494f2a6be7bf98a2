#ifndef OPGEN_CODE_PROVE_MEMORY_H
#define OPGEN_CODE_PROVE_MEMORY_H

#include "code/access.h"
#include "code/reach.h"

/* The memory of a function that is proven (code/prove.h): its arrays, and what its
   parameters point to. As the walk goes on, it is known which of their bytes have been set,
   and which ones the function needs to have been set before it was called. */

/* Bytes from begin to before end; none where that is not larger. */
struct hull {
	int64_t begin, end;
};

/* What a function does with what a parameter points to. */
struct effect {
	struct hull reads, writes;
	struct regions needs; /* bytes that are read and that it has not set before */
	struct regions sets;
	bool leaves;  /* some of what it needs is not known to be written after that */
	bool rereads; /* it reads what it has set */
};

/* An array or a parameter. */
struct object {
	const struct variable *variable;
	int parameter; /* its number, or -1 */
	int64_t size;  /* bytes; INT64_MAX: not known */
	struct hull reads, writes;
	bool is_set;  /* some of its bytes may have been */
	bool updates; /* it may be an output in place of an operand, or part of it */
	bool rereads; /* the same, and what was set is read */
};

/* A body that is gone through: what there was in front of it. */
struct frame {
	size_t nset, nneed, nobject, nvariable;
};

/* The way through a function. */
struct proof {
	struct proving *all;
	struct walk *walk;
	struct arena *arena; /* of what outlives the walk */
	struct object *object;
	size_t nobject;
	struct reaches *set, *need; /* after those of functions that are gone through */
	struct reaches *part;       /* of one access */

	struct walk_loop loop[CODE_DEPTH]; /* as they were entered */
	bool *is_set;                      /* variables, by their numbers */
	size_t *variable;                  /* the numbers of those that are */
	size_t nvariable;
	struct frame frame[CODE_DEPTH + 1];
	int depth;
};

/* Adds what parameters point to. */
void proof_begin(struct proof *proof, const struct function *function);

/* An array is declared. */
void proof_declare(struct proof *proof, const struct variable *array);

/* An output in place of an operand. */
bool is_update(const struct object *object);

/* A statement reads or writes. */
void proof_touch(struct proof *proof, struct access access, bool writes);

/* A call does with what it is passed as a parameter what the effect says: it reads, and
   then it writes. closes: how many needs there were before the call. */
void proof_read(
	struct proof *proof, const struct walk_place *place, const struct effect *effect);
void proof_write(struct proof *proof, const struct walk_place *place,
	const struct effect *effect, size_t closes);

/* Whether bytes at one place may be among bytes at another one, in any pass. */
bool proof_may_meet(struct proof *proof, const struct walk_place *a, struct regions at_a,
	const struct walk_place *b, struct regions at_b);

/* Before and after a body; loop: the number of the loop whose body it is, or -1. */
void proof_enter(struct proof *proof, int loop);
void proof_leave(struct proof *proof, int loop);

/* What the function does with an object, once it has been gone through. */
struct effect proof_effect(struct proof *proof, int object);

#endif
