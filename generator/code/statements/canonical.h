#ifndef OPGEN_CODE_CANONICAL_H
#define OPGEN_CODE_CANONICAL_H

#include "code/statements/code.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* What a function does, whatever its names and its constants are. Names are those of
   variables and parameters, and of functions that it calls. Comments and blank lines do
   not count. */

/* A constant operand's array, which may be any of the same type; or a number of a float
   type. */
struct canonical_constant {
	const struct variable *array; /* NULL: a number */
	enum dtype dtype;
	double number;
};

enum {
	CANONICAL_NUMBERS =
		4 /* of a function, the first ones; others count as they are */
};

struct canonical {
	/* Equal if the functions are, and else not, but by a chance of 1 in 2^100 or so.
	 */
	uint64_t digest[2];
	/* Its constants, and those of the functions that it calls, in the order of their
	   first use. */
	struct canonical_constant *constant;
	size_t nconstant, nnumber;
	/* The file's other arrays that it reads itself. What they hold counts. */
	const struct variable **table;
	size_t ntable;
};

/* What a canonical form knows of functions that are called: a number, the same for those
   that are equal, and their constants. */
struct canonical_callee {
	size_t same;
	const struct canonical_constant *constant;
	size_t nconstant;
};
struct canonical_callees {
	struct canonical_callee (*find)(void *context, const struct function *function);
	void *context;
};

/* The canonical form of a function, all of whose callees are known. */
struct canonical canonical_form(const struct function *function,
	const struct canonical_callees *callees, struct arena *arena);

/* Whether two constants are the same: the same array of the file, the same number. */
bool canonical_is_same(
	const struct canonical_constant *a, const struct canonical_constant *b);

/* What the base of an address is, or a value, as a constant; false: it is none. Operand i
   of a value may be fixed, with all that it is made of: it counts as it is. Divisors are,
   because compilers that know them multiply where that is the same. */
bool canonical_base(const struct variable *base, struct canonical_constant *constant);
bool canonical_number(const struct value *value, struct canonical_constant *constant);
bool canonical_is_fixed(const struct value *value, int i);

#endif
