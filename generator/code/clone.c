#include "code/clone.h"

#include "base/arena.h"
#include "code/passed.h"
#include "code/scan.h"

#include <string.h>

/* A function that was made, to be used again. */
struct clone {
	const struct function *function, *clone;
	struct decisions decisions;
};

struct cloner {
	struct code_builder *code;
	struct clone *clone;
	size_t nclone, nsome;
	const char *stem;
};

/* The state while a body is copied. */
struct copy {
	struct cloner *cloner;
	const int64_t *at;        /* the next decision */
	struct statement ***made; /* the beginnings of the lists in the copy, of which
				     sweep_list() may drop statements */
	size_t nmade;
};

void
decisions_add(struct decisions *d, int64_t number)
{
	d->d = arena_grow(d->arena, d->d, d->n, sizeof *d->d);
	d->d[d->n++] = number;
}

/* Moves past the decisions on a list or a statement. Returns whether they leave nothing
   of it. */
static bool
skip(const int64_t **at)
{
	const int64_t *end;
	bool nothing = true;
	int64_t n;

	switch ((enum decision) * (*at)++) {
	case DECISION_DROP:
	case DECISION_PREPARE:
		return true;
	case DECISION_LIST:
		for (n = *(*at)++; n > 0; n--)
			nothing &= skip(at);
		return nothing;
	case DECISION_LOOP:
		for (n = *(*at)++; n > 0; n--) {
			end = *at + RUN_HEAD + (*at)[RUN_LENGTH];
			*at += RUN_HEAD;
			nothing &= skip(at);
			*at = end;
		}
		return nothing;
	case DECISION_CHAIN:
		n = (*at)[1];
		*at += 2 + 2 * n;
		return !n;
	case DECISION_CALL:
		++*at;
		return skip(at);
	case DECISION_BODY:
		return skip(at);
	case DECISION_MOVE:
		*at += 2;
		return false;
	default:
		return false;
	}
}

bool
decisions_drop(const struct decisions *d)
{
	const int64_t *at = d->d;

	return skip(&at);
}

struct cloner *
cloner_new(struct code_builder *code)
{
	struct cloner *c = arena_new(code->arena, struct cloner);

	c->code = code;
	return c;
}

/* Declarations of variables that the copy does not use are dropped, and so is what sets
   variables that it does not read: of these compilers would warn. */

static bool
is_idle(const struct statement *s, const bool *used)
{
	return (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER ||
		       s->kind == STATEMENT_TABLE) &&
	       s->variable->kind != VARIABLE_CONSTANT && !used[s->variable->number];
}

static bool
sweep_declared(struct statement *s, const bool *used, struct arena *arena)
{
	const struct variable **left =
		arena_array(arena, const struct variable *, s->ndeclared);
	size_t n = 0, before = s->ndeclared;

	for (size_t i = 0; i < before; i++)
		if (used[s->declared[i]->number])
			left[n++] = s->declared[i];
	s->declared = left;
	s->ndeclared = n;
	return n < before;
}

static bool
sweep_list(struct statement **list, const bool *used, struct arena *arena)
{
	bool swept = false;

	while (*list) {
		struct statement *s = *list;

		if (s->kind == STATEMENT_DECLARE && s->ndeclared)
			swept |= sweep_declared(s, used, arena);
		if (is_idle(s, used) || (s->kind == STATEMENT_DECLARE && !s->ndeclared)) {
			*list = s->next;
			swept = true;
		} else {
			list = &s->next;
		}
	}
	return swept;
}

/* Whether all that a statement does is to set a variable that nothing reads. */
static bool
sets_unread(const struct statement *s, const bool *read)
{
	switch (s->kind) {
	case STATEMENT_SET:
		return !read[s->variable->number];
	case STATEMENT_STORE:
		return s->at.base->kind == VARIABLE_ARRAY && !read[s->at.base->number];
	case STATEMENT_LOOP:
	case STATEMENT_BLOCK:
	case STATEMENT_IF:
		for (s = s->body; s; s = s->next)
			if (!sets_unread(s, read))
				return false;
		return true;
	default:
		return false;
	}
}

