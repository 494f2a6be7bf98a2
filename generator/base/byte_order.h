#ifndef OPGEN_BASE_BYTE_ORDER_H
#define OPGEN_BASE_BYTE_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Whether the machine that opgen runs on is little-endian, as model files are. */
static inline bool
is_little_endian(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return first == 1;
}

#endif
