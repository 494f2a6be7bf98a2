#include "support/opgen.h"

#include <stddef.h>

#include "support/emitted.h"
#include "support/harness.h"
#include "support/sample.h"

#define main opgen_main
int main(int argc, char **argv);
#include "main.c"
#undef main

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/lsan_interface.h>
#else
#define __lsan_disable() ((void)0)
#define __lsan_enable() ((void)0)
#define __lsan_do_recoverable_leak_check() 0
#endif

enum {
	LEAKS = 8,  /* one run of so many is searched, for 30 ms */
	LEAKED = 99 /* a status that opgen has not */
};

static struct sample sample;
static bool searched;

#ifdef __SANITIZE_ADDRESS__
/* Leaks are looked for below. */
const char *
__asan_default_options(void)
{
	return "leak_check_at_exit=0";
}
#endif

static int
run_main(int argc, char **argv)
{
	int status;

	__lsan_enable();
	status = opgen_main(argc, argv);
	return searched && __lsan_do_recoverable_leak_check() ? LEAKED : status;
}

void
opgen_begin(void)
{
	/* What a test has and loses is no leak of opgen. */
	__lsan_disable();
	if (is_sanitized())
		sample = sample_begin("looks for the same leaks");
}

int
opgen_run(const struct run *run)
{
	if (!is_sanitized())
		return run_command(run);
	searched = sample_takes(&sample, LEAKS);
	return run_copy(run, run_main);
}
