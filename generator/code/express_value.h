#ifndef OPGEN_CODE_EXPRESS_VALUE_H
#define OPGEN_CODE_EXPRESS_VALUE_H

#include "base/arena.h"
#include "code/effects.h"
#include "code/expressions.h"

/* The machine with which express() computes: its objects, addresses and values.
   express.c has its statements. */

enum {
	MOST_UNITS = 64,              /* of a vector; see `unit` in express.h */
	MOST_CALLS = 16,              /* inside each other */
	FRAME_VALUES = 2 * MOST_UNITS /* room for values that is made at once */
};

/* Memory that pointers point to. */
struct object {
	const struct variable *variable; /* a constant, or NULL */
	struct expressions elements;
};

/* What a variable holds, by its kind. */
struct slot {
	uint64_t *value; /* a digest for each unit of its type */
	int64_t counter;
	struct object *object; /* NULL: the null pointer */
	int64_t at;            /* in bytes, from the beginning of the object */
};

struct frame {
	const struct function *function;
	struct slot *slot;   /* by the variables' numbers */
	uint64_t *result;    /* MOST_UNITS digests; NULL: it returns none */
	struct arena *arena; /* freed when it returns */
	uint64_t *values;    /* room for values of variables: nvalue digests */
	int nvalue;
	size_t nmemory; /* of the machine when it was called */
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
	size_t nmemory;
	struct object unknown;
	struct arena *arena;
	struct arena frame[MOST_CALLS];
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

/* Where an address points to; and the sum of its offset and terms, in elements. */
struct slot express_place(
	struct machine *m, const struct frame *f, const struct address *at);
int64_t express_index(const struct frame *f, const struct address *at);

/* Whether a place is within its object, with n elements from there on; fails if not.
   And the digest of element k of an object. */
bool express_misses(struct machine *m, const struct frame *f, const struct object *o);

static inline bool
express_holds(struct machine *m, const struct frame *f, struct slot place, int64_t n)
{
	const struct object *o = place.object;

	if (o && place.at >= 0 && place.at % o->elements.size == 0 &&
		place.at / o->elements.size + n <= o->elements.n)
		return !m->over;
	return express_misses(m, f, o);
}

uint64_t express_element(const struct machine *m, const struct object *object, int64_t k);

/* A result of 16 bits, as memory has it; a number. */
uint64_t express_rounded(const struct machine *m, uint64_t digest);
uint64_t express_number(const struct machine *m, double number);

/* Digests for each lane of a type: see `unit` in express.h. */
static inline int
express_units(const struct machine *m, struct code_type type)
{
	return m->unit ? (int)(dtype_info[type.dtype].size / m->unit) : 1;
}

/* The digests of a value, one for each unit: in `room`, which has place for MOST_UNITS,
   or those of a variable. */
const uint64_t *express_value(
	struct machine *m, struct frame *f, const struct value *v, uint64_t *room);

/* Sets a variable to a sum of products of variables, as most statements do. False: the
   value is none, or some of these are not set. */
bool express_sum(struct machine *m, struct frame *f, const struct variable *variable,
	const struct value *v);

/* Subtracts the work that a value takes, without computing it. */
void express_count(struct machine *m, struct frame *f, const struct value *v);

/* Whether each lane of a value is set once, after the same lanes of what it is made of
   were read: `room` may then be a variable of the value's type that it is made of. */
static inline bool
express_in_place(const struct machine *m, const struct value *v)
{
	return !m->unit && m->nlane == MOST_UNITS && v->kind != VALUE_SHUFFLE &&
	       v->kind != VALUE_LOW && v->kind != VALUE_HIGH;
}

/* Where the digests of a variable's value are; the first makes place for them. */
uint64_t *express_add_variable(
	const struct machine *m, struct frame *f, const struct variable *v);

static inline uint64_t *
express_variable(const struct machine *m, struct frame *f, const struct variable *v)
{
	uint64_t *value = f->slot[v->number].value;

	return value ? value : express_add_variable(m, f, v);
}

/* Counts a store, and stops the machine where none that matters comes after it. */
static inline void
express_note_store(struct machine *m, const struct object *o)
{
	if (o->elements.output && ++m->stores == m->most)
		m->over = true;
}

struct frame express_begin(struct machine *m, const struct function *f);
void express_end(struct machine *m, const struct frame *f);

#endif
