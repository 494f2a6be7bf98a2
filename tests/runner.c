/* Calls emitted functions on a machine that has nothing else of the tests. Standard input
   holds as many sets of inputs as the argument says. For each set, each function writes
   its output twice to standard output: with its tensors at the end of their memory and at
   its beginning. */

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
	struct fenced input[MAX_INPUT], output;
};

/* The output comes last, because in WebAssembly only the last has a fence. */
static struct tensors
tensors_make(enum placement placement)
{
	struct tensors tensors;

	for (size_t i = 0; i < ninput; i++)
		tensors.input[i] = fenced_make(input_size[i], placement);
	tensors.output = fenced_make(output_size, placement);
	return tensors;
}

/* Both placements get the same elements. */
static void
read_inputs(struct tensors tensors[2])
{
	for (size_t i = 0; i < ninput; i++) {
		struct fenced *first = &tensors[0].input[i],
			      *second = &tensors[1].input[i];

		fenced_make_writable(first);
		fenced_make_writable(second);
		if (fread(first->elements, 1, input_size[i], stdin) != input_size[i]) {
			fprintf(stderr, "the inputs are too short\n");
			exit(1);
		}
		memcpy(second->elements, first->elements, input_size[i]);
		fenced_make_read_only(first);
		fenced_make_read_only(second);
	}
}

static void
call(void (*function)(void), const struct tensors *tensors)
{
	const struct fenced *in = tensors->input;
	void *out = tensors->output.elements;

	switch (ninput) {
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

int
main(int argc, char **argv)
{
	const int nset = argc == 2 ? atoi(argv[1]) : 0;
	struct tensors tensors[2];

	if (ninput > MAX_INPUT)
		return 2;
	tensors[0] = tensors_make(PLACED_AT_END);
	tensors[1] = tensors_make(PLACED_AT_BEGIN);
	for (int set = 0; set < nset; set++) {
		read_inputs(tensors);
		for (size_t i = 0; i < 2 * nfunction; i++) {
			void *output = tensors[i % 2].output.elements;

			/* No result is made of these bytes: an element that was not
			   written differs. */
			memset(output, 0xa5, output_size);
			call(functions[i / 2], &tensors[i % 2]);
			fwrite(output, 1, output_size, stdout);
		}
	}
	return fflush(stdout) ? 1 : 0;
}
