/* What a self-test made by opgen --self-test includes: the numbers that it feeds
   functions with, and how it compares what they give with what opgen has computed. opgen
   includes it, too, so both have the same numbers. C99 to C23 and C++11; integer
   arithmetic alone; no heap, no files.

   Hosted, it prints a line for each function. With OPGEN_SELF_TEST_BARE, or where the
   compiler says that there is no C library (-ffreestanding), there is no main() and
   nothing is printed, unless OPGEN_SELF_TEST_PRINT(text) is defined: a statement that
   takes a piece of a line, a string.

   SPDX-License-Identifier: 0BSD */
#ifndef OPGEN_SELF_TEST_H
#define OPGEN_SELF_TEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "opgen_types.h"

/* Changes whenever numbers or hashes do; every self-test compares it with the version
   that it was made for. */
#define OPGEN_SELF_TEST_VERSION 2

#if !defined(OPGEN_SELF_TEST_BARE) && defined(__STDC_HOSTED__) && !__STDC_HOSTED__
#define OPGEN_SELF_TEST_BARE
#endif
#ifndef OPGEN_SELF_TEST_PRINT
#ifdef OPGEN_SELF_TEST_BARE
#define OPGEN_SELF_TEST_PRINT(text) ((void)(text))
#else
#include <stdio.h>
#define OPGEN_SELF_TEST_PRINT(text) fputs((text), stdout)
#endif
#endif

/* Element types; a complex element is two numbers. */
enum opgen_test_type {
	OPGEN_TEST_FLOAT32,
	OPGEN_TEST_FLOAT64,
	OPGEN_TEST_FLOAT16,
	OPGEN_TEST_BFLOAT16,
	OPGEN_TEST_BOOL,
	OPGEN_TEST_INT8,
	OPGEN_TEST_INT16,
	OPGEN_TEST_INT32,
	OPGEN_TEST_INT64,
	OPGEN_TEST_UINT8,
	OPGEN_TEST_UINT16,
	OPGEN_TEST_UINT32,
	OPGEN_TEST_UINT64
};

/* Each function is called twice, with inputs of either kind. */
enum opgen_test_round {
	OPGEN_TEST_NUMBERS, /* finite, of similar size; zeros and subnormals among them */
	OPGEN_TEST_SPECIALS, /* NaN, infinities, the largest; any finite number */
	OPGEN_TEST_ROUNDS
};

/* How a function is called, with the same results: whole; with packed weights, if it has
   functions for these; all of its parts, the last of each step first, if it has any. */
enum opgen_test_way {
	OPGEN_TEST_WHOLE,
	OPGEN_TEST_PACKED,
	OPGEN_TEST_PARTS,
	OPGEN_TEST_WAYS
};

enum {
	/* Outputs of at most so many numbers are compared one by one. */
	OPGEN_TEST_SMALL = 64,
	/* Others by hashes of blocks of that size, or of a power of two times that size,
	   so that there are no more than so many blocks. */
	OPGEN_TEST_BLOCKS = 64
};

/* An argument of the function under test. */
struct opgen_test_tensor {
	const char *name;
	void *memory;
	size_t n; /* numbers */
	enum opgen_test_type type;
};

/* A function under test. wanted: for each variant, in it for each round, in that for each
   output its words (opgen_test_nword). Where code for several targets gives different
   bits (numerics fast), each has a variant; one of them must agree throughout. */
struct opgen_test {
	const char *name;
	void (*call[OPGEN_TEST_WAYS])(void); /* NULL: it cannot be called in that way */
	const struct opgen_test_tensor *input;
	size_t ninput;
	const struct opgen_test_tensor *output;
	size_t noutput;
	const uint64_t *wanted;
	size_t nwanted; /* words of a variant */
	int nvariant;
	int keeps_nan; /* data are moved: NaNs keep their bits; else any NaN will do */
};

/* How a number's bits are made up. */
struct opgen_test_format {
	unsigned size;               /* bytes */
	unsigned exponent, fraction; /* bits; an integer has no exponent */
	uint64_t lowest, highest;    /* of an integer, as bits */
};

static inline struct opgen_test_format
opgen_test_format_of(enum opgen_test_type type)
{
	static const struct opgen_test_format format[] = {
		{4, 8, 23, 0, 0},
		{8, 11, 52, 0, 0},
		{2, 5, 10, 0, 0},
		{2, 8, 7, 0, 0},
		{1, 0, 0, 0, 1},
		{1, 0, 0, 0x80, 0x7f},
		{2, 0, 0, 0x8000, 0x7fff},
		{4, 0, 0, 0x80000000u, 0x7fffffff},
		{8, 0, 0, (uint64_t)1 << 63, ~((uint64_t)1 << 63)},
		{1, 0, 0, 0, 0xff},
		{2, 0, 0, 0, 0xffff},
		{4, 0, 0, 0, 0xffffffffu},
		{8, 0, 0, 0, ~(uint64_t)0},
	};

	return format[type];
}

