/* onnxruntime through its C interface. The package that brings the library has no header.
   What is needed stands here: the interface is a table of functions whose order never
   changes once a version has shipped (onnxruntime_c_api.h), and all of these have been
   there since version 1. */
#include "session.h"

#include "narrow.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum {
	API_VERSION = 1
};

/* Values of its enums. */
enum {
	LOG_ERROR = 3,
	OPTIMIZE_ALL = 99,
	ALLOCATOR_ARENA = 1,
	MEMORY_DEFAULT = 0
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

static bool
good(const struct session *session, const void *status)
{
	if (!status)
		return true;
	get_error_message_fn *message =
		(get_error_message_fn *)session->api->at[GET_ERROR_MESSAGE];
	fprintf(stderr, "bench: onnxruntime: %s\n", message(status));
	return false;
}

static const struct api_table *
load(const char *library)
{
	narrow_answer();
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

/* Every optimisation that there is. */
bool
session_open(struct session *session, const char *library, const void *model,
	size_t nbyte, int threads)
{
	void *env = NULL;
	void *options = NULL;
	*session = (struct session){.api = load(library)};
	if (!session->api)
		return false;
	any_fn *const *at = session->api->at;
	return good(session,
		       ((create_env_fn *)at[CREATE_ENV])(LOG_ERROR, "bench", &env)) &&
	       good(session,
		       ((create_options_fn *)at[CREATE_SESSION_OPTIONS])(&options)) &&
	       good(session,
		       ((set_int_fn *)at[SET_INTRA_OP_NUM_THREADS])(options, threads)) &&
	       good(session, ((set_int_fn *)at[SET_GRAPH_OPTIMIZATION_LEVEL])(
				     options, OPTIMIZE_ALL)) &&
	       good(session, ((create_session_fn *)at[CREATE_SESSION_FROM_ARRAY])(
				     env, model, nbyte, options, &session->session));
}

void *
session_tensor(const struct session *session, enum session_type type, void *elements,
	size_t nbyte, const int64_t *shape, size_t rank)
{
	any_fn *const *at = session->api->at;
	void *info = NULL;
	void *value = NULL;
	bool made =
		good(session, ((create_memory_info_fn *)at[CREATE_CPU_MEMORY_INFO])(
				      ALLOCATOR_ARENA, MEMORY_DEFAULT, &info)) &&
		good(session, ((create_tensor_fn *)at[CREATE_TENSOR_WITH_DATA])(info,
				      elements, nbyte, shape, rank, (int)type, &value));
	return made ? value : NULL;
}

bool
session_run(const struct session *session, const struct session_ends *inputs,
	const struct session_ends *outputs)
{
	run_fn *run = (run_fn *)session->api->at[RUN];
	return good(session, run(session->session, NULL, inputs->name,
				     (const void *const *)inputs->value, inputs->n,
				     outputs->name, outputs->n, outputs->value));
}
