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

static void
mark(bool *used, const struct variable *v)
{
	if (v && v->kind != VARIABLE_CONSTANT)
		used[v->number] = true;
}

static void
mark_address(bool *used, const struct address *at)
{
	mark(used, at->base);
	for (size_t i = 0; i < at->nterm; i++) {
		mark(used, at->term[i].counter);
		mark(used, at->term[i].second);
	}
}

static void
mark_value(bool *used, const struct value *v)
{
	if (is_load(v) || v->kind == VALUE_INDEX)
		mark_address(used, &v->at);
	else if (v->kind == VALUE_VARIABLE)
		mark(used, v->variable);
	for (int i = 0; i < value_operands(v); i++)
		mark_value(used, v->a[i]);
}

/* Marks what a statement reads, without its body. */
static void
mark_reads(bool *used, const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_STORE:
		mark_address(used, &s->at);
		mark_value(used, s->value);
		break;
	case STATEMENT_LET:
	case STATEMENT_SET:
	case STATEMENT_RETURN:
		mark_value(used, s->value);
		break;
	case STATEMENT_COPY:
		mark_address(used, &s->from);
		mark_address(used, &s->at);
		break;
	case STATEMENT_LET_POINTER:
	case STATEMENT_POINT:
	case STATEMENT_CLEAR:
	case STATEMENT_PREFETCH:
		mark_address(used, &s->at);
		break;
	case STATEMENT_LOOP:
		mark(used, s->limit->selector);
		mark(used, s->limit->argument);
		mark_address(used, &s->limit->table);
		break;
	case STATEMENT_IF:
		mark(used, s->condition->pointer);
		for (int i = 0; i < s->condition->ntest; i++)
			mark(used, s->condition->test[i].counter);
		break;
	case STATEMENT_CALL:
		for (size_t i = 0; i < s->function->nparameter; i++)
			if (s->argument[i].kind == ARGUMENT_VALUE)
				mark_value(used, s->argument[i].value);
			else if (s->argument[i].kind == ARGUMENT_ADDRESS)
				mark_address(used, &s->argument[i].at);
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

void
scan_marks(const struct statement *s, bool *used)
{
	for (; s; s = s->next) {
		mark_reads(used, s);
		mark(used, set_by(s));
		if (s->kind == STATEMENT_LOOP || s->kind == STATEMENT_UNUSED)
			mark(used, s->variable);
		if (has_body(s))
			scan_marks(s->body, used);
	}
}

void
scan_reads(const struct statement *s, bool *read)
{
	for (; s; s = s->next) {
		if (s->kind == STATEMENT_STORE && s->at.base->kind == VARIABLE_ARRAY)
			mark_value(read, s->value);
		else
			mark_reads(read, s);
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

	for (; s; s = s->next) {
		for (size_t i = 0; i < n; i++)
			reads[i] = false;
		mark_reads(reads, s);
		for (size_t i = 0; i < n; i++)
			p->read[i] |= reads[i] && !p->done[i] && !p->own[i];
		if (s->kind == STATEMENT_DECLARE)
			for (size_t i = 0; i < s->ndeclared; i++)
				mark(p->own, s->declared[i]);
		if (s->kind == STATEMENT_LET || s->kind == STATEMENT_LET_POINTER ||
			s->kind == STATEMENT_TABLE || s->kind == STATEMENT_LOOP)
			mark(p->own, s->variable);
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
		mark_reads(reads, s);
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
