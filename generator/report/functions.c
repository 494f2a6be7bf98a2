#include "report/functions.h"

#include <string.h>

#include "base/arena.h"
#include "base/out.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "emit/print.h"
#include "network/lower.h"
#include "plan/plan.h"
#include "report/html.h"
#include "schedule/lower.h"

enum {
	MOST_SUMS = 256,         /* variables whose sums are counted */
	MOST_TEXT = 64 * 1024,   /* bytes of a function's text that are shown */
	MOST_TEXTS = 1024 * 1024 /* the same of all functions of a schedule */
};

/* Variables that hold sums, and arrays of them. */
struct sums {
	const struct variable *variable[MOST_SUMS];
	int n;
};

/* Whether a value is what a variable holds, or an element of an array. */
static bool
holds(const struct value *value, const struct variable *variable)
{
	if (value->kind == VALUE_VARIABLE)
		return value->variable == variable;
	return value->kind == VALUE_LOAD && value->at.base == variable;
}

/* Whether a value is what the variable holds, with something added to it or in a
   maximum with it. */
static bool
adds_to(const struct value *value, const struct variable *variable)
{
	switch (value->kind) {
	case VALUE_ADD:
	case VALUE_MAX:
		return holds(value->a[0], variable) || holds(value->a[1], variable);
	case VALUE_MULADD:
	case VALUE_FMA:
		return holds(value->a[2], variable);
	default:
		return false;
	}
}

static void
find_sums(struct sums *sums, const struct statement *s)
{
	for (; s; s = s->next) {
		const struct variable *v = NULL;
		int i = 0;

		if (has_body(s))
			find_sums(sums, s->body);
		if (s->kind == STATEMENT_SET)
			v = s->variable;
		else if (s->kind == STATEMENT_STORE && s->at.base->kind == VARIABLE_ARRAY)
			v = s->at.base;
		if (!v || !adds_to(s->value, v))
			continue;
		while (i < sums->n && sums->variable[i] != v)
			i++;
		if (i == sums->n && sums->n < MOST_SUMS)
			sums->variable[sums->n++] = v;
	}
}

/* How many sums there are; each element of an array is one. */
static int64_t
count_sums(const struct sums *sums)
{
	int64_t n = 0;

	for (int i = 0; i < sums->n; i++)
		n += sums->variable[i]->kind == VARIABLE_ARRAY ? sums->variable[i]->length
							       : 1;
	return n;
}

/* The state while functions go to read_one() and, from there, to the sink of
   `writers`. */
struct reader {
	struct functions *functions;
	struct writers writers;
	struct code_sink sink;
	struct arena *arena;
};

static void
read_one(void *context, const struct function *f)
{
	struct reader *r = context;
	struct functions *all = r->functions;
	struct sums sums = {.n = 0};

	find_sums(&sums, f->body);
	while (all->ntold <= f->number) {
		all->told =
			arena_grow(r->arena, all->told, all->ntold, sizeof *all->told);
		all->told[all->ntold++] =
			(struct told){.name = "", .comment = "", .color = -1};
	}
	all->told[f->number] = (struct told){
		.name = arena_copy_text(r->arena, f->name, strlen(f->name)),
		.comment = f->comment ? arena_copy_text(
						r->arena, f->comment, strlen(f->comment))
				      : "",
		.nsum = count_sums(&sums),
		.lanes = sums.n ? sums.variable[0]->type.lanes : 0,
		.color = -1,
	};
	r->writers.sink.take(&r->writers, f);
	r->sink.keeps = r->writers.sink.keeps;
}

/* Hands a sink the functions of a schedule, one after the other. */
static void
lower(const struct schedule *schedule, const struct code_sink *sink, struct arena *arena)
{
	struct arena body = {0};
	struct code_builder code = code_begin(arena, &body, sink,
		schedule->target->attribute ? schedule->target->attribute : "");

	schedule_lower(schedule, &code);
	arena_free(&body);
}

struct functions
functions_read(const struct schedule *schedule, struct arena *arena)
{
	struct functions all = {.ntold = 0};
	struct reader r = {.functions = &all,
		.sink = {.take = read_one, .context = &r},
		.arena = arena};

	writers_begin(&r.writers, arena);
	lower(schedule, &r.sink, arena);
	all.written = writers_end(&r.writers, &all.nwritten);
	for (size_t i = 0; i < all.nwritten; i++) {
		const struct written *w = &all.written[i];
		int64_t bytes = w->region.length;

		for (int k = 0; k < w->region.ndim; k++)
			bytes *= w->region.dim[k].count;
		all.told[w->function].bytes += bytes;
	}
	return all;
}

struct functions
functions_read_step(const struct schedule *network, size_t step, struct arena *arena)
{
	struct functions all = functions_read(step_schedule(network, step), arena);
	size_t first, n = step_functions(network, step, &first);

	for (size_t i = 0; i < n; i++)
		all.told[i].name =
			share_name(schedule_part(network)->shared.share, first + i);
	return all;
}

const struct told *
functions_tile(const struct functions *functions)
{
	const struct told *tile = NULL;
	int64_t most = 0;

	for (size_t i = 0; i < functions->ntold; i++) {
		const struct told *told = &functions->told[i];
		int64_t size = told->nsum * told->lanes;

		if (size > most || (tile && size == most && told->bytes > tile->bytes)) {
			tile = told;
			most = size;
		}
	}
	return tile;
}

/* The state while the texts of functions are put in the page. */
struct printer {
	struct out *out;
	const struct functions *functions;
	uint64_t put; /* bytes of text */
};

/* The text of a function, or as many whole lines of it as are shown. */
static void
put_start(struct out *out, const struct out *text)
{
	const struct out_buffer *kept = text->kept;
	const char *bytes = kept ? kept->bytes : text->buffer;
	size_t size = kept ? kept->size : text->used;

	if (size <= MOST_TEXT && !kept) {
		html_bytes(out, bytes, size);
		return;
	}
	size = size > MOST_TEXT ? MOST_TEXT : size;
	while (size && bytes[size - 1] != '\n')
		size--;
	html_bytes(out, bytes, size);
	out_text(out, "\t/* the rest is in the C file */\n");
}

static void
print_one(void *context, const struct function *f)
{
	struct printer *p = context;
	const struct told *told = &p->functions->told[f->number];
	struct out text = {.whole = true, .descriptor = -1};

	text.buffer = arena_alloc(&text.memory, OUT_BUFFER);
	out_text(p->out, "<details><summary>");
	if (told->color >= 0)
		out_format(p->out, "<span class=\"key r%d\"></span>", told->color);
	out_text(p->out, "<code>");
	html_text(p->out, f->name);
	out_text(p->out, "</code></summary>\n");
	if (p->put > MOST_TEXTS) {
		out_text(p->out, "<p class=\"dim\">Its text is in the C file.</p>\n");
	} else {
		print_function(&text, f);
		out_text(p->out, "<pre tabindex=\"0\">");
		put_start(p->out, &text);
		out_text(p->out, "</pre>\n");
		p->put += text.written;
	}
	out_text(p->out, "</details>\n");
	arena_free(&text.memory);
}

void
functions_put(
	struct out *out, const struct schedule *schedule, const struct functions *of)
{
	struct printer printer = {.out = out, .functions = of};
	const struct code_sink sink = {.take = print_one, .context = &printer};
	struct arena arena = {0};

	lower(schedule, &sink, &arena);
	arena_free(&arena);
}
