#ifndef OPGEN_TESTS_GRAPH_H
#define OPGEN_TESTS_GRAPH_H

#include "support/rows.h"

#include "infer/shapes.h"
#include "model/model.h"

/* clang-format off */
/* Models written as text, for what works on them. Statements, separated by ';':

     x: [1,?,N]             x is declared with a shape, of float32; ?: unknown; N: a symbol
     x: int64 ?             of another type, of unknown rank
     x: int4 [3]            of a type that opgen has not; a constant of it is int4[3]{}
     y = Relu x             a node
     y,z = ...              one of two outputs; '_': an absent one
     y = Slice-9 x axes=[0] starts=[1] ends=[2]
                            of an operator set, with attributes: 3, 0.5, WORD, [1,2],
                            f[0.5], t{1,2} (a tensor); those of an IR are texts, which end
                            at a blank

   In place of an input's name may stand its declaration, [1,3,8,8] or int64[3] or ?, or a
   constant, int64 unless it says otherwise: 3, {1,2}, [2,2]{1,2,3,4}, float32{1.5}; or
   '_': absent. */
/* clang-format on */
void graph_build(
	struct model *model, enum model_kind kind, const char *text, struct arena *arena);

/* The value of that name, which must exist. */
int64_t graph_value(const struct model *model, const char *name);

/* What is known of a value: its type if it is not float32, its shape, its contents:
   "int64[3]{1,?,4}". '?' is a shape that is not known, '!' one that there is none of: the
   node cannot take its inputs. */
const char *graph_known(const struct shapes *shapes, int64_t value, struct arena *arena);

/* A graph, and what must be known of y in the end, and of z if there is one. */
struct graph_row {
	const char *name;
	const char *text;
	const char *known;
};

/* Tests of a row, as a graph of ONNX, TensorFlow or OpenVINO. */
void onnx_row_holds(void **state);
void tensorflow_row_holds(void **state);
void openvino_row_holds(void **state);

#endif