/* A step of the generator splitmix64, of 2014, by Steele, Lea and Flood. */
static inline uint64_t
opgen_test_mix(uint64_t x)
{
	x += ((uint64_t)0x9e3779b9u << 32) | 0x7f4a7c15u;
	x = (x ^ (x >> 30)) * (((uint64_t)0xbf58476du << 32) | 0x1ce4e5b9u);
	x = (x ^ (x >> 27)) * (((uint64_t)0x94d049bbu << 32) | 0x133111ebu);
	return x ^ (x >> 31);
}

static inline uint64_t
opgen_test_mask(const struct opgen_test_format *format)
{
	return ~(uint64_t)0 >> (64 - 8 * format->size);
}

/* The bits of infinity; those of a NaN are above it, the sign aside. */
static inline uint64_t
opgen_test_infinity(const struct opgen_test_format *format)
{
	return (((uint64_t)1 << format->exponent) - 1) << format->fraction;
}

static inline uint64_t
opgen_test_float(
	const struct opgen_test_format *format, enum opgen_test_round round, uint64_t r)
{
	const uint64_t infinity = opgen_test_infinity(format);
	const uint64_t least = (uint64_t)1 << format->fraction; /* normal number */
	const uint64_t sign = (r >> 63) << (format->exponent + format->fraction);
	const uint64_t fraction = r & (least - 1);
	const uint64_t bias = ((uint64_t)1 << (format->exponent - 1)) - 1;
	const unsigned which = (unsigned)(r >> 56) & 7, kind = (unsigned)(r >> 59) & 15;
	const uint64_t small[8] = {
		0, 0, 1, least - 1, least, fraction, bias << format->fraction, 0};
	const uint64_t special[8] = {infinity | (least >> 1) | fraction, infinity,
		infinity - 1, infinity | 1, 0, 1, least, infinity};

	if (round == OPGEN_TEST_NUMBERS && kind == 0)
		return sign | small[which];
	if (round == OPGEN_TEST_SPECIALS && kind < 2)
		return sign | special[which];
	/* Any finite exponent. */
	if (round == OPGEN_TEST_SPECIALS && kind < 5)
		return sign | (((r >> 52) % (2 * bias + 1)) << format->fraction) |
		       fraction;
	return sign | ((bias - 5 + which) << format->fraction) | fraction;
}

static inline uint64_t
opgen_test_integer(
	const struct opgen_test_format *format, enum opgen_test_round round, uint64_t r)
{
	const unsigned kind = (unsigned)(r >> 59) & 15;
	const uint64_t special[4] = {
		format->lowest, format->highest, 0, format->highest - 1};

	if (format->highest == 1)
		return r >> 63;
	if (round == OPGEN_TEST_SPECIALS && kind < 2)
		return special[(r >> 56) & 3];
	if (round == OPGEN_TEST_SPECIALS)
		return r & opgen_test_mask(format);
	return ((r & 15) - (format->lowest ? 8u : 0u)) & opgen_test_mask(format);
}

/* Number i of an input, as bits. */
static inline uint64_t
opgen_test_number(const struct opgen_test_format *format, enum opgen_test_round round,
	size_t input, size_t i)
{
	const uint64_t seed = opgen_test_mix(((uint64_t)round << 32) | (uint64_t)input);
	const uint64_t r = opgen_test_mix(seed ^ opgen_test_mix((uint64_t)i));

	return format->exponent ? opgen_test_float(format, round, r)
				: opgen_test_integer(format, round, r);
}

static inline void
opgen_test_set(
	const struct opgen_test_format *format, void *memory, size_t i, uint64_t bits)
{
	const uint8_t bits8 = (uint8_t)bits;
	const uint16_t bits16 = (uint16_t)bits;
	const uint32_t bits32 = (uint32_t)bits;
	unsigned char *at = (unsigned char *)memory + i * format->size;

	if (format->size == 1)
		memcpy(at, &bits8, 1);
	else if (format->size == 2)
		memcpy(at, &bits16, 2);
	else if (format->size == 4)
		memcpy(at, &bits32, 4);
	else
		memcpy(at, &bits, 8);
}

