#ifndef OPGEN_TESTS_OFFICIAL_H
#define OPGEN_TESTS_OFFICIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "support/case.h"

struct arena;

/* ONNX's own tests: directories with a model.onnx and data sets, test_data_set_0 and so
   on, each with tensors for the graph's inputs, input_0.pb …, and outputs, output_0.pb …,
   in order. */

/* What becomes of a test, or of a node of its model. */
enum scope {
	SCOPE_RUN,
	SCOPE_NO_MODEL, /* there is only the address of the model */
	SCOPE_OTHERS,   /* no node is one of opgen's operations */
	SCOPE_INNER,    /* the node is in the body of another, or of a function */
	SCOPE_MIDST,    /* it reads what other nodes make, or only they read its output */
	SCOPE_NO_DATA,
	SCOPE_NO_TENSOR,
	SCOPE_DISPUTED, /* opgen interprets the document differently */
	NSCOPE
};

/* Each in words. */
extern const char *const scope_text[NSCOPE];

/* A node and a data set for it. */
struct official {
	const char *name;
	const char *model, *data; /* path of the file, of the data set's directory */
	size_t node;
	bool unread; /* the model could not be read */
	bool large;  /* compilers are done with it sooner than it is run in memory */
};

/* The tests of folders, and what else is there. */
struct officials {
	struct official *test;
	size_t ntest;
	size_t count[NSCOPE]; /* directories by scope; one with any node that is run
				 counts as run */
};

/* The tests of the folders in OPGEN_ONNX_TESTS, or of Debian's libonnx-testdata; prints
   which nodes of opgen's operations are left out. Where a folder or most of the tests are
   missing, says so and ends the program. */
void officials_collect(struct officials *officials, struct arena *arena);

/* Makes a case of a test. On failure prints why and returns false. */
bool official_case(
	struct conformance_case *c, const struct official *official, struct arena *arena);

#endif
