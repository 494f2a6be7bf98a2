#ifndef OPGEN_TESTS_SUBJECT_H
#define OPGEN_TESTS_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/check.h"
#include "plan/plan.h"
#include "schedule/schedule.h"
#include "spec/spec.h"

/* One operation of a spec or a model, taken through the rooms inside the test program. */
struct subject {
	struct source source;
	struct spec spec;
	struct operation operation;
	struct plan plan;
	char *messages; /* what the rooms said */
	size_t nmessage;
	FILE *stream;
	struct arena arena;
};

/* From the text to the plan. On failure prints the messages and returns false. */
bool subject_plan(
	struct subject *subject, const char *path, const char *text, size_t size);

/* The same for a node of the ONNX model in a file. */
bool subject_plan_node(struct subject *subject, const char *path, size_t node);

/* Schedules the plan and proves the code; false when it was refused, messages then holds
   why, or cannot be proven. */
bool subject_schedule(struct subject *subject, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct schedule *schedule);

/* The same without the proof. */
bool subject_make(struct subject *subject, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct schedule *schedule);

/* Everything that the subject's plan and schedules stand in goes. */
void subject_free(struct subject *subject);

/* Emits the schedules as one C file and stores how many bytes of it are code, constants
   not counted; false, after a message, on failure. */
bool emit_file(const char *path, const struct schedule *const *schedule, size_t nschedule,
	uint64_t *ncode);

#endif
