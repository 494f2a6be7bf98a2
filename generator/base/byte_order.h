#ifndef OPGEN_BASE_BYTE_ORDER_H
#define OPGEN_BASE_BYTE_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Whether the machine that opgen runs on keeps the least significant byte of a number
   first, as files of models do. */
static inline bool
is_little_endian(void)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	return first == 1;
}

#endif
