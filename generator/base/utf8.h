#ifndef OPGEN_BASE_UTF8_H
#define OPGEN_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the UTF-8 character at the start of text, whose code point is stored, or 0
   when there is none: bytes that are not UTF-8, or no bytes at all. */
static inline size_t
utf8_decode(const char *text, size_t size, uint32_t *point)
{
	static const uint32_t minimum[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *byte = (const unsigned char *)text;
	size_t n = !size            ? 0
		   : byte[0] < 0x80 ? 1
		   : byte[0] < 0xc0 ? 0
		   : byte[0] < 0xe0 ? 2
		   : byte[0] < 0xf0 ? 3
		   : byte[0] < 0xf8 ? 4
				    : 0;
	uint32_t value;

	if (n == 0 || n > size)
		return 0;
	value = n == 1 ? byte[0] : byte[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (byte[i] & 0x3fu);
	}
	if (value < minimum[n] || value > 0x10ffff ||
		(value >= 0xd800 && value <= 0xdfff))
		return 0;
	*point = value;
	return n;
}

/* The bytes of the character at the start of text when a terminal shows it as it is, or
   0: not UTF-8, a control character, or one that changes the direction of the text or
   hides in it. */
static inline size_t
utf8_printable(const char *text, size_t size)
{
	uint32_t point;
	size_t n = utf8_decode(text, size, &point);

	if (n == 0 || point < 0x20 || (point >= 0x7f && point < 0xa0))
		return 0;
	if (point == 0x61c || (point >= 0x200b && point <= 0x200f) ||
		(point >= 0x2028 && point <= 0x202e) ||
		(point >= 0x2060 && point <= 0x206f) || point == 0xfeff ||
		(point >= 0xfff9 && point <= 0xfffb) ||
		(point >= 0xe0000 && point <= 0xe007f))
		return 0;
	return n;
}

#endif