static inline uint64_t
opgen_test_get(const struct opgen_test_format *format, const void *memory, size_t i)
{
	const unsigned char *at = (const unsigned char *)memory + i * format->size;
	uint8_t bits8 = 0;
	uint16_t bits16 = 0;
	uint32_t bits32 = 0;
	uint64_t bits = 0;

	if (format->size == 1)
		memcpy(&bits8, at, 1);
	else if (format->size == 2)
		memcpy(&bits16, at, 2);
	else if (format->size == 4)
		memcpy(&bits32, at, 4);
	else
		memcpy(&bits, at, 8);
	return bits | bits32 | bits16 | bits8;
}

/* Fills an input. */
static inline void
opgen_test_fill(
	const struct opgen_test_tensor *tensor, enum opgen_test_round round, size_t input)
{
	const struct opgen_test_format format = opgen_test_format_of(tensor->type);

	for (size_t i = 0; i < tensor->n; i++)
		opgen_test_set(&format, tensor->memory, i,
			opgen_test_number(&format, round, input, i));
}

/* Makes what a function leaves unwritten differ from what is wanted there. */
static inline void
opgen_test_spoil(const struct opgen_test_tensor *tensor)
{
	const size_t size = tensor->n * opgen_test_format_of(tensor->type).size;

	for (size_t i = 0; i < size; i++)
		((unsigned char *)tensor->memory)[i] = 0xa5;
}

/* Numbers of an output that a word stands for, and how many words it has. */
static inline size_t
opgen_test_block(size_t n)
{
	size_t block = OPGEN_TEST_SMALL;

	if (n <= OPGEN_TEST_SMALL)
		return 1;
	while ((n - 1) / OPGEN_TEST_BLOCKS >= block)
		block *= 2;
	return block;
}

static inline size_t
opgen_test_nword(size_t n)
{
	const size_t block = opgen_test_block(n);

	return n / block + (n % block != 0);
}

/* Number i of an output, as it is compared: unless NaNs keep their bits, all are one. */
static inline uint64_t
opgen_test_result(const struct opgen_test_tensor *tensor, size_t i, int keeps_nan)
{
	const struct opgen_test_format format = opgen_test_format_of(tensor->type);
	const uint64_t bits = opgen_test_get(&format, tensor->memory, i);
	const uint64_t sign = (uint64_t)1 << (format.exponent + format.fraction);

	if (!format.exponent || keeps_nan ||
		(bits & (sign - 1)) <= opgen_test_infinity(&format))
		return bits;
	return opgen_test_infinity(&format) | (sign >> 1 >> format.exponent);
}

/* Word k of an output: a number's bits, or a block's hash. */
static inline uint64_t
opgen_test_word(const struct opgen_test_tensor *tensor, size_t k, int keeps_nan)
{
	const size_t block = opgen_test_block(tensor->n), first = k * block;
	uint64_t hash = 0;

	if (block == 1)
		return opgen_test_result(tensor, k, keeps_nan);
	for (size_t i = first; i < tensor->n && i - first < block; i++)
		hash = opgen_test_mix(hash ^ opgen_test_result(tensor, i, keeps_nan));
	return hash;
}

static inline void
opgen_test_print_hex(uint64_t bits)
{
	char text[2 + 16 + 1];
	size_t at = sizeof text - 1;

	text[at] = '\0';
	do {
		text[--at] = "0123456789abcdef"[bits & 15];
		bits >>= 4;
	} while (bits);
	text[--at] = 'x';
	text[--at] = '0';
	OPGEN_SELF_TEST_PRINT(text + at);
}

