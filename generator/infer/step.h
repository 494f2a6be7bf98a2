#ifndef OPGEN_INFER_STEP_H
#define OPGEN_INFER_STEP_H

#include "infer/contents.h"
#include "infer/rule.h"
#include "ops/shape/dims.h"

struct computed;
struct shapes_room;

/* A node whose outputs are being inferred. Rules access it only through the functions
   below. */
struct step {
	struct shapes_room *room;
	const struct rule *rule;
	const struct model_node *node;
	int64_t opset;   /* ONNX's; the newest if the file gives none */
	bool failed;     /* the node is invalid: nothing follows from it */
	int64_t lacking; /* a value whose contents are needed but unknown; or NO_VALUE */
};

/* Whether a node has an input; its dimensions (false if not even the rank is known); its
   element type. */
bool step_has(const struct step *step, size_t input);
bool step_dims(const struct step *step, size_t input, struct dims *dims);
enum dtype step_dtype(const struct step *step, size_t input);

/* The element type that an output is known to have so far. */
enum dtype step_output_dtype(const struct step *step, size_t output);

/* The contents of an input, or NULL; its only integer. */
const struct contents *step_contents(struct step *step, size_t input);
bool step_scalar(struct step *step, size_t input, int64_t *scalar);

/* An axis as an index; an impossible one fails the step. */
bool step_axis(struct step *step, int64_t axis, size_t rank, size_t *place);

/* Sets an output's shape or type. A declared element type stays; an unsupported one is
   DTYPE_NONE with its name in foreign. */
void step_set(struct step *step, size_t output, const struct dims *dims);
void step_set_dtype(struct step *step, size_t output, enum dtype dtype);
void step_set_type(
	struct step *step, size_t output, enum dtype dtype, const char *foreign);

/* The output has the shape of the input, if that is known. Returns the contents of the
   input, or NULL. */
const struct contents *step_pass(struct step *step);

/* The output's element type is the input's. */
void step_pass_type(struct step *step, size_t output, size_t input);

/* Sets an output's contents; ignored unless its shape, set before, has as many
   elements. */
void step_set_contents(struct step *step, size_t output, const struct contents *contents);

/* Gives the output the input's contents, in the same order. */
void step_pass_contents(struct step *step, size_t output, size_t input);

/* Makes the output a constant with the input's elements. */
void step_pass_constant(struct step *step, size_t output, size_t input);

/* Makes the output a constant of the model; splat: that constant's only element
   everywhere. source NULL, for a splat: 0. */
void step_set_constant(
	struct step *step, size_t output, const struct value *source, bool splat);

/* Gives the output elements that were computed; constant: as those of a constant. */
void step_set_computed(
	struct step *step, size_t output, const struct computed *computed, bool constant);

/* Makes the output a constant of these floats. */
void step_set_floats(struct step *step, size_t output, const float *floats, size_t count);

#endif
