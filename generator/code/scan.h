#ifndef OPGEN_CODE_SCAN_H
#define OPGEN_CODE_SCAN_H

#include "code/code.h"

/* What statements do with variables, read off their text. */

struct arena;
struct scan;

struct scan *scan_new(struct arena *arena);

/* Whether a pass of a loop goes on with what the pass before has left in a variable that
   is declared in front of the loop, but for `except`, or NULL. Of arrays nothing is said.
 */
bool scan_carries(struct scan *scan, const struct function *function,
	const struct statement *loop, const struct variable *except);

/* Marks what statements read, take the address of or set, by the variables' numbers;
   constants are not. What LET and its kin declare is not marked for that. */
void scan_marks(const struct statement *first, bool *used);

/* How many statements from one on are one piece of work: where it sets a pointer that
   moves, or writes to an output and to an array on the stack, those that go on with that.
   `writes`: it writes to an output. */
size_t scan_group(
	const struct function *function, const struct statement *first, bool writes);

/* Whether a statement is a call that may write to an array on the stack. */
bool scan_fills(const struct statement *statement);

/* Of such n statements: the loop that carries nothing but the pointer, which is null in
   front of it, from pass to pass, and to the statements after it; NULL: they are no such
   chain. Any passes of the loop that follow each other are a chain, too. */
const struct statement *scan_chain(struct scan *scan, const struct function *function,
	const struct statement *first, size_t n);

#endif
