#ifndef OPGEN_TESTS_MODEL_SUBJECT_H
#define OPGEN_TESTS_MODEL_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "cli/options/options.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "plan/plan.h"
#include "spec/spec.h"

/* A model, taken through the rooms inside the test program; messages go to standard
   error. */
struct model_subject {
	struct source source;
	struct model_options options; /* filled in before it is read */
	struct candidates candidates;
	struct arena arena;
};

/* Reads the file and tries its nodes; false, after a message, when it is refused. */
bool model_subject_read(struct model_subject *subject, const char *path);

/* Before the model is read, sets every named dimension: to 1 if it may be a batch, else
   to 32, which suits convolutions of images and of sounds. */
void model_subject_say(struct model_subject *subject, const struct model *model);

/* Plans one of its nodes. shapes: NULL, or an object of shapes by input name, which
   replace the file's; the declared shape of the output is then ignored. */
bool model_subject_plan(struct model_subject *subject, const struct candidate *candidate,
	enum constants constants, const json_t *shapes, struct plan *plan);

/* Emits a plan as C, with default settings. */
bool model_subject_emit(
	struct model_subject *subject, const struct plan *plan, const char *c_file);

/* Compiles the emitted C, runs it on the inputs, flat lists by name, and compares with
   the expected flat list; prints differences. */
bool model_subject_run(struct model_subject *subject, const struct plan *plan,
	const char *c_file, const json_t *inputs, const json_t *expected);

#endif
