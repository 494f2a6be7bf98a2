#include "infer/attributes.h"
#include "infer/rules.h"

#include <string.h>

enum {
	LETTERS = 128 /* indices of an equation are ASCII letters */
};

/* An equation, "ij,jk->ik", and what its terms say of its indices. */
struct equation {
	struct bytes text;
	size_t at; /* bytes read so far */
	int64_t extent[LETTERS];
	size_t count[LETTERS]; /* how often each letter occurs in the inputs' terms */
	struct dims rest;      /* the dimensions that "..." stands for */
};

/* The next character that is not blank; 0 at the end of the text. */
static char
next(struct equation *equation)
{
	while (equation->at < equation->text.size &&
		equation->text.text[equation->at] == ' ')
		equation->at++;
	return equation->at < equation->text.size ? equation->text.text[equation->at]
						  : '\0';
}

static bool
take_text(struct equation *equation, const char *text)
{
	size_t size = strlen(text);

	if (next(equation) == '\0' || equation->text.size - equation->at < size ||
		memcmp(equation->text.text + equation->at, text, size))
		return false;
	equation->at += size;
	return true;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Binds a letter to an extent; false if another axis contradicts. */
static bool
bind(struct equation *equation, char letter, int64_t extent)
{
	int64_t *known = &equation->extent[(size_t)letter];

	if (equation->count[(size_t)letter]++ == 0)
		*known = extent;
	return extent_broadcast(*known, extent, known);
}

/* How many letters the present term has. */
static size_t
count_letters(const struct equation *equation)
{
	size_t count = 0;

	for (size_t i = equation->at; i < equation->text.size; i++) {
		char c = equation->text.text[i];

		if (c == ',' || c == '-')
			break;
		count += is_letter(c);
	}
	return count;
}

/* Reads the term of an input. */
static bool
take_term(struct equation *equation, const struct dims *dims)
{
	size_t nletter = count_letters(equation), axis = 0;
	struct dims rest = {.rank = 0};
	bool has_rest = false;

	if (nletter > dims->rank)
		return false;
	for (;;) {
		size_t end = axis + dims->rank - nletter;
		char c = next(equation);

		if (!is_letter(c) && c != '.')
			break;
		if (is_letter(c)) {
			equation->at++;
			if (axis == dims->rank ||
				!bind(equation, c, dims->extent[axis++]))
				return false;
			continue;
		}
		if (has_rest || !take_text(equation, "..."))
			return false;
		has_rest = true;
		dims_add_part(&rest, dims, axis, end);
		axis = end;
	}
	return axis == dims->rank && dims_broadcast(&equation->rest, &rest);
}

/* The output's term if the equation has none: the letters that occur once. */
static bool
make_output(const struct equation *equation, struct dims *dst)
{
	for (size_t letter = 0; letter < LETTERS; letter++)
		if (equation->count[letter] == 1 &&
			!dims_add(dst, equation->extent[letter]))
			return false;
	return true;
}

static bool
take_output(struct equation *equation, struct dims *dst)
{
	char c;

	while ((c = next(equation))) {
		if (take_text(equation, "...")) {
			if (!dims_add_part(dst, &equation->rest, 0, equation->rest.rank))
				return false;
			continue;
		}
		equation->at++;
		if (!is_letter(c) || !equation->count[(size_t)c] ||
			!dims_add(dst, equation->extent[(size_t)c]))
			return false;
	}
	return true;
}

void
infer_einsum(struct step *step)
{
	struct equation equation = {.text = step_word(step, "equation", "")};
	struct dims dims, dst = {.rank = 0};

	for (size_t i = 0; i < step->node->ninput; i++) {
		if (!step_dims(step, i, &dims))
			return;
		step->failed = step->failed || (i && !take_text(&equation, ",")) ||
			       !take_term(&equation, &dims);
		if (step->failed)
			return;
	}
	if (take_text(&equation, "->")) {
		step->failed = !take_output(&equation, &dst);
	} else {
		dst = equation.rest;
		step->failed = next(&equation) || !make_output(&equation, &dst);
	}
	step_set(step, 0, &dst);
}
