#ifndef OPGEN_EMIT_C_LITERALS_H
#define OPGEN_EMIT_C_LITERALS_H

#include "base/out.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

/* A floating-point literal that reads back as exactly this number; finite. */
struct number {
	double value;
	bool single; /* float, with the suffix f */
};

/* Extents as the documents print them: [1, 3, 224, 224]. */
struct shape {
	const int64_t *extent;
	int rank;
};

void put_number(struct out *out, struct number number);
void put_shape(struct out *out, struct shape shape);

/* 0x and the digits of the bits. */
struct hex {
	uint64_t bits;
};
void put_hex(struct out *out, uint64_t bits);
void put_hex_of(struct out *out, struct hex hex);

/* A name as macros have it: letters in capitals, '_' for what no identifier holds. */
struct capitals {
	const char *text;
};
void put_capitals(struct out *out, struct capitals capitals);

/* The shape of an operand. */
struct shape shape_of(const struct operand *operand);

#endif
