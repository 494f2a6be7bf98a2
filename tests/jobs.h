#ifndef OPGEN_TESTS_JOBS_H
#define OPGEN_TESTS_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;

enum job_state {
	JOB_WAITING,
	JOB_RUNNING,
	JOB_PASSED,
	JOB_FAILED
};

struct job {
	enum job_state state;
	pid_t process;
	int signal; /* what ended it, or 0 */
};

/* Work that is done in processes of its own, as many at a time as the machine has cores:
   a crash is one job's failure, and an early end of one lets the next begin. */
struct jobs {
	bool (*work)(size_t index);
	const char *directory; /* where the jobs' logs are */
	size_t njob;
	struct job *job;
	size_t nstarted, nrunning;
};

/* What a job prints goes to its log; work returns whether it passed. */
void jobs_begin(struct jobs *jobs, bool (*work)(size_t index), size_t njob,
	const char *directory, struct arena *arena);

/* Waits for a job, starting others meanwhile; the test fails when the job did, with what
   it printed and how it ended. */
void jobs_assert(struct jobs *jobs, size_t index, struct arena *arena);

#endif
