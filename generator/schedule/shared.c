#include "schedule/shared.h"

#include "base/arena.h"
#include "code/statements/build.h"
#include "code/statements/share.h"

struct share *
shared_find(struct shared_schedules *shared, const struct schedule **schedule, size_t n,
	struct arena *arena)
{
	struct arena lasting = {0}, body = {0};
	size_t *first = arena_array(arena, size_t, n + 1);
	struct share_search search;
	struct code_builder code;

	share_begin(&search, arena);
	code = code_begin(&lasting, &body, &search.sink, "");
	for (size_t i = 0; i < n; i++) {
		schedule[i]->kernel->lower(schedule[i], &code);
		first[i + 1] = code.nfunction;
	}
	*shared = (struct shared_schedules){schedule, n, search.share, first};
	arena_free(&body);
	arena_free(&lasting);
	return search.share;
}

size_t
shared_functions(const struct shared_schedules *shared, size_t i)
{
	return shared->first[i + 1] - shared->first[i];
}

static size_t
last_of(const struct shared_schedules *shared, size_t i)
{
	return shared->first[i + 1] - 1;
}

bool
shared_is_other(const struct shared_schedules *shared, size_t i)
{
	return share_first(shared->share, last_of(shared, i)) != last_of(shared, i);
}

size_t
shared_count(const struct shared_schedules *shared, size_t i)
{
	return share_count(shared->share, last_of(shared, i));
}

const char *
shared_name(const struct shared_schedules *shared, size_t i)
{
	return share_name(shared->share, last_of(shared, i));
}

const struct function *
shared_lower(const struct shared_schedules *shared, size_t i, struct code_builder *code)
{
	const struct schedule *s = shared->schedule[i];

	if (code->sharing && share_has_all(shared->share, shared->first[i],
				     shared_functions(shared, i)))
		return share_skip(code, shared_functions(shared, i));
	s->kernel->lower(s, code);
	return code->last;
}
