#ifndef OPGEN_CODE_SIZE_H
#define OPGEN_CODE_SIZE_H

#include "target/code_size.h"

#include <stdint.h>

/* Bytes of machine code that gcc makes of functions, estimated from what these are made
   of. Constants are not counted, nor the runtime's functions, unless they are called once
   and so become part of the code. */

struct function;

/* What of the runtime is out of line: elementary functions, then these. */
enum runtime_call {
	CALL_ROOT = 20,
	CALL_POWER,
	CALL_FROM_FLOAT16,
	CALL_TO_FLOAT16,
	CALL_FROM_BFLOAT16,
	CALL_TO_BFLOAT16,
	RUNTIME_CALLS
};

struct code_size {
	uint64_t part[NPART];
	uint64_t call[RUNTIME_CALLS];
};

/* Adds the parts of a function. */
void code_size_add(struct code_size *size, const struct function *function);

/* Counts the parts that calls of the runtime decide, once all functions are there. */
struct code_size code_size_end(const struct code_size *size);

/* The bytes of the code on a machine. */
uint64_t code_size_bytes(
	const struct code_size *size, enum code_machine machine, enum code_level level);

#endif
