#ifndef OPGEN_TESTS_ROWS_H
#define OPGEN_TESTS_ROWS_H

#include "support/test.h"

#include "base/arena.h"
#include "diag/source.h"
#include "ops/check.h"
#include "plan/plan.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stdio.h>

/* A spec of one operation and what the rooms up to the plan made of it. */
struct resolved {
	struct source source;
	struct spec spec;
	struct operation operation;
	struct plan plan;
	bool good;
	char *said; /* "error: strides: ...", a line each, without places and carets */
	struct arena arena;
};

/* Takes a spec to its plan; it may be written with ' where JSON wants ". */
void resolve(struct resolved *resolved, const char *spec);
void resolved_free(struct resolved *resolved);

/* A row of most tables here: what is said of a spec, and the output it comes to. */
struct resolve_row {
	const char *name;
	const char *spec;
	const char *shape; /* the output's, "[1, 1, 3]"; NULL: it is refused */
	const char *said;  /* as in struct resolved; NULL: nothing */
};

/* The test of a row. */
void row_holds(void **state);

/* Runs a test for each of nrow rows of size bytes, which begin with their name. */
int run_rows(const char *group, const void *row, size_t nrow, size_t size,
	CMUnitTestFunction holds);

#define run_table(group, table, holds) \
	run_rows((group), (table), countof(table), sizeof(table)[0], (holds))

/* A number from 0 to limit - 1 that looks random and is the same on every machine. */
int64_t draw(uint32_t *state, uint32_t limit);

#endif
