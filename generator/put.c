#include "put.h"

#include "cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The fewest digits that read back as the same number. */
void
put_number(struct out *out, struct number number)
{
	char text[40];
	int digits = number.single ? 6 : 15, most = number.single ? 9 : 17;

	for (;; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, number.value);
		if (digits == most)
			break;
		if (number.single ? strtof(text, NULL) == (float)number.value
				  : strtod(text, NULL) == number.value)
			break;
	}
	out_text(out, text);
	if (!strpbrk(text, ".e"))
		out_text(out, ".0");
	if (number.single)
		out_text(out, "f");
}

void
put_element(struct out *out, struct element element)
{
	bool call = *element.load;

	if (call) {
		out_text(out, element.load);
		out_text(out, "(");
	}
	out_text(out, element.array);
	out_text(out, "[");
	out_int(out, element.index);
	out_text(out, call ? "])" : "]");
}

static void
put_average(struct out *out, struct result r)
{
	out_text(out, r.sum);
	if (!r.divisor) {
		out_text(out, " / divisor");
	} else if (is_power_of_two(r.divisor)) {
		if (r.divisor == 1)
			return;
		out_text(out, " * ");
		put_number(out, literal(r.spelling, 1.0 / (double)r.divisor));
	} else {
		out_text(out, " / ");
		put_number(out, literal(r.spelling, (double)r.divisor));
	}
}

static void
put_norm(struct out *out, struct result r)
{
	bool wide = r.spelling->accumulator == DTYPE_FLOAT64;

	switch (r.window->p) {
	case 0:
		out_text(out, wide ? "pow(" : "(float)pow((double)");
		out_text(out, r.sum);
		out_text(out, ", ");
		put_number(out, (struct number){1.0 / r.window->fractional_p, false});
		out_text(out, ")");
		break;
	case 1:
		out_text(out, r.sum);
		break;
	case 2:
		out_text(out, r.spelling->square_root);
		out_text(out, "(");
		out_text(out, r.sum);
		out_text(out, ")");
		break;
	default:
		out_text(out, r.spelling->root);
		out_text(out, "(");
		out_text(out, r.sum);
		out_text(out, ", ");
		out_int(out, r.window->p);
		out_text(out, ")");
	}
}

void
put_result(struct out *out, struct result result)
{
	bool call = *result.spelling->store;

	if (call) {
		out_text(out, result.spelling->store);
		out_text(out, "(");
	}
	switch (result.window->reduction) {
	case REDUCE_CONV:
		out_text(out, result.sum);
		break;
	case REDUCE_AVERAGE:
		put_average(out, result);
		break;
	case REDUCE_LP:
		put_norm(out, result);
		break;
	}
	if (call)
		out_text(out, ")");
}

void
put_shape(struct out *out, struct shape shape)
{
	out_text(out, "[");
	for (int i = 0; i < shape.rank; i++) {
		if (i)
			out_text(out, ", ");
		out_int(out, shape.extent[i]);
	}
	out_text(out, "]");
}

void
put_index(struct out *out, struct index index)
{
	bool moves = index.variable && index.step;

	if (moves)
		out_text(out, index.variable);
	if (moves && index.step != 1) {
		out_text(out, " * ");
		out_int(out, index.step);
	}
	if (moves && index.offset)
		out_text(out, " + ");
	if (index.offset || !moves)
		out_int(out, index.offset);
}

void
put_pointer(struct out *out, struct pointer pointer)
{
	bool moves = false;

	out_text(out, pointer.base);
	for (size_t i = 0; i < POINTER_TERMS; i++)
		if (pointer.term[i].variable && pointer.term[i].step) {
			out_text(out, moves ? " + " : " + (");
			put_index(out, pointer.term[i]);
			moves = true;
		}
	if (pointer.offset) {
		out_text(out, pointer.offset < 0 ? " - " : " + ");
		out_int(out, pointer.offset < 0 ? -pointer.offset : pointer.offset);
	}
	if (moves)
		out_text(out, ")");
}

void
put_hex(struct out *out, uint64_t bits)
{
	char text[2 + 16];
	size_t at = sizeof text;

	do {
		text[--at] = "0123456789abcdef"[bits & 15];
		bits >>= 4;
	} while (bits);
	text[--at] = 'x';
	text[--at] = '0';
	out_bytes(out, text + at, sizeof text - at);
}

struct shape
shape_of(const struct operand *operand)
{
	return (struct shape){operand->shape, operand->rank};
}

struct pointer
pointer_to(const char *base, int64_t offset)
{
	return (struct pointer){.base = base, .offset = offset};
}

struct number
literal(const struct spelling *spelling, double value)
{
	return (struct number){value, spelling->accumulator != DTYPE_FLOAT64};
}
