#ifndef OPGEN_CODE_PROVE_MEMORY_H
#define OPGEN_CODE_PROVE_MEMORY_H

#include "code/proof/reach.h"
#include "code/statements/access.h"

/* The memory of a function that is proven (code/proof/prove.h): its arrays, and what its
   parameters point to. As the walk goes on, it is known which of their bytes have been
   set, and which ones the function needs to have been set before it was called. */

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

/* An output in place of an operand. */
static inline bool
is_update(const struct object *object)
{
	return object->updates && object->variable->operand;
}

/* A body that is gone through: what there was in front of it. */
struct frame {
	size_t nset, nneed, nobject;
};

struct memory {
	struct walk *walk;
	struct arena *arena;        /* of what outlives the walk */
	struct reaches *set, *need; /* after those of functions that are gone through */
	struct reaches *part;       /* of one access */

	struct object *object;
	size_t nobject;
	struct walk_loop loop[CODE_DEPTH]; /* as they were entered */
	struct frame frame[CODE_DEPTH + 1];
	int depth;
};

/* Before the first statement of the walk's function, with the first group of members set;
   the parameters' objects come first. After the last one: `set` and `need` are as before.
 */
void memory_begin(struct memory *memory);
void memory_end(struct memory *memory);

/* An array is declared. */
void memory_declare(struct memory *memory, const struct variable *array);

/* A statement reads or writes. */
void memory_touch(struct memory *memory, struct access access, bool writes);

/* A call with n arguments does with what is passed at each place what the effect of the
   same number says. */
void memory_call(struct memory *memory, const struct walk_place *place,
	const struct effect *effect, size_t n);

/* Whether bytes at one place may be among bytes at another one, in any pass. */
bool memory_may_meet(struct memory *memory, const struct walk_place *a,
	struct regions at_a, const struct walk_place *b, struct regions at_b);

/* Before and after a body; loop: the number of the loop whose body it is, or -1. */
void memory_enter(struct memory *memory, int loop);
void memory_leave(struct memory *memory, int loop);

/* What the function does with an object, once it has been gone through. */
struct effect memory_effect(struct memory *memory, int object);

#endif
