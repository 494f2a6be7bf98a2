#include "ops/shape/equation.h"

#include <string.h>

/* The next character that is not blank; 0 at the end of the text. */
static char
next(struct equation *equation)
{
	while (equation->at < equation->size && equation->text[equation->at] == ' ')
		equation->at++;
	return equation->at < equation->size ? equation->text[equation->at] : '\0';
}

static bool
take_text(struct equation *equation, const char *text)
{
	size_t size = strlen(text);

	if (next(equation) == '\0' || equation->size - equation->at < size ||
		memcmp(equation->text + equation->at, text, size))
		return false;
	equation->at += size;
	return true;
}

static bool
refuse(struct equation *equation, enum equation_fault fault, size_t where)
{
	if (equation->fault == EQUATION_READ) {
		equation->fault = fault;
		equation->where = where;
	}
	return false;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Gives the next axis of an input a label; false if another axis contradicts. */
static bool
bind(struct equation *equation, size_t label, int64_t extent)
{
	struct equation_term *term = &equation->term[equation->nterm];
	int64_t *known = &equation->extent[label];

	term->label[term->rank++] = (unsigned char)label;
	if (equation->count[label]++ == 0)
		*known = extent;
	return extent_broadcast(*known, extent, known) ||
	       refuse(equation, EQUATION_EXTENT, label);
}

/* How many letters the present term has. */
static size_t
count_letters(const struct equation *equation)
{
	size_t count = 0;

	for (size_t i = equation->at; i < equation->size; i++) {
		char c = equation->text[i];

		if (c == ',' || c == '-')
			break;
		count += is_letter(c);
	}
	return count;
}

void
equation_begin(struct equation *equation, const char *text, size_t size)
{
	*equation = (struct equation){.text = text, .size = size};
}

bool
equation_take_input(struct equation *equation, const struct dims *dims)
{
	size_t nletter, axis = 0, nterm = equation->nterm;
	bool has_rest = false;

	if (nterm == EQUATION_TERMS || (nterm && !take_text(equation, ",")))
		return refuse(equation, EQUATION_COUNT, nterm);
	nletter = count_letters(equation);
	if (nletter > dims->rank)
		return refuse(equation, EQUATION_RANK, nterm);
	for (;;) {
		size_t end = axis + dims->rank - nletter;
		char c = next(equation);

		if (!c || c == ',' || c == '-')
			break;
		if (!is_letter(c) && c != '.')
			return refuse(
				equation, EQUATION_CHARACTER, (size_t)(unsigned char)c);
		if (is_letter(c)) {
			equation->at++;
			if (axis == dims->rank)
				return refuse(equation, EQUATION_RANK, nterm);
			if (!bind(equation, (size_t)c, dims->extent[axis++]))
				return false;
			continue;
		}
		if (has_rest || !take_text(equation, "..."))
			return refuse(equation, EQUATION_CHARACTER, (size_t)c);
		has_rest = true;
		for (; axis < end; axis++)
			if (!bind(equation, EQUATION_LETTERS + (end - 1 - axis),
				    dims->extent[axis]))
				return false;
	}
	equation->nterm++;
	return axis == dims->rank || refuse(equation, EQUATION_RANK, nterm);
}

static bool
add_output(struct equation *equation, size_t label)
{
	struct equation_term *output = &equation->output;

	if (output->rank == KNOWN_RANK || !equation->count[label] ||
		memchr(output->label, (int)label, output->rank))
		return refuse(equation, EQUATION_OUTPUT, label);
	output->label[output->rank++] = (unsigned char)label;
	return true;
}

/* The axes that "..." stands for. */
static bool
add_rest(struct equation *equation)
{
	for (size_t label = EQUATION_LABELS; label-- > EQUATION_LETTERS;)
		if (equation->count[label] && !add_output(equation, label))
			return false;
	return true;
}

/* The output's term if the equation has none: what "..." stands for, and the letters that
   occur once. */
static bool
make_output(struct equation *equation)
{
	if (!add_rest(equation))
		return false;
	for (size_t label = 0; label < EQUATION_LETTERS; label++)
		if (equation->count[label] == 1 && !add_output(equation, label))
			return false;
	return true;
}

bool
equation_take_output(struct equation *equation)
{
	char c;

	if (!take_text(equation, "->")) {
		c = next(equation);
		if (c)
			return refuse(equation,
				c == ',' ? EQUATION_COUNT : EQUATION_CHARACTER,
				c == ',' ? equation->nterm : (size_t)(unsigned char)c);
		return make_output(equation);
	}
	while ((c = next(equation))) {
		if (take_text(equation, "...")) {
			if (!add_rest(equation))
				return false;
			continue;
		}
		equation->at++;
		if (!is_letter(c))
			return refuse(
				equation, EQUATION_CHARACTER, (size_t)(unsigned char)c);
		if (!add_output(equation, (size_t)c))
			return false;
	}
	return true;
}

void
equation_dims(const struct equation *equation, const struct equation_term *term,
	struct dims *dims)
{
	dims->rank = term->rank;
	for (size_t i = 0; i < term->rank; i++)
		dims->extent[i] = equation->extent[term->label[i]];
}
