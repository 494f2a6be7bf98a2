#ifndef OPGEN_MODEL_TENSORFLOW_ENDS_H
#define OPGEN_MODEL_TENSORFLOW_ENDS_H

struct Tensorflow__MetaGraph;
struct arena;
struct model;

/* Finds what a graph takes and gives: what the signature of its meta graph says, if it
   has one; else its Placeholders, and the tensors of nodes that no node reads. */
void tensorflow_ends(struct model *model, const struct Tensorflow__MetaGraph *meta,
	struct arena *arena);

#endif