static bool
any_sets_unread(const struct statement *s, const bool *read)
{
	for (; s; s = s->next)
		if (sets_unread(s, read) ||
			(has_body(s) && any_sets_unread(s->body, read)))
			return true;
	return false;
}

/* A copy of a list without such statements; the list itself if it has none, since it may
   be that of another function. */
static struct statement *
without_unread(struct statement *list, const bool *read, struct arena *arena)
{
	struct statement *first = NULL, **end = &first;

	if (!any_sets_unread(list, read))
		return list;
	for (const struct statement *s = list; s; s = s->next) {
		if (sets_unread(s, read))
			continue;
		*end = arena_new(arena, struct statement);
		**end = *s;
		(*end)->next = NULL;
		if (has_body(s))
			(*end)->body = without_unread(s->body, read, arena);
		end = &(*end)->next;
	}
	return first;
}

/* Drops such statements from the copy's own lists, and from those that it shares with
   other functions. */
static bool
sweep_unread(struct copy *c, struct statement *const *body, bool *read)
{
	struct arena *arena = c->cloner->code->arena;
	bool swept = false;

	scan_reads(*body, read);
	for (size_t i = c->nmade; i-- > 0;) /* bodies before the lists that they are in */
		for (struct statement **list = c->made[i]; *list;) {
			struct statement *s = *list;

			if (sets_unread(s, read)) {
				*list = s->next;
				swept = true;
				continue;
			}
			if (has_body(s) && any_sets_unread(s->body, read)) {
				s->body = without_unread(s->body, read, arena);
				swept = true;
			}
			list = &s->next;
		}
	return swept;
}

/* A body without such statements, with a STATEMENT_UNUSED for each parameter that it
   does not use. */
static struct statement *
sweep(struct copy *c, const struct function *f, struct statement *const *body)
{
	struct arena *arena = c->cloner->code->arena;
	bool *used = arena_array(arena, bool, f->nvariable), swept;
	struct statement *first;

	do {
		memset(used, 0, f->nvariable * sizeof *used);
		swept = sweep_unread(c, body, used);
		/* Boxes repeat a list, with its declarations, and need not use the same
		   of them: what a list does not use is looked for in it alone. */
		for (size_t i = 0; i < c->nmade; i++) {
			memset(used, 0, f->nvariable * sizeof *used);
			scan_marks(*c->made[i], used);
			swept |= sweep_list(c->made[i], used, arena);
		}
	} while (swept);
	memset(used, 0, f->nvariable * sizeof *used);
	scan_marks(*body, used);
	first = *body;
	for (size_t i = f->nparameter; i-- > 0;)
		if (!used[f->parameter[i]->number]) {
			struct statement *s = arena_new(arena, struct statement);

			*s = (struct statement){.kind = STATEMENT_UNUSED,
				.next = first,
				.variable = f->parameter[i]};
			first = s;
		}
	return first;
}

/* Statements. */

static const struct function *clone_some(
	struct cloner *c, const struct function *f, const struct decisions *d);
static void copy_list(
	struct copy *c, const struct statement *first, struct statement **list);

static struct statement *
copy_statement(const struct copy *c, const struct statement *s)
{
	struct statement *copy = arena_new(c->cloner->code->arena, struct statement);

	*copy = *s;
	copy->next = NULL;
	return copy;
}

/* Puts a copy of a statement at the end of a list, and returns the new end. */
static struct statement **
append(struct statement **end, struct statement *copy)
{
	*end = copy;
	return &copy->next;
}

/* A copy of a loop, with `count` passes; its counter begins at `first`. */
static struct statement *
copy_passes(
	const struct copy *c, const struct statement *loop, int64_t first, int64_t count)
{
	struct statement *copy = copy_statement(c, loop);
	struct limit *limit = arena_new(c->cloner->code->arena, struct limit);

	limit->limit = first + count * loop->step;
	copy->first = first;
	copy->limit = limit;
	return copy;
}

