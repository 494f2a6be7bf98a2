/* opgen_vector.h on this machine. */

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vector_checks.h"

/* Whether this processor runs the target's code; clang cannot ask for f16c, which every
   processor with AVX2 has. A test that cannot run fails, unless
   OPGEN_WITHOUT names the target. */
static bool
processor_runs(const char *target)
{
#ifdef __x86_64__
	if (!strcmp(target, "x86-64-v3"))
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
	(void)target;
	return true;
#endif
}

static void
check_holds(void **state)
{
	const struct vector_check *check = *state;
	const char *without = getenv("OPGEN_WITHOUT");

	if (!processor_runs(check->target)) {
		if (without && strstr(without, check->target))
			skip();
		fail_msg("this processor does not run %s; OPGEN_WITHOUT=%s leaves it out",
			check->target, check->target);
	}
	assert_true(check->holds());
}

int
main(void)
{
	struct CMUnitTest test[64];

	for (size_t i = 0; i < nvector_check; i++)
		test[i] = (struct CMUnitTest){vector_checks[i].name, check_holds, NULL,
			NULL, (void *)(uintptr_t)&vector_checks[i]};
	return _cmocka_run_group_tests("vector", test, nvector_check, NULL, NULL);
}
