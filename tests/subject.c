#include "subject.h"

#include <stdlib.h>

#include "declared.h"
#include "emit.h"
#include "format.h"
#include "nodes.h"
#include "op.h"
#include "options.h"
#include "out_file.h"
#include "readers/json.h"
#include "to_spec.h"

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
	struct operation *operation = &subject->operation;

	return check_node(&subject->spec, subject->spec.node, operation, &subject->source,
		       &subject->arena) &&
	       operation->op->plan(
		       operation, &subject->plan, &subject->source, &subject->arena);
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
choose(struct subject *subject, const struct nodes *nodes, size_t node)
{
	for (size_t i = 0; i < nodes->ncandidate; i++) {
		const struct candidate *candidate = &nodes->candidate[i];

		if (candidate->index == node)
			return to_spec(&subject->spec, nodes, &candidate, 1,
				CONSTANTS_EMBEDDED, &subject->arena);
	}
	source_error(&subject->source, NULL, "no operation of opgen is node #%zu", node);
	return false;
}

bool
subject_plan_node(struct subject *subject, const char *path, size_t node)
{
	static const struct model_options options;
	struct arena *arena = &subject->arena;
	struct nodes *nodes;

	*subject = (struct subject){0};
	if (source_read(&subject->source, path, format_limit, arena) != SOURCE_READ)
		return false;
	keep_messages(subject);
	nodes = arena_new(arena, struct nodes);
	return (nodes_read(nodes, &subject->source, FORMAT_ONNX, &options, arena) &&
		       choose(subject, nodes, node) && plan(subject) &&
		       declared_holds(&subject->plan, subject->spec.node,
			       &subject->source, arena)) ||
	       refused(subject);
}

bool
subject_schedule(struct subject *subject, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct schedule *schedule)
{
	const struct node *node = subject->spec.node;
	const char *failure = NULL;
	bool made;

	rewind(subject->stream);
	made = schedule_make(schedule, &subject->plan, prefix, settings, max_output,
		&subject->source, node->where, &subject->arena);
	if (made)
		failure = schedule_prove(schedule, NULL, &subject->arena);
	fflush(subject->stream);
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
	struct unit unit = {schedule, nschedule};
	struct out out;

	if (!out_open(&out, path))
		return false;
	emit_unit(&out, &unit);
	*ncode = out.written - out.constant;
	return out_commit(&out);
}
