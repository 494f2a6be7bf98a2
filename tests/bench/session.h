/* A model in onnxruntime. */
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct api_table;

struct session {
	const struct api_table *api;
	void *session;
};

/* ONNX's numbers for element types. */
enum session_type {
	SESSION_FLOAT = 1,
	SESSION_UINT8 = 2,
	SESSION_INT8 = 3
};

/* The inputs or the outputs of a run. */
struct session_ends {
	const char *const *name;
	void **value; /* tensors */
	size_t n;
};

/* Opens a model for so many threads, with every optimisation. These report what fails.
 */
bool session_open(struct session *session, const char *library, const void *model,
	size_t nbyte, int threads);

/* A tensor over elements that lie where they are; NULL: it failed. */
void *session_tensor(const struct session *session, enum session_type type,
	void *elements, size_t nbyte, const int64_t *shape, size_t rank);

bool session_run(const struct session *session, const struct session_ends *inputs,
	const struct session_ends *outputs);

#endif
