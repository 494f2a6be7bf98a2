/* Calls emitted functions on a machine that has nothing else of the tests. Standard input
   holds the sets of inputs of each case. For each set, each function writes its output
   twice to standard output: with its tensors at the end of their memory and at its
   beginning. */

#include "support/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fenced.h"
#include "support/invoke.h"

/* A function's tensors between their fences, inputs and then outputs. */
struct tensors {
	struct fenced tensor[MOST_TENSORS];
};

/* The first output comes last, because in WebAssembly only the last has a fence. */
static struct tensors
tensors_make(const struct run_case *c, enum placement placement)
{
	struct tensors tensors;

	for (size_t i = 0; i < c->ninput + c->noutput; i++)
		if (i != c->ninput)
			tensors.tensor[i] = fenced_make(c->size[i], placement);
	tensors.tensor[c->ninput] = fenced_make(c->size[c->ninput], placement);
	return tensors;
}

static void
tensors_free(struct tensors *tensors, const struct run_case *c)
{
	for (size_t i = 0; i < c->ninput + c->noutput; i++)
		fenced_free(&tensors->tensor[i]);
}

/* Both placements get the same elements. */
static void
read_inputs(struct tensors tensors[2], const struct run_case *c)
{
	for (size_t i = 0; i < c->ninput; i++) {
		struct fenced *first = &tensors[0].tensor[i],
			      *second = &tensors[1].tensor[i];

		fenced_make_writable(first);
		fenced_make_writable(second);
		if (fread(first->elements, 1, c->size[i], stdin) != c->size[i]) {
			fprintf(stderr, "the inputs are too short\n");
			exit(1);
		}
		memcpy(second->elements, first->elements, c->size[i]);
		fenced_make_read_only(first);
		fenced_make_read_only(second);
	}
}

/* Every function takes pointers alone. */
static void
call(void (*function)(void), const struct run_case *c, const struct tensors *tensors)
{
	void *argument[MOST_TENSORS] = {0};

	for (size_t i = 0; i < c->ninput + c->noutput; i++)
		argument[i] = tensors->tensor[i].elements;
	invoke(function, argument, c->ninput + c->noutput);
}

/* The tensors at the end of their memory are made last, for the fence in WebAssembly. */
static void
run(const struct run_case *c)
{
	struct tensors tensors[2];

	tensors[1] = tensors_make(c, PLACED_AT_BEGIN);
	tensors[0] = tensors_make(c, PLACED_AT_END);
	for (size_t set = 0; set < c->nset; set++) {
		read_inputs(tensors, c);
		for (size_t i = 0; i < 2 * c->nfunction; i++) {
			const struct fenced *output = tensors[i % 2].tensor + c->ninput;

			/* No result is made of these bytes: an element that was not
			   written differs. */
			for (size_t k = 0; k < c->noutput; k++)
				memset(output[k].elements, 0xa5, c->size[c->ninput + k]);
			call(c->function[i / 2], c, &tensors[i % 2]);
			for (size_t k = 0; k < c->noutput; k++)
				fwrite(output[k].elements, 1, c->size[c->ninput + k],
					stdout);
		}
	}
	tensors_free(&tensors[0], c);
	tensors_free(&tensors[1], c);
}

int
main(void)
{
	for (size_t i = 0; i < nrun_case; i++) {
		if (run_cases[i].ninput + run_cases[i].noutput > MOST_TENSORS)
			return 2;
		run(&run_cases[i]);
	}
	return fflush(stdout) ? 1 : 0;
}
