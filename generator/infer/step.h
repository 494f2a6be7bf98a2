#ifndef OPGEN_INFER_STEP_H
#define OPGEN_INFER_STEP_H

#include "infer/contents.h"
#include "infer/dims.h"
#include "infer/rule.h"

struct shapes_room;

/* A node whose outputs are being inferred. The functions below are all that an
   operation's rule sees of it. */
struct step {
	struct shapes_room *room;
	const struct rule *rule;
	const struct model_node *node;
	int64_t opset;   /* ONNX's; the newest where the file says none */
	bool failed;     /* the node is not legal: nothing follows from it */
	int64_t lacking; /* a value whose contents were wanted and are not known; or
			    NO_VALUE */
};

/* Whether a node has an input; its dimensions, false when not even the rank is known; its
   element type. */
bool step_has(const struct step *step, size_t input);
bool step_dims(const struct step *step, size_t input, struct dims *dims);
enum dtype step_dtype(const struct step *step, size_t input);

/* The element type that an output is known to have so far. */
enum dtype step_output_dtype(const struct step *step, size_t output);

/* The contents of an input, or NULL; the only integer that it holds. */
const struct contents *step_contents(struct step *step, size_t input);
bool step_scalar(struct step *step, size_t input, int64_t *scalar);

/* Where an axis lies; an impossible one fails the step. */
bool step_axis(struct step *step, int64_t axis, size_t rank, size_t *place);

/* What an output is. The element type that it is declared with stays; one that opgen has
   not is DTYPE_NONE with a word for it, foreign. */
void step_set(struct step *step, size_t output, const struct dims *dims);
void step_set_dtype(struct step *step, size_t output, enum dtype dtype);
void step_set_type(
	struct step *step, size_t output, enum dtype dtype, const char *foreign);

/* The output's element type is the input's. */
void step_pass_type(struct step *step, size_t output, size_t input);

/* What an output holds; kept when its shape, set before, has as many elements. */
void step_set_contents(struct step *step, size_t output, const struct contents *contents);

/* The output holds what the input does, in the same order. */
void step_pass_contents(struct step *step, size_t output, size_t input);

/* The output is a constant, element by element the input. */
void step_pass_constant(struct step *step, size_t output, size_t input);

/* The output is a constant of the model, splat: that constant's only element everywhere.
   source NULL, splat only: 0. */
void step_set_constant(
	struct step *step, size_t output, const struct value *source, bool splat);

/* The output is a constant of these floats. */
void step_set_floats(struct step *step, size_t output, const float *floats, size_t count);

#endif