/* A loop for each run of passes. */
static struct statement **
copy_loop(struct copy *c, const struct statement *loop, struct statement **end)
{
	for (int64_t n = *c->at++; n > 0; n--) {
		const int64_t *run = c->at, *skipped = run + RUN_HEAD;
		struct statement *copy;

		c->at = run + RUN_HEAD;
		if (!skip(&skipped)) {
			copy = copy_passes(c, loop, run[RUN_FIRST], run[RUN_COUNT]);
			copy_list(c, loop->body, &copy->body);
			end = append(end, copy);
		}
		c->at = run + RUN_HEAD + run[RUN_LENGTH];
	}
	return end;
}

static struct statement **
copy_chain(struct copy *c, const struct statement *first, struct statement **end)
{
	int64_t k = *c->at++, n = *c->at++;

	for (; n > 0; n--, c->at += 2) {
		const struct statement *s = first;
		bool begun = false;

		for (int64_t i = 0; i < k; i++, s = s->next)
			if (s->kind == STATEMENT_LOOP && !begun) {
				end = append(end, copy_passes(c, s, c->at[0], c->at[1]));
				begun = true;
			} else if (s->kind != STATEMENT_COMMENT) {
				end = append(end, copy_statement(c, s));
			}
	}
	return end;
}

static struct statement **
copy_decided(struct copy *c, const struct statement *s, struct statement **end)
{
	struct statement *copy;
	struct decisions called;

	switch ((enum decision) * c->at++) {
	case DECISION_LOOP:
		return copy_loop(c, s, end);
	case DECISION_CHAIN:
		return copy_chain(c, s, end);
	case DECISION_BODY:
		copy = copy_statement(c, s);
		copy_list(c, s->body, &copy->body);
		return append(end, copy);
	case DECISION_CALL:
		called = (struct decisions){
			.d = (int64_t *)c->at + 1, .n = (size_t)*c->at};
		copy = copy_statement(c, s);
		copy->function = clone_some(c->cloner, s->function, &called);
		c->at += 1 + called.n;
		return append(end, copy);
	case DECISION_MOVE:
		copy = copy_statement(c, s);
		copy->at.offset += c->at[0];
		if (s->kind == STATEMENT_COPY)
			copy->from.offset += c->at[0];
		copy->n = c->at[1];
		c->at += 2;
		return append(end, copy);
	default:
		return append(end, copy_statement(c, s));
	}
}

/* Whether a statement that only prepares is copied. A comment is if the statement after
   it is kept as a whole, a blank line unless there is one before it already. */
static bool
is_wanted(const struct statement *s, const int64_t *at, bool blank)
{
	if (s->kind == STATEMENT_BLANK)
		return !blank;
	if (s->kind != STATEMENT_COMMENT)
		return true;
	skip(&at);
	return *at == DECISION_KEEP;
}

static void
copy_list(struct copy *c, const struct statement *first, struct statement **list)
{
	struct statement **end = list;
	const int64_t *at;
	int64_t n, last = -1;
	bool blank = true;

	switch ((enum decision) * c->at++) {
	case DECISION_KEEP:
		*list = (struct statement *)first;
		return;
	case DECISION_LIST:
		break;
	default:
		*list = NULL;
		return;
	}
	c->made = arena_grow(c->cloner->code->arena, c->made, c->nmade, sizeof *c->made);
	c->made[c->nmade++] = list;
	*list = NULL;
	n = *c->at++;
	at = c->at;
	for (int64_t i = 0; i < n; i++)
		if (!skip(&at))
			last = i;
	for (int64_t i = 0; i < n; i++) {
		const int64_t *next = c->at;
		int64_t statements = *next == DECISION_CHAIN ? next[1] : 1;
		bool prepares = *c->at == DECISION_PREPARE, nothing = skip(&next);

		if (prepares ? i < last && is_wanted(first, c->at, blank) : !nothing) {
			end = copy_decided(c, first, end);
			blank = first->kind == STATEMENT_BLANK;
		}
		c->at = next;
		for (; statements; statements--)
			first = first->next;
	}
}

/* Functions. */

static struct function *
begin(struct cloner *c, const struct function *f, const char *name)
{
	struct function *clone = arena_new(c->code->arena, struct function);

	*clone = *f;
	clone->number = c->code->nfunction++;
	clone->linkage = f->linkage == LINKAGE_EXTERNAL ? LINKAGE_STATIC : f->linkage;
	clone->name = name;
	clone->comment = NULL;
	clone->part_of = f;
	clone->part = PART_OF_PARTS;
	return clone;
}

