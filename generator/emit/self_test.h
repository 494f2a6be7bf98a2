#ifndef OPGEN_EMIT_SELF_TEST_H
#define OPGEN_EMIT_SELF_TEST_H

#include "kernels/design.h"
#include "opgen_self_test.h"
#include "target/target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct progress;

/* The results that a self-test (runtime/opgen_self_test.h) expects of a function. */
struct self_test {
	const uint64_t *wanted; /* nwanted words for each variant in turn */
	size_t nwanted;
	size_t ninput; /* the function's inputs that are no constants */
	int nvariant;  /* 1; with numerics fast, at most one for each target */
	uint64_t hash[MAX_TARGET]; /* of each variant */
	bool keeps_nan; /* the function only moves data, so it also keeps the bits of
			   NaNs */
};

enum {
	/* Most bytes of arguments, results and workspace of a self-test. They are
	   static arrays, which compilers place within 2 GiB. */
	SELF_TEST_LIMIT = 1 << 30
};

/* Most bytes of tensors that computing the results may hold at once: that of the
   network's nodes, one by one, holds tensors for which the fused code has no room. */
#define SELF_TEST_HELD (UINT64_C(1) << 36)

/* The bytes of a function's arguments, results, workspace and packed weights;
   UINT64_MAX: 2^64 and more. */
uint64_t self_test_bytes(const struct schedule *schedule);

/* The bytes of tensors that computing the results holds at once, beside those. */
uint64_t self_test_held(const struct schedule *schedule);

/* The work of making a self-test, for progress: elements read and written. */
uint64_t self_test_work(const struct schedule *schedule);

/* Computes the results: by the reference interpreter, of a network node by node. Code
   of a design that only numerics fast allows has other bits, so its statements are run
   instead. Returns NULL, or why they cannot be run, which is a bug of opgen.
   self_test_bytes() must be at most SELF_TEST_LIMIT, self_test_held() at most
   SELF_TEST_HELD. */
const char *self_test_make(struct self_test *test, const struct schedule *schedule,
	struct progress *progress, struct arena *arena);

/* The type of an operand's numbers, as the program names it, and their count; a complex
   element is two numbers. */
const char *self_test_type(const struct operand *operand);
int64_t self_test_numbers(const struct operand *operand);

#endif
