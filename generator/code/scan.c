#include "code/scan.h"

#include "base/arena.h"
#include "code/access.h"

/* An answer that scan_carries() has given. */
struct answer {
	const struct statement *loop;
	const struct variable *except;
	bool carries;
};

struct scan {
	struct arena *arena;
	struct answer *answer;
	size_t nanswer;
};

/* What a pass of a loop does with each variable. */
struct pass {
	bool *own;  /* declared in it */
	bool *done; /* set in every pass, up to here */
	bool *read; /* read before it is set */
	bool *set;  /* set anywhere */
};

struct scan *
scan_new(struct arena *arena)
{
	struct scan *scan = arena_new(arena, struct scan);

	scan->arena = arena;
	return scan;
}

/* Where the variables of statements are noted. */
struct marks {
	bool *used; /* by their numbers; NULL: they are left out */
	/* Takes constants; NULL: they are left out. */
	void (*constant)(void *context, const struct variable *v);
	void *context;
};

static void
mark(const struct marks *m, const struct variable *v)
{
	if (!v)
		return;
	if (v->kind != VARIABLE_CONSTANT) {
		if (m->used)
			m->used[v->number] = true;
	} else if (m->constant) {
		m->constant(m->context, v);
	}
}

static void
mark_address(const struct marks *m, const struct address *at)
{
	mark(m, at->base);
	for (size_t i = 0; i < at->nterm; i++) {
		mark(m, at->term[i].counter);
		mark(m, at->term[i].second);
		mark(m, at->term[i].table);
	}
}

static void
mark_value(const struct marks *m, const struct value *v)
{
	if (is_load(v) || v->kind == VALUE_INDEX)
		mark_address(m, &v->at);
	else if (v->kind == VALUE_VARIABLE)
		mark(m, v->variable);
	for (int i = 0; i < value_operands(v); i++)
		mark_value(m, v->a[i]);
}

/* Marks what a statement reads, without its body. */
static void
mark_reads(const struct marks *m, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_STORE:
		mark_address(m, &s->at);
		mark_value(m, s->value);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
	case STATEMENT_RETURN:
		mark_value(m, s->value);
		break;
	case STATEMENT_COPY:
		mark_address(m, &s->from);
		mark_address(m, &s->at);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
	case STATEMENT_CLEAR:
	case STATEMENT_PREFETCH:
		mark_address(m, &s->at);
		break;
	case STATEMENT_LOOP:
		mark(m, s->limit->selector);
		mark(m, s->limit->argument);
		mark_address(m, &s->limit->table);
		break;
	case STATEMENT_IF:
		mark(m, s->condition->pointer);
		for (int i = 0; i < s->condition->ntest; i++)
			mark(m, s->condition->test[i].counter);
		break;
	case STATEMENT_CALL:
		for (size_t i = 0; i < s->function->nparameter; i++)
			if (s->argument[i].kind == ARGUMENT_VALUE)
				mark_value(m, s->argument[i].value);
			else if (s->argument[i].kind == ARGUMENT_ADDRESS)
				mark_address(m, &s->argument[i].at);
		break;
	default:
		break;
	}
}

/* The variable that a statement sets, or NULL. */
static const struct variable *
set_by(const struct statement *s)
{
	return s->kind == STATEMENT_SET || s->kind == STATEMENT_POINT ||
			       s->kind == STATEMENT_CALL
		       ? s->variable
		       : NULL;
}

/* Marks all of a list, with bodies. */
static void
mark_list(const struct marks *m, const struct statement *s)
{
	for (; s; s = s->next) {
		mark_reads(m, s);
		mark(m, set_by(s));
		if (s->kind == STATEMENT_LOOP || s->kind == STATEMENT_UNUSED)
			mark(m, s->variable);
		if (has_body(s))
			mark_list(m, s->body);
	}
}

void
scan_marks(const struct statement *first, bool *used)
{
	mark_list(&(struct marks){.used = used}, first);
}

void
scan_constants(const struct statement *first,
	void (*take)(void *context, const struct variable *v), void *context)
{
	mark_list(&(struct marks){.constant = take, .context = context}, first);
}

void
scan_reads(const struct statement *s, bool *read)
{
	const struct marks m = {.used = read};

	for (; s; s = s->next) {
		if (s->kind == STATEMENT_STORE && s->at.base->kind == VARIABLE_ARRAY)
			mark_value(&m, s->value);
		else
			mark_reads(&m, s);
		if (has_body(s))
			scan_reads(s->body, read);
	}
}

static bool
sets_any(const struct statement *s)
{
	for (; s; s = s->next)
		if (set_by(s) || (has_body(s) && sets_any(s->body)))
			return true;
	return false;
}

static void
note_set(struct pass *p, const struct variable *v, bool always)
{
	p->set[v->number] = true;
	p->done[v->number] |= always;
}

static void
go_through(struct pass *p, const struct statement *s, size_t n, bool always,
	struct arena *arena)
{
	bool *reads = arena_array(arena, bool, n);
	const struct marks own = {.used = p->own};

