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

/* What a self-test (runtime/opgen_self_test.h) wants of a function. */
struct self_test {
	const uint64_t *wanted; /* nvariant times nwanted words */
	size_t nwanted;
	int nvariant;              /* 1, but for numerics fast: one for each target */
	uint64_t hash[MAX_TARGET]; /* of each variant */
	bool keeps_nan;            /* data are moved, and nothing else */
};

enum {
	/* Bytes of arguments, results and workspace that a self-test has room for: static
	   arrays, which compilers place within 2 GiB. */
	SELF_TEST_LIMIT = 1 << 30
};

/* Those bytes; UINT64_MAX: 2^64 and more. */
uint64_t self_test_bytes(const struct schedule *schedule);

/* The work that making one is, for progress. */
uint64_t self_test_work(const struct schedule *schedule);

/* Computes it: by the reference interpreter, of a network node by node. Code that
   numerics fast has transformed, whose bits are its own, is run statement by statement
   instead. Returns NULL, or why that code cannot be run, which is a bug of opgen's. The
   schedule's bytes are within SELF_TEST_LIMIT. */
const char *self_test_make(struct self_test *test, const struct schedule *schedule,
	struct progress *progress, struct arena *arena);

/* The type and the count of an operand's numbers, of which a complex element is two. */
enum opgen_test_type self_test_type(const struct operand *operand);
int64_t self_test_numbers(const struct operand *operand);

#endif
