#ifndef OPGEN_TARGET_TARGET_H
#define OPGEN_TARGET_TARGET_H

#include <stdbool.h>
#include <stddef.h>

struct processor;

/* What code is emitted for. */
struct target {
	const char *name;
	const char *tag;     /* the target in the names of inner functions */
	const char *summary; /* one line for --help */
	bool has_fma;        /* in hardware: fma is then the default numerics */
	int vector_bytes;    /* of a register; 0: plain C */
	int narrow_bytes;    /* of part of one that has operations, too; 0: there are none
			      */
	int block_bytes; /* what one instruction takes out of two registers stays where
			    it is among so many bytes; 0: it goes anywhere */
	int registers;   /* vector registers that a kernel can count on */
	const struct processor *processor; /* what code takes on it */
	/* Plain C: NULL, like what follows. Else the macro of opgen_vector.h that carries
	   the target's features in a function's attributes, and a blank. */
	const char *attribute;
	const char *machine;   /* the preprocessor's condition for the machine */
	const char *supported; /* C that asks the processor; NULL: every such machine */
};

enum {
	MAX_TARGET = 8
};

/* Targets whose code is in one file, the first that the machine supports is run. */
struct target_list {
	const struct target *target[MAX_TARGET];
	size_t n; /* 0: not given */
};

extern const struct target target_table[];
extern const size_t ntarget;

/* The target of that name, or NULL; "native" is the best one for the machine that opgen
   runs on. */
const struct target *target_find(const char *name);

#endif
