/* A workload as an ONNX model. */
#ifndef BENCH_ONNX_H
#define BENCH_ONNX_H

#include "operands.h"
#include "proto.h"

enum {
	ONNX_RANK_MAX = 6
};

struct shape {
	int64_t rank;
	int64_t extent[ONNX_RANK_MAX];
};

/* The model's graph: inputs X and, with weights at run time, W and B; output Y. */
struct onnx_model {
	struct proto model;
	struct shape src;
	struct shape weights;
	struct shape bias;
	struct shape dst;
};

/* Moves that ONNX has no operation for are a transposition of a view of the data, the
   view costing nothing: DepthToSpace in NHWC alone, SpaceToBatch behind a Pad. */
void onnx_write(struct onnx_model *m, const struct operands *o, bool runtime_weights);

#endif
