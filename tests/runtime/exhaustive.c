/* Every float there is, through each elementary function of one number, in the strict and
   in the fma numerics, against the C library's in double: `ninja exhaustive`. Prints the
   largest errors of each, and fails where one reaches an ulp, or where a limit is not
   exact.

   The library's doubles are off by a few of their own ulps, which are 2^-29 of a float's:
   an error printed is right to 1e-6. */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opgen_runtime.h"
#include "support/elementary_cases.h"

enum {
	SLICES = 1024,
	BLOCK = 8 /* floats at once */
};

/* A block of floats through the function of the fma numerics: on x86 by vectors, which
   have the instruction and, as tests/runtime/vector_test.c checks, the same bits. */
#ifdef __x86_64__
#include "opgen_vector.h"
#define ROW(name) \
	static OPGEN_X86_64_V3 void fused_##name(const float *x, float *y) \
	{ \
		opgen_f32x8_store(y, opgen_f32x8_fused_##name(opgen_f32x8_load(x))); \
	}
#else
#define ROW(name) \
	static void fused_##name(const float *x, float *y) \
	{ \
		for (int i = 0; i < BLOCK; i++) \
			y[i] = opgen_fused_##name##f(x[i]); \
	}
#endif
ROW(exp)
ROW(expm1)
ROW(log)
ROW(log1p)
ROW(tanh)
ROW(erf)
ROW(sigmoid)

/* In the order of elementary_case. */
static void (*const fused[])(const float *x, float *y) = {fused_exp, fused_expm1,
	fused_log, fused_log1p, fused_tanh, fused_erf, fused_sigmoid};

enum numerics {
	STRICT,
	FMA,
	NUMERICS
};

static const char *const numerics_name[NUMERICS] = {"strict", "fma"};

/* What a process has found of one function, in one of the numerics. */
struct found {
	double worst; /* in ulps of the exact result; 0 where no error exceeds 1/2 */
	float at;
	long nwrong; /* NaN, zeros or infinities where they do not belong */
	float wrong;
};

static void
look(float x, float y, double expected, struct found *found)
{
	double error;

	/* Nearly always, and then the error is half an ulp at most. */
	if (opgen_float_bits(y) == opgen_float_bits((float)expected))
		return;
	error = elementary_error(y, expected);
	if (!elementary_is_special(y, expected)) {
		found->nwrong++;
		found->wrong = x;
	} else if (error > found->worst) {
		found->worst = error;
		found->at = x;
	}
}

static void
look_at_block(size_t number, uint32_t first, struct found found[NUMERICS])
{
	const struct elementary_case *function = &elementary_case[number];
	float x[BLOCK], y[BLOCK];

	for (uint32_t i = 0; i < BLOCK; i++)
		x[i] = opgen_float_from_bits(first + i);
	fused[number](x, y);
	for (int i = 0; i < BLOCK; i++) {
		const double expected = function->reference(x[i]);

		look(x[i], function->single(x[i]), expected, &found[STRICT]);
		look(x[i], y[i], expected, &found[FMA]);
	}
}

/* Takes every n-th slice. */
static void
search(size_t number, long process, long nprocess, struct found found[NUMERICS])
{
	const uint32_t size = (uint32_t)(UINT64_C(0x100000000) / SLICES);

	for (long slice = process; slice < SLICES; slice += nprocess)
		for (uint32_t i = 0; i < size; i += BLOCK)
			look_at_block(number, (uint32_t)slice * size + i, found);
}

static void
fail(const char *what)
{
	perror(what);
	exit(3);
}

/* Starts a process that writes what it finds. */
static void
start(size_t number, long process, long nprocess, int to)
{
	struct found found[NUMERICS] = {{0}};

	switch (fork()) {
	case -1:
		fail("fork");
		break;
	case 0:
		search(number, process, nprocess, found);
		_exit(write(to, found, sizeof found) != sizeof found);
	}
}

static void
join(struct found *all, const struct found *found)
{
	if (found->worst > all->worst) {
		all->worst = found->worst;
		all->at = found->at;
	}
	if (found->nwrong)
		all->wrong = found->wrong;
	all->nwrong += found->nwrong;
}

static bool
report(size_t number, enum numerics numerics, const struct found *found)
{
	printf("%-8s %-6s %.4f ulp at %a", elementary_case[number].name,
		numerics_name[numerics], found->worst, (double)found->at);
	if (found->nwrong)
		printf(", %ld wrong, such as of %a", found->nwrong, (double)found->wrong);
	printf("\n");
	fflush(stdout);
	return found->worst < 1 && !found->nwrong;
}

static bool
all_floats(size_t number, long nprocess)
{
	struct found all[NUMERICS] = {{0}}, found[NUMERICS];
	int ends[2];
	bool good = true;

	if (pipe(ends))
		fail("pipe");
	for (long i = 0; i < nprocess; i++)
		start(number, i, nprocess, ends[1]);
	close(ends[1]);
	for (long i = 0; i < nprocess; i++) {
		if (read(ends[0], found, sizeof found) != sizeof found)
			fail("a process");
		for (int n = 0; n < NUMERICS; n++)
			join(&all[n], &found[n]);
		wait(NULL);
	}
	close(ends[0]);
	for (int n = 0; n < NUMERICS; n++)
		good &= report(number, (enum numerics)n, &all[n]);
	return good;
}

int
main(void)
{
	const long nprocess = sysconf(_SC_NPROCESSORS_ONLN);
	bool all = true;

	for (size_t i = 0; i < nelementary_case; i++)
		all &= all_floats(i, nprocess);
	return !all;
}
