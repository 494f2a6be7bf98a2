#ifndef OPGEN_CODE_EXPRESS_FRAME_H
#define OPGEN_CODE_EXPRESS_FRAME_H

#include "base/arena.h"
#include "code/comparison/effects.h"
#include "code/comparison/expressions.h"

/* The machine with which express() computes: its memory and the frames of functions.
   Values are in express_value.h, statements in express.c. */

enum {
	MOST_UNITS = 64, /* of a vector; see `unit` in express.h */
	MOST_CALLS = 16  /* inside each other */
};

/* Memory that pointers point to. */
struct object {
	const struct variable *variable; /* a constant, or NULL */
	struct expressions elements;
	size_t listed; /* its number in the machine's memory, when it was added last */
};

/* What a variable holds, by its kind. */
struct slot {
	uint64_t *value; /* a digest for each unit of its type */
	int64_t counter;
	/* Of a counter that memory picks, whose counter is 0: the digest of the integer
	   there, and how many passes there are; else 0. */
	uint64_t picked;
	int64_t npicked;
	struct object *object; /* NULL: the null pointer */
	int64_t at;            /* in bytes, from the beginning of the object */
};

struct frame {
	const struct function *function;
	struct slot *slot;   /* by the variables' numbers */
	uint64_t *result;    /* MOST_UNITS digests; NULL: it returns none */
	struct arena *arena; /* lasts as long as the machine */
	uint64_t *values;    /* room for values of variables: nvalue digests */
	int nvalue;
	size_t nmemory; /* of the machine when it was called */
	bool runs;      /* it has not returned yet */
	bool all_lanes; /* all lanes are loaded, because they change places */
};

struct express;

struct machine {
	struct express *express; /* what the machine runs for */
	const char *failure;     /* what is wrong or cannot be followed, in words; NULL */
	bool over;               /* the machine has stopped */
	int64_t work;
	/* Nothing is computed: work and stores are counted. */
	bool counts;
	int64_t stores; /* statements that stored outputs */
	int64_t most;   /* of these, after which the machine stops; 0: none */
	size_t unit;
	int lane[MOST_UNITS]; /* the lanes that are computed, ascending */
	int nlane;
	bool some_lanes;
	const struct arithmetic *arithmetic;
	struct effects_table *effects;
	struct cells *transformed; /* see express.h */
	/* Runs statements. */
	void (*run)(struct machine *m, struct frame *f, const struct statement *s);
	struct object **constant;
	size_t nconstant;
	/* Objects that statements can write to. `unknown` is what a pointer points to
	   that passes which were left out would have moved. */
	struct object **memory;
	size_t nmemory, room;
	struct object unknown;
	struct arena *arena;
	struct arena lasting; /* of frames */
	struct frame **frame; /* by the functions' numbers; NULL: it was not called yet */
	size_t nframe;
	int depth;
};

/* Stops the machine. The message is "FUNCTION: it WHAT NAME". */
void express_fail(
	struct machine *m, const struct frame *f, const char *what, const char *name);

/* Adds an object that may be written to until the current function returns; the second
   makes it, an array of n elements. */
void express_add_memory(struct machine *m, struct object *object);
struct object *express_memory(
	struct machine *m, struct code_type type, int64_t n, struct arena *arena);

/* Clears all memory but outputs, because any of it may have been written. */
void express_forget(struct machine *m);

/* Digests for each lane of a type: see `unit` in express.h. */
static inline int
express_units(const struct machine *m, struct code_type type)
{
	return m->unit ? (int)(dtype_info[type.dtype].size / m->unit) : 1;
}

/* Begins a call of a function, in the frame of the one before; and ends it. */
struct frame *express_begin(struct machine *m, const struct function *f);
void express_end(struct machine *m, struct frame *f);

/* Where the digests of a variable's value are; the first makes place for them. */
uint64_t *express_add_variable(
	const struct machine *m, struct frame *f, const struct variable *v);

static inline uint64_t *
express_variable(const struct machine *m, struct frame *f, const struct variable *v)
{
	uint64_t *value = f->slot[v->number].value;

	return value ? value : express_add_variable(m, f, v);
}

#endif