	for (; s; s = s->next) {
		for (size_t i = 0; i < n; i++)
			reads[i] = false;
		mark_reads(&(struct marks){.used = reads}, s);
		for (size_t i = 0; i < n; i++)
			p->read[i] |= reads[i] && !p->done[i] && !p->own[i];
		if (s->kind == STATEMENT_DECLARE)
			for (size_t i = 0; i < s->ndeclared; i++)
				mark(&own, s->declared[i]);
		if (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER ||
			s->kind == STATEMENT_TABLE || s->kind == STATEMENT_LOOP)
			mark(&own, s->variable);
		if (set_by(s))
			note_set(p, set_by(s), always);
		if (has_body(s))
			go_through(p, s->body, n,
				always && (s->kind == STATEMENT_BLOCK ||
						  (s->kind == STATEMENT_LOOP &&
							  !s->limit->table.base)),
				arena);
	}
}

static bool
find_carried(const struct function *f, const struct statement *body,
	const struct variable *except)
{
	struct arena arena = {0};
	size_t n = f->nvariable;
	struct pass p = {arena_array(&arena, bool, n), arena_array(&arena, bool, n),
		arena_array(&arena, bool, n), arena_array(&arena, bool, n)};
	bool carries = false;

	go_through(&p, body, n, true, &arena);
	for (size_t i = 0; i < n; i++)
		carries |= p.read[i] && p.set[i] && !p.own[i] &&
			   !(except && except->number == i);
	arena_free(&arena);
	return carries;
}

bool
scan_carries(struct scan *scan, const struct function *f, const struct statement *loop,
	const struct variable *except)
{
	bool carries;

	for (size_t i = scan->nanswer; i-- > 0;)
		if (scan->answer[i].loop == loop && scan->answer[i].except == except)
			return scan->answer[i].carries;
	carries = sets_any(loop->body) && find_carried(f, loop->body, except);
	scan->answer = arena_grow(
		scan->arena, scan->answer, scan->nanswer, sizeof *scan->answer);
	scan->answer[scan->nanswer++] = (struct answer){loop, except, carries};
	return carries;
}

/* What a list does with a variable first. */
enum first_use {
	USE_NONE,
	USE_READ,
	USE_SET
};

static enum first_use
first_use(const struct statement *s, const struct variable *v, bool *reads, bool alone)
{
	enum first_use use;

	for (; s; s = alone ? NULL : s->next) {
		reads[v->number] = false;
		mark_reads(&(struct marks){.used = reads}, s);
		if (reads[v->number])
			return USE_READ;
		if (set_by(s) == v)
			return USE_SET;
		use = has_body(s) ? first_use(s->body, v, reads, false) : USE_NONE;
		if (use == USE_READ || (use == USE_SET && s->kind != STATEMENT_IF))
			return use;
	}
	return USE_NONE;
}

/* The first array on the stack that a call may write to; NULL: none. */
static const struct variable *
filled_by(const struct statement *s)
{
	if (s->kind != STATEMENT_CALL)
		return NULL;
	for (size_t i = 0; i < s->function->nparameter; i++)
		if (s->argument[i].kind == ARGUMENT_ADDRESS && s->argument[i].at.base &&
			s->argument[i].at.base->kind == VARIABLE_ARRAY &&
			!s->function->parameter[i]->reads)
			return s->argument[i].at.base;
	return NULL;
}

bool
scan_fills(const struct statement *s)
{
	return filled_by(s);
}

size_t
scan_group(const struct function *f, const struct statement *first, bool writes)
{
	const struct variable *v = NULL;
	struct arena arena = {0};
	size_t n = 1, last = 1;
	bool *reads;

	if (first->kind == STATEMENT_POINT)
		v = first->variable;
	else if (writes)
		v = filled_by(first);
	if (!v)
		return 1;
	reads = arena_array(&arena, bool, f->nvariable);
	for (const struct statement *s = first->next; s; s = s->next) {
		enum first_use use = first_use(s, v, reads, true);

		if (use == USE_SET || filled_by(s) == v)
			break;
		n++;
		if (use == USE_READ)
			last = n;
	}
	arena_free(&arena);
	return last;
}

const struct statement *
scan_chain(struct scan *scan, const struct function *f, const struct statement *first,
	size_t n)
{
	const struct variable *v = first->variable;
	const struct statement *loop = first->next, *s;

	if (first->kind != STATEMENT_POINT || first->at.base || n < 2)
		return NULL;
	for (n -= 2; n && loop->kind == STATEMENT_COMMENT; n--)
		loop = loop->next;
	if (loop->kind != STATEMENT_LOOP || scan_carries(scan, f, loop, v))
		return NULL;
	for (s = loop->next; n; n--, s = s->next)
		if (set_by(s) || (has_body(s) && sets_any(s->body)))
			return NULL;
	return loop;
}
