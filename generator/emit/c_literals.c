#include "emit/c_literals.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/extents.h"

/* Prints the fewest digits that read back as the same number. */
void
put_number(struct out *out, double number, bool single)
{
	char text[40];
	int digits = single ? 6 : 15, most = single ? 9 : 17;

	if (isinf(number)) {
		out_text(out, number < 0 ? "-" : "");
		out_text(out, single ? "INFINITY" : "HUGE_VAL");
		return;
	}
	for (;; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, number);
		if (digits == most)
			break;
		if (single ? strtof(text, NULL) == (float)number
			   : strtod(text, NULL) == number)
			break;
	}
	out_text(out, text);
	if (!strpbrk(text, ".e"))
		out_text(out, ".0");
	if (single)
		out_text(out, "f");
}

void
put_shape(struct out *out, const struct operand *operand)
{
	extents_put(out, operand->shape, (size_t)operand->rank);
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

void
put_capitals(struct out *out, struct capitals capitals)
{
	for (const char *text = capitals.text; *text; text++) {
		char c = (char)(isalnum((unsigned char)*text)
					? toupper((unsigned char)*text)
					: '_');

		out_bytes(out, &c, 1);
	}
}
