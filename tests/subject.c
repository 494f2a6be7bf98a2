#include "subject.h"

#include <stdlib.h>

#include "emit.h"
#include "op.h"
#include "out.h"
#include "readers/json.h"

bool
subject_plan(struct subject *subject, const char *path, const char *text, size_t size)
{
	struct source *source = &subject->source;
	struct operation *operation = &subject->operation;

	*subject = (struct subject){0};
	source_from_text(source, path, text, size);
	subject->stream = open_memstream(&subject->messages, &subject->nmessage);
	if (!subject->stream) {
		perror("open_memstream");
		exit(3);
	}
	source->messages = subject->stream;
	if (json_read(source, &subject->spec, &subject->arena) &&
		check_node(&subject->spec, subject->spec.node, operation, source,
			&subject->arena) &&
		operation->op->plan(operation, &subject->plan, source, &subject->arena))
		return true;
	fflush(subject->stream);
	fprintf(stderr, "refused: %s", subject->messages);
	return false;
}

bool
subject_schedule(struct subject *subject, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct schedule *schedule)
{
	const struct node *node = subject->spec.node;
	bool made;

	rewind(subject->stream);
	made = schedule_make(schedule, &subject->plan, prefix, settings, max_output,
		&subject->source, node->where, &subject->arena);
	fflush(subject->stream);
	return made;
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
