#ifndef OPGEN_CODE_SCAN_H
#define OPGEN_CODE_SCAN_H

#include "code/code.h"

/* What statements do with variables, found without running them. */

struct arena;
struct scan;

struct scan *scan_new(struct arena *arena);

/* Whether a pass (iteration) of a loop reads what an earlier one has left in a variable
   that is declared before the loop. `except` (or NULL) does not count. Nothing is said
   of elements of arrays. */
bool scan_carries(struct scan *scan, const struct function *function,
	const struct statement *loop, const struct variable *except);

/* Marks the variables that statements read, take the address of or set, by their
   numbers; constants are left out. A declaration, such as LET, does not mark the
   variable that it declares. */
void scan_marks(const struct statement *first, bool *used);

/* Calls take for each place in which statements name a constant array, but for the
   declaration of one of their own. */
void scan_constants(const struct statement *first,
	void (*take)(void *context, const struct variable *v), void *context);

/* Marks the variables that statements read or take the address of. A store to an array
   on the stack does not mark the array. */
void scan_reads(const struct statement *first, bool *read);

/* How many statements, from one on, belong together. If it sets a pointer that is moved
   later, or, with `writes`, fills an array on the stack, then the statements up to the
   last one that uses the pointer or the array do; else it is alone. `writes`: it writes
   to an output. */
size_t scan_group(
	const struct function *function, const struct statement *first, bool writes);

/* Whether a statement is a call that may write to an array on the stack. */
bool scan_fills(const struct statement *statement);

/* Finds whether n statements that belong together are a chain: a pointer, set to null,
   and a loop that hands only this pointer from pass to pass, and to the statements
   after the loop. Returns the loop, or NULL. Consecutive passes of it, with the other
   statements, are a chain too. */
const struct statement *scan_chain(struct scan *scan, const struct function *function,
	const struct statement *first, size_t n);

#endif
