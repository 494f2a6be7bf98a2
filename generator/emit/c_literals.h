#ifndef OPGEN_EMIT_C_LITERALS_H
#define OPGEN_EMIT_C_LITERALS_H

#include "base/out.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* A floating-point literal that reads back as exactly this number, or infinity; single:
   of type float, with the suffix f. */
void put_number(struct out *out, double number, bool single);

/* The shape of an operand as the documents print it: [1, 3, 224, 224]. */
void put_shape(struct out *out, const struct operand *operand);

/* 0x and the digits of the bits. */
void put_hex(struct out *out, uint64_t bits);

/* A name as macros have it: letters in capitals, '_' for what no identifier holds. */
struct capitals {
	const char *text;
};
void put_capitals(struct out *out, struct capitals capitals);

#endif
