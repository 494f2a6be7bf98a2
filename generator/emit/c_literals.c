#include "emit/c_literals.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/extents.h"

/* Prints the fewest digits that read back as the same number. */
void
put_number(struct out *out, struct number number)
{
	char text[40];
	int digits = number.single ? 6 : 15, most = number.single ? 9 : 17;

	if (isinf(number.value)) {
		out_text(out, number.value < 0 ? "-" : "");
		out_text(out, number.single ? "INFINITY" : "HUGE_VAL");
		return;
	}
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
put_shape(struct out *out, struct shape shape)
{
	extents_put(out, shape.extent, (size_t)shape.rank);
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
put_hex_of(struct out *out, struct hex hex)
{
	put_hex(out, hex.bits);
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

struct shape
shape_of(const struct operand *operand)
{
	return (struct shape){operand->shape, operand->rank};
}
