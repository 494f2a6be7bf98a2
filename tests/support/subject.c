#include "support/subject.h"

#include <stdlib.h>

#include "deliver/out_file.h"
#include "diag/source_read.h"
#include "emit/emit.h"
#include "import/candidates.h"
#include "import/import_node.h"
#include "import/read.h"
#include "model/format.h"
#include "network/make.h"
#include "ops/op.h"
#include "ops/plan_node.h"
#include "spec/json.h"

/* From here on the rooms' messages are kept. */
static void
keep_messages(struct subject *subject)
{
	subject->stream = open_memstream(&subject->messages, &subject->nmessage);
	if (!subject->stream) {
		perror("open_memstream");
		exit(3);
	}
	subject->source.messages = subject->stream;
}

/* From the spec to the plan. */
static bool
plan(struct subject *subject)
{
	return plan_node(&subject->spec, subject->spec.node, &subject->plan,
		&subject->source, &subject->arena);
}

static bool
refused(const struct subject *subject)
{
	fflush(subject->stream);
	fprintf(stderr, "refused: %s", subject->messages);
	return false;
}

bool
subject_plan(struct subject *subject, const char *path, const char *text, size_t size)
{
	*subject = (struct subject){0};
	source_from_text(&subject->source, path, text, size);
	keep_messages(subject);
	return (json_read(&subject->source, &subject->spec, &subject->arena) &&
		       plan(subject)) ||
	       refused(subject);
}

/* Makes a spec of the node. */
static bool
choose(struct subject *subject, const struct candidates *candidates, size_t node)
{
	struct import import;

	for (size_t i = 0; i < candidates->ncandidate; i++) {
		const struct candidate *candidate = &candidates->candidate[i];

		if (candidate->index != node)
			continue;
		import = import_begin(&subject->spec, candidates, 1, CONSTANTS_EMBEDDED,
			&subject->arena);
		return import_node(&import, candidate, &subject->source);
	}
	source_error(&subject->source, NULL, "no operation of opgen is node #%zu", node);
	return false;
}

bool
subject_plan_node(struct subject *subject, const char *path, size_t node)
{
	static const struct overrides none;
	struct arena *arena = &subject->arena;
	struct candidates *candidates;

	*subject = (struct subject){0};
	if (source_read(&subject->source, path, format_limit, arena) != SOURCE_READ)
		return false;
	keep_messages(subject);
	candidates = arena_new(arena, struct candidates);
	return (candidates_read(candidates, &subject->source, FORMAT_ONNX, 0, &none,
			arena, arena) &&
		       choose(subject, candidates, node) && plan(subject)) ||
	       refused(subject);
}

bool
subject_make(struct subject *subject, const char *prefix, const struct settings *settings,
	uint64_t max_output, struct schedule *schedule)
{
	const struct node *node = subject->spec.node;
	bool made;

	rewind(subject->stream);
	made = network_schedule(schedule, &subject->plan, prefix, settings, max_output,
		&subject->source, node->where, &subject->arena);
	fflush(subject->stream);
	return made;
}

bool
subject_schedule(struct subject *subject, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct schedule *schedule)
{
	bool made = subject_make(subject, prefix, settings, max_output, schedule);
	const char *failure =
		made ? schedule_prove(schedule, NULL, &subject->arena) : NULL;

	if (failure)
		fprintf(stderr, "cannot be proven: %s\n", failure);
	return made && !failure;
}

void
subject_free(struct subject *subject)
{
	fclose(subject->stream);
	free(subject->messages);
	arena_free(&subject->arena);
}

bool
emit_file(const char *path, const struct schedule *const *schedule, size_t nschedule,
	uint64_t *ncode)
{
	struct unit unit = {.schedule = schedule, .nschedule = nschedule};
	struct out out;

	if (!out_open(&out, path))
		return false;
	emit_unit(&out, &unit);
	*ncode = out.written - out.constant;
	return out_commit(&out);
}
