/* Calls emitted functions on a machine that has nothing else of the tests. Standard input
   holds the sets of inputs of each case. For each set, each function writes its output
   twice to standard output: with its tensors at the end of their memory and at its
   beginning. */

#include "runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fenced.h"

enum {
	MAX_INPUT = 3
};

/* A function's tensors between their fences. */
struct tensors {
	struct fenced input[MAX_INPUT], output, second;
};

/* The output comes last, because in WebAssembly only the last has a fence. */
static struct tensors
tensors_make(const struct run_case *c, enum placement placement)
{
	struct tensors tensors;

	for (size_t i = 0; i < c->ninput; i++)
		tensors.input[i] = fenced_make(c->input_size[i], placement);
	tensors.second = fenced_make(c->second_size, placement);
	tensors.output = fenced_make(c->output_size, placement);
	return tensors;
}

static void
tensors_free(struct tensors *tensors, const struct run_case *c)
{
	for (size_t i = 0; i < c->ninput; i++)
		fenced_free(&tensors->input[i]);
	fenced_free(&tensors->second);
	fenced_free(&tensors->output);
}

/* Both placements get the same elements. */
static void
read_inputs(struct tensors tensors[2], const struct run_case *c)
{
	for (size_t i = 0; i < c->ninput; i++) {
		struct fenced *first = &tensors[0].input[i],
			      *second = &tensors[1].input[i];

		fenced_make_writable(first);
		fenced_make_writable(second);
		if (fread(first->elements, 1, c->input_size[i], stdin) !=
			c->input_size[i]) {
			fprintf(stderr, "the inputs are too short\n");
			exit(1);
		}
		memcpy(second->elements, first->elements, c->input_size[i]);
		fenced_make_read_only(first);
		fenced_make_read_only(second);
	}
}

static void
call(void (*function)(void), const struct run_case *c, const struct tensors *tensors)
{
	const struct fenced *in = tensors->input;
	void *out = tensors->output.elements;

	if (c->second_size) {
		((void (*)(const void *, void *, void *))function)(
			in[0].elements, out, tensors->second.elements);
		return;
	}
	switch (c->ninput) {
	case 0:
		((void (*)(void *))function)(out);
		break;
	case 1:
		((void (*)(const void *, void *))function)(in[0].elements, out);
		break;
	case 2:
		((void (*)(const void *, const void *, void *))function)(
			in[0].elements, in[1].elements, out);
		break;
	case 3:
		((void (*)(const void *, const void *, const void *, void *))function)(
			in[0].elements, in[1].elements, in[2].elements, out);
		break;
	}
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
			void *output = tensors[i % 2].output.elements;
			void *second = tensors[i % 2].second.elements;

			/* No result is made of these bytes: an element that was not
			   written differs. */
			memset(output, 0xa5, c->output_size);
			memset(second, 0xa5, c->second_size);
			call(c->function[i / 2], c, &tensors[i % 2]);
			fwrite(output, 1, c->output_size, stdout);
			fwrite(second, 1, c->second_size, stdout);
		}
	}
	tensors_free(&tensors[0], c);
	tensors_free(&tensors[1], c);
}

int
main(void)
{
	for (size_t i = 0; i < nrun_case; i++) {
		if (run_cases[i].ninput > MAX_INPUT ||
			(run_cases[i].second_size && run_cases[i].ninput != 1))
			return 2;
		run(&run_cases[i]);
	}
	return fflush(stdout) ? 1 : 0;
}
