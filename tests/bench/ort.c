/* onnxruntime with a model of one node. */
#include "contender.h"
#include "onnx.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

enum {
	INPUTS_MAX = 3
};

struct ort {
	const struct operands *operands;
	struct session session;
	void *inputs[INPUTS_MAX];
	size_t ninput;
	void *output;
	float *dst;
};

static void
ort_run(void *state)
{
	static const char *const input_names[] = {"X", "W", "B"};
	static const char *const output_name = "Y";
	struct ort *ort = state;
	session_run(&ort->session,
		&(struct session_ends){input_names, ort->inputs, ort->ninput},
		&(struct session_ends){&output_name, &ort->output, 1});
}

static void
ort_fetch(void *state, float *dst)
{
	struct ort *ort = state;
	size_t n = (size_t)workload_ndst(ort->operands->workload);
	memcpy(dst, ort->dst, n * sizeof *dst);
}

/* A tensor over floats that lie where they are. */
static void *
tensor(const struct ort *ort, float *floats, const struct shape *shape)
{
	size_t nbyte = sizeof *floats;
	for (int64_t i = 0; i < shape->rank; i++)
		nbyte *= (size_t)shape->extent[i];
	return session_tensor(&ort->session, SESSION_FLOAT, floats, nbyte, shape->extent,
		(size_t)shape->rank);
}

static bool
bind(struct ort *ort, const struct onnx_model *m, bool runtime_weights)
{
	const struct operands *o = ort->operands;
	ort->dst = operands_floats(workload_ndst(o->workload));
	ort->output = tensor(ort, ort->dst, &m->dst);
	ort->inputs[0] = tensor(ort, o->src, &m->src);
	ort->ninput = 1;
	if (runtime_weights) {
		ort->inputs[1] = tensor(ort, o->weights, &m->weights);
		ort->inputs[2] = tensor(ort, o->bias, &m->bias);
		ort->ninput = 3;
	}
	for (size_t i = 0; i < ort->ninput; i++)
		if (!ort->inputs[i])
			return false;
	return ort->output != NULL;
}

bool
ort_create(struct contender *c, const struct operands *o, const char *library,
	bool runtime_weights)
{
	struct ort *ort = calloc(1, sizeof *ort);
	struct onnx_model m;
	if (!ort)
		return false;
	ort->operands = o;
	onnx_write(&m, o, runtime_weights);
	if (!session_open(&ort->session, library, m.model.bytes, m.model.nbyte, 1) ||
		!bind(ort, &m, runtime_weights))
		return false;
	free(m.model.bytes);
	*c = (struct contender){
		runtime_weights ? "ort-rt" : "ort", ort_run, ort_fetch, ort};
	return true;
}
