#ifndef OPGEN_CODE_EXPRESS_VALUE_H
#define OPGEN_CODE_EXPRESS_VALUE_H

#include "code/comparison/express_frame.h"
#include "code/statements/access.h"

/* Addresses and values of a machine (express_frame.h). */

/* Where an address points to; and the sum of its offset and terms, in elements. */
struct slot express_place(
	struct machine *m, const struct frame *f, const struct address *at);
int64_t express_index(const struct frame *f, const struct address *at);

/* Sets a pointer to where an address points to. */
void express_point(struct machine *m, struct frame *f, const struct statement *s);

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
/* Whether an address has a counter that memory picks; element k of an object if it is
   there, where term number `term` and those after it are still to be added. */
bool express_picks(const struct frame *f, const struct address *at);
uint64_t express_picked(const struct machine *m, const struct frame *f,
	const struct address *at, size_t term, const struct object *object, int64_t k);

/* A result of 16 bits, as memory has it; a number. */
uint64_t express_rounded(const struct machine *m, uint64_t digest);
uint64_t express_number(const struct machine *m, double number);

/* The digests of a value, one for each unit: in `room`, which has place for MOST_UNITS,
   or those of a variable. */
const uint64_t *express_value(
	struct machine *m, struct frame *f, const struct value *v, uint64_t *room);

/* Sets a variable to a sum of products of variables, as most statements do. False: the
   value is none, some of these are not set, or values are only counted. */
bool express_sum(struct machine *m, struct frame *f, const struct variable *variable,
	const struct value *v);

/* Stores one element whose type is that of what is stored, as most statements of plain C
   do. False: it is another store. */
bool express_store_element(
	struct machine *m, struct frame *f, const struct statement *store);

/* Subtracts the work that a value takes, without computing it. */
void express_count(struct machine *m, struct frame *f, const struct value *v);

/* Whether each lane of a value is set once, after the same lanes of what it is made of
   were read: `room` may then be a variable of the value's type that it is made of. */
static inline bool
express_in_place(const struct machine *m, const struct value *v)
{
	return !m->unit && m->nlane == MOST_UNITS && !moves_lanes(v);
}

/* Counts a store, and stops the machine where none that matters comes after it. */
static inline void
express_note_store(struct machine *m, const struct object *o)
{
	if (o->elements.output && ++m->stores == m->most)
		m->over = true;
}

#endif
