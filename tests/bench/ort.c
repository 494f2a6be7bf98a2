/* onnxruntime through its C interface. The package that brings the library has no header.
   What is needed stands here: the interface is a table of functions whose order never
   changes once a version has shipped (onnxruntime_c_api.h), and all of these have been
   there since version 1. */
#include "contender.h"
#include "onnx.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	INPUTS_MAX = 3,
	API_VERSION = 1
};

/* Values of its enums. */
enum {
	LOG_ERROR = 3,
	OPTIMIZE_ALL = 99,
	ALLOCATOR_ARENA = 1,
	MEMORY_DEFAULT = 0,
	FLOAT = 1
};

/* Places in the table. */
enum {
	GET_ERROR_MESSAGE = 2,
	CREATE_ENV = 3,
	CREATE_SESSION_FROM_ARRAY = 8,
	RUN = 9,
	CREATE_SESSION_OPTIONS = 10,
	SET_GRAPH_OPTIMIZATION_LEVEL = 23,
	SET_INTRA_OP_NUM_THREADS = 24,
	CREATE_TENSOR_WITH_DATA = 49,
	CREATE_CPU_MEMORY_INFO = 69,
	TABLE_SIZE = 102,
};

typedef void any_fn(void);

struct api_table {
	any_fn *at[TABLE_SIZE];
};

struct api_base {
	const struct api_table *(*get_api)(uint32_t version);
	const char *(*get_version)(void);
};

/* Objects of the library are pointers to what nobody looks into; a status is NULL when
   all went well. */
typedef const char *get_error_message_fn(const void *status);
typedef void *create_env_fn(int level, const char *name, void **env);
typedef void *create_session_fn(const void *env, const void *model, size_t nbyte,
	const void *options, void **session);
typedef void *run_fn(void *session, const void *run_options,
	const char *const *input_names, const void *const *inputs, size_t ninput,
	const char *const *output_names, size_t noutput, void **outputs);
typedef void *create_options_fn(void **options);
typedef void *set_int_fn(void *options, int value);
typedef void *create_tensor_fn(const void *memory_info, void *elements, size_t nbyte,
	const int64_t *shape, size_t rank, int type, void **value);
typedef void *create_memory_info_fn(int allocator, int memory, void **memory_info);

struct ort {
	const struct operands *operands;
	const struct api_table *api;
	run_fn *run;
	void *session;
	const void *inputs[INPUTS_MAX];
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
	ort->run(ort->session, NULL, input_names, ort->inputs, ort->ninput, &output_name,
		1, &ort->output);
}

static void
ort_fetch(void *state, float *dst)
{
	struct ort *ort = state;
	size_t n = (size_t)workload_ndst(ort->operands->workload);
	memcpy(dst, ort->dst, n * sizeof *dst);
}

static bool
good(const struct ort *ort, const void *status)
{
	if (!status)
		return true;
	get_error_message_fn *message =
		(get_error_message_fn *)ort->api->at[GET_ERROR_MESSAGE];
	fprintf(stderr, "bench: onnxruntime: %s\n", message(status));
	return false;
}

static const struct api_table *
load(const char *library)
{
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	void *symbol = handle ? dlsym(handle, "OrtGetApiBase") : NULL;
	const struct api_base *(*get_base)(void);
	if (!symbol) {
		fprintf(stderr, "bench: %s\n", dlerror());
		return NULL;
	}
	memcpy(&get_base, &symbol, sizeof symbol);
	return get_base()->get_api(API_VERSION);
}

/* One thread, every optimisation that there is. */
static bool
open_session(struct ort *ort, const struct proto *model)
{
	any_fn *const *at = ort->api->at;
	void *env = NULL;
	void *options = NULL;
	return good(ort, ((create_env_fn *)at[CREATE_ENV])(LOG_ERROR, "bench", &env)) &&
	       good(ort, ((create_options_fn *)at[CREATE_SESSION_OPTIONS])(&options)) &&
	       good(ort, ((set_int_fn *)at[SET_INTRA_OP_NUM_THREADS])(options, 1)) &&
	       good(ort, ((set_int_fn *)at[SET_GRAPH_OPTIMIZATION_LEVEL])(
				 options, OPTIMIZE_ALL)) &&
	       good(ort, ((create_session_fn *)at[CREATE_SESSION_FROM_ARRAY])(env,
				 model->bytes, model->nbyte, options, &ort->session));
}

/* A tensor over floats that lie where they are. */
static void *
tensor(const struct ort *ort, float *floats, const struct shape *shape)
{
	any_fn *const *at = ort->api->at;
	void *info = NULL;
	void *value = NULL;
	size_t nbyte = sizeof *floats;
	for (int64_t i = 0; i < shape->rank; i++)
		nbyte *= (size_t)shape->extent[i];
	bool made = good(ort, ((create_memory_info_fn *)at[CREATE_CPU_MEMORY_INFO])(
				      ALLOCATOR_ARENA, MEMORY_DEFAULT, &info)) &&
		    good(ort, ((create_tensor_fn *)at[CREATE_TENSOR_WITH_DATA])(info,
				      floats, nbyte, shape->extent, (size_t)shape->rank,
				      FLOAT, &value));
	return made ? value : NULL;
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
	ort->api = load(library);
	if (!ort->api)
		return false;
	ort->run = (run_fn *)ort->api->at[RUN];
	onnx_write(&m, o, runtime_weights);
	if (!open_session(ort, &m.model) || !bind(ort, &m, runtime_weights))
		return false;
	free(m.model.bytes);
	*c = (struct contender){
		runtime_weights ? "ort-rt" : "ort", ort_run, ort_fetch, ort};
	return true;
}
