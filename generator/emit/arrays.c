#include "emit/arrays.h"

#include "base/checked.h"
#include "emit/c_literals.h"

#include <string.h>

enum {
	STRING_LINE = 32, /* bytes of a line of a string literal */
	BYTE_TEXT = 4     /* characters of a byte, at most */
};

/* The index of element k of an array in its operand; -1: it is 0. */
static int64_t
source_index(const struct array *a, int64_t k)
{
	return a->stored && a->stored->source ? a->stored->source(a->stored->packing, k)
					      : k;
}

/* Number i of an array of complex elements, of which each is two. */
static double
complex_number(const struct array *a, int64_t i)
{
	const double *wide = a->operand->constant;
	const float *narrow = a->operand->constant;

	return a->dtype == DTYPE_COMPLEX128 ? wide[i] : narrow[i];
}

static bool
has_rows(const struct array *a)
{
	return array_length(a) > ELEMENTS_A_LINE;
}

/* Bytes of one of an element's words. */
static size_t
word_size(const struct array *a)
{
	size_t size = dtype_info[a->dtype].size;

	return dtype_info[a->dtype].kind == KIND_COMPLEX ? size / 2 : size;
}

struct words
array_words(const struct array *a)
{
	size_t size = dtype_info[a->dtype].size, word = word_size(a);
	int64_t n = array_length(a), words = (int64_t)(size / word);

	return (struct words){.bits = (int)(8 * word),
		.rows = has_rows(a) ? ceil_div(n, ELEMENTS_A_LINE) : 0,
		.columns = (has_rows(a) ? ELEMENTS_A_LINE : n) * words,
		.bytes = n * (int64_t)size};
}

/* Finds the words of an element. */
static void
find_bits(const struct array *a, int64_t k, uint64_t *bits)
{
	size_t size = dtype_info[a->dtype].size, word = word_size(a);
	const char *bytes = (const char *)a->operand->constant + (size_t)k * size;
	double value;
	float narrow;
	uint16_t word16;
	uint32_t word32;

	if (a->dtype != a->operand->dtype) {
		value = operand_number(a->operand, k);
		narrow = (float)value;
		bytes = word == 8 ? (const char *)&value : (const char *)&narrow;
	}
	for (size_t i = 0; i < size / word; i++) {
		switch (word) {
		case 1:
			bits[i] = (uint8_t)bytes[i];
			break;
		case 2:
			memcpy(&word16, bytes + i * word, word);
			bits[i] = word16;
			break;
		case 4:
			memcpy(&word32, bytes + i * word, word);
			bits[i] = word32;
			break;
		default:
			memcpy(&bits[i], bytes + i * word, word);
		}
	}
}

static void
put_bits(struct out *out, const struct array *a, int64_t k)
{
	uint64_t bits[2];

	find_bits(a, k, bits);
	put_hex(out, bits[0]);
	out_text(out, "u");
	if (dtype_info[a->dtype].kind == KIND_COMPLEX) {
		out_text(out, ", ");
		put_hex(out, bits[1]);
		out_text(out, "u");
	}
}

/* An integer, or the bits of a half type. */
static void
put_integer(struct out *out, const struct array *a, int64_t k)
{
	const void *p = a->operand->constant;

	if (dtype_info[a->dtype].kind == KIND_HALF)
		out_int(out, ((const uint16_t *)p)[k]);
	else if (dtype_info[a->dtype].size < 8)
		out_int(out, (int64_t)operand_number(a->operand, k));
	else if (a->dtype == DTYPE_UINT64)
		put_hex(out, ((const uint64_t *)p)[k]);
	else if (((const int64_t *)p)[k] == INT64_MIN)
		out_text(out, "INT64_MIN");
	else
		out_int(out, ((const int64_t *)p)[k]);
}

static void
put_literal(struct out *out, const struct array *a, int64_t k)
{
	bool single = dtype_info[a->dtype].size == 4 || a->dtype == DTYPE_COMPLEX64;

	if (dtype_info[a->dtype].kind == KIND_COMPLEX) {
		out_text(out, "{");
		put_number(out, complex_number(a, 2 * k), single);
		out_text(out, ", ");
		put_number(out, complex_number(a, 2 * k + 1), single);
		out_text(out, "}");
	} else if (dtype_info[a->dtype].kind == KIND_FLOAT) {
		put_number(out, operand_number(a->operand, k), single);
	} else {
		put_integer(out, a, k);
	}
}

/* Spells a byte of a string literal; returns how many characters it takes, BYTE_TEXT at
   most. An escape before a digit is written with all three of its own; question marks are
   escaped, because they might begin a trigraph. */
static size_t
spell_byte(char *text, unsigned byte, unsigned next)
{
	bool whole = next >= '0' && next <= '9';
	size_t n = 0;

	if (byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\' && byte != '?') {
		text[0] = (char)byte;
		return 1;
	}
	text[n++] = '\\';
	if (whole || byte > 077)
		text[n++] = (char)('0' + (byte >> 6));
	if (whole || byte > 07)
		text[n++] = (char)('0' + (byte >> 3 & 7));
	text[n++] = (char)('0' + (byte & 7));
	return n;
}

size_t
array_bytes_at(const struct array *a, int64_t first, int64_t n, unsigned char *bytes)
{
	size_t size = dtype_info[a->dtype].size, word = word_size(a), nbyte = 0;

	for (int64_t i = first; i < first + n; i++) {
		int64_t source = source_index(a, i);
		uint64_t bits[2] = {0};

		if (source >= 0)
			find_bits(a, source, bits);
		for (size_t b = 0; b < size; b++)
			bytes[nbyte++] =
				(unsigned char)(bits[b / word] >> 8 * (b % word) & 255);
	}
	return nbyte;
}

/* Prints the bytes of all elements. */
static void
put_string(struct out *out, const struct array *a)
{
	size_t size = dtype_info[a->dtype].size;
	int64_t n = array_length(a), line = STRING_LINE / (int64_t)size;
	unsigned char bytes[STRING_LINE + 1];
	char text[STRING_LINE * BYTE_TEXT];

	for (int64_t k = 0; k < n; k += line) {
		size_t nbyte = array_bytes_at(a, k, n - k < line ? n - k : line, bytes);
		size_t ntext = 0;

		bytes[nbyte] = '"';
		for (size_t b = 0; b < nbyte; b++)
			ntext += spell_byte(text + ntext, bytes[b], bytes[b + 1]);
		out_text(out, k ? "\n\t\"" : "\t\"");
		out_bytes(out, text, ntext);
		out_text(out, "\"");
	}
}

static void
put_elements(struct out *out, const struct array *a, bool bits)
{
	bool rows = bits && has_rows(a);
	int64_t n = array_length(a);

	for (int64_t k = 0; k < n; k++) {
		bool first = k % ELEMENTS_A_LINE == 0,
		     last = k == n - 1 || (k + 1) % ELEMENTS_A_LINE == 0;
		int64_t source = source_index(a, k);

		out_text(out, !first ? " " : k ? "\n\t" : "\t");
		out_text(out, first && rows ? "{" : "");
		if (source < 0)
			out_text(out, "0");
		else if (bits)
			put_bits(out, a, source);
		else
			put_literal(out, a, source);
		out_text(out, last && rows ? "}," : ",");
	}
}

void
emit_elements(struct out *out, const struct array *array, enum form form)
{
	out_begin_constant(out);
	if (form == FORM_STRING)
		put_string(out, array);
	else
		put_elements(out, array, form == FORM_BITS);
	out_end_constant(out);
	out_text(out, "\n");
}
