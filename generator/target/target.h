#ifndef OPGEN_TARGET_TARGET_H
#define OPGEN_TARGET_TARGET_H

#include "target/code_size.h"

#include <stdbool.h>
#include <stddef.h>

struct processor;

/* A target for which code is emitted. */
struct target {
	const char *name;
	const char *tag;     /* the target in the names of inner functions */
	const char *summary; /* one line for --help */
	bool has_fma; /* fused multiply-add in hardware, so fma is the default numerics */
	int vector_bytes; /* bytes of a vector register; 0: plain C */
	int narrow_bytes; /* bytes of a narrower vector with operations of its own; 0:
			     none */
	int block_bytes;  /* one instruction shuffles within blocks of so many bytes; 0:
			     anywhere */
	int near_block_bytes; /* with narrow vectors, shuffles within blocks of so many
			   bytes are cheaper than others; 0: none are */
	int registers;        /* vector registers that a kernel can count on */
	int scalars;          /* registers for numbers that a kernel can count on; 0: sums
				 in plain C are in arrays, which compilers vectorise */
	bool masks; /* blends take a mask: gcc makes shuffles of narrow vectors that
		       reach half of the registers */
	const struct processor *processor; /* the costs of code on it */
	const struct processor *halves;    /* those on processors that take a whole
					      register in two halves; NULL: none do */
	/* The machines that the size of its code is estimated for; that of the first one
	   is what --code-size limits. */
	enum code_machine code[2];
	int ncode; /* 0: there is no estimate */
	/* The macro of opgen_vector.h that gives a function the target's features, and a
	   blank; NULL: plain C, without vectors. */
	const char *attribute;
	const char *machine;   /* the preprocessor's condition for the machine; NULL:
				  every machine, as for `supported` */
	const char *flags;     /* what gcc needs for the machine; NULL: nothing */
	const char *supported; /* a C expression that asks the processor; NULL: every such
				  machine has it */
};

enum {
	MAX_TARGET = 8
};

/* Targets whose code is in one file; the first that the machine supports is run. */
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
