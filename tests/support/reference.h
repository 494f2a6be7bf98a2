#ifndef OPGEN_TESTS_REFERENCE_H
#define OPGEN_TESTS_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "diag/source.h"
#include "spec/spec.h"

/* Whole networks of other people with what another program computed: entries of the
   list.json of a folder of references. */

enum {
	MOST_TENSORS = 63 /* arguments of a network */
};

/* A tensor of an entry: what is passed for it. */
struct passed {
	const char *name;
	const json_t *entry;
	struct tensor tensor; /* an output: its type, and later the reference */
	int64_t nelement;
	void *element;
};

struct reference {
	const char *folder;     /* of models */
	const char *references; /* the folder of the list */
	const char *model;      /* its path in the folder */
	const char *directory, *target;
	struct passed passed[MOST_TENSORS]; /* inputs first */
	size_t ninput, npassed;
	struct source source;
	struct arena arena;
};

/* The list, for as long as the program runs; ends the program when it is not there. */
json_t *reference_list(const char *references);
const char *reference_model(const json_t *list, size_t i);

/* An entry of the list, whose files go into a directory that is made anew. Inputs are
   filled. */
void reference_begin(struct reference *reference, const char *folder,
	const char *references, const json_t *entry, const char *directory,
	const char *target);

/* Runs opgen, with the options, NULL at their end, beside those for whole networks: its
   exit status. What it prints is in the files `printed` and `said` of the directory. */
int reference_generate(struct reference *reference, const char *const *option);

/* Compiles what was generated to net.so. */
bool reference_compile(struct reference *reference);

/* The function in it, which takes what is passed for every tensor; NULL, after a message,
   when there is none. */
typedef void reference_function(void *const *argument);
reference_function *reference_load_function(struct reference *reference);
void reference_call(struct reference *reference, reference_function *function);

/* What was generated with --parts, by steps, each of which has parts. */
struct reference_steps {
	int nstep;
	void (*run)(void *const *argument, int step, int part);
};
bool reference_load_steps(struct reference *reference, struct reference_steps *steps);

/* The list that these functions take. */
void reference_arguments(const struct reference *reference, void **argument);

/* How far an output is off, of its reference's largest value; infinite where a number is
   not one. */
double reference_distance(struct reference *reference, struct passed *output);

#endif
