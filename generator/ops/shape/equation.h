#ifndef OPGEN_OPS_SHAPE_EQUATION_H
#define OPGEN_OPS_SHAPE_EQUATION_H

#include "ops/shape/dims.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	EQUATION_LETTERS = 128, /* ASCII */
	EQUATION_LABELS = EQUATION_LETTERS + KNOWN_RANK,
	EQUATION_TERMS = 32 /* inputs at most */
};

/* What the axes of a tensor are called: letters; and those that "..." stands for, by
   their places from the last one, EQUATION_LETTERS and on. */
struct equation_term {
	size_t rank;
	unsigned char label[KNOWN_RANK];
};

enum equation_fault {
	EQUATION_READ,
	EQUATION_CHARACTER, /* one that means nothing where it stands */
	EQUATION_COUNT,     /* not a term for each input */
	EQUATION_RANK,      /* a term of another rank than its input */
	EQUATION_EXTENT,    /* a letter of several extents */
	EQUATION_OUTPUT     /* an output's letter that no input has, or twice */
};

/* An Einsum's equation, "ij,jk->ik", with what it says of inputs. */
struct equation {
	const char *text;
	size_t size, at; /* bytes; read so far */
	size_t nterm;
	struct equation_term term[EQUATION_TERMS], output;
	int64_t extent[EQUATION_LABELS]; /* UNKNOWN: not known */
	size_t count[EQUATION_LABELS];   /* how often inputs have a label */
	/* Why it is none, with the number of the term, or the letter. */
	enum equation_fault fault;
	size_t where;
};

/* Begins to read an equation; each input's term, in order; and what follows. Each returns
   false if it is none, or does not fit the inputs. Extents of 1 broadcast. */
void equation_begin(struct equation *equation, const char *text, size_t size);
bool equation_take_input(struct equation *equation, const struct dims *dims);
bool equation_take_output(struct equation *equation);

/* The shape of a term. */
void equation_dims(const struct equation *equation, const struct equation_term *term,
	struct dims *dims);

#endif
