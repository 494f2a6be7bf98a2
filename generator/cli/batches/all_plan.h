#ifndef OPGEN_CLI_ALL_PLAN_H
#define OPGEN_CLI_ALL_PLAN_H

#include "base/sha256.h"
#include "base/status.h"
#include "model/format.h"
#include "ops/common/subnormal.h"
#include "plan/plan.h"
#include "spec/spec.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct candidate;
struct candidates;
struct manifest_file;
struct options;
struct progress;
struct schedule;
struct source;

/* A spec or a model. */
struct origin {
	const char *const *path; /* as the command line has it */
	struct source *source;
	struct candidates *candidates;     /* a model's; NULL: it is a spec */
	struct spec spec;                  /* what could be planned of a model */
	const struct manifest_file *input; /* it and its files, for manifests */
	size_t ninput;
	size_t first, nitem; /* its items */
	struct subnormal_told told;
};

/* What becomes a function: a node, or the graph of a spec. */
struct item {
	const struct origin *origin;
	const struct candidate *candidate; /* NULL: it is of a spec */
	const char *name;                  /* the function's */
	const struct node *node;           /* NULL: it could not be imported */
	struct plan plan;                  /* not of a graph */
	struct settings settings;
	bool refused;
	char hash[SHA256_TEXT]; /* of its C file, when that is there */
};

/* Those of all files, each planned once. */
struct all {
	const struct options *options;
	struct progress *progress;
	struct origin *origin;
	size_t norigin;
	struct item *item;
	struct schedule *schedule; /* one for each item, where it was made */
	size_t nitem;
	enum status status; /* so far */
	struct arena *arena;
};

/* Reads what follows from the texts of the options' specs, in their order. */
enum status all_read(struct all *all, struct source *source, const enum format *format);

/* Plans all items. Reports those that are not ready; returns whether to go on. */
bool all_plan(struct all *all);

/* Whether functions of several files have different names: they are for one program.
   Those of one file have. */
bool all_check_names(const struct all *all);

/* Reports why an item cannot be compiled: as an error, unless such items are skipped. */
void all_report(const struct all *all, const struct item *item, const char *reason);

/* Whether to compile the items that are not refused; if not, says so. */
bool all_goes_on(const struct all *all);

#endif
