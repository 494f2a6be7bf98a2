#ifndef OPGEN_CODE_SHARE_H
#define OPGEN_CODE_SHARE_H

#include "base/hash_table.h"
#include "code/statements/builder.h"

#include <stdbool.h>
#include <stddef.h>

struct argument;

/* Functions that do the same (code/statements/canonical.h) are one function: the first of
   them, which is passed the constants that others have in place of its own. A constant
   that is the same for all stays where it is; arrays of equal elements are the same.

   Code is lowered twice for that. Once to a sink that finds which functions are equal.
   From then on builders that know what was found emit the first ones alone, with further
   parameters, and call them where others would be called. Whoever reads the functions,
   from the proof to the printer, finds functions and calls like any others. */

/* What was found. */
struct share;

struct share_search {
	struct code_sink sink; /* for a builder */
	struct share *share;
	struct hash_table hash;
	size_t *number; /* of the functions in the table */
	size_t nnumber;
	struct hash_table arrays; /* of constants, by their elements */
	const struct variable **array;
	size_t narray;
	struct arena *arena;
};

/* The search must not move while its sink is used. What it finds lives in the arena. */
void share_begin(struct share_search *search, struct arena *arena);

/* How many functions there were. Those with numbers from there on share nothing. */
size_t share_size(const struct share *share);

/* The number of the function that is emitted for a function, which may be its own; and
   how many functions that one is emitted for. */
size_t share_first(const struct share *share, size_t number);
size_t share_count(const struct share *share, size_t number);

/* Whether calls of two functions are the same but for what they are given: they are
   emitted once, and are passed the same constants. */
bool share_is_same_call(const struct share *share, size_t a, size_t b);

/* The name of that function; a line is added to the comment on a function. */
const char *share_name(const struct share *share, size_t number);
void share_note(struct share *share, size_t number, const char *note);

/* Whether each of n functions, from number `first` on, is one that others are emitted
   for. */
bool share_has_all(const struct share *share, size_t first, size_t n);

/* The state of a builder that knows what is shared. */
struct sharing *sharing_begin(const struct share *share, struct arena *arena);

/* The rest is for the builder.

   Ends a function: returns whether it is emitted. */
bool sharing_end(struct sharing *sharing, struct function *function, struct arena *arena);

/* The function that is called in place of another one, and its last arguments. */
const struct function *sharing_called(
	const struct sharing *sharing, const struct function *function);
void sharing_pass(const struct sharing *sharing, const struct function *function,
	struct argument *argument, struct arena *arena);

/* Whether a function that is emitted reads an array of the file. */
bool sharing_reads(const struct sharing *sharing, const struct variable *table);

/* A function by its number, for calls: it has been built. */
const struct function *share_function(struct code_builder *code, size_t number);

/* Leaves out the next n functions, all of which are shared (share_has_all); returns the
   last of them for calls. */
const struct function *share_skip(struct code_builder *code, size_t n);

#endif