/* A clone takes the binary of constants if it reads that. A clone of an entry always
   takes it; where nothing reads it, a STATEMENT_UNUSED says so to C. */
static void
pass_constants(struct cloner *c, struct function *clone, struct statement **end)
{
	bool reads = clone->takes_constants && passed_constants(clone);
	struct variable *v;

	if (!clone->is_entry)
		clone->takes_constants = reads;
	if (reads || !clone->takes_constants)
		return;
	v = arena_new(c->code->arena, struct variable);
	*v = (struct variable){.kind = VARIABLE_POINTER,
		.name = "constants",
		.number = clone->nvariable++};
	while (*end)
		end = &(*end)->next;
	*end = arena_new(c->code->arena, struct statement);
	**end = (struct statement){.kind = STATEMENT_UNUSED, .variable = v};
}

static const struct function *
finish(struct cloner *c, struct function *clone, struct statement *body)
{
	clone->body = body;
	pass_constants(c, clone, &body);
	clone->body = body;
	c->code->last = clone;
	c->code->sink->take(c->code->sink->context, clone);
	return clone;
}

static struct statement *
copy_body(struct cloner *c, const struct function *f, const struct decisions *d)
{
	struct copy copy = {.cloner = c, .at = d->d};
	struct statement *body;

	copy_list(&copy, f->body, &body);
	return sweep(&copy, f, &body);
}

static void
keep(struct cloner *c, const struct function *f, const struct function *clone,
	const struct decisions *d)
{
	c->clone = arena_grow(c->code->arena, c->clone, c->nclone, sizeof *c->clone);
	c->clone[c->nclone++] = (struct clone){f, clone, *d};
}

/* A function that does what decisions leave of another one. One that was made before
   for the same decisions is used again. */
static const struct function *
clone_some(struct cloner *c, const struct function *f, const struct decisions *d)
{
	struct statement *body;
	const struct function *clone;
	const char *name;

	if (d->d[0] == DECISION_KEEP)
		return f;
	for (size_t i = 0; i < c->nclone; i++)
		if (c->clone[i].function == f && c->clone[i].decisions.n == d->n &&
			!memcmp(c->clone[i].decisions.d, d->d, d->n * sizeof *d->d))
			return c->clone[i].clone;
	body = copy_body(c, f, d);
	name = f->linkage == LINKAGE_EXTERNAL ? c->stem : f->name;
	clone = finish(c,
		begin(c, f,
			arena_format(c->code->arena, "%s_some_%zu", name, c->nsome++)),
		body);
	keep(c, f, clone, d);
	return clone;
}

/* The body of a part with several decisions: for each, a call of a function, with the
   part's own arguments. */
static struct statement *
call_all(struct cloner *c, const struct function *f, const struct decisions *d, size_t n)
{
	struct argument *argument =
		arena_array(c->code->arena, struct argument, f->nparameter);
	struct statement *body = NULL, **end = &body;

	for (size_t i = 0; i < f->nparameter; i++)
		argument[i] = code_pass_pointer(f->parameter[i]);
	for (size_t i = 0; i < n; i++) {
		struct statement *call = arena_new(c->code->arena, struct statement);

		*call = (struct statement){.kind = STATEMENT_CALL,
			.function = clone_some(c, f, &d[i]),
			.argument = argument};
		end = append(end, call);
	}
	return body;
}

const struct function *
clone_part(struct cloner *c, const struct function *f, const struct decisions *d,
	size_t n, size_t number, const char *stem)
{
	struct statement *body;
	struct function *part;

	c->stem = stem;
	if (n == 1 && d->d[0] != DECISION_KEEP)
		body = copy_body(c, f, d);
	else
		body = call_all(c, f, d, n);
	part = begin(c, f, arena_format(c->code->arena, "%s_share_%zu", stem, number));
	part->linkage = LINKAGE_NOINLINE;
	part->part = (int)number;
	if (n == 1)
		keep(c, f, part, d);
	return finish(c, part, body);
}
