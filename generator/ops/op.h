#ifndef OPGEN_OPS_OP_H
#define OPGEN_OPS_OP_H

#include "base/dtype.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct dtype_rule;
struct expansion;
struct op;
struct operation;
struct plan;
struct pointwise_row;
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

/* The element types that an input may have. */
enum own_dtype {
	OWN_NONE,    /* T, the operation's */
	OWN_INTEGER, /* any integer type */
	OWN_INDEX,   /* int32 or int64 */
	OWN_INT64,
	OWN_FLOAT32,
	OWN_REAL, /* float32, float64 or float16 */
	OWN_BOOL
};

/* An input that an op has from version `since` to version `until`. One whose type changed
   has several rows. */
struct input_rule {
	const char *name;
	bool optional;
	bool constant; /* must be a constant */
	enum own_dtype own_dtype;
	bool variadic; /* a list of one or more; the last rule. Its tensors are name_0 …
			*/
	/* The types that it may have in place of T, which may be refused by the plan in
	   combinations; in versions before all of them, and if NULL, it has T. */
	const struct dtype_rule *dtype;
	enum dtype assumed; /* of an argument whose type a spec does not say; else T */
	int since, until;   /* until 0: to the newest */
	const char *summary;
	const char *former; /* its name before version `renamed` */
	int renamed;
};

/* The types of a version in words: "float32, float16 or bfloat16"; whether a version has
   a type. */
const char *dtype_rule_words(
	const struct dtype_rule *rule, int version, struct arena *arena);
bool dtype_rule_has(const struct dtype_rule *rule, enum dtype dtype, int version);

/* Whether an input may have other types than T: in any version, or in one. */
bool input_has_own_dtype(const struct input_rule *rule);
bool input_own_dtype_since(const struct input_rule *rule, int version);

/* Whether a version of an op has an input. */
bool input_in_version(const struct input_rule *rule, int version);

enum {
	MAX_INPUT = 20,    /* of an operation; the tensors of a variadic one count each */
	MOST_OUTPUTS = 64, /* the same */
};

/* An output that an op has from version `since` to version `until`. A node has those that
   it asks for: the last ones may be left out, others if they are optional. One that does
   not say which has those that are not optional; if all are, the first. */
struct output_rule {
	const char *name;
	enum dtype dtype; /* of its elements; DTYPE_NONE: T */
	bool own_dtype;   /* the plan says which type it has */
	bool optional;
	bool variadic; /* as many tensors as a node asks for, name_0 …; the only rule */
	int since, until;    /* until 0: to the newest */
	const char *summary; /* or NULL */
};

/* clang-format off */
/* The outputs of an op that has one, of type T. */
#define OUTPUT(spelt) ((const struct output_rule[]){{.name = spelt}, {.name = NULL}})
/* clang-format on */

bool output_in_version(const struct output_rule *rule, int version);

/* How many outputs a version of an op has at most; and the rule of output number `index`,
   of a variadic one with its place in the list, else NO_PART. NULL: it has no so many.
   Outputs that came later count, so that they have names when they are refused. */
size_t op_most_outputs(const struct op *op, int version);
const struct output_rule *op_output(
	const struct op *op, int version, size_t index, int *part);

/* Whether more outputs than the first one mean that a node of a version trains, which
   opgen does not do. */
bool op_trains(const struct op *op, int version);

/* The name of an output, one of a list with its place. */
const char *output_name(const struct output_rule *rule, int part, struct arena *arena);

/* How many inputs a version of an op takes at most; and the rule of input number `index`,
   of a variadic one with its place in the list, else NO_PART. NULL: it has no so many. */
size_t op_most_inputs(const struct op *op, int version);
const struct input_rule *op_input(
	const struct op *op, int version, size_t index, int *part);

/* The place, in models, of the first input that has type T. */
size_t op_typed_input(const struct op *op);

/* The name of an input in a version, and the rule of that name in it. NULL: it has none.
 */
const char *input_rule_name(const struct input_rule *rule, int version);
const struct input_rule *op_named_input(
	const struct op *op, int version, const char *name);

/* The element types of an input that has its own, in words: "int32 or int64". */
extern const char *const own_dtype_words[];

/* Whether it may have an element type; OWN_NONE: any, as far as this goes. */
bool own_dtype_fits(enum own_dtype own, enum dtype dtype);

/* An element type that an op takes from a version on. */
struct dtype_rule {
	enum dtype dtype;
	int since;
};

/* Everything that is known of an operation before a spec is seen. */
struct op {
	const char *name;
	const char *domain;               /* "ai.onnx", "com.microsoft", … */
	bool default_domain;              /* the one meant when a spec names no domain */
	bool has_opset;                   /* whether a spec may name an operator set */
	const int *version;               /* ascending, 0 at the end */
	const struct input_rule *input;   /* the op's own order, name NULL at the end */
	const struct output_rule *output; /* likewise */
	const struct attribute_rule *attribute; /* likewise */
	const struct dtype_rule *dtype;         /* DTYPE_NONE at the end */
	/* Takes a constant all of whose elements are equal as one of them: what would be
	   large is none then. */
	bool splats;
	bool layouts; /* X and Y may lie in memory in another layout */
	/* Versions in which a node that names more outputs than the first one trains,
	   whether anything reads them or not; 0: none. */
	int trains_since, trains_until;
	const char *summary;
	/* Of a pointwise operation: the step that it is. */
	const struct pointwise_row *step;
	/* Of an operation that means what one of ONNX means: that one, and the version
	   with this meaning. */
	const struct op *as;
	int as_version;
	bool first_is_last; /* models have the input of the first rule last */

	/* Resolves a checked operation into numbers. Reports what is impossible and
	   returns false. What it allocates lives in the arena. */
	bool (*plan)(const struct operation *operation, struct plan *plan,
		struct source *source, struct arena *arena);
	/* Or says which operations it is (ops/common/expansion.h). */
	bool (*expand)(struct expansion *e);
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
#define OP(name, ...) extern const struct op op_##name;
#include "ops/ops.def"

/* Every op, in the order of ops.def, which is the order of --list. */
extern const struct op *const op_table[];
extern const size_t nop;

/* The op of that name and domain ("" counts as "ai.onnx"); domain NULL: the default one.
 */
const struct op *op_find(const char *name, const char *domain);

/* The newest version of op not above opset, or 0 when the op is younger than it. */
int op_version(const struct op *op, int64_t opset);

#endif
