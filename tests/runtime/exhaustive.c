/* Every float there is, through each elementary function of one number, against the C
   library's in double: `ninja exhaustive`. Prints the largest error of each, and fails
   where one reaches an ulp, or where a limit is not exact.

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
	SLICES = 1024
};

/* What a process has found of one function. */
struct found {
	double worst; /* in ulps of the exact result; 0 where no error exceeds 1/2 */
	float at;
	long nwrong; /* NaN, zeros or infinities where they do not belong */
	float wrong;
};

static void
look(const struct elementary_case *function, uint32_t bits, struct found *found)
{
	const float x = opgen_float_from_bits(bits);
	const float y = function->single(x);
	const double expected = function->reference(x);
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

/* Takes every n-th slice. */
static struct found
search(const struct elementary_case *function, long process, long nprocess)
{
	const uint32_t size = (uint32_t)(UINT64_C(0x100000000) / SLICES);
	struct found found = {0};

	for (long slice = process; slice < SLICES; slice += nprocess)
		for (uint32_t i = 0; i < size; i++)
			look(function, (uint32_t)slice * size + i, &found);
	return found;
}

static void
fail(const char *what)
{
	perror(what);
	exit(3);
}

/* Starts a process that writes what it finds. */
static void
start(const struct elementary_case *function, long process, long nprocess, int to)
{
	struct found found;

	switch (fork()) {
	case -1:
		fail("fork");
		break;
	case 0:
		found = search(function, process, nprocess);
		_exit(write(to, &found, sizeof found) != sizeof found);
	}
}

static bool
all_floats(const struct elementary_case *function, long nprocess)
{
	struct found all = {0}, found;
	int ends[2];

	if (pipe(ends))
		fail("pipe");
	for (long i = 0; i < nprocess; i++)
		start(function, i, nprocess, ends[1]);
	close(ends[1]);
	for (long i = 0; i < nprocess; i++) {
		if (read(ends[0], &found, sizeof found) != sizeof found)
			fail("a process");
		if (found.worst > all.worst) {
			all.worst = found.worst;
			all.at = found.at;
		}
		if (found.nwrong)
			all.wrong = found.wrong;
		all.nwrong += found.nwrong;
		wait(NULL);
	}
	close(ends[0]);
	printf("%-8s %.4f ulp at %a", function->name, all.worst, (double)all.at);
	if (all.nwrong)
		printf(", %ld wrong, such as of %a", all.nwrong, (double)all.wrong);
	printf("\n");
	fflush(stdout);
	return all.worst < 1 && !all.nwrong;
}

int
main(void)
{
	const long nprocess = sysconf(_SC_NPROCESSORS_ONLN);
	bool all = true;

	for (size_t i = 0; i < nelementary_case; i++)
		all &= all_floats(&elementary_case[i], nprocess);
	return !all;
}