static inline void
opgen_test_print_count(size_t n)
{
	char text[20 + 1];
	size_t at = sizeof text - 1;

	text[at] = '\0';
	do {
		text[--at] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	OPGEN_SELF_TEST_PRINT(text + at);
}

/* Where an output differs. */
struct opgen_test_difference {
	const struct opgen_test_tensor *tensor;
	enum opgen_test_round round;
	enum opgen_test_way way;
	size_t word;
	uint64_t wanted, got;
};

static inline void
opgen_test_print_place(const struct opgen_test_tensor *tensor, size_t i)
{
	OPGEN_SELF_TEST_PRINT(tensor->name);
	OPGEN_SELF_TEST_PRINT("[");
	opgen_test_print_count(i);
	OPGEN_SELF_TEST_PRINT("]");
}

static inline void
opgen_test_print_difference(const struct opgen_test_difference *d)
{
	static const char *const way[OPGEN_TEST_WAYS] = {
		"", "with packed weights, ", "in parts, "};
	const size_t block = opgen_test_block(d->tensor->n), first = d->word * block;
	const size_t left = d->tensor->n - first;

	OPGEN_SELF_TEST_PRINT(d->round == OPGEN_TEST_NUMBERS ? " differs: of numbers, "
							     : " differs: of specials, ");
	OPGEN_SELF_TEST_PRINT(way[d->way]);
	opgen_test_print_place(d->tensor, first);
	if (block > 1) {
		OPGEN_SELF_TEST_PRINT(" to ");
		opgen_test_print_place(
			d->tensor, first + (left < block ? left : block) - 1);
	}
	OPGEN_SELF_TEST_PRINT(block > 1 ? ": wanted hash " : ": wanted ");
	opgen_test_print_hex(d->wanted);
	OPGEN_SELF_TEST_PRINT(", got ");
	opgen_test_print_hex(d->got);
}

/* A function's test on its way. */
struct opgen_test_state {
	const struct opgen_test *test;
	uint32_t agree; /* a bit for each variant that has agreed so far */
	uint64_t hash;  /* of all words of calls as a whole */
	struct opgen_test_difference difference; /* the last variant's first one */
};

/* Compares the outputs of a call; at: the first word of the round in a variant. Returns
   the word after the last. */
static inline size_t
opgen_test_compare(struct opgen_test_state *state, enum opgen_test_round round,
	enum opgen_test_way way, size_t at)
{
	const struct opgen_test *test = state->test;

	for (size_t o = 0; o < test->noutput; o++) {
		const struct opgen_test_tensor *tensor = &test->output[o];
		const size_t nword = opgen_test_nword(tensor->n);

		for (size_t k = 0; k < nword; k++, at++) {
			const uint64_t got = opgen_test_word(tensor, k, test->keeps_nan);

			if (way == OPGEN_TEST_WHOLE)
				state->hash = opgen_test_mix(state->hash ^ got);
			for (int v = 0; v < test->nvariant; v++) {
				const uint64_t wanted =
					test->wanted[(size_t)v * test->nwanted + at];
				const uint32_t bit = (uint32_t)1 << v;

				if (!(state->agree & bit) || got == wanted)
					continue;
				state->agree &= ~bit;
				state->difference.tensor = tensor;
				state->difference.round = round;
				state->difference.way = way;
				state->difference.word = k;
				state->difference.wanted = wanted;
				state->difference.got = got;
			}
		}
	}
	return at;
}

/* Tests one function; whether it agrees. */
static inline int
opgen_test_one(const struct opgen_test *test)
{
	struct opgen_test_state state = {test, ~(uint32_t)0 >> (32 - test->nvariant), 0,
		{NULL, OPGEN_TEST_NUMBERS, OPGEN_TEST_WHOLE, 0, 0, 0}};
	size_t at = 0;

	for (int round = 0; round < OPGEN_TEST_ROUNDS; round++) {
		size_t behind = at;

		for (int way = 0; way < OPGEN_TEST_WAYS; way++) {
			if (!test->call[way])
				continue;
			for (size_t i = 0; i < test->ninput; i++)
				opgen_test_fill(
					&test->input[i], (enum opgen_test_round)round, i);
			for (size_t i = 0; i < test->noutput; i++)
				opgen_test_spoil(&test->output[i]);
			test->call[way]();
			behind = opgen_test_compare(&state, (enum opgen_test_round)round,
				(enum opgen_test_way)way, at);
		}
		at = behind;
	}
	OPGEN_SELF_TEST_PRINT(test->name);
	OPGEN_SELF_TEST_PRINT(" ");
	opgen_test_print_hex(state.hash);
	if (state.agree)
		OPGEN_SELF_TEST_PRINT(" ok");
	else
		opgen_test_print_difference(&state.difference);
	OPGEN_SELF_TEST_PRINT("\n");
	return state.agree != 0;
}

/* Tests all functions. Returns 0, or the number of the first that differs, counted from
   1. */
static inline int
opgen_test_all(const struct opgen_test *const *test, int n)
{
	int first = 0;

	for (int i = 0; i < n; i++)
		if (!opgen_test_one(test[i]) && !first)
			first = i + 1;
	return first;
}

/* The first address in memory that is a multiple of alignment, a power of two. */
static inline void *
opgen_test_align(void *memory, size_t alignment)
{
	const size_t over = (size_t)((uintptr_t)memory & (alignment - 1));

	return (unsigned char *)memory + (over ? alignment - over : 0);
}

#endif
