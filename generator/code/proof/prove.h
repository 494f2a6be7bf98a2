#ifndef OPGEN_CODE_PROVE_H
#define OPGEN_CODE_PROVE_H

#include "code/proof/reach.h"
#include "code/proof/written_parts.h"
#include "code/statements/build.h"
#include "code/walk/walks.h"

/* Proves of functions, as they come, for all passes of all loops:
   - every address is within its operand, array or constant;
   - nothing is read before it is set: variables, arrays byte by byte, outputs;
   - no element of the output is left unwritten;
   - what is passed as a restricted pointer is reached by no other one, and what is copied
     does not overlap;
   - weights are read within what was packed, and all of that is written;
   - of an output in place of an operand, each byte is written once, and what is read of
     it is written after that, so that it is the operand's;
   - no part of a stage writes what another one reads or writes.
   Affine, so it is exact, and takes as long for any extents. */

struct proving {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: proves functions as they come */
	struct arena *arena;
	struct reaches set, need; /* of functions that are gone through */
	struct reaches part;      /* of one access */
	/* Bytes of packed weights that are written, and that are read; 0: none. */
	int64_t packed, unpacked;
	struct written_parts parts; /* of all functions */
	/* The first thing that cannot be proven, in words, with the function and the
	   statement; NULL: nothing. */
	const char *failure;
};

/* The proving stays where it is as long as its sink is used. */
void prove_begin(struct proving *proving, struct arena *arena);

/* What cannot be proven of the functions that were taken, or NULL. */
const char *prove_end(struct proving *proving);

#endif
