#include "schedule/lower.h"

#include "base/arena.h"

/* A sink that hands functions on to another one, and lets the builder keep their
   bodies. */
struct keeping {
	const struct code_sink *to;
	struct code_sink sink;
	const struct function *entry[NENTRY]; /* the last functions */
	int n;                                /* how many entries there will be */
	size_t nfunction;                     /* functions so far */
};

static void
keep_constant(void *context, const struct variable *v, const char *comment)
{
	struct keeping *k = context;

	if (k->to->constant)
		k->to->constant(k->to->context, v, comment);
}

static void
keep_function(void *context, const struct function *f)
{
	struct keeping *k = context;

	for (int i = 1; i < k->n; i++)
		k->entry[i - 1] = k->entry[i];
	k->entry[k->n - 1] = f;
	k->nfunction++;
	k->to->take(k->to->context, f);
}

void
schedule_lower(const struct schedule *schedule, struct code_builder *code,
	struct entry_parts *parts)
{
	const struct code_sink *to = code->sink;
	struct keeping k = {.to = to,
		.sink = {keep_constant, keep_function, &k, .keeps = true},
		.n = entries_of(schedule)};
	struct cutter *cutter;

	if (parts)
		*parts = (struct entry_parts){0};
	if (!parts || !schedule->settings.parts) {
		schedule->kernel->lower(schedule, code);
		return;
	}
	code->sink = &k.sink;
	schedule->kernel->lower(schedule, code);
	code->sink = to;
	parts->nbefore = k.nfunction;
	cutter = cutter_new(code);
	for (int e = 0; e < k.n; e++)
		if (e != ENTRY_PACK)
			parts->cut[e] =
				cutter_cut(cutter, k.entry[e], schedule->settings.parts,
					arena_format(code->arena, "%s%s", schedule->stem,
						entry_suffix[e]));
}
