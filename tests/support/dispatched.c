/* Includes code emitted for several targets, runs it on each target that this machine
   has, and prints which functions ran. Compiled by dispatch_test.c with
   -finstrument-functions. */

#include <stdio.h>
#include <string.h>

static int chosen; /* the version of x86-64 that the processor pretends to have */

#ifdef FORCED
#define OPGEN_HAS_X86_64_V3 (chosen >= 3)
#define OPGEN_HAS_X86_64_V4 (chosen >= 4)
#endif
#include "conv.c"

enum {
	CHANNELS = 3,
	WIDTH = 41,
	WEIGHTS = 9 * 3 * 5,
	PACKED = 16 * 3 * 5, /* whole vectors */
	OUTPUTS = 9 * 21
};

/* Inner functions entered since the last check. */
static int entered[5];

enum {
	V4,
	V3,
	NEON,
	SIMD128,
	GENERIC
};

static const char *const name[] = {
	"x86-64-v4", "x86-64-v3", "aarch64", "wasm-simd128", "generic"};

#ifdef __cplusplus
extern "C" {
#endif
void __cyg_profile_func_enter(void *function, void *from)
	__attribute__((no_instrument_function));
void __cyg_profile_func_exit(void *function, void *from)
	__attribute__((no_instrument_function));

void
__cyg_profile_func_enter(void *function, void *from)
{
	(void)from;
#if defined(__x86_64__)
	entered[V4] += function == (void *)opgen_conv_v4;
	entered[V3] += function == (void *)opgen_conv_v3;
#elif defined(__aarch64__)
	entered[NEON] += function == (void *)opgen_conv_neon;
#elif defined(__wasm__)
	entered[SIMD128] += function == (void *)opgen_conv_simd128;
#endif
	entered[GENERIC] += function == (void *)opgen_conv_generic;
}

void
__cyg_profile_func_exit(void *function, void *from)
{
	(void)function;
	(void)from;
}
#ifdef __cplusplus
}
#endif

/* The only target that ran, or NULL. */
static const char *
ran(void)
{
	const char *only = NULL;
	size_t n = 0;

	for (size_t i = 0; i < sizeof entered / sizeof *entered; i++) {
		if (entered[i])
			only = name[i];
		n += (size_t)entered[i];
	}
	memset(entered, 0, sizeof entered);
	return n == 1 ? only : NULL;
}

/* Numbers of both signs and many sizes, none a power of two. */
static void
fill(float *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (float)((i * 7919 + 3) % 101) / 37.0f - 1.3f;
}

/* This machine's version of x86-64; functions for later ones cannot run. */
static int
newest(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		return 4;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
		return 3;
#endif
	return 2;
}

int
main(void)
{
	static float x[CHANNELS * WIDTH], w[WEIGHTS], y[OUTPUTS], first[OUTPUTS];
	static float packed[PACKED];

	fill(x, CHANNELS * WIDTH);
	fill(w, WEIGHTS);
	for (chosen = newest(); chosen >= 2; chosen--) {
		const char *target;

		memset(y, 0, sizeof y);
		conv(x, w, y);
		target = ran();
		puts(target ? target : "not one target");
		if (chosen == newest())
			memcpy(first, y, sizeof y);
		if (memcmp(first, y, sizeof y)) {
			puts("other bits");
			return 1;
		}
		/* Weights are packed by the target that takes them. */
		conv_pack(w, packed);
		conv_packed(x, packed, y);
		memset(entered, 0, sizeof entered);
		if (memcmp(first, y, sizeof y)) {
			puts("other bits of packed weights");
			return 1;
		}
	}
	return 0;
}
