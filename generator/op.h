#ifndef OPGEN_OP_H
#define OPGEN_OP_H

#include "dtype.h"
#include "spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct operation;
struct plan;
struct source;

/* No version has withdrawn an attribute yet. */
enum {
	LATEST = 1 << 30
};

/* An extent, pad, stride or dilation at most, so that sums of a few fit 64 bits. */
#define LENGTH_LIMIT (INT64_C(1) << 62)

/* An attribute that an op has, from version `since` to version `until`. An attribute
   whose type or meaning changed has several rows. */
struct attribute_rule {
	const char *name;
	enum attribute_type type;
	int since, until;
	bool required;
	int64_t minimum, maximum; /* of an INT, and of each of INTS */
	const char *initial;      /* the default in words, for --describe; NULL: none */
	const char *const
		*choice;     /* the words a STRING may be, NULL at the end; or NULL */
	const char *summary; /* one line for --describe: length, unit, meaning */
};

struct input_rule {
	const char *name;
	bool optional;
	bool constant;  /* must be a constant */
	bool own_dtype; /* has an integer type of its own, not T */
	const char *summary;
};

/* An element type that an op takes from a version on. */
struct dtype_rule {
	enum dtype dtype;
	int since;
};

/* Everything that is known of an operation before a spec is seen. */
struct op {
	const char *name;
	const char *domain;             /* "ai.onnx", "openvino", "tensorflow" */
	bool default_domain;            /* the one meant when a spec names no domain */
	bool has_opset;                 /* whether a spec may name an operator set */
	const int *version;             /* ascending, 0 at the end */
	const struct input_rule *input; /* the op's own order, name NULL at the end */
	const char *output;             /* the emitted argument: "Y", "output" */
	const char *second; /* an optional output of int64, behind it; NULL: none */
	int second_since;   /* the version that it came with */
	const struct attribute_rule *attribute; /* name NULL at the end */
	const struct dtype_rule *dtype;         /* DTYPE_NONE at the end */
	const char *summary;

	/* Resolves a checked operation into numbers. Reports what is impossible and
	   returns false. What it allocates lives in the arena. */
	bool (*plan)(const struct operation *operation, struct plan *plan,
		struct source *source, struct arena *arena);
};

/* Where operations come from, and how their operator sets are numbered. */
struct domain {
	const char *name;
	int newest_opset; /* 0: the domain has no operator sets */
	bool takes_later; /* a later operator set is taken, with a warning, for the newest
			   */
};

extern const struct domain domain_table[];
extern const size_t ndomain;

/* The domain of that name ("" counts as "ai.onnx"), or NULL. */
const struct domain *domain_find(const char *name);

/* Each op's own file defines it. */
#define OP(name) extern const struct op op_##name;
#include "ops.def"
#undef OP

/* Every op, in the order of ops.def, which is the order of --list. */
extern const struct op *const op_table[];
extern const size_t nop;

/* The op of that name and domain ("" counts as "ai.onnx"); domain NULL: the default one.
 */
const struct op *op_find(const char *name, const char *domain);

/* The newest version of op not above opset, or 0 when the op is younger than it. */
int op_version(const struct op *op, int64_t opset);

#endif
