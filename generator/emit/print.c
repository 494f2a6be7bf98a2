#include "emit/print.h"

#include "emit/forms.h"
#include "emit/spell.h"
#include "put.h"

enum {
	CODE_COLUMNS = 120 /* of a line; longer ones are wrapped */
};

static void
put_indented(struct out *out, int depth, const struct line *line)
{
	for (int i = 0; i < depth; i++)
		out_bytes(out, "\t", 1);
	put_line(out, line);
}

static void
print_line(struct out *out, int depth, const struct line *line)
{
	put_indented(out, depth, line);
	out_bytes(out, "\n", 1);
}

/* Prints a line that may be too long; begin: what out_line() says of it. */
static void
print_wrapped(struct out *out, size_t begin, int depth, const struct line *line)
{
	put_indented(out, depth, line);
	out_wrap(out, begin, CODE_COLUMNS);
	out_bytes(out, "\n", 1);
}

static void
print_comment(struct out *out, int depth, const char *comment)
{
	print_line(out, depth, &(struct line){.form = LINE_COMMENT, .comment = comment});
}

static void
print_declaration(struct out *out, int depth, const struct statement *s)
{
	struct line line = {
		.form = LINE_DECLARE, .statement = s, .variable = s->declared[0]};

	if (line.variable->in_workspace) {
		line.form = line.variable->within ? LINE_PLACE_WITHIN : LINE_PLACE;
		print_line(out, depth, &line);
		return;
	}
	for (; line.first < s->ndeclared; line.first += DECLARED_A_LINE)
		print_line(out, depth, &line);
}

static void
print_statements(struct out *out, int depth, const struct statement *s)
{
	for (; s; s = s->next) {
		size_t begin = out_line(out);

		if (s->kind == STATEMENT_BLANK)
			out_bytes(out, "\n", 1);
		else if (s->kind == STATEMENT_COMMENT)
			print_comment(out, depth, s->text);
		else if (s->kind == STATEMENT_DECLARE)
			print_declaration(out, depth, s);
		else
			print_wrapped(out, begin, depth,
				&(struct line){.form = line_form(s),
					.statement = s,
					.variable = s->variable});
		if (is_pick(s))
			print_wrapped(out, begin, depth + 1,
				&(struct line){.form = LINE_PICK,
					.statement = s,
					.variable = s->variable});
		if (has_body(s)) {
			print_statements(out, depth + 1, s->body);
			print_line(out, depth, &(struct line){.form = LINE_END});
		}
	}
}

void
print_constant(struct out *out, const struct variable *v, const char *comment)
{
	struct line numbers = {.form = LINE_NUMBERS, .variable = v};

	print_comment(out, 0, comment);
	if (!v->constant->number) {
		print_line(out, 0, &(struct line){.form = LINE_ZEROS, .variable = v});
		return;
	}
	print_line(out, 0, &(struct line){.form = LINE_ARRAY, .variable = v});
	for (; (int64_t)numbers.first < v->length; numbers.first += NUMBERS_A_LINE)
		print_line(out, 1, &numbers);
	print_line(out, 0, &(struct line){.form = LINE_ARRAY_END});
}

void
print_function(struct out *out, const struct function *f)
{
	static const enum line_form linkage[] = {
		[LINKAGE_EXTERNAL] = LINE_EXTERNAL,
		[LINKAGE_STATIC] = LINE_STATIC,
		[LINKAGE_NOINLINE] = LINE_NOINLINE,
		[LINKAGE_INLINE] = LINE_INLINE,
		[LINKAGE_ALWAYS] = LINE_ALWAYS,
	};

	if (f->comment)
		print_comment(out, 0, f->comment);
	print_line(out, 0, &(struct line){.form = linkage[f->linkage], .function = f});
	print_wrapped(
		out, out_line(out), 0, &(struct line){.form = LINE_HEAD, .function = f});
	print_line(out, 0, &(struct line){.form = LINE_BLOCK});
	print_statements(out, 1, f->body);
	print_line(out, 0, &(struct line){.form = LINE_END});
}
