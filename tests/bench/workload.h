/* A row of workloads.txt: one operation with its shapes, and how fast it has to be. */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	WORKLOAD_NAME_MAX = 48,
	AXES = 3, /* shapes of lower rank have leading axes of extent 1 */
};

enum workload_op {
	OP_CONV,
	OP_AVERAGE_POOL,
	OP_LP_POOL,
	OP_MAX_POOL,
	OP_DEPTH_TO_SPACE_NHWC,
	OP_DEPTH_TO_SPACE_NCHW,
	OP_SPACE_TO_BATCH, /* NHWC */
};

struct workload {
	char name[WORKLOAD_NAME_MAX];
	enum workload_op op;
	int64_t batch;
	int64_t ic;
	int64_t oc;
	int64_t group;
	int64_t rank; /* spatial axes that the operation has; the last ones of the arrays
		       */
	int64_t in[AXES];
	int64_t kernel[AXES];
	int64_t strides[AXES];
	int64_t dilations[AXES];
	int64_t pads[AXES];
	int64_t pads_end[AXES];
	int64_t out[AXES];
	int64_t p;     /* LpPool's */
	int64_t block; /* of the moves */
	bool nhwc;     /* opgen's src and dst have their channels last */
	/* The table names the peer, so it has to take part. */
	bool has_ort;
	bool has_onednn;
	bool has_xnnpack;
};

/* Finds the row; says on standard error what is wrong with it, or that there is none. */
bool workload_load(struct workload *w, const char *path, const char *name);

/* The table's name for it, which for a pool is ONNX's. */
const char *workload_op_name(const struct workload *w);

bool workload_is_move(const struct workload *w);

/* There is nothing to round, so that every contender has to give the same. */
bool workload_is_exact(const struct workload *w);

/* Elements. */
int64_t workload_nsrc(const struct workload *w);
int64_t workload_nweights(const struct workload *w);
int64_t workload_ndst(const struct workload *w);

/* Points of one channel. */
int64_t workload_in_points(const struct workload *w);
int64_t workload_out_points(const struct workload *w);

#endif
