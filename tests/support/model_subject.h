#ifndef OPGEN_TESTS_MODEL_SUBJECT_H
#define OPGEN_TESTS_MODEL_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "cli/options.h"
#include "diag/source.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "plan/plan.h"
#include "spec/spec.h"

/* A model, taken through the rooms inside the test program. What the rooms report goes to
   standard error. */
struct model_subject {
	struct source source;
	struct model_options options; /* filled in before it is read */
	struct candidates candidates;
	struct arena arena;
};

/* Reads the file and tries its nodes; false, after a message, when it is refused. */
bool model_subject_read(struct model_subject *subject, const char *path);

/* Says, before it is read, that every dimension that the model names is 1 if it may be a
   batch, else 32, a length that convolutions of pictures and of sounds alike can do with.
 */
void model_subject_say(struct model_subject *subject, const struct model *model);

/* One of its nodes as a plan. Where shapes is not NULL, an object of shapes by the
   operation's names for its inputs, they take the place of the file's; what the file
   declares of the output is not looked at then. */
bool model_subject_plan(struct model_subject *subject, const struct candidate *candidate,
	enum constants constants, const json_t *shapes, struct plan *plan);

/* Emits a plan as C by itself, in the way that is the default. */
bool model_subject_emit(
	struct model_subject *subject, const struct plan *plan, const char *c_file);

/* Compiles what was emitted, runs it on the inputs, flat lists by name, and compares with
   the flat list of what is expected; prints what differs. */
bool model_subject_run(struct model_subject *subject, const struct plan *plan,
	const char *c_file, const json_t *inputs, const json_t *expected);

#endif
