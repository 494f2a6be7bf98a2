/* Every float there is, through each elementary function of one number, in the strict and
   in the fma numerics, against the C library's in double; and 2^27 doubles through each
   function of doubles, against those in long double: `ninja exhaustive`. Prints the
   largest errors of each, and fails where one exceeds what runtime/README.md states, or
   where a limit is not exact.

   The library's doubles are off by a few of their own ulps, which are 2^-29 of a float's:
   an error of a float is right to 1e-6. Its long doubles of 64 digits are off by a few of
   theirs, 2^-11 of a double's: an error of a double is right to 0.002. */

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
	BLOCK = 8,        /* floats at once */
	DOUBLES = 1 << 27 /* of each function */
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
ROW(gelu)

/* In the order of elementary_case. */
static void (*const fused[])(const float *x, float *y) = {fused_exp, fused_expm1,
	fused_log, fused_log1p, fused_tanh, fused_erf, fused_sigmoid, fused_gelu};

/* What is searched. */
enum arguments {
	FLOATS_STRICT,
	FLOATS_FMA,
	DOUBLES_OF_ANY,
	ARGUMENTS
};

static const char *const arguments_name[ARGUMENTS] = {"strict", "fma", "double"};

/* What a process has found of one function, of arguments of one kind. */
struct found {
	double worst; /* in ulps of the exact result; 0 where no error exceeds 1/2 */
	double at;
	long nwrong; /* NaN, zeros or infinities where they do not belong */
	double wrong;
};

static void
take(double x, double error, bool special, struct found *found)
{
	if (!special) {
		found->nwrong++;
		found->wrong = x;
	} else if (error > found->worst) {
		found->worst = error;
		found->at = x;
	}
}

static void
look(float x, float y, double expected, struct found *found)
{
	/* Nearly always, and then the error is half an ulp at most. */
	if (opgen_float_bits(y) == opgen_float_bits((float)expected))
		return;
	take((double)x, elementary_error(y, expected), elementary_is_special(y, expected),
		found);
}

static void
look_at_block(size_t number, uint32_t first, struct found found[ARGUMENTS])
{
	const struct elementary_case *function = &elementary_case[number];
	float x[BLOCK], y[BLOCK];

	for (uint32_t i = 0; i < BLOCK; i++)
		x[i] = opgen_float_from_bits(first + i);
	fused[number](x, y);
	for (int i = 0; i < BLOCK; i++) {
		const double expected = function->reference(x[i]);

		look(x[i], function->single(x[i]), expected, &found[FLOATS_STRICT]);
		look(x[i], y[i], expected, &found[FLOATS_FMA]);
	}
}

/* Takes every n-th slice. */
static void
search_floats(size_t number, long process, long nprocess, struct found found[ARGUMENTS])
{
	const uint32_t size = (uint32_t)(UINT64_C(0x100000000) / SLICES);

	for (long slice = process; slice < SLICES; slice += nprocess)
		for (uint32_t i = 0; i < size; i += BLOCK)
			look_at_block(number, (uint32_t)slice * size + i, found);
}

/* Each process has random numbers of its own. */
static void
search_doubles(size_t number, long process, long nprocess, struct found *found)
{
	const struct elementary_case *function = &elementary_case[number];
	uint64_t random = (uint64_t)process + 1;

	for (long i = 0; i < DOUBLES; i += nprocess) {
		const double x = elementary_any_double(&random);
		const double y = function->wide(x);
		const long double expected = function->wide_reference(x);

		take(x, elementary_wide_error(y, expected),
			elementary_is_special(y, expected), found);
	}
}

static void
search_powers(long process, long nprocess, struct found *found)
{
	uint64_t random = (uint64_t)process + 1;
	double x, y;

	for (long i = 0; i < DOUBLES; i += nprocess) {
		const double error = elementary_any_power(&random, &x, &y);

		take(x, error, true, found);
	}
}

/* A function of one number, or behind them pow. */
static void
search(size_t number, long process, long nprocess, struct found found[ARGUMENTS])
{
	if (number == nelementary_case) {
		search_powers(process, nprocess, &found[DOUBLES_OF_ANY]);
		return;
	}
	search_floats(number, process, nprocess, found);
	search_doubles(number, process, nprocess, &found[DOUBLES_OF_ANY]);
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
	struct found found[ARGUMENTS] = {{0}};

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
report(const char *name, enum arguments arguments, const struct found *found, double most)
{
	printf("%-8s %-6s %.4f ulp at %a", name, arguments_name[arguments], found->worst,
		found->at);
	if (found->nwrong)
		printf(", %ld wrong, such as of %a", found->nwrong, found->wrong);
	printf("\n");
	fflush(stdout);
	return found->worst <= most && !found->nwrong;
}

/* What all processes find together. */
static void
find(size_t number, long nprocess, struct found all[ARGUMENTS])
{
	struct found found[ARGUMENTS];
	int ends[2];

	if (pipe(ends))
		fail("pipe");
	for (long i = 0; i < nprocess; i++)
		start(number, i, nprocess, ends[1]);
	close(ends[1]);
	for (long i = 0; i < nprocess; i++) {
		if (read(ends[0], found, sizeof found) != sizeof found)
			fail("a process");
		for (int n = 0; n < ARGUMENTS; n++)
			join(&all[n], &found[n]);
		wait(NULL);
	}
	close(ends[0]);
}

static bool
function_is_as_stated(size_t number, long nprocess)
{
	const struct elementary_case *function = &elementary_case[number];
	struct found all[ARGUMENTS] = {{0}};
	bool good;

	find(number, nprocess, all);
	good = report(function->name, FLOATS_STRICT, &all[FLOATS_STRICT],
		function->single_most);

	good = report(function->name, FLOATS_FMA, &all[FLOATS_FMA],
		       function->fused_most) &&
	       good;
	return report(function->name, DOUBLES_OF_ANY, &all[DOUBLES_OF_ANY],
		       function->wide_most) &&
	       good;
}

static bool
powers_are_as_stated(long nprocess)
{
	struct found all[ARGUMENTS] = {{0}};

	find(nelementary_case, nprocess, all);
	return report("pow", DOUBLES_OF_ANY, &all[DOUBLES_OF_ANY], elementary_power_most);
}

int
main(void)
{
	const long nprocess = sysconf(_SC_NPROCESSORS_ONLN);
	bool all = true;

	for (size_t i = 0; i < nelementary_case; i++)
		all &= function_is_as_stated(i, nprocess);
	all &= powers_are_as_stated(nprocess);
	return !all;
}
