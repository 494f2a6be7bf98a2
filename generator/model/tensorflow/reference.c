#include "model/tensorflow/reference.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "model/tensorflow/operations.h"
#include "model/tensorflow/scope.h"

enum {
	OUTPUT_LIMIT = 4096 /* of a node */
};

/* The text up to the next colon; *rest is what follows it, its text NULL when there is no
   colon. */
static struct bytes
cut(struct bytes text, struct bytes *rest)
{
	const char *colon = text.size ? memchr(text.text, ':', text.size) : NULL;
	size_t n = colon ? (size_t)(colon - text.text) : text.size;

	*rest = (struct bytes){colon ? colon + 1 : NULL, colon ? text.size - n - 1 : 0};
	return (struct bytes){text.text, n};
}

/* The number of an output, or -1; 0 for no text (NULL). */
static int64_t
number(struct bytes text)
{
	int64_t k = 0;

	if (!text.text)
		return 0;
	if (text.size == 0)
		return -1;
	for (size_t i = 0; i < text.size; i++) {
		if (text.text[i] < '0' || text.text[i] > '9')
			return -1;
		k = k * 10 + (text.text[i] - '0');
		if (k >= OUTPUT_LIMIT)
			return -1;
	}
	return k;
}

/* Output k outside functions, where outputs are counted over all names: k, or -1 if
   there is none. */
static int64_t
plain_output(const struct tensorflow_operation *operation, int64_t k)
{
	int64_t n = 0;

	if (!operation || operation->is_list || k < 0)
		return k;
	while (n < TENSORFLOW_OUTPUTS && operation->output[n])
		n++;
	return k < (n ? n : 1) ? k : -1;
}

struct tensorflow_reference
tensorflow_refer(const struct tensorflow_scope *scope, struct bytes input)
{
	struct arena *arena = scope->graph->arena;
	struct bytes rest, output = {NULL, 0}, name = cut(input, &rest);
	const struct indexed *found;
	struct tensorflow_reference reference = {.kind = REFERENCE_NONE};
	bool is_argument = scope->function && !rest.text;
	int64_t k;

	if (input.size > 0 && *input.text == '^') {
		reference.kind = REFERENCE_CONTROL;
		return reference;
	}
	found = name_index_find(is_argument ? &scope->arguments : &scope->names, name);
	if (!found || name_index_is_shared(
			      is_argument ? &scope->arguments : &scope->names, found)) {
		reference.fault = found         ? "is made by more than one node"
				  : is_argument ? "is no argument of the function"
						: "is made by no node";
		return reference;
	}
	reference.which = found->which;
	if (is_argument) {
		reference.kind = REFERENCE_ARGUMENT;
		return reference;
	}
	if (scope->function)
		output = cut(rest, &rest);
	k = number(rest);
	if (k >= 0)
		k = scope->function
			    ? tensorflow_output(scope->operation[found->which], output, k)
			    : plain_output(scope->operation[found->which], k);
	reference.kind = k >= 0 ? REFERENCE_OUTPUT : REFERENCE_NONE;
	reference.output = k;
	reference.fault = k >= 0 ? NULL
				 : arena_format(arena, "is none of the outputs of %s",
					   quoted_bytes(name, arena));
	return reference;
}
