#ifndef OPGEN_TESTS_CODE_BUILT_H
#define OPGEN_TESTS_CODE_BUILT_H

#include "code/statements/build.h"

/* Functions put together by hand: X, Y and the types are those of an operation on
   BUILT_ELEMENTS numbers of float32. */

enum {
	BUILT_ELEMENTS = 64
};

struct build {
	struct code_builder *code;
	struct code_type scalar, vector; /* of 8 lanes */
};

struct build build_with(struct code_builder *code);

struct ends {
	const struct variable *src, *dst;
};

/* A static function of src and dst begins; the one that others call, of X and Y. */
struct ends build_inner(const struct build *build, const char *name);
struct ends build_entry(const struct build *build);

/* A parameter of the function at hand. */
struct variable *build_pointer(const struct build *build, const char *name, bool reads);

/* A counter that is declared; an array of so many elements. */
struct variable *build_counter(const struct build *build, const char *name);
struct variable *build_array(const struct build *build, const char *name, int64_t length);

/* A vector goes from one place to another; so many of its elements. */
void build_copy(const struct build *build, struct address to, struct address from);
void build_copy_n(
	const struct build *build, struct address to, struct address from, int64_t n);

#endif
