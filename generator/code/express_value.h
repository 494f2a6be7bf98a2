#ifndef OPGEN_CODE_EXPRESS_VALUE_H
#define OPGEN_CODE_EXPRESS_VALUE_H

#include "base/arena.h"
#include "code/effects.h"
#include "code/expressions.h"

/* What express() is made of: a machine that computes with expressions. Here are its
   objects, addresses and values; express.c has the statements. */

enum {
	MOST_UNITS = 64, /* elements of a vector of what is moved */
	MOST_CALLS = 16  /* inside each other */
};

/* Elements that pointers point to. */
struct object {
	const struct variable *variable; /* a constant, or NULL */
	struct expressions elements;
};

/* What a variable holds, by its kind. */
struct slot {
	uint64_t *value; /* as many units as its type has */
	int64_t counter;
	struct object *object; /* NULL: the null pointer */
	int64_t at;            /* bytes from the object's first */
};

struct frame {
	const struct function *function;
	struct slot *slot; /* by the variables' numbers */
	uint64_t result[MOST_UNITS];
	struct arena *arena; /* what goes as it returns */
	size_t nmemory;      /* objects that were there before */
	bool all_lanes;      /* are loaded: they become others */
};

struct express;

struct machine {
	struct express *express; /* that it is for */
	const char *failure;     /* what is wrong or cannot be followed, in words; NULL */
	bool over;               /* it ends here */
	int64_t work;
	size_t unit;
	int lane[MOST_UNITS]; /* those that are computed, ascending */
	int nlane;
	bool some_lanes;
	const struct arithmetic *arithmetic;
	struct effects_table *effects;
	/* Runs statements. */
	void (*run)(struct machine *m, struct frame *f, const struct statement *s);
	struct object **constant;
	size_t nconstant;
	/* Objects that are no inputs or constants; what a pointer points to that was
	   moved while nobody looked. */
	struct object **memory;
	size_t nmemory;
	struct object unknown;
	struct arena *arena;
	struct arena frame[MOST_CALLS];
	int depth;
};

/* It cannot go on. */
void express_fail(
	struct machine *m, const struct frame *f, const char *what, const char *name);

/* An object that may be written to, until the function at hand returns; an array of it.
 */
void express_add_memory(struct machine *m, struct object *object);
struct object *express_memory(
	struct machine *m, struct code_type type, int64_t n, struct arena *arena);

/* What no one knows: anything may have been written to anything but outputs. */
void express_forget(struct machine *m);

/* Where an address is. */
struct slot express_place(
	struct machine *m, const struct frame *f, const struct address *at);
int64_t express_index(const struct frame *f, const struct address *at);

/* Digests of n elements from a place on are there to be read or set; or it fails. */
bool express_holds(
	struct machine *m, const struct frame *f, struct slot place, int64_t n);
uint64_t express_element(const struct machine *m, const struct object *object, int64_t k);

/* A result of 16 bits, as memory has it; a number. */
uint64_t express_rounded(const struct machine *m, uint64_t digest);
uint64_t express_number(const struct machine *m, double number);

/* Units of a lane; of a type. */
int express_units(const struct machine *m, struct code_type type);

/* The units of a value: in `room`, which has MOST_UNITS, or in a variable. */
const uint64_t *express_value(
	struct machine *m, struct frame *f, const struct value *v, uint64_t *room);

/* Room for a variable's value. */
uint64_t *express_variable(
	const struct machine *m, struct frame *f, const struct variable *v);

struct frame express_begin(struct machine *m, const struct function *f);
void express_end(struct machine *m, const struct frame *f);

#endif
